#include "hermite/media/elastic_medium.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/systems/elastic.hpp"

namespace hermite {

namespace {

constexpr double off_surface = 1e-3;  // of a cell: more than what Scene takes for a surface

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

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

/// `file` and `path`: where it stands; `which`: of several there.
void require_solid(const ElasticMedium& m, int dimension, const std::string& file,
                   const std::string& path, const std::string& which) {
  const double most = most_s_speed(m.p_speed(), dimension);
  if (m.s_speed() < most) return;
  throw CaseError(file, path,
                  number(m.s_speed()) + which + " with a p_speed of " + number(m.p_speed()),
                  "less than " + number(most) + (dimension == 3 ? ", sqrt(3)/2 of it" : ""));
}

std::string entry_text(std::size_t i) { return " of entry " + std::to_string(i + 1); }

// The media of a model's indices from 1 on.
std::vector<ElasticMedium> media_of(const VoxelModel& model, const ElasticMedium& background,
                                    int dimension) {
  std::vector<ElasticMedium> media;
  model.each_medium([&](const VoxelMedium& entry) {
    entry.allow({"density", "p_speed", "s_speed", "name"});
    const auto constant = [&](const char* key, double otherwise, bool zero) {
      std::array<double, 3> value{};
      return entry.constant(key, zero, false, value) ? value[0] : otherwise;
    };
    const double density = constant("density", background.density, false),
                 p_speed = constant("p_speed", background.p_speed(), false),
                 s_speed = constant("s_speed", background.s_speed(), true);
    media.push_back(ElasticMedium::of_speeds(density, p_speed, s_speed));
    require_solid(media.back(), dimension, entry.file(), entry.place("s_speed"), "");
  });
  return media;
}

std::shared_ptr<ElasticVoxels> values_of(const VoxelModel& model, const VoxelGrid& grid,
                                         const ElasticMedium& background, int dimension) {
  auto voxels = std::make_shared<ElasticVoxels>(ElasticVoxels{grid, {}, {}, {}, background});
  const auto read = [&](const char* key, bool zero) {
    std::vector<float> values = model.values(key);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!(zero ? values[i] >= 0 : values[i] > 0) || !std::isfinite(values[i]))
        throw CaseError(model.file(), key, number(values[i]) + " in " + grid.name(i),
                        zero ? "a number, 0 or greater" : "a number greater than 0");
    return values;
  };
  voxels->density = read("density", false);
  voxels->p_speed = read("p_speed", false);
  voxels->s_speed = read("s_speed", true);
  if (voxels->density.empty() && voxels->p_speed.empty() && voxels->s_speed.empty())
    throw CaseError(model.file(), "type",
                    "\"float32\" without a file of values; give density, p_speed or s_speed");
  for (std::size_t i = 0; i < voxels->count(); ++i)
    require_solid(voxels->medium(i), dimension, model.file(), "s_speed", " in " + grid.name(i));
  return voxels;
}

void add_voxels(ElasticScene& scene, const Case& input, const Source& source, const Grid& grid) {
  if (input.voxels.path.empty()) return;
  const VoxelModel model(input.voxels.path);
  const VoxelGrid voxels = model.grid(input, source, grid);
  const ElasticMedium background = scene.media.front();
  if (model.has_values()) {
    scene.values = values_of(model, voxels, background, input.dimension);
    scene.absent = {true};
  } else {
    const std::vector<ElasticMedium> media = media_of(model, background, input.dimension);
    scene.media.insert(scene.media.end(), media.begin(), media.end());
    scene.places.voxels = std::make_shared<Voxels>(Voxels{voxels, model.indices()});
    scene.absent.assign(scene.media.size(), true);
    for (const std::uint16_t i : scene.places.voxels->index) scene.absent[i] = false;
  }
}

void add_layers(ElasticScene& scene, const Case& input, const Source& source, const Grid& grid) {
  const Case::Layers& l = input.layers;
  const std::size_t last = static_cast<std::size_t>(input.dimension - 1);
  if (!l.begin.empty() && !input.voxels.path.empty() && l.begin.front() <= grid.lower[last])
    throw CaseError(source.place("layers.begin"), "layers.begin",
                    short_number(l.begin.front()) +
                        " beside the section voxels, of which layers "
                        "that fill the domain leave nothing",
                    "more than " + short_number(grid.lower[last]) + ", or one of the two sections");
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
                      short_number(l.begin[i]) + " after " + short_number(l.begin[i - 1]),
                      "numbers that ascend");
    Scene::Body body{{-Scene::everywhere, -Scene::everywhere, -Scene::everywhere},
                     {Scene::everywhere, Scene::everywhere, Scene::everywhere},
                     static_cast<int>(scene.media.size())};
    body.lower[last] = l.begin[i];
    if (i + 1 < l.begin.size()) body.upper[last] = l.begin[i + 1];
    scene.places.bodies.push_back(body);
    const double density = entry(l.density, "density", i), p_speed = entry(l.p_speed, "p_speed", i);
    scene.media.push_back(
        ElasticMedium::of_speeds(density, p_speed, entry(l.s_speed, "s_speed", i)));
    require_solid(scene.media.back(), input.dimension, source.place("layers.s_speed"),
                  "layers.s_speed", entry_text(i));
  }
  // The background then is nowhere.
  if (!l.begin.empty() && l.begin.front() <= grid.lower[last]) scene.absent = {true};
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
    require_solid(scene.media.back(), input.dimension, source.place("objects.s_speed"),
                  "objects.s_speed", entry_text(i));
  }
}

}  // namespace

ElasticMedium ElasticMedium::of_speeds(double density, double p_speed, double s_speed) {
  const double mu = density * s_speed * s_speed;
  return {density, density * p_speed * p_speed - 2 * mu, mu};
}
double ElasticMedium::p_speed() const { return std::sqrt((lambda + 2 * mu) / density); }
double ElasticMedium::s_speed() const { return std::sqrt(mu / density); }

ElasticMedium ElasticVoxels::medium(std::size_t voxel) const {
  const auto value = [&](const std::vector<float>& list, double otherwise) {
    return list.empty() ? otherwise : list[voxel];
  };
  return ElasticMedium::of_speeds(value(density, background.density),
                                  value(p_speed, background.p_speed()),
                                  value(s_speed, background.s_speed()));
}

double ElasticScene::fastest() const {
  double speed = 0;
  each_medium([&](const ElasticMedium& m) { speed = std::max(speed, m.p_speed()); });
  return speed;
}

double ElasticScene::slowest() const {
  double speed = fastest();
  each_medium([&](const ElasticMedium& m) {
    speed = std::min(speed, m.mu > 0 ? m.s_speed() : m.p_speed());
  });
  return speed;
}

ElasticMedium ElasticScene::at(const std::array<double, 3>& x,
                               const std::array<double, 3>& h) const {
  const int medium = places.at(x, h);
  if (medium == 0 && values) return values->medium(values->number(x, slack_of(h)));
  return media[static_cast<std::size_t>(medium)];
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
    const double lower = grid.lower[d], upper = grid.upper[d], a = off_surface * h[d];
    near[d] = {x[d] - a, x[d] + a};
    // Beyond the domain: its other end, or what lies inside the wall.
    if (near[d][0] < lower) near[d][0] = grid.periodic(axis) ? upper - a : near[d][1];
    if (near[d][1] > upper) near[d][1] = grid.periodic(axis) ? lower + a : near[d][0];
  }
  ElasticMedium first;
  bool same = true;
  double density = 0, lambda[8], mu[8];
  for (int corner = 0; corner < corners; ++corner) {
    std::array<double, 3> at = x;
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimension); ++d)
      at[d] = near[d][static_cast<std::size_t>(corner >> d & 1)];
    const ElasticMedium m = this->at(at, h);
    if (corner == 0) first = m;
    same = same && m == first;
    density += m.density / corners;
    lambda[corner] = m.lambda;
    mu[corner] = m.mu;
  }
  if (same) return first;
  return {density, mean(lambda, corners), mean(mu, corners)};
}

ElasticScene make_elastic_scene(const Case& input, const Source& source, const System& system,
                                const Grid& grid) {
  ElasticScene scene;
  scene.arithmetic = input.layers.averages == "arithmetic";
  scene.media.push_back(material_of(system, input.dimension));
  add_voxels(scene, input, source, grid);
  add_layers(scene, input, source, grid);
  add_objects(scene, input, source);
  return scene;
}

}  // namespace hermite
