#include "kernels/fdtd/maxwell/incident_line.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "hermite/grid/yee.hpp"
#include "kernels/fdtd/maxwell/yee.hpp"

namespace hermite {

namespace {

// Loss per half step at the line's end, of a Courant number: over the tail waves fall to e^-20 and back.
constexpr double most_loss = 0.2;
// Cells beyond the box where the wave is absorbed.
constexpr long absorbing_cells = 200;

// Nodes of so many cells along the line.
long tail_nodes(const IncidentWave& wave) { return absorbing_cells * wave.widest(); }

// How far beyond a node's r a component lies that is staggered from it.
double half_step(const IncidentWave& wave, int field) {
  const Staggering stagger = yee_staggering(field);
  double half = 0;
  for (int d = 0; d < 3; ++d)
    if (stagger[d] == Stagger::dual) half += 0.5 * wave.step[static_cast<std::size_t>(d)];
  return half;
}

// The distance of the two nodes about one of the line. Along an axis the sides of its cells are the grid's, which may be
// graded; before and beyond the box they are those of the cells next to it. E and H have them from the same cells, as
// the line's impedance is the root of what they differ by: a wave would begin with another size, and come back from its end.
double line_spacing(const IncidentWave& wave, const Grid& grid, long node, bool electric) {
  const int axis = wave.axis();
  if (axis < 0) return wave.spacing(grid);
  const auto a = static_cast<std::size_t>(axis);
  const auto side = [&](long cell) {
    const long least = std::max(wave.lower[a] - 1, 0L);
    const long most = std::min(wave.upper[a], grid.cells[a] - 1);
    return grid.spacing(axis, std::clamp(cell, least, most), Stagger::dual);
  };
  const long index = wave.step[a] * (node + wave.begin());
  return electric ? (side(index - 1) + side(index)) / 2 : side(index);
}

// Along an axis that of E's and H's own directions; else the background knows no directions.
double speed_of(const IncidentWave& wave, const Medium& background) {
  if (wave.axis() < 0) return background.speed();
  const int e = wave.electric[0] != 0 ? 0 : wave.electric[1] != 0 ? 1 : 2;
  return 1 / std::sqrt(background.permittivity[e] * background.permeability[3 - e - wave.axis()]);
}

}  // namespace

long incident_nodes(const IncidentWave& wave) {
  std::array<long, 3> far{};
  for (std::size_t d = 0; d < 3; ++d) far[d] = wave.step[d] > 0 ? wave.upper[d] : wave.lower[d] - 1;
  return wave.at(far) - wave.begin() + 1 + wave.widest() + tail_nodes(wave);
}

LineFactors line_factors(const IncidentWave& wave, const Grid& grid, const Medium& background,
                         double dt, bool electric) {
  LineFactors line;
  const long nodes = incident_nodes(wave), tail = tail_nodes(wave);
  const double speed = speed_of(wave, background);
  for (int c = 0; c < 3; ++c)
    for (long i = 0; i < nodes; ++i) {
      const double p = electric ? background.permittivity[c] : background.permeability[c];
      const double depth =
          static_cast<double>(i - (nodes - tail)) + half_step(wave, electric ? c : 3 + c);
      const double r = depth > 0 ? depth / static_cast<double>(tail) : 0;
      const double h = line_spacing(wave, grid, i, electric);
      // sigma/eps = sigma_m/mu: matched.
      const double conductivity =
          2 * p * most_loss * speed / (h * static_cast<double>(wave.widest())) * r * r * r;
      const MediumFactors f = medium_factors(p, conductivity, dt, electric ? 1 : -1);
      line.keep.push_back(f.keep);
      line.gain.push_back(wave.axis() < 0 ? f.gain : f.gain / h);
    }
  for (int d = 0; d < 3; ++d)
    line.over_h[static_cast<std::size_t>(d)] = wave.axis() < 0 ? 1 / grid.h(d) : 1;
  return line;
}

std::vector<double> given_values(const IncidentWave& wave, const Grid& grid,
                                 const Medium& background, double dt, long steps, bool electric) {
  const double speed = speed_of(wave, background);
  const std::array<double, 3> vector = electric ? wave.electric : wave.magnetic(grid);
  std::vector<double> values;
  for (long step = 0; step < steps; ++step)
    for (int c = 0; c < 3; ++c) {
      const double half = half_step(wave, electric ? c : 3 + c);
      // H = k x E / eta with eta = mu c.
      const double size = wave.amplitude / (electric ? 1 : background.permeability[c] * speed);
      for (long r = 0; r < wave.widest(); ++r) {
        const double time =
            (static_cast<double>(step) + (electric ? 1 : 0.5)) * dt -
            line_spacing(wave, grid, r, electric) * (static_cast<double>(r) + half) / speed;
        const double e = vector[static_cast<std::size_t>(c)];
        values.push_back(e == 0 ? 0 : size * e * wave.waveform.at(time));
      }
    }
  return values;
}

}  // namespace hermite
