// A plane wave is where it should be when it should be there, and then gone.
#include "hermite/core/grow.hpp"
#include "tests/kernels/fdtd/incident.hpp"

namespace hermite {

namespace {

void check_arrival_of(const Device& device, int sign, const Case::Kernel& kernel) {
  YeeProblem p = lit(2, sign, 0, Precision::double_);
  p.method.kernel = kernel;
  p.method.incident.waveform = {"gaussian", 10, 2, 1};
  p.complete();
  YeeRun run(p, device);
  const double dt = p.method.dt, h = p.grid.h(2);
  double worst = 0;
  const long steps = std::lround(34 / dt);
  for (long n = 1; n <= steps; ++n) {
    run.step();
    const std::vector<double> ex = run.values(0);
    const double t = double(n) * dt, way = 8 * h;  // six nodes of the box, two before it
    const long k = sign > 0 ? 3 + 6 : 15 - 6;
    const double z = (t - way / p.speed() - 10) / 2;
    grow(worst, std::abs(ex[std::size_t((k * 18 + 8) * 15 + 7)] - 2.5 * std::exp(-z * z)));
  }
  CHECK(worst < 0.01 * 2.5);  // dispersion over 8 cells, of a pulse 7 cells wide: 0.4 % was seen
  // What the line's end reflects, e^-20 twice, is less than ten roundings in each of 440 steps: 5e-13.
  CHECK(run.simulation().largest().value < 1e-12 * 2.5);
}

}  // namespace

void check_arrival(const Device& device) {
  for_each_variant([&](const Case::Kernel& kernel) {
    check_arrival_of(device, 1, kernel);
    check_arrival_of(device, -1, kernel);
  });
}

void check_oblique_arrival(const Device& device) {
  std::size_t turn = 0;
  for (const std::array<int, 3> step :
       {std::array<int, 3>{1, 1, 0}, {1, 1, 1}, {-2, 0, 1}, {3, -2, 1}, {-1, 2, -5}, {8, -7, 5}}) {
    CAPTURE(step[0]);
    CAPTURE(step[1]);
    CAPTURE(step[2]);
    const double width = 8;
    YeeProblem p = lit_obliquely(step, {0.3, 1, -0.6}, {15, 17, 19}, width, Precision::double_);
    // Without a mean: one would leave more of a static field behind (incident_wave.hpp).
    p.method.incident.waveform.kind = "differentiated-gaussian";
    p.method.kernel = yee_variants()[turn++ % 4];
    CAPTURE(variant_name(p.method.kernel));
    const IncidentWave& w = p.method.incident;
    YeeRun run(p, device);
    const double way = w.spacing(p.grid) * 8 * double(w.widest()) + 60;  // to leave the box
    const long steps = std::lround((way + 9 * width) / p.method.dt);
    double worst = 0;
    for (long n = 1; n <= steps; ++n) {
      run.step();
      if (n % 8 != 0) continue;
      for (int f = 0; f < 3; ++f) {
        const std::vector<double> e = run.values(f);
        const auto nodes = p.grid.extents(yee_staggering(f));
        for (const std::array<long, 3> at :
             {std::array<long, 3>{5, 6, 4}, {10, 11, 14}, {7, 8, 9}}) {
          const double r = double(w.at(at) - w.begin()) + 0.5 * w.step[std::size_t(f)];
          const double wanted =
              2.5 * w.electric[std::size_t(f)] *
              w.waveform.at(double(n) * p.method.dt - w.spacing(p.grid) * r / p.speed());
          const double found = e[std::size_t((at[2] * nodes[1] + at[1]) * nodes[0] + at[0])];
          grow(worst, std::abs(found - wanted));
        }
      }
    }
    MESSAGE(variant_name(p.method.kernel), ": error of the wave ", worst / 2.5, ", left of it ",
            run.simulation().largest().value / 2.5);
    // Dispersion over tens of cells, of a pulse 8 cells wide: up to 0.6 % were seen.
    CHECK(worst < 0.015 * 2.5);
    // A static field behind the pulse, and what the line's end reflects: up to 4.5e-5.
    CHECK(run.simulation().largest().value < 1e-4 * 2.5);
  }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("A plane wave reaches each node when the scheme's speed says, and is gone afterwards") {
  check_arrival(one_thread());
}

TEST_CASE("A plane wave in any direction is where it should be, and is gone afterwards") {
  check_oblique_arrival(one_thread());
}

TEST_CASE("A plane wave drives a run until it has crossed the domain, from corner to corner") {
  YeeProblem p = lit(2, 1, 0, Precision::double_);
  p.method.scene.media = {{Diagonal(p.eps, 4 * p.eps, p.eps), p.mu, 0, 0, false}};
  p.complete();
  const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
  // The pulse is over six widths after its delay; the slowest wave has half of the speed.
  const double end = 2 + 6 * 0.7 + (1.5 + 3.4 + 5.7) * 2 / p.speed();
  CHECK(std::abs(double(solver.driven_steps) - end / p.method.dt) <= 1);
}
