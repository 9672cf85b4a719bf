#include "hermite/sources/incident_wave.hpp"

#include <cmath>
#include <string>
#include <tuple>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"

namespace hermite {

namespace {

void set_box(IncidentWave& wave, const Case::Incident& keys, const Grid& grid,
             const CpmlProfile& cpml, const Source& source) {
  for (const auto& [list, name, box] : {std::tuple(&keys.lower, "incident.lower", &wave.lower),
                                        std::tuple(&keys.upper, "incident.upper", &wave.upper)}) {
    if (list->empty())
      throw CaseError(source.place(name), name, "missing; the box of the total field");
    for (std::size_t d = 0; d < 3; ++d)
      (*box)[d] = grid.nearest(int(d), (*list)[d], Stagger::primal);
  }
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string direction = " in direction " + std::to_string(d + 1);
    const long least = cpml.layers[d][0] + 1, most = grid.cells[d] - cpml.layers[d][1] - 1;
    const auto place = [&](long node) {
      return std::to_string(grid.node(int(d), node, Stagger::primal));
    };
    if (wave.lower[d] < least)
      throw CaseError(source.place("incident.lower"), "incident.lower",
                      place(wave.lower[d]) + direction,
                      place(least) + " or more: a cell away from walls and layers");
    if (wave.upper[d] > most)
      throw CaseError(source.place("incident.upper"), "incident.upper",
                      place(wave.upper[d]) + direction,
                      place(most) + " or less: a cell away from walls and layers");
    if (wave.upper[d] <= wave.lower[d])
      throw CaseError(source.place("incident.upper"), "incident.upper",
                      place(wave.upper[d]) + direction, "more than incident.lower, by a cell");
  }
}

void set_waveform(IncidentWave& wave, const Case::Incident& keys, const Source& source) {
  wave.amplitude = keys.amplitude;
  wave.waveform = {keys.waveform, keys.delay, keys.width, keys.frequency};
  const bool pulse = keys.waveform == "gaussian" || keys.waveform == "differentiated-gaussian";
  const std::string path = pulse ? "incident.width" : "incident.frequency";
  if ((pulse ? keys.width : keys.frequency) <= 0)
    throw CaseError(source.place(path), path, "missing; the waveform needs it");
}

}  // namespace

IncidentWave make_incident(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                           const Source& source) {
  const Case::Incident& keys = input.incident;
  IncidentWave wave;
  if (keys.direction == "none") return wave;
  wave.sign = keys.direction[0] == '+' ? 1 : -1;
  wave.axis = keys.direction[1] - 'x';
  wave.polarization = keys.polarization[1] - 'x';
  if (wave.polarization == wave.axis)
    throw CaseError(source.place("incident.polarization"), "incident.polarization",
                    "\"" + keys.polarization + "\"",
                    "a component across incident.direction \"" + keys.direction + "\"");
  set_box(wave, keys, grid, cpml, source);
  set_waveform(wave, keys, source);
  return wave;
}

}  // namespace hermite
