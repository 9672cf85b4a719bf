// The benchmark of Taflove and Hagness, 3rd edition, section 7.11.2: a pulsed edge at the corner of a
// conducting plate of 25 x 100 mm, layers of 10 cells 3 cells away from it on all sides, and the error of
// E_y at the opposite corner against a domain that is 75 cells larger everywhere.
#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

namespace {

constexpr double h = 1e-3;

std::vector<double> recorded(const Device& device, Precision precision, long more,
                             const CpmlProfile& profile, const Case::Kernel& kernel = {}) {
  const double eps0 = 8.8541878128e-12, c = 299792458.0;
  const std::array<long, 3> cells = {50 + 2 * more, 125 + 2 * more, 25 + 2 * more};
  YeeProblem p =
      box_of(cells, {h * double(cells[0]), h * double(cells[1]), h * double(cells[2])}, 1);
  p.eps = eps0;
  p.mu = 1 / (eps0 * c * c);
  p.courant = 0.99;
  p.method.cpml = profile;
  p.method.kernel = kernel;
  for (auto& layers : p.method.cpml.layers) layers = {10, 10};
  const double a = double(more);
  p.method.scene.media = {{p.eps, p.mu, 0, 0, false}, {p.eps, p.mu, 0, 0, true}};
  p.method.scene.bodies = {{{(a + 13) * h, (a + 13) * h, (a + 11.75) * h},
                            {(a + 38) * h, (a + 113) * h, (a + 12.25) * h},
                            1}};
  p.complete(precision);
  // Its waveform is taken at the end of each step, ours in the middle.
  const double width = 53e-12, delay = 4 * width - p.method.dt / 2;
  p.method.sources = {
      {2, {more + 13, more + 13, more + 12}, h * h, {"differentiated-gaussian", delay, width, 1}}};
  YeeRun run(p, device);
  std::vector<double> record, slice(run.simulation().slice_size(1));
  for (int step = 0; step < 2100; ++step) {
    run.step();
    run.simulation().read_slice(more + 12, slice.data(), 1);
    record.push_back(slice[std::size_t((more + 113) * (cells[0] + 1) + more + 37)]);
  }
  return record;
}

}  // namespace

namespace hermite {

void check_plate(const Device& device) {
  const CpmlProfile good{3, 1, 0.75, 15, 0.24, {}}, plain{3, 1, 1, 1, 0, {}};
  const std::vector<double> reference = recorded(device, Precision::single, 75, good);
  const double size = largest(reference);
  const auto error_of = [&](const std::vector<double>& record) {
    return 20 * std::log10(largest_difference(record, reference) / size);
  };
  CHECK(std::abs(size - 5.5454e-3) < 0.5e-7);  // to the digits that are known
  // -80.8 dB in both precisions: float's rounding lies some 20 dB below it.
  for_each_schedule([&](const Case::Kernel& kernel) {
    const double one = error_of(recorded(device, Precision::single, 0, good, kernel)),
                 two = error_of(recorded(device, Precision::double_, 0, good, kernel)),
                 pml = error_of(recorded(device, Precision::single, 0, plain, kernel));
    MESSAGE(kernel.variant, ", ", kernel.cpml, ": largest ", size, ", errors ", one, " dB, ", two,
            " dB (double), plain PML ", pml, " dB");
    CHECK(std::abs(one + 80.8) < 0.5);
    CHECK(std::abs(two + 80.8) < 0.5);
    CHECK(std::abs(pml - two - 48) < 2);  // "about 48 dB worse"
  });
}

}  // namespace hermite

TEST_SUITE("slow") {
  TEST_CASE("CPML benchmark: the plate") { check_plate(Device("host")); }
}
