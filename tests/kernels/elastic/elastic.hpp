// Problems for the staggered elastic scheme, and a simulation of one of them whose fields a test sets and
// sees.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "hermite/systems/elastic.hpp"
#include "kernels/fdtd/rate.hpp"
#include "tests/kernels/staggered_run.hpp"
#include "tests/reference/elastic.hpp"

namespace hermite {

struct ElasticProblem {
  double density = 1.3, p_speed = 2, s_speed = 1.1;
  Grid grid;
  ElasticMethod method{};
  double courant = 0.8;

  Elastic system() const { return Elastic(density, p_speed, s_speed); }
  // dt of the Courant number; the background becomes the first medium.
  void complete(Precision precision = Precision::double_) {
    method.precision = precision;
    if (method.scene.media.empty())
      method.scene.media.push_back(ElasticMedium::of_speeds(density, p_speed, s_speed));
    method.dt = courant / fdtd_rate(grid, method.scene.fastest());
    if (method.steps == 0) method.steps = 10000;
  }
};

inline ElasticProblem elastic_box(int dimension, std::array<long, 3> cells,
                                  std::array<double, 3> upper, int wall) {
  ElasticProblem p;
  p.grid.dimension = dimension;
  for (int d = 0; d < dimension; ++d) {
    const auto a = std::size_t(d);
    p.grid.cells[a] = cells[a];
    p.grid.upper[a] = upper[a];
    p.grid.wall[a] = {wall, wall};
  }
  return p;
}

// In a box 1 by 0.8 by 0.7: layers, and a slower body in both.
inline void add_two_media(ElasticProblem& p) {
  p.method.scene.media = {ElasticMedium::of_speeds(1.3, 2, 1.1),
                          ElasticMedium::of_speeds(2.1, 1.4, 0.9),
                          ElasticMedium::of_speeds(0.8, 1.2, 0.3)};
  p.method.scene.places.bodies = {{{-9, 0.33, -9}, {9, 9, 9}, 1},
                                  {{0.2, 0.1, -9}, {0.6, 0.5, 0.4}, 2}};
}

// In a box 1 by 0.8 by 1.1: a layer, and a fluid in both.
inline void add_layer_and_fluid(ElasticProblem& p) {
  p.method.scene.media = {ElasticMedium::of_speeds(1.3, 2, 1.1),
                          ElasticMedium::of_speeds(2.1, 1.4, 0.9),
                          ElasticMedium::of_speeds(0.8, 1.5, 0)};
  const int last = p.grid.dimension - 1;
  Scene::Body layer{{-9, -9, -9}, {9, 9, 9}, 1}, box{{0.4, 0.2, 0.3}, {0.7, 0.5, 0.65}, 2};
  layer.lower[std::size_t(last)] = last == 2 ? 0.55 : 0.56;  // between nodes, on one
  if (last == 1) box.lower[2] = -9, box.upper[2] = 9;
  p.method.scene.places.bodies = {layer, box};
}

class ElasticRun : public StaggeredRun {
 public:
  // The device must outlive it.
  ElasticRun(const ElasticProblem& problem, const Device& device)
      : StaggeredRun(problem.grid,
                     fdtd_elastic_solver(problem.system(), problem.grid, problem.method, device),
                     device) {}
};

// Random fields that the walls allow.
inline void set_rough(ElasticReference& reference, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int f = 0; f < reference.fields(); ++f)
    reference.for_nodes(f, [&](const ElasticReference::Node& n) {
      // A float's value, so that both precisions begin alike.
      reference.u[std::size_t(f)][reference.index(f, n)] =
          reference.held_at_zero(f, n) ? 0 : double(float(uniform(random)));
    });
}

struct ElasticVariant {
  const char* name;
  Precision precision;
};
// All that a dimension has.
std::vector<ElasticVariant> all_elastic_variants(int dimension);

// The kernels against the reference, `steps` steps from rough fields.
void check_elastic(const Device& device, ElasticProblem problem, long steps,
                   const std::vector<ElasticVariant>& variants);
// The same for all variants and sample problems.
void check_elastic_samples(const Device& device);
// More media than a byte numbers, so that kernels average values of nodes; against the reference.
void check_many_media(const Device& device);
// The same bits, where the same media are near, as with a table.
void check_averages(const Device& device);
// The same on grids of several blocks along each axis, of which the last is full or not.
void check_elastic_blocks(const Device& device);
// The same in blocks of few points, or of one, tiles that end two nodes before a wall, walls across x.
void check_unusual_blocks(const Device& device);
// Runs that begin with what a checkpoint holds of another, against one that was never stopped.
void check_continued(const Device& device);
// Problems with walls and periodic axes, layers, media, free surfaces and sources of all kinds.
std::vector<ElasticProblem> sample_elastic_problems(int dimension, Precision precision);
// The momentum of a plate, free on both sides, is the impulse of a force at any depth.
void check_plate_impulse(const Device& device);
// Known answers, as the tests that call them on the host tell.
void check_plane_waves(const Device& device);
void check_elastic_energy(const Device& device);
void check_elastic_limit(const Device& device);
void check_elastic_orders(const Device& device);
void check_elastic_axes(const Device& device);
void check_reciprocity(const Device& device);
void check_surface_reciprocity(const Device& device);
void check_full_space(const Device& device);
void check_full_space_order(const Device& device);
void check_layers(const Device& device);
void check_layers_3d(const Device& device);
void check_grazing_layers(const Device& device);
void check_layer_traces(const Device& device);
void check_layer_traces_3d(const Device& device);
void check_steps_with_layers(const Device& device);
void check_steps_with_layers_3d(const Device& device);
void check_shallow_sources(const Device& device);
void check_mirrored_sources(const Device& device);
void check_rayleigh(const Device& device);
void check_lamb(const Device& device);

}  // namespace hermite
