// How much layers, Mur's walls and conductors absorb.
#include "tests/approx.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

void check_layers_absorb(const Device& device) {
  // A pulse without a static field behind it, from the middle of a cube between layers of 6 cells.
  for (const Precision precision : {Precision::single, Precision::double_})
    for_each_schedule([&](const Case::Kernel& kernel) {
      YeeProblem p = box_of({28, 28, 28}, {28, 28, 28}, 1);
      p.eps = p.mu = 1;
      p.courant = 0.99;
      p.method.kernel = kernel;
      p.method.cpml = {3, 1, 1, 2, 0.05, {}};
      for (auto& layers : p.method.cpml.layers) layers = {6, 6};
      p.method.sources = {{2, {14, 14, 14}, 1, {"differentiated-gaussian", 16, 4, 1}}};
      p.complete(precision);
      YeeRun run(p, device);
      const auto after = [&](double time) {
        run.step(std::lround(time / p.method.dt));
        return run.simulation().largest().value;
      };
      const double most = after(16), left = after(36);
      MESSAGE(variant_name(kernel), ", ", kernel.cpml, ": left ", 20 * std::log10(left / most),
              " dB");
      // Once the pulse has left, before what the layers reflect has: -96 dB were seen.
      CHECK(left < 3e-5 * most);
    });
}

namespace {

void check_mur_at(const Device& device, double courant, const Case::Kernel& kernel) {
  // A wave along x: the cells are so wide across it that they do not count in the time step.
  YeeProblem p = box_of({240, 1, 1}, {240, 1e7, 1e7}, 0);
  p.eps = p.mu = 1;
  p.grid.wall[0] = {1, 1};
  p.method.mur[0] = {true, true};
  p.courant = courant;
  p.method.kernel = kernel;
  p.complete();
  YeeRun run(p, device);
  // A packet of waves e^{i (w n + K j)} on its way to the lower face, w and K per step and cell.
  const double K = 0.6, dt = p.method.dt, w = 2 * std::asin(dt * std::sin(K / 2));
  const auto wave = [&](double s) {
    return std::exp(-std::pow((s - 120) / 20, 2)) * std::cos(K * (s - 120));
  };
  run.set(2, [&](const std::array<double, 3>& x) { return wave(x[0]); });
  run.set(4, [&](const std::array<double, 3>& x) { return wave(x[0] - dt / 2); });
  run.step(std::lround(230 / dt));
  // |R| = |q + k|/|1 + k q| of the scheme's waves, with k of the wall.
  const double q = std::sin((K - w) / 2) / std::sin((K + w) / 2), k = (dt - 1) / (dt + 1);
  const double expected = std::abs((q + k) / (1 + k * q)), found = largest(run.values(2));
  MESSAGE("courant ", courant, ": reflects ", found, ", expected ", expected);
  if (courant == 1)
    // A part in 1e14 of the time step, and five roundings in each of 230 steps, 1.3e-13 if all had one sign.
    CHECK(found < 2e-13);
  else
    // A packet has other waves too: 1 % was seen.
    CHECK(found == relative(expected, 0.03));
}

}  // namespace

void check_mur(const Device& device) {
  for_each_variant([&](const Case::Kernel& kernel) {
    check_mur_at(device, 1, kernel);
    check_mur_at(device, 0.5, kernel);
  });
}

void check_conductor(const Device& device) {
  const Medium isotropic{2, 0.5, 0.7, 0.4, false},
      anisotropic{Diagonal(1, 2, 4), Diagonal(2, 1, 3), Diagonal(0.7, 0, 0.2),
                  Diagonal(0.1, 0.5, 0), false};
  for (const Medium& medium : {isotropic, anisotropic})
    for_each_variant([&](const Case::Kernel& kernel) {
      YeeProblem p = box_of({5, 4, 3}, {1, 1, 1}, 0);
      p.method.kernel = kernel;
      p.method.scene.media = {medium};
      p.complete();
      YeeRun run(p, device);
      for (int f = 0; f < 6; ++f) run.set(f, [](const auto&) { return 1.0; });
      const long steps = 40;
      run.step(steps);
      for (int f = 0; f < 6; ++f) {
        const int c = f % 3;
        const double eps = f < 3 ? medium.permittivity[c] : medium.permeability[c];
        const double sigma = f < 3 ? medium.conductivity[c] : medium.magnetic_conductivity[c];
        const double loss = sigma * p.method.dt / (2 * eps);
        // A step's factor is known to four roundings, its product to one.
        for (const double v : run.values(f))
          CHECK(v == relative(std::pow((1 - loss) / (1 + loss), steps), 5 * steps * 1.2e-16));
      }
    });
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("Of a pulse between layers nothing is left, whichever kernels update them") {
  check_layers_absorb(one_thread());
}

TEST_CASE("Mur's wall: no reflection head on at c dt = h, a known one at other steps") {
  check_mur(one_thread());
}

TEST_CASE("In a conductor a uniform field decays as the scheme's factor of each component says") {
  check_conductor(one_thread());
}
