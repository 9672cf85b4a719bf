// The energy that is recorded of the staggered elastic scheme, in several media.
#include <memory>
#include <random>

#include "tests/approx.hpp"
#include "tests/kernels/elastic/elastic.hpp"
#include "tests/kernels/recorded_energy.hpp"

using namespace hermite;

namespace {

enum class Media { solids, with_fluid, by_point };

// A medium of its own in each of many voxels, which are no cells; some are fluids. More than are numbered.
std::shared_ptr<const ElasticVoxels> voxels(const Grid& grid) {
  auto all = std::make_shared<ElasticVoxels>();
  all->cells = {11, 10, grid.dimension == 3 ? 9 : 1};
  all->lower = grid.lower;
  all->upper = grid.upper;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> uniform(1, 2);
  for (std::size_t i = 0; i < all->count(); ++i) {
    all->density.push_back(uniform(random));
    all->p_speed.push_back(uniform(random));
    all->s_speed.push_back(i % 7 == 0 ? 0 : uniform(random) / 3);
  }
  return all;
}

// Layers and a body, or voxels.
ElasticProblem in_media(int dimension, const std::array<std::array<int, 2>, 3>& wall, Media media,
                        Precision precision = Precision::double_) {
  ElasticProblem p = elastic_box(dimension, {24, 13, 10}, {1.0, 0.8, 0.7}, 0);
  for (std::size_t d = 0; d < std::size_t(dimension); ++d) p.grid.wall[d] = wall[d];
  add_two_media(p);
  if (media == Media::with_fluid) p.method.scene.media[1] = ElasticMedium::of_speeds(1, 1.5, 0);
  if (media == Media::by_point) {
    p.method.scene.places.bodies.clear();
    p.method.scene.values = voxels(p.grid);
  }
  p.complete(precision);
  return p;
}

void check_conserved_of_elastic(const Device& device) {
  for (const int dimension : {2, 3})
    for (const std::array<std::array<int, 2>, 3>& wall :
         {std::array<std::array<int, 2>, 3>{{{0, 0}, {0, 0}, {0, 0}}},
          std::array<std::array<int, 2>, 3>{{{1, 1}, {1, -1}, {-1, -1}}}})
      for (const Media media : {Media::solids, Media::with_fluid, Media::by_point}) {
        CAPTURE(dimension);
        CAPTURE(int(media));
        const ElasticProblem p = in_media(dimension, wall, media);
        const Elastic system = p.system();
        ElasticReference rough(system, p.grid, p.method);
        set_rough(rough, 11);
        ElasticRun run(p, device);
        // At rest but for the velocities: a fluid's stresses are a pressure.
        for (int f = 0; f < dimension; ++f) run.set_values(f, rough.u[std::size_t(f)]);
        RecordedEnergy energy(run, p.grid);
        check_conserved(energy, p.courant / elastic_courant_limit);
      }
}

// A value has its part of the averages around it, to the rounding of the factors that these are made of.
void check_places_of_elastic(const Device& device) {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const Media media : {Media::with_fluid, Media::by_point}) {
      CAPTURE(std::string(name_of(precision)));
      CAPTURE(int(media));
      const ElasticProblem p = in_media(3, {{{0, 0}, {0, 0}, {0, 0}}}, media, precision);
      const Elastic system = p.system();
      const ElasticReference scheme(system, p.grid, p.method);
      ElasticRun run(p, device);
      RecordedEnergy energy(run, p.grid);
      const double volume = p.grid.h(0) * p.grid.h(1) * p.grid.h(2);
      const auto same = [&](double expected) {
        return relative(expected, 4 * epsilon_of(precision));
      };
      const auto of_one = [&](int field, const std::array<long, 3>& n) {
        Fields u = fields_of(run);
        u[std::size_t(field)][scheme.index(field, n)] = 1;
        return energy.of(u);
      };
      // The fluid fills y >= 0.33, the body x from 0.2 to 0.6 below z = 0.4 in both.
      for (const std::array<long, 3>& n : {std::array<long, 3>{18, 1, 7},
                                           {18, 9, 7},
                                           {6, 3, 2},
                                           {16, 4, 1},
                                           {4, 4, 5},
                                           {23, 12, 9}}) {
        const ElasticMedium m = scheme.at_node(n);
        for (int a = 0; a < 3; ++a) CHECK(of_one(a, n) == same(volume / 2 / scheme.buoyancy(a, n)));
        for (int field = 6; field < 9; ++field) {
          const StressIndex ab = stress_index(3, field);
          const double mu = scheme.shear_modulus(ab.a, ab.b, n);
          if (mu > 0)
            CHECK(of_one(field, n) == same(volume / 2 / mu));
          else
            CHECK(of_one(field, n) == 0);
        }
        // sigma_xx alone: its strain is (sigma - lambda/(2 mu + 3 lambda) sigma)/(2 mu); of a fluid the pressure's,
        // 1/3.
        const double strain =
            m.mu > 0 ? (1 - m.lambda / (2 * m.mu + 3 * m.lambda)) / (2 * m.mu) : 1 / (9 * m.lambda);
        CHECK(of_one(3, n) == same(volume / 2 * strain));
      }
    }
}

}  // namespace

TEST_CASE("recorded energy: elastic waves in several media keep what the scheme conserves") {
  check_conserved_of_elastic(one_thread());
}
TEST_CASE("recorded energy: one value of elastic fields has its part of the averages around it") {
  check_places_of_elastic(one_thread());
}
#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA, recorded energy: elastic waves in several media") {
    check_conserved_of_elastic(Device("cuda"));
    check_places_of_elastic(Device("cuda"));
  }
}
#endif
