#include "hermite/media/medium.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/voxels.hpp"

namespace hermite {

Diagonal::operator double() const {
  if (!isotropic())
    throw Error(Exit::internal, "one constant was asked of a medium that is anisotropic");
  return along[0];
}

double Medium::speed() const { return 1 / std::sqrt(permittivity.least() * permeability.least()); }
double Medium::slowest() const {
  double most = 0;  // E and H of a wave lie across each other
  for (int e = 0; e < 3; ++e)
    for (int h = 0; h < 3; ++h)
      if (h != e) most = std::max(most, permittivity[e] * permeability[h]);
  return 1 / std::sqrt(most);
}

bool Scene::Body::holds(const std::array<double, 3>& x, const std::array<double, 3>& slack) const {
  const std::size_t along = shape == Shape::cylinder_x   ? 0
                            : shape == Shape::cylinder_y ? 1
                            : shape == Shape::cylinder_z ? 2
                                                         : 3;
  double distance = 0;  // from the centre or the axis, over the radius, squared
  for (std::size_t d = 0; d < 3; ++d) {
    if (shape == Shape::box || d == along) {
      if (x[d] < lower[d] - slack[d] || x[d] >= upper[d] - slack[d]) return false;
    } else {
      const double radius = (upper[d] - lower[d]) / 2 + slack[d];
      const double z = (x[d] - (lower[d] + upper[d]) / 2) / radius;
      distance += z * z;
    }
  }
  return distance <= 1;
}

int Scene::at(const std::array<double, 3>& x, const std::array<double, 3>& h) const {
  const std::array<double, 3> slack = slack_of(h);
  return in_bodies(x, slack, voxels ? static_cast<int>(voxels->at(x, slack)) : 0);
}

int Scene::in_bodies(const std::array<double, 3>& x, const std::array<double, 3>& slack,
                     int otherwise) const {
  int medium = otherwise;
  for (const Body& body : bodies)
    if (body.holds(x, slack)) medium = body.medium;
  return medium;
}

void Scene::keep_between(int axis, double from, double to) {
  const auto d = static_cast<std::size_t>(axis);
  const auto is_elsewhere = [&](const Body& body) {
    return body.upper[d] < from || body.lower[d] > to;
  };
  bodies.erase(std::remove_if(bodies.begin(), bodies.end(), is_elsewhere), bodies.end());
}

double Scene::fastest() const {
  double speed = 0;
  for (const Medium& medium : media)
    if (!medium.pec) speed = std::max(speed, medium.speed());
  return speed;
}

namespace {

Scene::Shape shape_named(const std::string& name) {
  if (name == "ellipsoid") return Scene::Shape::ellipsoid;
  if (name == "cylinder-x") return Scene::Shape::cylinder_x;
  if (name == "cylinder-y") return Scene::Shape::cylinder_y;
  return name == "cylinder-z" ? Scene::Shape::cylinder_z : Scene::Shape::box;
}

/// An entry of a list of the section objects.
Diagonal diagonal(const std::vector<double>& entry, const std::string& path, const Source& source) {
  if (entry.size() == 1) return entry[0];
  if (entry.size() == 3) return {entry[0], entry[1], entry[2]};
  throw CaseError(source.place(path), path,
                  "an entry of " + std::to_string(entry.size()) + " numbers",
                  "one number, or three of x, y and z");
}

// The media of a model's indices from 1 on.
std::vector<Medium> media_of(const VoxelModel& model, const Medium& background) {
  std::vector<Medium> media;
  model.each_medium([&](const VoxelMedium& entry) {
    entry.allow(
        {"kind", "permittivity", "permeability", "conductivity", "magnetic_conductivity", "name"});
    const auto constant = [&](const char* key, const Diagonal& otherwise, bool zero) {
      std::array<double, 3> along{};
      return entry.constant(key, zero, true, along) ? Diagonal(along[0], along[1], along[2])
                                                    : otherwise;
    };
    Medium medium;
    medium.permittivity = constant("permittivity", background.permittivity, false);
    medium.permeability = constant("permeability", background.permeability, false);
    medium.conductivity = constant("conductivity", 0, true);
    medium.magnetic_conductivity = constant("magnetic_conductivity", 0, true);
    medium.pec = entry.word("kind", "medium", {"medium", "pec"}) == "pec";
    media.push_back(medium);
  });
  return media;
}

// The background must be there already; the media of the voxels follow it.
void add_voxels(Scene& scene, const Case& input, const Source& source, const Grid& grid) {
  if (input.voxels.path.empty()) return;
  const VoxelModel model(input.voxels.path);
  if (model.has_values())
    throw CaseError(model.file(), "type", "\"float32\"",
                    "\"uint8\" or \"uint16\" with the system maxwell");
  const std::vector<Medium> media = media_of(model, scene.media.front());
  scene.media.insert(scene.media.end(), media.begin(), media.end());
  scene.voxels = std::make_shared<Voxels>(Voxels{model.grid(input, source, grid), model.indices()});
}

}  // namespace

std::vector<Scene::Body> make_bodies(const Case& input, const Source& source) {
  const Case::Objects& o = input.objects;
  std::vector<Scene::Body> bodies;
  const std::size_t count = o.lower.size();
  if (o.upper.size() != count)
    throw CaseError(source.place("objects.upper"), "objects.upper",
                    std::to_string(o.upper.size()) + " points",
                    std::to_string(count) + ", as many as objects.lower");
  for (std::size_t i = 0; i < count; ++i) {
    Scene::Body box{{-Scene::everywhere, -Scene::everywhere, -Scene::everywhere},
                    {Scene::everywhere, Scene::everywhere, Scene::everywhere},
                    0};
    for (std::size_t d = 0; d < static_cast<std::size_t>(input.dimension); ++d) {
      box.lower[d] = o.lower[i][d];
      box.upper[d] = o.upper[i][d];
      if (!(box.upper[d] > box.lower[d]))
        throw CaseError(
            source.place("objects.upper"), "objects.upper",
            "object " + std::to_string(i + 1) +
                " ends where it begins, or before, in "
                "direction " +
                std::to_string(d + 1),
            "corners above those of objects.lower (a plate is a box around one plane of "
            "nodes)");
    }
    box.shape = shape_named(entry_of(o.shape, i, count, "objects.shape", source));
    bodies.push_back(box);
  }
  return bodies;
}

Scene make_scene(const Case& input, const Source& source, double permittivity, double permeability,
                 const Grid& grid) {
  const Case::Objects& o = input.objects;
  const auto scaled = [](double value, const std::vector<double>& by) {
    return Diagonal(value * by[0], value * by[1], value * by[2]);
  };
  Scene scene;
  scene.media.push_back({scaled(permittivity, input.anisotropy.permittivity),
                         scaled(permeability, input.anisotropy.permeability),
                         scaled(1, input.conductivity.electric),
                         scaled(1, input.conductivity.magnetic), false});
  add_voxels(scene, input, source, grid);
  scene.bodies = make_bodies(input, source);
  const std::size_t count = scene.bodies.size();
  const auto entry = [&](const auto& list, const char* name, std::size_t i) {
    return entry_of(list, i, count, std::string("objects.") + name, source);
  };
  const auto constant = [&](const Points& list, const char* name, std::size_t i) {
    return diagonal(entry(list, name, i), std::string("objects.") + name, source);
  };
  for (std::size_t i = 0; i < count; ++i) {
    scene.bodies[i].medium = static_cast<int>(scene.media.size());
    Medium medium = scene.media.front();
    if (!o.permittivity.empty()) medium.permittivity = constant(o.permittivity, "permittivity", i);
    if (!o.permeability.empty()) medium.permeability = constant(o.permeability, "permeability", i);
    medium.conductivity = constant(o.conductivity, "conductivity", i);
    medium.magnetic_conductivity = constant(o.magnetic_conductivity, "magnetic_conductivity", i);
    medium.pec = entry(o.kind, "kind", i) == "pec";
    scene.media.push_back(medium);
  }
  return scene;
}

}  // namespace hermite
