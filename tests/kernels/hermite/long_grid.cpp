// Grids so long that an array has more values, and all the more bytes, than 32 bits number. Data that repeat
// along the last axis go on doing so, and each repeat is the short periodic grid that has it once, to the bit:
//
//   long    |repeat|repeat|repeat| . . . . . . |repeat|
//   short   |repeat|
#include "hermite/systems/acoustics.hpp"
#include "tests/kernels/hermite/equality.hpp"

namespace hermite {

namespace {

constexpr long period = 8;  // planes
constexpr int steps = 4;

// Spacings of 1, which are exact: none depends on the length.
Problem with_length(Problem p, long length) {
  p.cells[2] = length;
  for (std::size_t d = 0; d < 3; ++d) p.sides[d] = double(p.cells[d]);
  return p;
}

std::vector<double> slice_of(const Simulation& simulation, long slice) {
  std::vector<double> values(simulation.slice_size());
  simulation.read_slice(slice, values.data());
  return values;
}

// All of a repeat.
std::vector<std::vector<double>> slices_of(const Simulation& simulation) {
  std::vector<std::vector<double>> all;
  for (long k = 0; k < period; ++k) all.push_back(slice_of(simulation, k));
  return all;
}

// At least one array has more values than `offset`.
void check_long_grid(const Device& device, const Problem& p, const Case::Kernel& kernel,
                     long offset) {
  REQUIRE(p.cells[2] % period == 0);
  INFO(text_of(p));
  INFO(text_of(kernel));
  Run whole_run(device, with_length(p, p.cells[2]), Precision::single, kernel),
      once_run(device, with_length(p, period), Precision::single, kernel);
  Simulation &whole = whole_run.simulation(), &once = once_run.simulation();
  CAPTURE(whole.solver().description);
  long most = 0;
  for (int array = 0; array < int(whole.solver().arrays.size()); ++array)
    grow(most, layout_of(whole.solver(), array).size);
  CHECK(most > offset);
  once_run.set(rough_data(with_length(p, period), 1));
  const auto repeat = slices_of(once);
  whole.write([&](long slice, double* values) {
    const std::vector<double>& from = repeat[std::size_t(slice % period)];
    std::copy(from.begin(), from.end(), values);
  });
  whole_run.steps(steps);
  once_run.steps(steps);
  const auto expected = slices_of(once);
  long different = 0, alike = 0;
  // Not all, which takes long; the first and last repeats, and in between all places in a repeat.
  for (long k = 0; k < p.cells[2]; k += k < period || k >= p.cells[2] - 2 * period ? 1 : 5) {
    const std::vector<double> found = slice_of(whole, k);
    different += found != expected[std::size_t(k % period)];
    alike += found == expected[std::size_t((k + 1) % period)];
  }
  CHECK(different == 0);
  CHECK(alike == 0);
}

Problem advection(int order, long n1, long n2, long n3) {
  Problem p;
  p.dimension = 3;
  p.order = order;
  p.cells = {n1, n2, n3};
  p.velocity = {0.7, -1, 0.3};
  return p;
}
Problem acoustics(int order, long n1, long n2, long n3) {
  Problem p = advection(order, n1, n2, n3);
  p.other = std::make_shared<Acoustics>(1.3, 0.8);
  return p;
}
}  // namespace

}  // namespace hermite

using namespace hermite;

TEST_CASE("Data that repeat along a long grid: each repeat is a short one, to the bit") {
  const Device device = host();
  for (const char* const pipeline : {"shift", "full-step", "monolithic", "two-kernel"})
    check_long_grid(device, advection(1, 20, 3, 24), kernel_of(pipeline), 0);
  check_long_grid(device, advection(1, 20, 3, 24), two_steps_of(), 0);
  check_long_grid(device, acoustics(1, 20, 3, 24), kernel_of("parity"), 0);
}

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu slow") {
  // 9 GB an array, of which there are two.
  TEST_CASE("CUDA: more than 2^31 values in an array: repeats of a short one, to the bit") {
    const Device device("cuda");
    constexpr long offset = 1L << 31;
    for (const char* const pipeline : {"shift", "monolithic"})
      check_long_grid(device, advection(3, 500, 250, 280), kernel_of(pipeline), offset);
    check_long_grid(device, advection(3, 500, 250, 280), two_steps_of(), offset);
    // The coefficients have so many.
    check_long_grid(device, advection(3, 130, 130, 264), kernel_of("two-kernel"), offset);
    check_long_grid(device, acoustics(1, 500, 500, 280), kernel_of("parity"), offset);
    check_long_grid(device, acoustics(2, 500, 250, 168), kernel_of("parity", "matrix"), offset);
  }
}
#endif
