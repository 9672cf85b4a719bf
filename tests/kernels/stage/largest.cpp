// The search for the largest value finds it wherever it is, and NaN.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernels/stage/growth.hpp"

using namespace hermite;

namespace {

struct Searched {
  Layout kind;
  NodeExtents x;
};

// Values in (-1, 1), what is no node NaN; then larger and larger ones at drawn places, of either sign, and NaN last.
template <class T>
void check_search(const Device& device, const Searched& searched) {
  const NodeExtents& x = searched.x;
  CAPTURE(x.fields);
  CAPTURE(x.entries);
  CAPTURE(x.nodes[0]);
  CAPTURE(x.nodes[1]);
  CAPTURE(x.nodes[2]);
  const NodeLayout layout = make_layout(searched.kind, x, sizeof(T));
  std::vector<T> values(std::size_t(layout.size), std::numeric_limits<T>::quiet_NaN());
  std::mt19937 draw(3);
  const auto below = [&](long most) {
    return std::uniform_int_distribution<long>(0, most - 1)(draw);
  };
  std::uniform_real_distribution<T> small(-1, 1);
  for (int f = 0; f < x.fields; ++f)
    for (long k = 0; k < x.nodes[2]; ++k)
      for (long j = 0; j < x.nodes[1]; ++j)
        for (long i = 0; i < x.nodes[0]; ++i)
          for (int e = 0; e < x.entries; ++e)
            values[std::size_t(layout.at(f, k, j, i, e))] = small(draw);

  const Buffer array(device, values.size() * sizeof(T));
  Buffer workspace(device, std::size_t(watched_values(x, device.cuda())) * sizeof(T));
  const auto found = [&] {
    device.upload(array.data(), values.data(), array.bytes());
    return largest_value(device, PrecisionOf<T>::value, array.data(), layout, x, workspace);
  };
  for (int larger = 2; larger < 12; ++larger) {
    const int field = int(below(x.fields));
    const long m3 = below(x.nodes[2]);
    // The ends of a row and of the rows, too.
    const long m2 = larger == 2 ? x.nodes[1] - 1 : below(x.nodes[1]);
    const long m1 = larger < 4 ? x.nodes[0] - 1 : below(x.nodes[0]);
    const T size =
        larger == 11 ? std::numeric_limits<T>::quiet_NaN() : T(larger % 2 ? -larger : larger);
    values[std::size_t(layout.at(field, m3, m2, m1, int(below(x.entries))))] = size;
    const LargestValue most = found();
    CHECK(most.value == (larger == 11 ? HUGE_VAL : larger));
    CHECK(most.field == field);
    CHECK(most.m3 == m3);
  }
}

void check_searches(const Device& device) {
  const Layout rows = Layout::x1_innermost, nodes = Layout::node_major;
  // Of one part and of many, of a last part that is shorter; columns that are left in one round and in four.
  const Searched all[] = {{rows, {1, 1, {1, 1, 1}, {0, 0, 0}, {1, 0, 0}}},
                          {rows, {2, 4, {70001, 1, 1}, {1, 0, 0}, {1, 0, 0}}},
                          {rows, {3, 1, {1030, 37, 1}, {1, 1, 0}, {0, 0, 0}}},
                          {rows, {1, 8, {37, 45, 19}, {1, 1, 1}, {1, 1, 1}}},
                          {nodes, {1, 8, {21, 18, 5}, {1, 1, 1}, {1, 1, 1}}},
                          {rows, {2, 1, {300, 7, 301}, {0, 0, 0}, {1, 1, 1}}}};
  for (const Searched& searched : all) {
    check_search<float>(device, searched);
    check_search<double>(device, searched);
  }
}

}  // namespace

TEST_CASE("The largest value is found, NaN as infinite") { check_searches(Device("host", 2)); }

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: the largest value is found, NaN as infinite") { check_searches(Device("cuda")); }
}
