#include "drivers/problem/summary.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "drivers/problem/memory.hpp"
#include "drivers/problem/ranks.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

std::string grid_text(const Grid& grid) {
  std::string cells, box;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const char* const between = axis == 0 ? "" : " x ";
    cells += between + std::to_string(grid.cells[a]);
    box += between + ("[" + short_number(grid.lower[a])) + ", " + short_number(grid.upper[a]) + "]";
  }
  double narrowest = grid.h_max();
  bool graded = false;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    narrowest = std::min(narrowest, grid.h_min(axis));
    graded = graded || grid.graded(axis);
  }
  return cells + " cells on " + box +
         " m, h = " + (graded ? short_number(narrowest) + " to " : std::string()) +
         short_number(grid.h_max()) + " m";
}

std::string stages_text(const Problem& problem) {
  const int full = full_stages(problem.input.dimension, problem.input.method.order);
  const bool is_full = problem.stages == full;
  return std::to_string(problem.stages) + (is_full ? " (full)" : " of " + std::to_string(full)) +
         (problem.input.method.stages.kind == Stages::Kind::automatic ? ", chosen" : "");
}

std::string text_of_voxels(const Problem& problem) {
  const auto& values = problem.elastic.scene.values;
  const VoxelGrid& grid = values ? static_cast<const VoxelGrid&>(*values)
                                 : static_cast<const VoxelGrid&>(*problem.fdtd.scene.voxels);
  std::string text;
  for (int axis = 0; axis < problem.grid.dimension; ++axis)
    text += (axis > 0 ? " x " : "") + std::to_string(grid.cells[static_cast<std::size_t>(axis)]);
  text += " voxels of " + std::filesystem::path(problem.input.voxels.path).filename().string();
  if (!values) return text;
  std::string constants;
  for (const auto& [name, list] : {std::pair{"density", &values->density},
                                   {"p_speed", &values->p_speed},
                                   {"s_speed", &values->s_speed}}) {
    if (list->empty()) continue;
    const auto [least, most] = std::minmax_element(list->begin(), list->end());
    constants += (constants.empty() ? "" : ", ") + std::string(name) + " " + short_number(*least) +
                 " to " + short_number(*most);
  }
  return text + " (" + constants + ")";
}

std::string media_text(const Problem& problem) {
  const Scene& scene = problem.fdtd.scene;
  if (problem.uniform()) return "uniform";
  const bool voxels = scene.voxels || problem.elastic.scene.values;
  const std::string voxels_text = voxels ? text_of_voxels(problem) + " and " : "";
  const std::size_t layers = problem.input.layers.begin.size();
  const std::size_t bodies = scene.bodies.size() - layers;
  if (bodies == 0 && layers == 0 && !voxels) return "uniform, anisotropic";
  const std::string speeds = problem.input.system == "elastic"
                                 ? ", speeds of " + short_number(problem.elastic.scene.slowest()) +
                                       " to " + short_number(problem.elastic.scene.fastest())
                                 : "";
  return voxels_text +
         (layers > 0 ? std::to_string(layers) + (layers == 1 ? " layer, " : " layers, ") : "") +
         std::to_string(bodies) + (bodies == 1 ? " object" : " objects") + speeds;
}

std::string surface_text(const Problem& problem) {
  const auto& free = problem.elastic.free;
  if (!free[0] && !free[1]) return "none is free";
  return std::string(free[0] && free[1] ? "both ends"
                     : free[0]          ? "the lower end"
                                        : "the upper end") +
         " of the last direction free, by " + problem.input.free_surface.operators;
}

std::string cpml_text(const CpmlProfile& cpml) {
  std::string text;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& layers = cpml.layers[static_cast<std::size_t>(axis)];
    if (!cpml.on(axis)) continue;
    text += (text.empty() ? "" : ", ") + std::string(1, "xyz"[axis]) + " " +
            std::to_string(layers[0]) + " and " + std::to_string(layers[1]);
  }
  return text.empty() ? "none" : text + " cells";
}

std::string spectra_text(const Problem& problem) {
  std::string text;
  for (const Spectrum* s : {&problem.fdtd.spectra, &problem.fdtd.far_field.spectrum})
    if (s->on())
      text += (text.empty() ? "" : "; ") + s->name + ", " + std::to_string(s->size()) +
              " values at " + std::to_string(s->frequencies.size()) +
              (s->frequencies.size() == 1 ? " frequency" : " frequencies");
  return text.empty() ? "none" : text;
}

// Where dielectrics meet, no node's place is the interface's for all components (hermite/media/README.md).
std::string order_of_media(const Problem& problem) {
  const std::vector<Medium>& media = problem.fdtd.scene.media;
  const bool meet =
      std::any_of(media.begin() + 1, media.end(), [](const Medium& m) { return !m.pec; });
  return meet ? ", at order 1 where media meet" : "";
}

// And the least that it takes, which it makes do with where there is no more.
std::string memory_text(const Problem& problem) {
  const auto text_of = [](const Solver& solver) {
    return human_bytes(static_cast<double>(total_bytes(solver)));
  };
  const std::string text = memory_statement(problem.solver), all = text_of(problem.solver);
  if (problem.kernel.rows != "auto") return text;
  const std::string least = text_of(as_if_tight(problem.solver));
  return least == all ? text : text + ", " + least + " where memory is short (kernel.rows)";
}

// What only one of the solvers has.
std::vector<std::pair<const char*, std::string>> method_lines(const Problem& problem) {
  const Case& input = problem.input;
  const std::string dof = std::to_string(problem.dof()) + " degrees of freedom";
  if (is_fdtd(input) && input.system == "elastic")
    return {{"order", "staggered, 4 in space and 2 in time; " + dof},
            {"media", media_text(problem)},
            {"surface", surface_text(problem)},
            {"cpml", cpml_text(problem.fdtd.cpml)},
            {"sources", std::to_string(problem.elastic.sources.size())}};
  if (is_fdtd(input))
    return {{"order", "Yee's scheme, converges at order 2" + order_of_media(problem) + "; " + dof},
            {"media", media_text(problem)},
            {"cpml", cpml_text(problem.fdtd.cpml)},
            {"sources", std::to_string(problem.fdtd.sources.size()) +
                            (problem.fdtd.incident.on()
                                 ? (input.incident.direction == "angles"
                                        ? ", a plane wave off the axes"
                                        : ", a plane wave along " + input.incident.direction)
                                 : "")},
            {"spectra", spectra_text(problem)}};
  return {{"order", "N = " + std::to_string(input.method.order) + ", converges at order " +
                        std::to_string(expected_rate(input.method.order, input.kernel.pipeline)) +
                        "; " + dof},
          {"stages", "q = " + stages_text(problem)}};
}

}  // namespace

std::string summary(const Problem& problem, const Device& device, Ranks& ranks) {
  const Case& input = problem.input;
  std::vector<std::pair<const char*, std::string>> lines = {
      {"case", input.file},
      {"solver", input.solver},
      {"system", input.system + ", " + std::to_string(input.dimension) + "-D, fields " +
                     join(problem.solver.fields)},
      {"grid", grid_text(problem.grid)},
  };
  if (!input.description.empty()) lines.insert(lines.begin() + 1, {"about", input.description});
  for (const auto& line : method_lines(problem)) lines.push_back(line);
  const std::vector<std::pair<const char*, std::string>> rest = {
      {"time", std::to_string(problem.time.steps) + " steps of dt = " +
                   short_number(problem.time.dt) + " s to " + short_number(input.time.final) +
                   " s, lam = " + short_number(problem.time.courant) + " (at most " +
                   short_number(input.method.courant) + ")"},
      {"pipeline", problem.solver.description},
      {"block", problem.block},
      {"memory", memory_text(problem)},
      {"device", device.description() + ", " + input.precision + " precision" +
                     (device.cuda() ? "" : ", " + std::to_string(device.threads()) + " threads")},
  };
  lines.insert(lines.end(), rest.begin(), rest.end());
  if (!ranks.alone()) lines.emplace_back("ranks", ranks_text(problem, ranks, device));
  const std::string rule = "+" + std::string(78, '-') + "\n";
  std::string text = rule;
  for (const auto& [name, value] : lines) {
    text += format("| %-9s ", name) + value + "\n";
  }
  return text + rule;
}

}  // namespace hermite
