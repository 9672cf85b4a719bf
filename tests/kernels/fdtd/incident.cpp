// A plane wave by total and scattered field: nothing leaks out of the box, and the wave in it is right.
#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

namespace {

YeeProblem lit(int axis, int sign, int polarization, Precision precision) {
  YeeProblem p = box_of({15, 17, 19}, {1.5, 3.4, 5.7}, 1);
  p.method.incident = {axis,         sign, polarization,           {4, 5, 3},
                       {11, 12, 15}, 2.5,  {"gaussian", 2, 0.7, 1}};
  p.complete(precision);
  return p;
}

// Of all values, those at places within the box, and the others.
struct Sizes {
  double inside = 0, outside = 0;
};
Sizes sizes_of(const YeeRun& run, const YeeProblem& p, int field, double unit) {
  Sizes sizes;
  const std::vector<double> u = run.values(field);
  const Staggering stagger = yee_staggering(field);
  const std::array<long, 3> nodes = p.grid.extents(stagger);
  const IncidentWave& w = p.method.incident;
  for (long n = 0; n < static_cast<long>(u.size()); ++n) {
    const long at[3] = {n % nodes[0], n / nodes[0] % nodes[1], n / nodes[0] / nodes[1]};
    bool inside = true;
    for (int d = 0; d < 3; ++d) {
      const double x = double(at[d]) + (stagger[d] == Stagger::dual ? 0.5 : 0);
      inside =
          inside && x >= double(w.lower[std::size_t(d)]) && x <= double(w.upper[std::size_t(d)]);
    }
    double& size = inside ? sizes.inside : sizes.outside;
    size = std::max(size, unit * std::abs(u[std::size_t(n)]));
  }
  return sizes;
}

}  // namespace

TEST_CASE("A plane wave along an axis leaves nothing outside its box but round-off") {
  for (const bool graded : {false, true})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (int axis = 0; axis < 3; ++axis)
        for (const int sign : {1, -1})
          for (const int turn : {1, 2}) {
            YeeProblem p = lit(axis, sign, (axis + turn) % 3, precision);
            if (graded) {
              grade(p.grid);
              p.method.scene.media.front().permittivity = Diagonal(p.eps, 1.2 * p.eps, 0.9 * p.eps);
              p.method.scene.media.front().permeability = Diagonal(1.1 * p.mu, 0.8 * p.mu, p.mu);
            }
            p.complete(precision);
            CAPTURE(graded);
            CAPTURE(axis);
            CAPTURE(sign);
            CAPTURE(turn);
            YeeRun run(p, yee_host());
            Sizes all;
            const Medium& medium = p.method.scene.media.front();
            const IncidentWave& w = p.method.incident;
            const double impedance =
                std::sqrt(medium.permeability[w.magnetic()] / medium.permittivity[w.polarization]);
            for (int step = 0; step < 120; ++step) {
              run.step();
              for (int f = 0; f < 6; ++f) {
                const Sizes now = sizes_of(run, p, f, f < 3 ? 1 : impedance);
                all.inside = std::max(all.inside, now.inside);
                all.outside = std::max(all.outside, now.outside);
              }
            }
            // Between steps and nodes.
            CHECK(all.inside == doctest::Approx(2.5).epsilon(graded ? 0.05 : 0.02));
            // -290 and -120 dB are asked for.
            CHECK(all.outside < all.inside * (precision == Precision::single ? 1e-6 : 3e-15));
          }
}

TEST_CASE("A plane wave reaches each node when the scheme's speed says, and is gone afterwards") {
  for (const int sign : {1, -1}) {
    YeeProblem p = lit(2, sign, 0, Precision::double_);
    p.method.incident.waveform = {"gaussian", 10, 2, 1};
    p.complete();
    YeeRun run(p, yee_host());
    const double dt = p.method.dt, h = p.grid.h(2);
    double worst = 0;
    const long steps = std::lround(34 / dt);
    for (long n = 1; n <= steps; ++n) {
      run.step();
      const std::vector<double> ex = run.values(0);
      const double t = double(n) * dt, way = 8 * h;  // six nodes of the box, two before it
      const long k = sign > 0 ? 3 + 6 : 15 - 6;
      const double z = (t - way / p.speed() - 10) / 2;
      worst = std::max(worst,
                       std::abs(ex[std::size_t((k * 18 + 8) * 15 + 7)] - 2.5 * std::exp(-z * z)));
    }
    CHECK(worst < 0.01 * 2.5);  // dispersion over 8 cells, of a pulse 7 cells wide
    CHECK(run.simulation().largest().value < 1e-6 * 2.5);  // what the line's end reflects
  }
}
