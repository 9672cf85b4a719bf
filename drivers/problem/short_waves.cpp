// Waves that the grid cannot carry: of Maxwell's equations, too short for its cells, which is told; of all systems, too
// fast for the time step, which is refused.
#include <algorithm>
#include <cmath>
#include <vector>

#include "drivers/problem/fdtd.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/pi.hpp"

namespace hermite {

namespace {

constexpr double least_cells_per_wavelength = 10;

double side(const Grid& grid, int axis, long cell) {
  return grid.spacing(axis, cell, Stagger::dual);
}

// The widest side of the cells in the box that a body fills, 0 of one outside the domain.
double widest_in(const Scene::Body& body, const Grid& grid) {
  double widest = 0;
  for (int d = 0; d < 3; ++d) {
    const auto a = static_cast<std::size_t>(d);
    if (body.upper[a] < grid.lower[a] || body.lower[a] > grid.upper[a]) return 0;
    const auto cell_at = [&](double x) {
      return grid.nearest(d, std::clamp(x, grid.lower[a], grid.upper[a]), Stagger::dual);
    };
    for (long cell = cell_at(body.lower[a]); cell <= cell_at(body.upper[a]); ++cell)
      widest = std::max(widest, side(grid, d, cell));
  }
  return widest;
}

// The widest side across each layer of voxels of an axis.
std::vector<double> widest_in_layers(const Voxels& voxels, const Grid& grid, int axis) {
  const auto a = static_cast<std::size_t>(axis);
  std::vector<double> widest(static_cast<std::size_t>(voxels.cells[a]));
  for (long cell = 0; cell < grid.cells[a]; ++cell) {
    const double middle = grid.node(axis, cell, Stagger::dual);
    double& of_layer = widest[static_cast<std::size_t>(voxels.along(axis, middle, 0))];
    of_layer = std::max(of_layer, side(grid, axis, cell));
  }
  return widest;
}

void look_at_voxels(const Voxels& voxels, const Grid& grid, std::vector<double>& widest) {
  const std::vector<double> across_x = widest_in_layers(voxels, grid, 0),
                            across_y = widest_in_layers(voxels, grid, 1),
                            across_z = widest_in_layers(voxels, grid, 2);
  std::size_t number = 0;
  for (const double z : across_z)
    for (const double y : across_y)
      for (const double x : across_x) {
        double& of_medium = widest[voxels.index[number++]];
        of_medium = std::max({of_medium, x, y, z});
      }
}

// The widest side of the cells that hold each medium, 0 of one that is nowhere. A body counts for the whole box around
// it, and the background is everywhere but where voxels say.
std::vector<double> widest_sides(const Scene& scene, const Grid& grid) {
  std::vector<double> widest(scene.media.size());
  if (scene.voxels)
    look_at_voxels(*scene.voxels, grid, widest);
  else
    widest.front() = grid.h_max();
  for (const Scene::Body& body : scene.bodies) {
    double& of_medium = widest[static_cast<std::size_t>(body.medium)];
    of_medium = std::max(of_medium, widest_in(body, grid));
  }
  return widest;
}

// The depth to which waves of this frequency reach into a good conductor; of other media infinite.
double skin_depth(const Medium& medium, double frequency) {
  const double omega = 2 * pi * frequency;
  double least = HUGE_VAL;
  for (int d = 0; d < 3; ++d) {
    const double conductivity = medium.conductivity[d];
    if (conductivity > omega * medium.permittivity[d])
      least = std::min(least, std::sqrt(2 / (omega * medium.permeability[d] * conductivity)));
  }
  return least;
}

// In a conductor that waves do not get a cell deep into, fields fall off faster than the grid can say.
void warn_of_thin_skins(Problem& problem, const std::vector<double>& widest, double highest) {
  const Scene& scene = problem.fdtd.scene;
  for (std::size_t m = 0; m < scene.media.size(); ++m) {
    if (scene.media[m].pec || widest[m] == 0) continue;
    const double cells = skin_depth(scene.media[m], highest) / widest[m];
    if (cells >= 1) continue;
    problem.notices.push_back(
        "a medium of conductivity " + short_number(scene.media[m].conductivity.most()) +
        " has a skin depth of " + short_number(cells) + " cells at " + short_number(highest) +
        " Hz: it reflects as a perfect conductor does, and what is lost in it is not resolved");
    return;
  }
}

// Seconds that the slowest wave takes through the cell that is the widest for it.
double longest_passage(const Scene& scene, const std::vector<double>& widest) {
  double longest = 0;
  for (std::size_t m = 0; m < scene.media.size(); ++m)
    if (!scene.media[m].pec) longest = std::max(longest, widest[m] / scene.media[m].slowest());
  return longest;
}

double highest_asked(const Case& input) {
  double highest = 0;
  for (const auto* list : {&input.spectra.frequencies, &input.far_field.frequencies})
    for (const double frequency : *list) highest = std::max(highest, frequency);
  return highest;
}

void refuse_fast_wave(const Waveform& waveform, double dt, const std::string& key,
                      const Source& source) {
  const double most = 0.5 / dt;
  if (waveform.is_wave() && waveform.frequency >= most)
    throw CaseError(source.place(key), key, short_number(waveform.frequency),
                    "less than " + short_number(most) +
                        ": a period needs more than two steps; take more cells, or a lower "
                        "method.courant");
}

}  // namespace

void refuse_fast_waves(const Problem& problem, const Source& source) {
  const double dt = problem.time.dt;
  for (const EdgeSource& edge : problem.fdtd.sources)
    refuse_fast_wave(edge.waveform, dt, "sources.frequency", source);
  for (const PointSource& point : problem.elastic.sources)
    refuse_fast_wave(point.waveform, dt, "sources.frequency", source);
  if (problem.fdtd.incident.on())
    refuse_fast_wave(problem.fdtd.incident.waveform, dt, "incident.frequency", source);
}

void warn_of_short_waves(Problem& problem) {
  double driven = highest_frequency(problem.fdtd.sources);
  if (problem.fdtd.incident.on())
    driven = std::max(driven, problem.fdtd.incident.waveform.highest_frequency());
  const double asked = highest_asked(problem.input);
  if (driven <= 0 && asked <= 0) return;
  const std::vector<double> widest = widest_sides(problem.fdtd.scene, problem.grid);
  warn_of_thin_skins(problem, widest, std::max(driven, asked));
  const double passage = longest_passage(problem.fdtd.scene, widest);
  const auto warn_of = [&](const char* who, double highest, const char* keys) {
    const double cells = 1 / (highest * passage);
    if (highest > 0 && cells < least_cells_per_wavelength * (1 - courant_slack))
      problem.notices.push_back(
          who + short_number(highest) + " Hz, whose waves have " + short_number(cells) +
          " cells per wavelength where they are shortest; below " +
          short_number(least_cells_per_wavelength) +
          " they travel at a wrong speed: take finer cells there (grid), or lower frequencies (" +
          keys + ")");
  };
  warn_of("sources reach ", driven, "frequency or width of sources and incident");
  warn_of("spectra and far fields are asked for up to ", asked,
          "spectra.frequencies, far_field.frequencies");
}

}  // namespace hermite
