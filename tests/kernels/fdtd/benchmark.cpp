// The benchmark cpml-benchmark: the error of E_y at the plate's other corner against a domain that is 75 cells larger
// everywhere.
#include "tests/kernels/fdtd/known_problems.hpp"

using namespace hermite;

namespace {

std::vector<double> recorded(const Device& device, Precision precision, long more,
                             const CpmlProfile& profile, const Case::Kernel& kernel = {}) {
  KnownProblem known = plate_problem(precision, more, profile);
  known.yee.method.kernel = kernel;
  YeeRun run(known.yee, device);
  const auto [i, j, k] = known.node;
  const long row = known.yee.grid.extents(yee_staggering(known.field))[0];
  std::vector<double> record, slice(run.simulation().slice_size(known.field));
  for (long step = 0; step < std::lround(known.final / known.yee.method.dt); ++step) {
    run.step();
    run.simulation().read_slice(k, slice.data(), known.field);
    record.push_back(slice[std::size_t(j * row + i)]);
  }
  return record;
}

}  // namespace

namespace hermite {

void check_plate(const Device& device) {
  const CpmlProfile good = plate_layers, plain{3, 1, 1, 1, 0, {}};
  const std::vector<double> reference = recorded(device, Precision::single, 75, good),
                            reference_in_double = recorded(device, Precision::double_, 75, good);
  const double size = largest(reference);
  const auto error_to = [&](const std::vector<double>& expected,
                            const std::vector<double>& record) {
    return 20 * std::log10(largest_difference(record, expected) / size);
  };
  const auto error_of = [&](const std::vector<double>& record) {
    return error_to(reference, record);
  };
  CHECK(std::abs(size - 5.5454e-3) < 0.5e-7);  // to the digits that are known
  CHECK(std::abs(largest(reference_in_double) - 5.5454e-3) < 0.5e-7);
  // -80.8 dB in both precisions: float's rounding lies some 20 dB below it.
  for_each_schedule([&](const Case::Kernel& kernel) {
    const double one = error_of(recorded(device, Precision::single, 0, good, kernel)),
                 two = error_to(reference_in_double,
                                recorded(device, Precision::double_, 0, good, kernel)),
                 pml = error_of(recorded(device, Precision::single, 0, plain, kernel));
    MESSAGE(variant_name(kernel), ", ", kernel.cpml, ": largest ", size, ", errors ", one, " dB, ",
            two, " dB (double), plain PML ", pml, " dB");
    CHECK(std::abs(one + 80.8) < 0.5);
    CHECK(std::abs(two + 80.8) < 0.5);
    CHECK(std::abs(pml - two - 48) < 2);  // "about 48 dB worse"
  });
}

}  // namespace hermite

TEST_SUITE("slow") {
  TEST_CASE("CPML benchmark: the plate") { check_plate(Device("host")); }
}
