#include "hermite/sources/incident_wave.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

namespace {

// The largest p: directions then lie within a few degrees of any other, and lines stay short.
constexpr int most_step = 8;
// A smaller p is taken where it is as near as this.
constexpr double near_enough = 0.05 * degree;

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Between unit vectors.
double angle_between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  const std::array<double, 3> c = cross(a, b);
  return std::atan2(std::sqrt(dot(c, c)), dot(a, b));
}

// p of the grid's direction nearest to k.
std::array<int, 3> nearest_step(const Grid& grid, const std::array<double, 3>& k) {
  IncidentWave best;
  double least = 10;
  for (int most = 1; most <= most_step && least > near_enough; ++most)
    for (int p = -most; p <= most; ++p)
      for (int q = -most; q <= most; ++q)
        for (int r = -most; r <= most; ++r) {
          if (std::max({std::abs(p), std::abs(q), std::abs(r)}) != most) continue;
          IncidentWave wave;
          wave.step = {p, q, r};
          const double angle = angle_between(wave.direction(grid), k);
          if (angle > least - 1e-9) continue;
          least = angle;
          best = wave;
        }
  return best.step;
}

void set_angles(IncidentWave& wave, const Case::Incident& keys, const Grid& grid,
                std::vector<std::string>& notices) {
  const double theta = keys.theta * degree, phi = keys.phi * degree, psi = keys.psi * degree;
  const double st = std::sin(theta), ct = std::cos(theta), sp = std::sin(phi), cp = std::cos(phi);
  const std::array<double, 3> k = {st * cp, st * sp, ct}, along_theta = {ct * cp, ct * sp, -st},
                              along_phi = {-sp, cp, 0};
  wave.step = nearest_step(grid, k);
  const std::array<double, 3> taken = wave.direction(grid);
  std::array<double, 3> e{};
  for (std::size_t d = 0; d < 3; ++d)
    e[d] = std::cos(psi) * along_theta[d] + std::sin(psi) * along_phi[d];
  const double along = dot(e, taken);
  for (std::size_t d = 0; d < 3; ++d) e[d] -= along * taken[d];
  const double size = std::sqrt(dot(e, e));
  for (std::size_t d = 0; d < 3; ++d) {
    wave.electric[d] = e[d] / size;
    if (std::abs(wave.electric[d]) < 1e-12) wave.electric[d] = 0;
  }
  const double off = angle_between(taken, k) / degree;
  if (off < 1e-6) return;
  notices.push_back(
      format("the incident wave travels along theta %.4g, phi %.4g degrees, %.2g degrees from what "
             "is asked: by %d, %d, %d cells of x, y, z",
             std::acos(taken[2]) / degree, std::atan2(taken[1], taken[0]) / degree, off,
             wave.step[0], wave.step[1], wave.step[2]));
}

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
      return short_number(grid.node(int(d), node, Stagger::primal));
    };
    wave.spans[d] = grid.periodic(int(d)) && wave.lower[d] == 0 && wave.upper[d] == grid.cells[d];
    if (wave.spans[d] && wave.step[d] != 0)
      throw CaseError(source.place("incident.lower"), "incident.lower",
                      "a box that fills direction " + std::to_string(d + 1),
                      "one that ends within it, as the wave travels along it");
    if (wave.spans[d]) continue;
    if (wave.lower[d] < least)
      throw CaseError(source.place("incident.lower"), "incident.lower",
                      place(wave.lower[d]) + direction,
                      place(least) +
                          " or more: a cell away from layers and the ends of the domain; of a "
                          "periodic direction all is allowed too");
    if (wave.upper[d] > most)
      throw CaseError(source.place("incident.upper"), "incident.upper",
                      place(wave.upper[d]) + direction,
                      place(most) +
                          " or less: a cell away from layers and the ends of the domain; of a "
                          "periodic direction all is allowed too");
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

double IncidentWave::spacing(const Grid& grid) const {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    const double k = step[static_cast<std::size_t>(d)] / grid.h(d);
    sum += k * k;
  }
  return 1 / std::sqrt(sum);
}

std::array<double, 3> IncidentWave::direction(const Grid& grid) const {
  std::array<double, 3> k{};
  for (int d = 0; d < 3; ++d)
    k[static_cast<std::size_t>(d)] = step[static_cast<std::size_t>(d)] / grid.h(d) * spacing(grid);
  return k;
}

std::array<double, 3> IncidentWave::magnetic(const Grid& grid) const {
  std::array<double, 3> h = cross(direction(grid), electric);
  for (double& part : h)
    if (std::abs(part) < 1e-12) part = 0;
  return h;
}

long IncidentWave::widest() const {
  return std::max({std::abs(step[0]), std::abs(step[1]), std::abs(step[2])});
}

int IncidentWave::axis() const {
  int found = -1, axes = 0;
  for (int d = 0; d < 3; ++d)
    if (step[std::size_t(d)] != 0) found = d, ++axes;
  return axes == 1 ? found : -1;
}

long IncidentWave::begin() const {
  std::array<long, 3> corner{};
  for (std::size_t d = 0; d < 3; ++d) corner[d] = step[d] > 0 ? lower[d] : upper[d];
  // Off the axes what is given is not quite a wave of the scheme, and the difference fades within some p.
  return at(corner) - (axis() >= 0 ? 2 : 8 * widest());
}

IncidentWave wave_along(int axis, int sign, int polarization) {
  IncidentWave wave;
  wave.step[static_cast<std::size_t>(axis)] = sign;
  wave.electric[static_cast<std::size_t>(polarization)] = 1;
  return wave;
}

IncidentWave make_incident(const Case& input, const Grid& grid, const CpmlProfile& cpml,
                           const Source& source, std::vector<std::string>& notices) {
  const Case::Incident& keys = input.incident;
  IncidentWave wave;
  if (keys.direction == "none") return wave;
  if (keys.direction == "angles") {
    set_angles(wave, keys, grid, notices);
  } else {
    const int axis = keys.direction[1] - 'x', polarization = keys.polarization[1] - 'x';
    wave = wave_along(axis, keys.direction[0] == '+' ? 1 : -1, polarization);
    if (polarization == axis)
      throw CaseError(source.place("incident.polarization"), "incident.polarization",
                      "\"" + keys.polarization + "\"",
                      "a component across incident.direction \"" + keys.direction + "\"");
  }
  set_box(wave, keys, grid, cpml, source);
  set_waveform(wave, keys, source);
  return wave;
}

}  // namespace hermite
