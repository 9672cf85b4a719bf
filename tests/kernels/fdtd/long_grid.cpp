// Grids so long that an array has more values, and all the more bytes, than 32 bits number: both ends along z against
// those of a short grid, to the bit.
//
//   long    |near source . . . . . . . . 0 . . . . . . . . far sources|
//   short   |near source . . . far sources|    as far from their ends
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

constexpr long steps = 24;   // in each of which fields go a cell further
constexpr long depth = 15;   // of the sources, from the ends
constexpr long planes = 30;  // that are compared at each end
constexpr long short_cells = 80;
static_assert(short_cells - 2 * depth > 2 * steps);  // the ends do not hear of each other

// Sides of 1, which is exact: no place is rounded, however far away.
YeeProblem between_layers(std::array<long, 3> cells, long length, const Case::Kernel& kernel) {
  cells[2] = length;
  YeeProblem p = box_of(cells, {double(cells[0]), double(cells[1]), double(cells[2])}, 1);
  p.eps = p.mu = 1;
  p.method.kernel = kernel;
  p.method.kernel.planes_per_block = 16;
  p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
  for (auto& layers : p.method.cpml.layers) layers = {10, 10};
  const Waveform pulse{"gaussian", 5, 2, 1};
  // In corners, so that all layers there hear of it.
  p.method.sources = {{2, {depth, depth, depth}, 1, pulse},
                      {0, {cells[0] - depth, cells[1] - depth, cells[2] - depth}, 0.7, pulse},
                      {1, {cells[0] - depth, cells[1] - depth, cells[2] - depth}, -0.4, pulse}};
  p.complete(Precision::single);
  return p;
}

std::vector<double> plane(YeeRun& run, int field, long k) {
  std::vector<double> values(run.simulation().slice_size(field));
  run.simulation().read_slice(k, values.data(), field);
  return values;
}

}  // namespace

void check_long_grid(const Device& device, const std::array<long, 3>& cells, long offset) {
  for_each_schedule([&](const Case::Kernel& kernel) {
    if (kernel.planes_per_block > 0) return;  // all have blocks of several planes here
    // Lengths of as many cells beyond the last whole block along z.
    REQUIRE((cells[2] - short_cells) % 16 == 0);
    YeeRun whole(between_layers(cells, cells[2], kernel), device),
        ends(between_layers(cells, short_cells, kernel), device);
    whole.step(steps);
    ends.step(steps);
    for (int f = 0; f < 6; ++f) {
      CAPTURE(f);
      const long last = whole.simulation().slices(f) - 1, more = cells[2] - short_cells;
      // The first value at the far end that is compared.
      CHECK(whole.simulation().bound_states()[std::size_t(f)].layout.at(0, last - planes, 0, 0, 0) >
            offset);
      long different = 0;
      double near = 0, far = 0, between = 0;
      for (long k = 0; k <= planes; ++k) {
        const std::vector<double> first = plane(whole, f, k), second = plane(whole, f, last - k);
        different += first != plane(ends, f, k);
        different += second != plane(ends, f, last - k - more);
        grow(near, largest(first));
        grow(far, largest(second));
      }
      CHECK(different == 0);
      CHECK(near > 0);
      CHECK(far > 0);
      // What went astray would be as thick as what it is a copy of.
      for (long k = depth + steps + 1; k < last - depth - steps; k += steps)
        grow(between, largest(plane(whole, f, k)));
      CHECK(between == 0);
    }
    CHECK(whole.simulation().largest().value == ends.simulation().largest().value);
  });
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("The ends of a long grid and of a short one: the same bits") {
  check_long_grid(one_thread(), {44, 37, 208}, 0);
}

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu slow") {
  TEST_CASE("CUDA: more than 2^31 values in an array: the ends of a short one, to the bit") {
    // 1024 x 202 x 10465 values, rows padded: the last 80 planes lie beyond 2^31. 57 GB with psi.
    check_long_grid(Device("cuda"), {1000, 200, 10464}, 1L << 31);
  }
}
#endif
