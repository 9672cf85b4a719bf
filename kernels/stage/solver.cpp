#include "kernels/stage/solver.hpp"

#include "kernels/stage/growth.hpp"
#include "kernels/stage/memory.hpp"

#include <algorithm>

#include "hermite/core/format.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/device/device.hpp"

namespace hermite {

namespace {

long plane_step(const NodeLayout& s, int dimension) {
  return dimension == 3 ? s.m3 : dimension == 2 ? s.m2 : s.m1;
}

}  // namespace

Solver begin_solver(const System& system, const Grid& grid, Precision precision,
                    const std::string& rows, double exchange, const Device& device) {
  Solver solver;
  solver.on_gpu = device.cuda();
  if (rows == "tight") solver.row_bytes = tight_row_bytes;
  solver.dimension = grid.dimension;
  solver.precision = precision;
  solver.fields = system.fields(grid.dimension);
  solver.wall = grid.wall;
  const int fields = static_cast<int>(solver.fields.size());
  for (int f = 0; f < fields; ++f) {
    solver.parity.push_back({0, 0, 0});
    for (int axis = 0; axis < grid.dimension; ++axis)
      solver.parity.back()[static_cast<std::size_t>(axis)] = system.parity(f, axis, grid.dimension);
  }
  solver.growth_bound *= exchange;
  return solver;
}

Planes own_planes(const ArraySpec& array, int dimension) {
  const long nodes = array.nodes[static_cast<std::size_t>(dimension - 1)];
  return {std::min(array.planes.begin, nodes), std::min(array.planes.end, nodes)};
}

Planes layer_planes(const Grid& grid, const Staggering& stagger, int axis, long lower, long upper,
                    long all) {
  const Planes nodes = grid.planes(stagger);
  if (axis != grid.last()) return nodes;
  const auto place = [&](long node) { return std::min(node, lower) + std::max(node - upper, 0L); };
  return {place(nodes.begin), grid.ends_domain() ? all : place(nodes.end)};
}

Access reach_of(const Solver& solver, int array) {
  // Arrays that change places must be alike.
  std::vector<int> alike = {array};
  for (const auto* exchange : {&solver.exchange, &solver.pair.exchange})
    for (const auto& [a, b] : *exchange) {
      if (a == array) alike.push_back(b);
      if (b == array) alike.push_back(a);
    }
  Access reach{array};
  reach.stops_below = reach.mirrors = {true, true, true};
  for (const auto* stages : {&solver.stages, &solver.pair.stages})
    for (const Stage& stage : *stages)
      for (const Access& read : stage.reads) {
        if (std::find(alike.begin(), alike.end(), read.array) == alike.end()) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          reach.below[axis] = std::max(reach.below[axis], read.below[axis]);
          reach.above[axis] = std::max(reach.above[axis], read.above[axis]);
          if (read.below[axis] + read.above[axis] == 0) continue;
          reach.stops_below[axis] = reach.stops_below[axis] && read.stops_below[axis];
          reach.mirrors[axis] = reach.mirrors[axis] && read.mirrors[axis];
        }
      }
  return reach;
}

NodeExtents extents_of(const Solver& solver, int array) {
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  NodeExtents x;
  x.row_bytes = solver.row_bytes;
  x.fields = spec.fields;
  x.entries = spec.entries;
  for (int axis = 0; axis < 3; ++axis) {
    x.nodes[axis] = spec.nodes[static_cast<std::size_t>(axis)];
    x.below[axis] = spec.below[static_cast<std::size_t>(axis)];
    x.above[axis] = spec.above[static_cast<std::size_t>(axis)];
  }
  x.nodes[solver.dimension - 1] = own_planes(spec, solver.dimension).count();
  const Access reach = reach_of(solver, array);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    x.below[axis] = std::max(x.below[axis], reach.below[axis]);
    x.above[axis] = std::max(x.above[axis], reach.above[axis]);
  }
  if (spec.shared_row > 0) {
    x.shared_row = spec.shared_row;
    x.below[0] = x.above[0] = 0;
  }
  return x;
}

Boundary boundary_of(const Solver& solver, int array) {
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  Boundary boundary{solver.wall, spec.stagger, {}};
  if (!solver.parity.empty())
    boundary.parity.assign(solver.parity.begin() + spec.first_field,
                           solver.parity.begin() + spec.first_field + spec.fields);
  return boundary;
}

NodeLayout layout_of(const Solver& solver, int array) {
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  NodeLayout layout =
      make_layout(spec.layout, extents_of(solver, array), bytes_of(solver.precision));
  layout.origin -= own_planes(spec, solver.dimension).begin * plane_step(layout, solver.dimension);
  return layout;
}

NodeLayout from_first_plane(NodeLayout layout, const Planes& planes, int dimension) {
  layout.origin += planes.begin * plane_step(layout, dimension);
  return layout;
}

std::vector<ArrayMemory> memory_of(const Solver& solver) {
  std::vector<ArrayMemory> memory;
  for (int array = 0; array < static_cast<int>(solver.arrays.size()); ++array)
    memory.push_back({solver.arrays[static_cast<std::size_t>(array)].name,
                      layout_of(solver, array).size * bytes_of(solver.precision)});
  memory.insert(memory.end(), solver.constants.begin(), solver.constants.end());
  // A slice on its way in or out, as doubles and packed, is the host's.
  long transfer = 0;
  for (const int state : solver.states) {
    const NodeExtents x = extents_of(solver, state);
    const long slice = x.nodes[0] * (solver.dimension == 3 ? x.nodes[1] : 1);
    transfer = std::max(transfer, slice * x.entries * (x.fields * 8 + bytes_of(solver.precision)));
  }
  if (!solver.on_gpu) memory.push_back({"transfer", transfer});
  memory.push_back({"watch", watched_values(solver) * bytes_of(solver.precision)});
  return memory;
}

long watched_values(const Solver& solver) {
  long most = 0;
  for (const int state : solver.states) {
    const NodeExtents x = extents_of(solver, state);
    most = std::max(most, watched_values(x, solver.on_gpu));
  }
  return most;
}

long total_bytes(const Solver& solver) {
  long total = 0;
  for (const ArrayMemory& m : memory_of(solver)) total += m.bytes;
  return total;
}

std::string human_bytes(double bytes) {
  static const char* const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 6) {
    bytes /= 1000;
    ++unit;
  }
  return format("%.3g %s", bytes, units[unit]);
}

std::string memory_statement(const Solver& solver) {
  const std::vector<int>& states = solver.states;
  const std::vector<ArrayMemory> all = memory_of(solver);  // the arrays first
  std::vector<ArrayMemory> kinds;
  for (std::size_t n = 0; n < all.size(); ++n) {
    std::string name = all[n].name;
    if (name.rfind("psi_", 0) == 0)
      name = "psi of layers";
    else if (states.size() > 1 && std::count(states.begin(), states.end(), static_cast<int>(n)) > 0)
      name = "fields";
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const ArrayMemory& k) { return k.name == name; });
    if (known == kinds.end())
      kinds.push_back({name, all[n].bytes});
    else
      known->bytes += all[n].bytes;
  }
  std::string text;
  for (const ArrayMemory& k : kinds)
    text += (text.empty() ? "" : ", ") + k.name + " " + human_bytes(static_cast<double>(k.bytes));
  return text + ": " + human_bytes(static_cast<double>(total_bytes(solver))) + " in all";
}

}  // namespace hermite
