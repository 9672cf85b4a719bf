#include "kernels/fdtd/maxwell/arrays.hpp"

#include <algorithm>

#include "kernels/fdtd/maxwell/tables.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

// Between electric walls across x; psi of layers across other axes have these ends too.
long shared_row(const Grid& grid, const FdtdMethod& method) {
  const bool walls = grid.wall[0][0] == 1 && grid.wall[0][1] == 1;
  return walls && !method.mur[0][0] && !method.mur[0][1] ? grid.cells[0] : 0;
}

// Every component has room for the widest halo, so that all strides are equal.
ArraySpec component_array(const Grid& grid, const FdtdMethod& method, const std::string& name,
                          int field) {
  const Staggering stagger = yee_staggering(field);
  ArraySpec array{name,
                  1,
                  1,
                  stagger,
                  grid.extents(stagger),
                  Layout::x1_innermost,
                  field,
                  field < 3 ? 0 : -0.5};
  array.below = {1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const bool one_less = !grid.walled_above(axis) || stagger[axis] == Stagger::dual;
    // Schedules that march update as many nodes of every component, and read one further on.
    array.above[d] = (one_less ? 1 : 0) + (ends_on_wall(grid, method, axis) ? 0 : 1);
    for (const std::size_t side : {0, 1})
      array.is_zero_at[d][side] =
          on_electric_wall(grid, axis, side == 0 ? 0 : grid.cells[d], stagger[axis]) &&
          !method.mur[d][side];
  }
  array.planes = grid.planes(stagger);
  array.shared_row = shared_row(grid, method);
  return array;
}

// psi of a component across one axis, in the layers at both ends of it: of the nodes that are updated. Where
// schedules that march go on to the last node of other components, there is room for what nobody reads.
ArraySpec psi_array(const Grid& grid, const FdtdMethod& method, const std::string& name, int field,
                    int across) {
  const Staggering stagger = yee_staggering(field);
  const CpmlAxis layer = yee_layers(grid, method, across, field < 3);
  ArraySpec psi{name, 1, 1, stagger, grid.extents(stagger), Layout::x1_innermost};
  for (int axis = 0; axis < 3; ++axis) {
    long& nodes = psi.nodes[static_cast<std::size_t>(axis)];
    long last = updated_nodes(grid, method, axis);
    nodes = std::min(nodes, last);
    if (axis == across) {
      nodes = layer.count(nodes);
      last = layer.count(last);
    }
    psi.above[static_cast<std::size_t>(axis)] = static_cast<int>(last - nodes);
  }
  psi.partial = true;
  if (across != 0) psi.shared_row = shared_row(grid, method);
  psi.planes = layer_planes(grid, stagger, across, layer.lower, layer.upper_begin,
                            psi.nodes[static_cast<std::size_t>(across)]);
  return psi;
}

// Of the cells of fields and of layers.
double values_of(const Grid& grid, const FdtdMethod& method) {
  const auto extent = [&](std::size_t d) { return static_cast<double>(grid.cells[d]); };
  const double cells = extent(0) * extent(1) * extent(2);
  double values = 6 * cells;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::array<long, 2>& layers = method.cpml.layers[d];
    values += 4 * static_cast<double>(layers[0] + layers[1]) * cells / extent(d);
  }
  return values;
}

double values_in_memory(Solver& solver, int row_bytes) {
  solver.row_bytes = row_bytes;
  long values = 0;
  for (int array = 0; array < static_cast<int>(solver.arrays.size()); ++array)
    values += layout_of(solver, array).size;
  return static_cast<double>(values);
}

}  // namespace

YeePsi add_yee_arrays(Solver& solver, const Grid& grid, const FdtdMethod& method) {
  for (int field = 0; field < 6; ++field)
    solver.arrays.push_back(
        component_array(grid, method, solver.fields[static_cast<std::size_t>(field)], field));
  YeePsi psi;
  for (int field = 0; field < 6; ++field)
    for (const int which : {0, 1}) {
      int& array = psi[static_cast<std::size_t>(field)][static_cast<std::size_t>(which)];
      const int axis = axis_across(field % 3, which);
      array = -1;
      if (!method.cpml.on(axis)) continue;
      array = static_cast<int>(solver.arrays.size());
      solver.kept.push_back(array);
      const std::string name =
          "psi_" + solver.fields[static_cast<std::size_t>(field)] + "_" + "xyz"[axis];
      solver.arrays.push_back(psi_array(grid, method, name, field, axis));
    }
  return psi;
}

bool lines_waste_memory(const System& system, const Grid& grid, const FdtdMethod& method,
                        const Device& device) {
  Solver solver = begin_solver(system, grid, method.precision, "lines", 1, device);
  add_yee_arrays(solver, grid, method);
  const double values = values_of(grid, method);
  const double lines = values_in_memory(solver, row_alignment);
  const double tight = values_in_memory(solver, tight_row_bytes);
  return lines > (1 + most_over_values) * values && lines - tight > least_saving * values;
}

}  // namespace hermite
