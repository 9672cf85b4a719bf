// The section far_field of a case.
#include <nlohmann/json.hpp>
#include <tuple>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/media/component_media.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/output/far_field.hpp"
#include "hermite/sources/incident_wave.hpp"

namespace hermite {

namespace {

// Nodes that a face may lie at: H is read half a cell before and behind it.
void set_box(FarField& far, const Case::FarField& keys, const Grid& grid, const CpmlProfile& cpml,
             const IncidentWave& incident, const Source& source) {
  for (const auto& [list, name, box] : {std::tuple(&keys.lower, "far_field.lower", &far.lower),
                                        std::tuple(&keys.upper, "far_field.upper", &far.upper)}) {
    if (list->empty())
      throw CaseError(source.place(name), name, "missing; the box of the far field");
    for (std::size_t d = 0; d < 3; ++d)
      (*box)[d] = grid.nearest(int(d), (*list)[d], Stagger::primal);
  }
  for (std::size_t d = 0; d < 3; ++d) {
    const auto place = [&](long node) {
      return nlohmann::json(grid.node(int(d), node, Stagger::primal)).dump();
    };
    const auto refuse = [&](const std::string& name, long found, const std::string& allowed) {
      throw CaseError(source.place(name), name,
                      place(found) + " in direction " + std::to_string(d + 1), allowed);
    };
    if (incident.spans[d])
      refuse("far_field.lower", far.lower[d],
             "none beside an incident wave that fills this direction: what it scatters has no end");
    const bool lit = incident.on();
    const long least = cpml.layers[d][0] + 1, most = grid.cells[d] - cpml.layers[d][1] - 1;
    const long below = lit ? incident.lower[d] - 1 : far.upper[d] - 1;
    const long above = lit ? incident.upper[d] + 1 : far.lower[d] + 1;
    if (far.lower[d] < least)
      refuse("far_field.lower", far.lower[d],
             place(least) + " or more: a cell away from walls and layers");
    if (far.upper[d] > most)
      refuse("far_field.upper", far.upper[d],
             place(most) + " or less: a cell away from walls and layers");
    if (far.lower[d] > below)
      refuse("far_field.lower", far.lower[d],
             place(below) + (lit ? " or less: a cell below incident.lower"
                                 : " or less: a cell below far_field.upper"));
    if (far.upper[d] < above)
      refuse("far_field.upper", far.upper[d],
             place(above) + " or more: a cell above incident.upper");
  }
}

// The faces must lie in the background, which must have no losses.
void require_background(const FarField& far, const Grid& grid, const Scene& scene,
                        const Source& source) {
  const Medium& m = scene.media.front();
  if (!m.lossless())
    throw CaseError(source.place("far_field.frequencies"), "far_field.frequencies",
                    "a background with losses",
                    "none of them: far fields need a background "
                    "without losses");
  if (scene.uniform()) return;
  for (const SpectrumRegion& region : far.spectrum.regions)
    if (const auto x = ComponentMedia(scene, grid, yee_staggering(region.field))
                           .first_other(region.lower, region.nodes))
      throw CaseError(source.place("far_field.lower"), "far_field.lower",
                      "a box whose faces cut a body or voxels at " + nlohmann::json(*x).dump(),
                      "a box around all bodies");
}

}  // namespace

FarField make_far_field(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                        const Scene& scene, const IncidentWave& incident, const TimeSteps& time,
                        const Source& source) {
  const Case::FarField& keys = input.far_field;
  FarField far;
  far.spectrum = plan_spectrum("far_field", keys.frequencies, keys.every, keys.begin, time, source);
  if (keys.frequencies.empty()) return far;
  set_box(far, keys, grid, cpml, incident, source);
  far.spectrum.regions = far_field_regions(far.lower, far.upper);
  require_background(far, grid, scene, source);
  far.theta = keys.theta;
  for (int angle = 0; keys.theta.empty() && angle <= 180; angle += 5) far.theta.push_back(angle);
  far.phi = keys.phi.empty() ? std::vector<double>{0, 90} : keys.phi;
  return far;
}

}  // namespace hermite
