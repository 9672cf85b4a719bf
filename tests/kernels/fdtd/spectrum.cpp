// Running Fourier transforms: sums over the steps, at the fields' own times.
#include <complex>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

using Complex = std::complex<double>;

// Boxes of all kinds: the whole of a field, planes across each axis, a line, a point.
Spectrum sample_spectrum(const YeeProblem& p) {
  Spectrum s{"spectra", {0.11, 0.3, 0.47}, 5, 3, 40, p.method.dt, {}};
  for (const int field : {0, 4})
    s.regions.push_back({field, {0, 0, 0}, p.grid.extents(yee_staggering(field))});
  s.regions.push_back({1, {3, 1, 2}, {1, 5, 4}});
  s.regions.push_back({2, {1, 4, 0}, {7, 1, 6}});
  s.regions.push_back({3, {2, 1, 5}, {6, 5, 1}});
  s.regions.push_back({5, {2, 3, 4}, {1, 1, 3}});
  s.regions.push_back({3, {5, 3, 4}, {1, 1, 1}});
  return s;
}

}  // namespace

void check_spectra(const Device& device, const std::vector<Precision>& precisions) {
  for (const Precision precision : precisions)
    for (YeeProblem p : sample_yee_problems(precision)) {
      const Spectrum s = sample_spectrum(p);
      p.method.spectra = {Spectrum{}, s};
      YeeRun run(p, device);
      const Maxwell system = p.system();
      YeeReference rough(system, p.grid, p.method);
      set_rough(rough, 11);
      run.set_values(rough.u);
      // The sums once more, from the fields of each step that is sampled.
      std::vector<Complex> sums(std::size_t(s.size()) * s.frequencies.size());
      double most = 0;
      for (long step = 1; step <= s.steps + 3; ++step) {
        run.step();
        if (step > s.steps || step < 5 || (step - 5) % 3 != 0) continue;
        for (std::size_t r = 0; r < s.regions.size(); ++r) {
          const SpectrumRegion& region = s.regions[r];
          const auto nodes = p.grid.extents(yee_staggering(region.field));
          const std::vector<double> u = run.values(region.field);
          const double t = (double(step) - (region.field < 3 ? 0 : 0.5)) * p.method.dt;
          for (std::size_t f = 0; f < s.frequencies.size(); ++f)
            for (long n = 0; n < region.size(); ++n) {
              const long i = region.lower[0] + n % region.nodes[0],
                         j = region.lower[1] + n / region.nodes[0] % region.nodes[1],
                         k = region.lower[2] + n / region.nodes[0] / region.nodes[1];
              const double value = u[std::size_t((k * nodes[1] + j) * nodes[0] + i)];
              sums[f * std::size_t(s.size()) + std::size_t(s.begin(r) + n)] +=
                  3 * p.method.dt * value * std::exp(Complex(0, -two_pi * s.frequencies[f] * t));
              grow(most, std::abs(value));
            }
        }
      }
      // Where the simulation keeps them.
      const auto& kept = run.simulation().solver().kept;
      const int state = 6 + int(kept.size()) - 1;
      REQUIRE(run.simulation().state(state).name == "spectra");
      std::vector<double> all(run.simulation().slice_size(state));
      run.simulation().read_slice(0, all.data(), state);
      const std::size_t plane = all.size() / 6;
      double worst = 0;
      for (std::size_t f = 0; f < s.frequencies.size(); ++f)
        for (std::size_t n = 0; n < std::size_t(s.size()); ++n)
          grow(worst, std::abs(Complex(all[2 * f * plane + n], all[(2 * f + 1) * plane + n]) -
                               sums[f * std::size_t(s.size()) + n]));
      // Twelve samples, each with a rounding of the phase, of the product and of the sum.
      CHECK(worst <= 12 * 12 * epsilon_of(precision) * 3 * p.method.dt * most);
      CHECK(most > 0);
    }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("Running Fourier transforms are what sums over all steps give") {
  check_spectra(one_thread(), both_precisions);
}

TEST_CASE("The transform of a travelling wave: H follows E at its own place and time") {
  // A wave along x in a periodic box, on the grid's own dispersion, over 10 periods of 40 steps.
  YeeProblem p = box_of({20, 4, 4}, {20, 4, 4}, 0);
  const double k = 2 * pi / 20, impedance = std::sqrt(p.mu / p.eps);
  p.complete();
  // sin(w dt/2) = (c dt/h) sin(kh/2); dt such that a period has 40 steps.
  p.method.dt = std::sin(pi / 40) / (p.speed() * std::sin(k / 2));
  REQUIRE(p.method.dt < 1 / fdtd_rate(p.grid, p.speed()));
  const double f = 1 / (40 * p.method.dt), w = 2 * pi * f;
  Spectrum s{"spectra", {f}, 1, 1, 400, p.method.dt, {}};
  s.regions = {{1, {0, 1, 1}, {20, 1, 1}}, {5, {0, 1, 1}, {20, 1, 1}}};
  p.method.spectra = {s};
  YeeRun run(p, one_thread());
  run.set(1, [&](const auto& x) { return std::cos(-k * x[0]); });
  run.set(5, [&](const auto& x) { return std::cos(w * p.method.dt / 2 + k * x[0]) / impedance; });
  run.step(400);
  std::vector<double> all(run.simulation().slice_size(run.simulation().states() + 1));
  run.simulation().read_slice(0, all.data(), run.simulation().states() + 1);
  const std::size_t plane = all.size() / 2;
  // exp(i(wt - kx)) of amplitude 1, over half the time: the other half is its conjugate's.
  const double half_time = 400 * p.method.dt / 2;
  const double bound = phase_bound(10 * 2 * pi) * half_time;  // ten periods
  for (std::size_t i = 0; i < 20; ++i) {
    const Complex e(all[i], all[plane + i]), h(all[20 + i], all[plane + 20 + i]);
    CHECK(std::abs(e - half_time * std::exp(Complex(0, -k * double(i)))) < bound);
    CHECK(std::abs(h * impedance - half_time * std::exp(Complex(0, -k * (double(i) + 0.5)))) <
          bound);
  }
}
