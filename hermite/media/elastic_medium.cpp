#include "hermite/media/elastic_medium.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/systems/system.hpp"

namespace hermite {

namespace {

constexpr double everywhere = 1e300;
constexpr double beside = 1e-3;  // of a cell: more than what Scene takes for a surface

ElasticMedium material_of(const System& system, int dimension) {
  ElasticMedium m;
  for (const CoupledTerm& term : system.terms(dimension)) {
    const bool normal = term.out >= dimension && term.out < 2 * dimension;
    if (term.out < dimension) m.density = 1 / term.coefficient;
    if (normal && term.out - dimension != term.in) m.lambda = term.coefficient;
    if (term.out >= 2 * dimension) m.mu = term.coefficient;
  }
  return m;
}

/// vs below sqrt(3)/2 vp: the bulk modulus is positive; in plane strain below vp.
void require_solid(const ElasticMedium& m, int dimension, const std::string& path, std::size_t i,
                   const Source& source) {
  const double most = (dimension == 3 ? std::sqrt(0.75) : 1) * m.p_speed();
  if (m.s_speed() < most) return;
  throw CaseError(
      source.place(path), path,
      std::to_string(m.s_speed()) + " of entry " + std::to_string(i + 1) + " with a p_speed of " +
          std::to_string(m.p_speed()),
      "less than " + std::to_string(most) + (dimension == 3 ? ", sqrt(3)/2 of it" : ""));
}

void add_layers(ElasticScene& scene, const Case& input, const Source& source) {
  const Case::Layers& l = input.layers;
  const std::size_t last = static_cast<std::size_t>(input.dimension - 1);
  const auto entry = [&](const std::vector<double>& list, const char* name, std::size_t i) {
    const std::string path = std::string("layers.") + name;
    if (list.empty())
      throw CaseError(source.place(path), path,
                      "missing; layer " + std::to_string(i + 1) + " of layers.begin needs it");
    return entry_of(list, i, l.begin.size(), path, source);
  };
  for (std::size_t i = 0; i < l.begin.size(); ++i) {
    if (i > 0 && !(l.begin[i] > l.begin[i - 1]))
      throw CaseError(source.place("layers.begin"), "layers.begin",
                      std::to_string(l.begin[i]) + " after " + std::to_string(l.begin[i - 1]),
                      "numbers that ascend");
    Scene::Body body{{-everywhere, -everywhere, -everywhere},
                     {everywhere, everywhere, everywhere},
                     static_cast<int>(scene.media.size())};
    body.lower[last] = l.begin[i];
    if (i + 1 < l.begin.size()) body.upper[last] = l.begin[i + 1];
    scene.places.bodies.push_back(body);
    const double density = entry(l.density, "density", i), p_speed = entry(l.p_speed, "p_speed", i);
    scene.media.push_back(
        ElasticMedium::of_speeds(density, p_speed, entry(l.s_speed, "s_speed", i)));
    require_solid(scene.media.back(), input.dimension, "layers.s_speed", i, source);
  }
}

void add_objects(ElasticScene& scene, const Case& input, const Source& source) {
  const Case::Objects& o = input.objects;
  const ElasticMedium background = scene.media.front();
  std::vector<Scene::Body> bodies = make_bodies(input, source);
  const auto entry = [&](const std::vector<double>& list, double otherwise, const char* name,
                         std::size_t i) {
    return list.empty() ? otherwise
                        : entry_of(list, i, bodies.size(), std::string("objects.") + name, source);
  };
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].medium = static_cast<int>(scene.media.size());
    scene.places.bodies.push_back(bodies[i]);
    scene.media.push_back(
        ElasticMedium::of_speeds(entry(o.density, background.density, "density", i),
                                 entry(o.p_speed, background.p_speed(), "p_speed", i),
                                 entry(o.s_speed, background.s_speed(), "s_speed", i)));
    require_solid(scene.media.back(), input.dimension, "objects.s_speed", i, source);
  }
}

}  // namespace

ElasticMedium ElasticMedium::of_speeds(double density, double p_speed, double s_speed) {
  const double mu = density * s_speed * s_speed;
  return {density, density * p_speed * p_speed - 2 * mu, mu};
}
double ElasticMedium::p_speed() const { return std::sqrt((lambda + 2 * mu) / density); }
double ElasticMedium::s_speed() const { return std::sqrt(mu / density); }

double ElasticScene::fastest() const {
  double speed = 0;
  for (const ElasticMedium& m : media) speed = std::max(speed, m.p_speed());
  return speed;
}

double ElasticScene::slowest() const {
  double speed = fastest();
  for (const ElasticMedium& m : media)
    speed = std::min(speed, m.mu > 0 ? m.s_speed() : m.p_speed());
  return speed;
}

double ElasticScene::mean(const double* moduli, int count) const {
  double sum = 0, inverses = 0;
  for (int i = 0; i < count; ++i) {
    sum += moduli[i];
    inverses += 1 / moduli[i];
  }
  // What has no harmonic mean is a lambda below 0.
  if (arithmetic || *std::min_element(moduli, moduli + count) < 0) return sum / count;
  return count / inverses;  // of a modulus 0: 0
}

ElasticMedium ElasticScene::at_node(const Grid& grid, const std::array<double, 3>& x) const {
  std::array<double, 3> h{};
  std::array<std::array<double, 2>, 3> near{};
  const int corners = 1 << grid.dimension;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    h[d] = grid.h(axis);
    const double lower = grid.lower[d], upper = grid.upper[d], a = beside * h[d];
    near[d] = {x[d] - a, x[d] + a};
    // Beyond the domain: its other end, or what lies inside the wall.
    if (near[d][0] < lower) near[d][0] = grid.periodic(axis) ? upper - a : near[d][1];
    if (near[d][1] > upper) near[d][1] = grid.periodic(axis) ? lower + a : near[d][0];
  }
  int first = 0;
  bool same = true;
  double density = 0, lambda[8], mu[8];
  for (int corner = 0; corner < corners; ++corner) {
    std::array<double, 3> at = x;
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimension); ++d)
      at[d] = near[d][static_cast<std::size_t>(corner >> d & 1)];
    const int medium = places.at(at, h);
    if (corner == 0) first = medium;
    same = same && medium == first;
    const ElasticMedium& m = media[static_cast<std::size_t>(medium)];
    density += m.density / corners;
    lambda[corner] = m.lambda;
    mu[corner] = m.mu;
  }
  if (same) return media[static_cast<std::size_t>(first)];
  return {density, mean(lambda, corners), mean(mu, corners)};
}

ElasticScene make_elastic_scene(const Case& input, const Source& source, const System& system) {
  ElasticScene scene;
  scene.arithmetic = input.layers.averages == "arithmetic";
  scene.media.push_back(material_of(system, input.dimension));
  add_layers(scene, input, source);
  add_objects(scene, input, source);
  return scene;
}

}  // namespace hermite
