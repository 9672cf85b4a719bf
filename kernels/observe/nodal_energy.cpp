#include "kernels/observe/nodal_energy.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/device/launch_host.hpp"
#include "kernels/observe/observe_cuda.hpp"

namespace hermite {

namespace {

// A pack that starts at the last node reads beyond it.
constexpr std::size_t spare = 64;

// The lengths that the nodes of an axis stand for: half of one where a node lies on a wall.
std::vector<double> lengths(const Grid& grid, int axis, long nodes, Stagger stagger) {
  std::vector<double> all;
  for (long node = 0; node < nodes; ++node) {
    const bool end = node == 0 || node == grid.cells[static_cast<std::size_t>(axis)];
    const bool on_wall = stagger == Stagger::primal && !grid.periodic(axis) && end;
    all.push_back(grid.spacing(axis, node, stagger) * (on_wall ? 0.5 : 1));
  }
  return all;
}

// The axes after the lanes: along a row's lane, and from plane to plane.
std::size_t axis_of_rows(int dimension) { return dimension == 3 ? 1 : 2; }
std::size_t axis_of_planes(int dimension) { return dimension == 3 ? 2 : 1; }

}  // namespace

NodalEnergy::NodalEnergy(const Simulation& simulation, const Grid& grid) : simulation_(simulation) {
  const Solver& solver = simulation.solver();
  if (solver.energy.empty() || solver.energy.size() > most_energy_terms)
    throw Error(Exit::internal, "the energy of a solver that does not say how it is made");
  for (const EnergyPart& part : solver.energy) {
    const ArraySpec& state = simulation.state(part.states.front());
    nodes_.push_back(nodes_of(state, grid));
    const Nodes& nodes = nodes_.back();
    if (nodes_.size() == 1) planes_ = nodes.planes;
    planes_.begin = std::min(planes_.begin, nodes.planes.begin);
    planes_.end = std::max(planes_.end, nodes.planes.end);
    lanes_ = std::max(lanes_, nodes.lanes);
    all_planes_ = std::max(all_planes_, state.nodes[axis_of_planes(grid.dimension)]);
  }
  const auto sums = static_cast<std::size_t>(lanes_ * (planes_.end - planes_.begin)) + spare;
  sums_ = Buffer(simulation.device(), sums * sizeof(double));
}

NodalEnergy::Nodes NodalEnergy::nodes_of(const ArraySpec& state, const Grid& grid) {
  const std::size_t rows = axis_of_rows(grid.dimension), planes = axis_of_planes(grid.dimension);
  Nodes nodes{state.nodes[0], state.nodes[rows], own_planes(state, grid.dimension), {}};
  // What a row shares with the next one is 0, and counted there.
  if (state.shared_row > 0) nodes.lanes = std::min(nodes.lanes, state.shared_row);
  const std::array<std::size_t, 3> axes = {0, rows, planes};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<int>(axes[i]);
    std::vector<double> weight = {1};
    if (axis < grid.dimension)
      weight = lengths(grid, axis, state.nodes[axes[i]], state.stagger[axes[i]]);
    if (axis == 0)
      for (double& length : weight) length /= 2;  // of W
    weight.resize(weight.size() + spare);
    weights_.emplace_back(simulation_.device(), weight);
    nodes.weight[i] = static_cast<const double*>(weights_.back().data());
  }
  return nodes;
}

// Arrays change places, and stages their tables (Simulation::adopt).
EnergyArguments NodalEnergy::arguments() const {
  const Solver& solver = simulation_.solver();
  const std::vector<BoundArray> states = simulation_.bound_states();
  EnergyArguments a;
  a.layout = states[static_cast<std::size_t>(solver.energy.front().states.front())].layout;
  a.row_stride = solver.dimension == 3 ? a.layout.m2 : a.layout.m3;
  a.plane_stride = solver.dimension == 3 ? a.layout.m3 : a.layout.m2;
  a.lanes = lanes_;
  a.plane_begin = planes_.begin;
  a.plane_end = planes_.end;
  a.sums = static_cast<double*>(sums_.data());
  for (const EnergyPart& part : solver.energy) {
    const Nodes& nodes = nodes_[static_cast<std::size_t>(a.count)];
    EnergyTerm& term = a.terms[a.count++];
    for (const int state : part.states)
      term.u[term.fields++] = states[static_cast<std::size_t>(state)].data;
    term.factors = part.factors;
    term.lanes = nodes.lanes;
    term.rows = nodes.rows;
    term.plane_begin = nodes.planes.begin;
    term.plane_end = nodes.planes.end;
    std::copy(nodes.weight.begin(), nodes.weight.end(), term.weight);
  }
  return a;
}

double NodalEnergy::value() {
  const Device& device = simulation_.device();
  const Precision precision = simulation_.solver().precision;
  const EnergyArguments a = arguments();
  const auto lanes = static_cast<int>(std::min(lanes_, device.cuda() ? 128L : 4096L));
  if (device.cuda())
    energy_cuda(precision, a, lanes);
  else
    with_precision(precision, [&](auto zero) {
      launch_host(EnergyKernel<decltype(zero)>(a, lanes), device.threads());
    });
  const long planes = planes_.end - planes_.begin;
  std::vector<double> sums(static_cast<std::size_t>(lanes_ * planes));
  device.synchronize();
  device.download(sums.data(), sums_.data(), sums.size() * sizeof(double));

  std::vector<double> of_planes(static_cast<std::size_t>(all_planes_), 0.0);  // 0: other ranks'
  for (long plane = 0; plane < planes; ++plane)
    for (long lane = 0; lane < lanes_; ++lane)
      of_planes[static_cast<std::size_t>(planes_.begin + plane)] +=
          sums[static_cast<std::size_t>(plane * lanes_ + lane)];
  const std::vector<double> of_all = simulation_.ranks().all_lists(of_planes);
  double energy = 0;
  for (std::size_t plane = 0; plane < of_planes.size(); ++plane) {
    double sum = 0;  // of the one rank that has it: nothing is rounded
    for (std::size_t n = plane; n < of_all.size(); n += of_planes.size()) sum += of_all[n];
    energy += sum;
  }
  return energy;
}

}  // namespace hermite
