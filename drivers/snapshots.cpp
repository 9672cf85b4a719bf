#include "drivers/snapshots.hpp"

#include <cstdio>
#include <filesystem>
#include <iostream>

namespace hermite {

void Snapshots::check(const Problem& problem, const Source& source) {
  check_fields(problem, problem.input.snapshots.fields, "snapshots.fields", source);
}

Snapshots::Snapshots(const Problem& problem, const std::vector<NodalState>& states,
                     std::string folder)
    : folder_(std::move(folder)) {
  const Case::Snapshots& wanted = problem.input.snapshots;
  const int dimension = problem.grid.dimension, derivatives = wanted.derivatives ? dimension : 0;
  list_.columns = {"step", "time"};
  head_.single = problem.solver.precision == Precision::single;
  for (int axis = 0; axis < dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    head_.points[a] = problem.grid.cells[a] * wanted.points_per_cell + 1;
    head_.origin[a] = problem.grid.lower[a];
    head_.spacing[a] = problem.grid.h(axis) / wanted.points_per_cell;
  }
  set_coordinates(problem.grid, wanted.points_per_cell);
  for (const NodalState& state : states) {
    groups_.push_back({&state, PlaneSampler(state), {}, {}});
    for (int derived = -1; derived < derivatives; ++derived)
      groups_.back().stencils.push_back(lattice(state, derived));
  }
  for (const FieldPlace& place : find_fields(problem, states, wanted.fields)) {
    groups_[static_cast<std::size_t>(place.state)].fields.emplace_back(
        place.field, static_cast<long>(head_.arrays.size()));
    head_.arrays.push_back(place.name);
    for (int axis = 0; axis < derivatives; ++axis)
      head_.arrays.push_back(place.name + "_" + "xyz"[axis]);
  }
}

// On a graded grid each cell is cut into equal parts.
void Snapshots::set_coordinates(const Grid& grid, int parts) {
  const bool graded = grid.graded(0) || grid.graded(1) || grid.graded(2);
  for (int axis = 0; graded && axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    for (long i = 0; i < head_.points[a]; ++i) {
      const double x = grid.node(axis, i / parts, Stagger::primal);
      const double side = i % parts == 0 ? 0 : grid.spacing(axis, i / parts, Stagger::dual);
      head_.coordinates[a].push_back(x + side * static_cast<double>(i % parts) / parts);
    }
  }
}

double Snapshots::point(std::size_t axis, long i) const {
  if (head_.coordinates[axis].empty())
    return head_.origin[axis] + static_cast<double>(i) * head_.spacing[axis];
  return head_.coordinates[axis][static_cast<std::size_t>(i)];
}

// The stencils of all points, differentiated along the axis `derived` (-1: of the values).
Stencils Snapshots::lattice(const NodalState& state, int derived) const {
  Stencils stencils;
  for (int axis = 0; axis < state.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const AxisCells cells(state, axis);
    for (long i = 0; i < head_.points[a]; ++i)
      stencils[a].push_back(cells.at(point(a, i), axis == derived));
  }
  return stencils;
}

void Snapshots::produce(const PutSamples& put) {
  for (Group& group : groups_) {
    if (group.fields.empty()) continue;
    group.sampler.clear();
    const Stencils& first = group.stencils.front();
    const long points = group.sampler.points(first);
    std::vector<double> values(group.state->fields.size() * static_cast<std::size_t>(points));
    for (long plane = 0; plane < group.sampler.planes(first); ++plane)
      for (std::size_t d = 0; d < group.stencils.size(); ++d) {
        group.sampler.sample(group.stencils[d], plane, values.data());
        for (const auto& [field, array] : group.fields)
          put(array + static_cast<long>(d), plane * points, values.data() + field * points, points);
      }
  }
}

std::vector<std::string> Snapshots::files() const {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < list_.values.size(); i += 2)
    files.push_back(name(static_cast<long>(list_.values[i])));
  if (!files.empty()) files.emplace_back("snapshots.pvd");
  return files;
}

std::string Snapshots::name(long step) const {
  char text[48];
  std::snprintf(text, sizeof text, "snapshot-%06ld.", step);
  return text + suffix();
}

void Snapshots::write(long step, double time) {
  const std::filesystem::path place = folder_;
  head_.time = time;
  write_vti((place / name(step)).string(), head_, [&](const PutSamples& put) { produce(put); });
  list_.values.push_back(static_cast<double>(step));
  list_.values.push_back(time);
  std::vector<PvdEntry> entries;
  for (std::size_t i = 0; i < list_.values.size(); i += 2)
    entries.push_back({list_.values[i + 1], name(static_cast<long>(list_.values[i]))});
  write_pvd((place / "snapshots.pvd").string(), entries);
}

void Snapshots::resume(const CsvTable& list) {
  int missing = 0;
  for (std::size_t i = 0; i + 1 < list.values.size(); i += 2) {
    const std::filesystem::path file =
        std::filesystem::path(folder_) / name(static_cast<long>(list.values[i]));
    if (std::filesystem::exists(file))
      list_.values.insert(list_.values.end(), {list.values[i], list.values[i + 1]});
    else
      ++missing;
  }
  if (missing > 0)
    std::cerr << "notice: " << missing << " snapshots from before the checkpoint are not in "
              << folder_ << ", and not in its snapshots.pvd\n";
}

}  // namespace hermite
