// The energy that is recorded of the staggered elastic scheme, in several media.
#include "kernels/fdtd/elastic/energy.hpp"

#include "tests/approx.hpp"
#include "tests/kernels/elastic/elastic.hpp"
#include "tests/kernels/recorded_energy.hpp"

using namespace hermite;

namespace {

// Layers and a body, of a fluid if `fluid`.
ElasticProblem in_media(int dimension, const std::array<std::array<int, 2>, 3>& wall, bool fluid) {
  ElasticProblem p = elastic_box(dimension, {12, 9, 8}, {1.0, 0.8, 0.7}, 0);
  for (std::size_t d = 0; d < std::size_t(dimension); ++d) p.grid.wall[d] = wall[d];
  add_two_media(p);
  if (fluid) p.method.scene.media[1] = ElasticMedium::of_speeds(1, 1.5, 0);
  p.complete();
  return p;
}

}  // namespace

TEST_CASE("recorded energy: elastic waves in several media keep what the scheme conserves") {
  for (const int dimension : {2, 3})
    for (const std::array<std::array<int, 2>, 3>& wall :
         {std::array<std::array<int, 2>, 3>{{{0, 0}, {0, 0}, {0, 0}}},
          std::array<std::array<int, 2>, 3>{{{1, 1}, {1, -1}, {-1, -1}}}})
      for (const bool fluid : {false, true}) {
        CAPTURE(dimension);
        CAPTURE(fluid);
        const ElasticProblem p = in_media(dimension, wall, fluid);
        const Elastic system = p.system();
        ElasticReference rough(system, p.grid, p.method);
        set_rough(rough, 11);
        ElasticRun run(p, one_thread());
        // At rest but for the velocities: a fluid's stresses are a pressure.
        for (int f = 0; f < dimension; ++f) run.set_values(f, rough.u[std::size_t(f)]);
        const RecordedEnergy energy(elastic_energy(p.method.scene, p.grid, 1), p.grid, run);
        check_conserved(energy, run, p.courant / elastic_courant_limit);
      }
}

TEST_CASE("recorded energy: one value of elastic fields has its part of the averages around it") {
  const ElasticProblem p = in_media(3, {{{0, 0}, {0, 0}, {0, 0}}}, true);
  const Elastic system = p.system();
  const ElasticReference scheme(system, p.grid, p.method);
  ElasticRun run(p, one_thread());
  const RecordedEnergy energy(elastic_energy(p.method.scene, p.grid, 1), p.grid, run);
  const double volume = p.grid.h(0) * p.grid.h(1) * p.grid.h(2);
  const auto of_one = [&](int field, const std::array<long, 3>& n) {
    Fields u = fields_of(run);
    u[std::size_t(field)][scheme.index(field, n)] = 1;
    return energy.of(u);
  };
  // The fluid fills y >= 0.33, the body x from 0.2 to 0.6 below z = 0.4 in both.
  for (const std::array<long, 3>& n :
       {std::array<long, 3>{9, 1, 6}, {9, 6, 6}, {3, 2, 2}, {8, 3, 1}, {2, 3, 4}, {11, 8, 7}}) {
    const ElasticMedium m = scheme.at_node(n);
    for (int a = 0; a < 3; ++a) CHECK(of_one(a, n) == nearly(volume / 2 / scheme.buoyancy(a, n)));
    for (int field = 6; field < 9; ++field) {
      const StressIndex ab = stress_index(3, field);
      const double mu = scheme.shear_modulus(ab.a, ab.b, n);
      CHECK(of_one(field, n) == nearly(mu > 0 ? volume / 2 / mu : 0));
    }
    // sigma_xx alone: its strain is (sigma - lambda/(2 mu + 3 lambda) sigma)/(2 mu); of a fluid the pressure's, 1/3.
    const double strain =
        m.mu > 0 ? (1 - m.lambda / (2 * m.mu + 3 * m.lambda)) / (2 * m.mu) : 1 / (9 * m.lambda);
    CHECK(of_one(3, n) == nearly(volume / 2 * strain));
  }
}
