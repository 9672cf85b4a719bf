#include "kernels/fdtd/maxwell/incident_line.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/grid/yee.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

namespace {

// Loss per half step at the line's end, of a Courant number: over the tail waves fall to e^-20 and back.
constexpr double most_loss = 0.2;

// Where on the line lies what has this index along the wave's axis.
long line_index(const IncidentWave& wave, long index, bool half) {
  const auto a = static_cast<std::size_t>(wave.axis);
  if (wave.sign > 0) return index - wave.lower[a] + incident_lead;
  return wave.upper[a] - index + incident_lead - (half ? 1 : 0);
}

// The corrections of one component at both faces across `axis`, where it takes differences of `other`.
void correct_faces(const IncidentWave& wave, const Grid& grid, int field, int axis, int other,
                   double sign, const NodeGain& gain, const NodeOffset& offset,
                   std::vector<IncidentCorrection>& list) {
  const bool electric = field < 3;
  const Staggering stagger = yee_staggering(field), other_stagger = yee_staggering(other);
  const auto d = static_cast<std::size_t>(axis);
  const auto along = static_cast<std::size_t>(wave.axis);
  for (const int side : {0, 1}) {
    // The corrected node, and that of the other field beyond the face (E) or on it (H).
    std::array<long, 3> first{}, last{};
    for (std::size_t k = 0; k < 3; ++k) {
      first[k] = wave.lower[k];
      last[k] = wave.upper[k] - (stagger[static_cast<int>(k)] == Stagger::dual ? 1 : 0);
    }
    const long face = side == 0 ? wave.lower[d] : wave.upper[d];
    first[d] = last[d] = electric || side == 1 ? face : face - 1;
    const long beyond = electric ? (side == 0 ? face - 1 : face) : face;
    const double factor = sign * (side == 0 ? -1 : 1) /
                          grid.spacing(axis, first[d], electric ? Stagger::primal : Stagger::dual);
    std::array<long, 3> n;
    for (n[2] = first[2]; n[2] <= last[2]; ++n[2])
      for (n[1] = first[1]; n[1] <= last[1]; ++n[1])
        for (n[0] = first[0]; n[0] <= last[0]; ++n[0]) {
          const long index = axis == wave.axis ? beyond : n[along];
          const bool half = other_stagger[wave.axis] == Stagger::dual;
          list.push_back(
              {offset(n), field % 3, line_index(wave, index, half), factor * gain(field, n)});
        }
  }
}

// The grid's spacing at a node of the line; before and beyond the box that at the line's last nodes about
// it.
double line_spacing(const IncidentWave& wave, const Grid& grid, long node, bool electric) {
  const auto a = static_cast<std::size_t>(wave.axis);
  const long steps = node - incident_lead + (electric || wave.sign > 0 ? 0 : 1);
  const long index = wave.sign > 0 ? wave.lower[a] + steps : wave.upper[a] - steps;
  const long least = std::max(wave.lower[a] - incident_lead, 0L);
  const long most = std::min(wave.upper[a] + incident_lead, grid.cells[a] - (electric ? 0 : 1));
  return grid.spacing(wave.axis, std::clamp(index, least, most),
                      electric ? Stagger::primal : Stagger::dual);
}

}  // namespace

long incident_nodes(const IncidentWave& wave) {
  const auto a = static_cast<std::size_t>(wave.axis);
  return incident_lead + wave.upper[a] - wave.lower[a] + incident_lead + incident_tail;
}

LineFactors line_factors(const IncidentWave& wave, const Grid& grid, const Medium& background,
                         double dt, bool electric) {
  LineFactors line;
  const long nodes = incident_nodes(wave);
  const double eps = background.permittivity[wave.polarization];
  const double mu = background.permeability[wave.magnetic()];
  const double p = electric ? eps : mu, speed = 1 / std::sqrt(eps * mu);
  for (long i = 0; i < nodes; ++i) {
    const double depth = static_cast<double>(i - (nodes - incident_tail)) + (electric ? 0 : 0.5);
    const double r = depth > 0 ? depth / static_cast<double>(incident_tail) : 0;
    // sigma/eps = sigma_m/mu: matched.
    const double h = line_spacing(wave, grid, i, electric);
    const double conductivity = 2 * p * most_loss * speed / h * r * r * r;
    const MediumFactors f = medium_factors(p, conductivity, dt, 1);
    line.keep.push_back(f.keep);
    line.gain.push_back(f.gain / h);
  }
  return line;
}

std::vector<IncidentCorrection> incident_corrections(const IncidentWave& wave, const Grid& grid,
                                                     bool electric, const NodeGain& gain,
                                                     const NodeOffset& offset) {
  std::vector<IncidentCorrection> list;
  // The other field's one component that the wave has, and its sign.
  const int there = electric ? wave.magnetic() : wave.polarization;
  const double size = electric ? wave.magnetic_sign() : 1;
  for (const int which : {1, 2}) {
    // The component whose curl has d_axis of it: + where (component, axis, there) is cyclic.
    const int component = (there + which) % 3, axis = 3 - there - component;
    const double sign = (component + 1) % 3 == axis ? 1 : -1;
    correct_faces(wave, grid, electric ? component : 3 + component, axis,
                  electric ? 3 + there : there, sign * size, gain, offset, list);
  }
  return list;
}

}  // namespace hermite
