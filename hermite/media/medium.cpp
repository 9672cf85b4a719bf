#include "hermite/media/medium.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

double Medium::speed() const { return 1 / std::sqrt(permittivity * permeability); }

int Scene::at(const std::array<double, 3>& x, const std::array<double, 3>& h) const {
  constexpr double slack = 1e-6;  // of a cell
  int medium = 0;
  for (const Box& box : boxes) {
    bool inside = true;
    for (std::size_t d = 0; d < 3; ++d)
      inside = inside && x[d] >= box.lower[d] - slack * h[d] && x[d] < box.upper[d] - slack * h[d];
    if (inside) medium = box.medium;
  }
  return medium;
}

double Scene::fastest() const {
  double speed = 0;
  for (const Medium& medium : media)
    if (!medium.pec) speed = std::max(speed, medium.speed());
  return speed;
}

Scene make_scene(const Case& input, const Source& source, double permittivity,
                 double permeability) {
  const Case::Objects& o = input.objects;
  Scene scene;
  scene.media.push_back({permittivity, permeability, input.conductivity.electric,
                         input.conductivity.magnetic, false});
  const std::size_t count = o.lower.size();
  if (o.upper.size() != count)
    throw CaseError(source.place("objects.upper"), "objects.upper",
                    std::to_string(o.upper.size()) + " points",
                    std::to_string(count) + ", as many as objects.lower");
  const auto entry = [&](const auto& list, const char* name, std::size_t i) {
    return entry_of(list, i, count, std::string("objects.") + name, source);
  };
  for (std::size_t i = 0; i < count; ++i) {
    Scene::Box box{{}, {}, static_cast<int>(scene.media.size())};
    for (std::size_t d = 0; d < 3; ++d) {
      box.lower[d] = o.lower[i][d];
      box.upper[d] = o.upper[i][d];
      if (!(box.upper[d] > box.lower[d]))
        throw CaseError(
            source.place("objects.upper"), "objects.upper",
            "box " + std::to_string(i + 1) +
                " ends where it begins, or before, in "
                "direction " +
                std::to_string(d + 1),
            "corners above those of objects.lower (a plate is a box around one plane of "
            "nodes)");
    }
    Medium medium = scene.media.front();
    if (!o.permittivity.empty()) medium.permittivity = entry(o.permittivity, "permittivity", i);
    if (!o.permeability.empty()) medium.permeability = entry(o.permeability, "permeability", i);
    medium.conductivity = entry(o.conductivity, "conductivity", i);
    medium.magnetic_conductivity = entry(o.magnetic_conductivity, "magnetic_conductivity", i);
    medium.pec = entry(o.kind, "kind", i) == "pec";
    scene.media.push_back(medium);
    scene.boxes.push_back(box);
  }
  return scene;
}

}  // namespace hermite
