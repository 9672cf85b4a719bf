#include "drivers/observe/picture.hpp"

#include "hermite/core/format.hpp"

namespace hermite {

namespace {

std::array<long, 3> points_of(const Grid& grid, int per_cell, const Cut& cut) {
  std::array<long, 3> points{1, 1, 1};
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    if (axis != cut.axis) points[a] = grid.cells[a] * per_cell + 1;
  }
  return points;
}

}  // namespace

double picture_bytes(const Problem& problem, const Cut& cut) {
  const Case::Snapshots& wanted = problem.input.snapshots;
  const std::size_t fields = find_fields(problem, describe_states(problem), wanted.fields).size();
  double bytes = static_cast<double>(fields) * bytes_of(problem.solver.precision) *
                 (wanted.derivatives ? 1 + problem.grid.dimension : 1);
  for (const long points : points_of(problem.grid, wanted.points_per_cell, cut))
    bytes *= static_cast<double>(points);
  return bytes;
}

Picture::Picture(const Problem& problem, const Simulation& simulation,
                 const std::vector<NodalState>& states, const Cut& cut)
    : cut_(cut), states_(states) {
  const Case::Snapshots& wanted = problem.input.snapshots;
  const int derivatives = wanted.derivatives ? problem.grid.dimension : 0;
  head_.single = problem.solver.precision == Precision::single;
  set_points(problem.grid, wanted.points_per_cell);
  for (int k = 0; k < static_cast<int>(states.size()); ++k) {
    const auto state = static_cast<std::size_t>(k);
    groups_.push_back({k, PlaneSampler(states_[state]), {}, {}});
    for (int derived = -1; derived < derivatives; ++derived)
      groups_.back().stencils.push_back(lattice(states_[state], derived));
    keep_two_nodes(simulation, k, groups_.back().stencils);
  }
  for (const FieldPlace& place : find_fields(problem, states, wanted.fields)) {
    groups_[static_cast<std::size_t>(place.state)].fields.emplace_back(
        place.field, static_cast<long>(head_.arrays.size()));
    head_.arrays.push_back(place.name);
    for (int axis = 0; axis < derivatives; ++axis)
      head_.arrays.push_back(place.name + "_" + "xyz"[axis]);
  }
}

void Picture::set_points(const Grid& grid, int per_cell) {
  head_.points = points_of(grid, per_cell, cut_);
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    head_.origin[a] = axis == cut_.axis ? cut_.at : grid.lower[a];
    head_.spacing[a] = grid.h(axis) / per_cell;
  }
  if (grid.graded(0) || grid.graded(1) || grid.graded(2)) set_coordinates(grid, per_cell);
}

// Each cell of a graded grid is cut into equal parts.
void Picture::set_coordinates(const Grid& grid, int per_cell) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    for (long i = 0; i < head_.points[a]; ++i) {
      const double x = grid.node(axis, i / per_cell, Stagger::primal);
      const double side = i % per_cell == 0 ? 0 : grid.spacing(axis, i / per_cell, Stagger::dual);
      head_.coordinates[a].push_back(
          axis == cut_.axis ? cut_.at : x + side * static_cast<double>(i % per_cell) / per_cell);
    }
  }
}

double Picture::point(std::size_t axis, long i) const {
  if (head_.coordinates[axis].empty())
    return head_.origin[axis] + static_cast<double>(i) * head_.spacing[axis];
  return head_.coordinates[axis][static_cast<std::size_t>(i)];
}

// The stencils of all points, differentiated along the axis `derived` (-1: of the values).
Stencils Picture::lattice(const NodalState& state, int derived) const {
  Stencils stencils;
  for (int axis = 0; axis < state.dimension; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const AxisCells cells(state, axis);
    for (long i = 0; i < head_.points[a]; ++i)
      stencils[a].push_back(cells.at(point(a, i), axis == derived));
  }
  return stencils;
}

// A plane looks at two nodes along its axis. Along the last axis these are slices, of which the sampler reads
// no others; along another one the state is as if it had no other nodes.
void Picture::keep_two_nodes(const Simulation& simulation, int k, std::vector<Stencils>& stencils) {
  NodalState& state = states_[static_cast<std::size_t>(k)];
  if (cut_.axis < 0 || cut_.axis == state.dimension - 1) return;
  const auto axis = static_cast<std::size_t>(cut_.axis);
  const AxisStencil& nodes = stencils.front()[axis].front();
  const Strip strip{cut_.axis, {nodes.left, nodes.right}};
  state.nodes[axis] = 2;
  state.read_slice = [&simulation, strip, k](long slice, double* values) {
    simulation.read_slice(slice, values, k, strip);
  };
  for (Stencils& all : stencils) {
    all[axis].front().left = 0;
    all[axis].front().right = 1;
  }
}

void Picture::produce(const PutSamples& put) {
  for (Group& group : groups_) {
    if (group.fields.empty()) continue;
    group.sampler.clear();
    const Stencils& first = group.stencils.front();
    const long points = group.sampler.points(first);
    const std::size_t fields = states_[static_cast<std::size_t>(group.state)].fields.size();
    std::vector<double> values(fields * static_cast<std::size_t>(points));
    for (long plane = 0; plane < group.sampler.planes(first); ++plane)
      for (std::size_t d = 0; d < group.stencils.size(); ++d) {
        group.sampler.sample(group.stencils[d], plane, values.data());
        for (const auto& [field, array] : group.fields)
          put(array + static_cast<long>(d), plane * points, values.data() + field * points, points);
      }
  }
}

void Picture::write(const std::string& file, double time) {
  head_.time = time;
  write_vti(file, head_, [&](const PutSamples& put) { produce(put); });
}

std::string Picture::file(long step) const {
  const std::string plane =
      cut_.axis < 0 ? "" : std::string(1, "xyz"[cut_.axis]) + place_text(cut_.at) + "-";
  return "snapshot-" + plane + format("%06ld.", step) + suffix();
}

}  // namespace hermite
