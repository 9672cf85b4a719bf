// Halos filled at once are those filled axis after axis, bit for bit: layer after layer, each axis over
// the halos of those before it, so that edges and corners are images of images. All memory is
// compared, so nothing else is written.
#include "kernels/halo/fill_halo.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "hermite/core/error.hpp"

using namespace hermite;

namespace {

struct Shape {
  int dimension = 1, order = 1;
  NodeExtents x;            // with the layers to fill
  int more[3] = {0, 0, 0};  // layers that the array has beyond those
  Boundary boundary;
};

template <class T>
void fill_axis_after_axis(std::vector<T>& values, const NodeLayout& s, const Shape& shape) {
  const NodeExtents& x = shape.x;
  const int n = shape.order + 1;
  long lower[3] = {0, 0, 0}, upper[3] = {x.nodes[0], x.nodes[1], x.nodes[2]};
  for (int axis = 0, step = 1; axis < shape.dimension; ++axis, step *= n) {
    const auto along = std::size_t(axis);
    // The layer at `to`, as wide as the axes before have made it.
    const auto copy = [&](long to, long from, int wall) {
      long end[3] = {upper[0], upper[1], upper[2]}, m[3];
      end[axis] = lower[axis] + 1;
      for (m[2] = lower[2]; m[2] < end[2]; ++m[2])
        for (m[1] = lower[1]; m[1] < end[1]; ++m[1])
          for (m[0] = lower[0]; m[0] < end[0]; ++m[0])
            for (int f = 0; f < x.fields; ++f)
              for (int e = 0; e < x.entries; ++e) {
                long p[3] = {m[0], m[1], m[2]}, q[3] = {m[0], m[1], m[2]};
                p[axis] = to;
                q[axis] = from;
                T sign = 1;
                if (wall != 0) sign = T(wall * shape.boundary.parity[std::size_t(f)][along]);
                if (wall != 0 && e / step % n % 2 == 1) sign = -sign;
                values[std::size_t(s.at(f, p[2], p[1], p[0], e))] =
                    sign * values[std::size_t(s.at(f, q[2], q[1], q[0], e))];
              }
    };
    const long nodes = x.nodes[axis],
               on_wall = shape.boundary.stagger[axis] == Stagger::primal ? 1 : 0;
    const auto& wall = shape.boundary.wall[along];
    for (long layer = 0; layer < x.below[axis]; ++layer)
      copy(-1 - layer, wall[0] == 0 ? nodes - 1 - layer : layer + on_wall, wall[0]);
    for (long layer = 0; layer < x.above[axis]; ++layer)
      copy(nodes + layer, wall[0] == 0 ? layer : nodes - 1 - layer - on_wall, wall[1]);
    lower[axis] = -x.below[axis];
    upper[axis] = nodes + x.above[axis];
  }
}

std::string text_of(const Shape& shape) {
  std::string text = "N=" + std::to_string(shape.order);
  for (int axis = 0; axis < shape.dimension; ++axis) {
    const auto& wall = shape.boundary.wall[std::size_t(axis)];
    text += "; " + std::to_string(shape.x.nodes[axis]) + " nodes, layers " +
            std::to_string(shape.x.below[axis]) + " " + std::to_string(shape.x.above[axis]) +
            ", walls " + std::to_string(wall[0]) + " " + std::to_string(wall[1]);
  }
  return text;
}

// Arrays in one memory, all of which is compared. A GPU that others use too lets each call of it wait.
class Arrays {
 public:
  explicit Arrays(const Device& device) : device_(device) {}

  // Of both layouts and precisions.
  void add(const Shape& shape) {
    for (const Layout kind : {Layout::x1_innermost, Layout::node_major}) {
      add<float>(shape, kind);
      add<double>(shape, kind);
    }
  }
  // Fills their halos, compares, and forgets them.
  void check() {
    const Buffer memory(device_, values_.size());
    device_.upload(memory.data(), values_.data(), values_.size());
    for (const One& one : all_)
      fill_halo(device_, one.precision, static_cast<char*>(memory.data()) + one.begin, one.layout,
                one.shape.x, one.shape.dimension, one.shape.boundary);
    device_.synchronize();
    device_.download(values_.data(), memory.data(), values_.size());
    for (const One& one : all_) {
      INFO(text_of(one.shape));
      INFO((one.kind == Layout::x1_innermost ? "x1-innermost, " : "node-major, ")
           << bytes_of(one.precision) << " bytes");
      const auto begin = values_.begin() + long(one.begin);
      CHECK(std::equal(begin, begin + long(one.bytes), expected_.begin() + long(one.begin)));
    }
    CHECK((values_ == expected_));
    all_.clear();
    values_.clear();
    expected_.clear();
  }

 private:
  struct One {
    Shape shape;
    Layout kind;
    NodeLayout layout;
    Precision precision;
    std::size_t begin, bytes;
  };
  template <class T>
  void add(const Shape& shape, Layout kind) {
    NodeExtents all = shape.x;
    for (int axis = 0; axis < 3; ++axis) {
      all.below[axis] += shape.more[axis];
      all.above[axis] += shape.more[axis];
    }
    const NodeLayout layout = make_layout(kind, all, sizeof(T));
    // Halos and padding too hold numbers of their own: none may be taken from there, or lost.
    std::vector<T> values(std::size_t(layout.size));
    std::minstd_rand random(7);
    for (T& value : values) value = T(double(random()) / double(random.max()) - 0.5);
    constexpr std::size_t alignment = 256;
    const std::size_t begin = (values_.size() + alignment - 1) / alignment * alignment,
                      bytes = values.size() * sizeof(T);
    append(values_, begin, values.data(), bytes);
    fill_axis_after_axis(values, layout, shape);
    append(expected_, begin, values.data(), bytes);
    all_.push_back({shape, kind, layout, sizeof(T) == 4 ? Precision::single : Precision::double_,
                    begin, bytes});
  }
  static void append(std::vector<char>& to, std::size_t begin, const void* data,
                     std::size_t bytes) {
    to.resize(begin + bytes);
    std::memcpy(to.data() + begin, data, bytes);
  }

  const Device device_;
  std::vector<One> all_;
  std::vector<char> values_, expected_;
};

// Fields that are even and odd along each axis, in all combinations where there are enough.
Shape shape_of(int dimension, int order, int fields, const std::array<long, 3>& nodes) {
  Shape shape;
  shape.dimension = dimension;
  shape.order = order;
  shape.x.fields = fields;
  for (int axis = 0; axis < dimension; ++axis) {
    shape.x.entries *= order + 1;
    shape.x.nodes[axis] = nodes[std::size_t(axis)];
  }
  for (int f = 0; f < fields; ++f)
    shape.boundary.parity.push_back({f & 1 ? -1 : 1, f & 2 ? -1 : 1, f & 4 ? -1 : 1});
  return shape;
}

void check_every_boundary(const Device& device) {
  const std::array<int, 2> ends[] = {{0, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const int layers[][2] = {{1, 1}, {0, 1}, {1, 0}, {2, 1}, {1, 3}, {0, 0}};
  long checked = 0;
  Arrays arrays(device);
  for (int dimension = 1; dimension <= 3; ++dimension) {
    const int cases = dimension == 1 ? 5 : dimension == 2 ? 25 : 125;
    for (int boundary = 0; boundary < cases; ++boundary) {
      for (const Stagger stagger : {Stagger::primal, Stagger::dual})
        for (int one = 0; one < 12; ++one) {
          const int widths = one / 2;
          // Single values, whose rows' ends the host fills apart, and several at a node.
          Shape shape = shape_of(dimension, one % 2, 3, {6, 5, 4});
          shape.boundary.stagger = stagger;
          for (int axis = 0, rest = boundary; axis < dimension; ++axis, rest /= 5) {
            shape.boundary.wall[std::size_t(axis)] = ends[rest % 5];
            const auto& width = layers[(widths + axis * (1 + widths % 2)) % 6];
            shape.x.below[axis] = width[0];
            shape.x.above[axis] = width[1];
            shape.more[axis] = (widths + axis) % 3 == 2 ? 1 : 0;
          }
          arrays.add(shape);
          ++checked;
        }
      arrays.check();
    }
  }
  CHECK(checked == 24 * (5 + 25 + 125));
}

// Rows and lines of several blocks, entries of several, and orders whose rows do not fill a batch.
void check_sizes(const Device& device) {
  struct Size {
    int dimension, order, fields;
    std::array<long, 3> nodes;
  };
  const Size sizes[] = {{1, 3, 1, {70, 1, 1}},   {1, 0, 2, {1, 1, 1}},  {1, 10, 9, {16, 1, 1}},
                        {2, 1, 1, {33, 131, 1}}, {2, 6, 3, {40, 9, 1}}, {2, 0, 1, {15, 66, 1}},
                        {3, 1, 1, {37, 67, 5}},  {3, 2, 9, {32, 3, 4}}, {3, 2, 1, {3, 4, 66}},
                        {3, 3, 2, {65, 4, 3}},   {3, 5, 1, {2, 3, 2}},  {3, 0, 4, {3, 70, 7}}};
  Arrays arrays(device);
  for (const Size& size : sizes)
    for (int walls = 0; walls < 1 << size.dimension; ++walls) {
      Shape shape = shape_of(size.dimension, size.order, size.fields, size.nodes);
      for (int axis = 0; axis < size.dimension; ++axis) {
        shape.x.below[axis] = shape.x.above[axis] = 1;
        if (walls >> axis & 1) shape.boundary.wall[std::size_t(axis)] = {1, -1};
        // A primal node on a wall has no image but its neighbour's.
        if (size.nodes[std::size_t(axis)] == 1) shape.boundary.stagger = Stagger::dual;
      }
      arrays.add(shape);
      arrays.check();
    }
}

}  // namespace

TEST_CASE("images of images are refused") {
  const auto fill = [](long nodes, std::array<int, 2> wall, Stagger stagger, int layers) {
    Shape shape = shape_of(1, 0, 1, {nodes, 1, 1});
    shape.boundary.wall[0] = wall;
    shape.boundary.stagger = stagger;
    shape.x.below[0] = shape.x.above[0] = layers;
    const NodeLayout layout = make_layout(Layout::x1_innermost, shape.x, sizeof(double));
    std::vector<double> values(std::size_t(layout.size));
    fill_halo(Device("host", 1), Precision::double_, values.data(), layout, shape.x, 1,
              shape.boundary);
  };
  CHECK_NOTHROW(fill(2, {0, 0}, Stagger::primal, 2));
  CHECK_THROWS_WITH_AS(fill(1, {0, 0}, Stagger::primal, 2), doctest::Contains("grid.cells: "),
                       Error);
  // A node on a wall is no image's.
  CHECK_NOTHROW(fill(3, {1, 1}, Stagger::primal, 2));
  CHECK_THROWS_AS(fill(2, {1, -1}, Stagger::primal, 2), Error);
  CHECK_NOTHROW(fill(2, {1, -1}, Stagger::dual, 2));
  CHECK_THROWS_AS(fill(1, {1, -1}, Stagger::dual, 2), Error);
}
TEST_CASE("halos at once are halos axis after axis: every boundary, edges and corners included") {
  check_every_boundary(Device("host", 1));
}
TEST_CASE("halos at once are halos axis after axis: every size of block") {
  check_sizes(Device("host", 2));
}

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA: halos at once are halos axis after axis: every size of block") {
    check_sizes(Device("cuda"));
  }
}
TEST_SUITE("gpu") {
  TEST_CASE("CUDA: halos at once are halos axis after axis: every boundary") {
    check_every_boundary(Device("cuda"));
  }
}
