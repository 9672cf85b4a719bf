#include "kernels/stage/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "hermite/core/error.hpp"
#include "kernels/halo/fill_halo.hpp"
#include "kernels/stage/memory.hpp"

namespace hermite {

namespace {

// CUDA loads a kernel when it is first asked about, for which the first step would have to wait.
void load_kernels(const std::vector<Stage>& stages) {
  for (const Stage& stage : stages)
    for (const KernelUse& kernel : stage.kernels)
      if (kernel.facts) kernel.facts();
}

}  // namespace

Simulation::Simulation(Solver solver, const Device& device, Ranks& ranks)
    : solver_(std::move(solver)), device_(device), ranks_(ranks), side_by_side_(device) {
  require_memory(solver_, device_, ranks_);
  for (int array = 0; array < static_cast<int>(solver_.arrays.size()); ++array) {
    extents_.push_back(extents_of(solver_, array));
    reach_.push_back(reach_of(solver_, array));
    const NodeLayout layout = layout_of(solver_, array);
    buffers_.emplace_back(device_, static_cast<std::size_t>(layout.size) *
                                       static_cast<std::size_t>(bytes_of(solver_.precision)));
    arrays_.push_back({buffers_.back().data(), layout});
    halo_is_fresh_.push_back(false);
  }
  sweep_by(swept_bytes(device_));
  watch_ = Buffer(device_, static_cast<std::size_t>(watched_values(solver_)) *
                               static_cast<std::size_t>(bytes_of(solver_.precision)));
  if (!ranks_.alone()) plan_travels();
  load_kernels(solver_.stages);
  load_kernels(solver_.pair.stages);
}

// None of an array that is fresh, nor of one that is read without neighbours: it is not fresh then for a
// stage that reaches them.
bool Simulation::needs_halo(const Access& read) const {
  bool reaches = false;
  for (std::size_t axis = 0; axis < 3; ++axis)
    reaches = reaches || read.halo_below(axis) > 0 || read.halo_above(axis) > 0;
  return reaches && !halo_is_fresh_[static_cast<std::size_t>(read.array)];
}

void Simulation::fill_halos(const std::vector<Access>& reads) {
  std::vector<int> stale;
  for (const Access& read : reads) {
    if (!needs_halo(read)) continue;
    stale.push_back(read.array);
    halo_is_fresh_[static_cast<std::size_t>(read.array)] = true;
  }
  side_by_side_.run(stale.size(), stream_,
                    [&](std::size_t i, void* stream) { fill_halo(stale[i], stream); });
}

void Simulation::fill_halo(int which, void* stream) const {
  const auto array = static_cast<std::size_t>(which);
  NodeExtents layers = extents_[array];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    layers.below[axis] = reach_[array].halo_below(axis);
    layers.above[axis] = reach_[array].halo_above(axis);
  }
  if (neighbours_ && neighbours_->has_below()) layers.below[solver_.dimension - 1] = 0;
  if (neighbours_ && neighbours_->has_above()) layers.above[solver_.dimension - 1] = 0;
  hermite::fill_halo(device_, solver_.precision, arrays_[array].data,
                     from_first_plane(arrays_[array].layout, planes_of(which), solver_.dimension),
                     layers, solver_.dimension, boundary_of(solver_, which), stream);
}

Simulation::Moment Simulation::moment(const std::vector<Stage>& stages) const {
  std::vector<void*> memory;
  for (const BoundArray& array : arrays_) memory.push_back(array.data);
  return {&stages, memory, halo_is_fresh_};
}

bool Simulation::settled() const {
  if (!can_replay()) return true;
  const auto found = recorded_.find(moment(took_pair_ ? solver_.pair.stages : solver_.stages));
  return found != recorded_.end() && found->second.graph;
}

// Nothing runs, and what is fresh is as before; no graph where CUDA does not take it.
void Simulation::record(Recorded& like_this, const std::vector<Stage>& stages) {
  const std::vector<bool> before = halo_is_fresh_;
  try {
    like_this.graph = std::make_unique<CudaGraph>([&](void* stream) {
      stream_ = stream;
      run_stages(stages);
    });
    like_this.halo_is_fresh = halo_is_fresh_;
  } catch (const MachineError& error) {
    why_not_replayed_ = error.what();
  }
  stream_ = nullptr;
  halo_is_fresh_ = before;
}

bool Simulation::replay(const std::vector<Stage>& stages) {
  if (!can_replay()) return false;
  const auto [found, is_new] = recorded_.try_emplace(moment(stages));
  Recorded& like_this = found->second;
  if (!is_new && !like_this.graph) record(like_this, stages);
  if (!like_this.graph) return false;
  like_this.graph->launch();
  halo_is_fresh_ = like_this.halo_is_fresh;
  return true;
}

void Simulation::step() {
  took_pair_ = false;
  if (!replay(solver_.stages)) device_.cuda() ? run_stages(solver_.stages) : run_sweeps();
  exchange(solver_.exchange);
}

void Simulation::step(const std::function<void(const Stage&)>& before) {
  took_pair_ = false;
  run_stages(solver_.stages, before);
  exchange(solver_.exchange);
}

int Simulation::advance(long most) {
  if (most < 2 || !has_pairs()) return step(), 1;
  took_pair_ = true;
  if (!replay(solver_.pair.stages)) run_stages(solver_.pair.stages);
  exchange(solver_.pair.exchange);
  return 2;
}

void Simulation::run_stages(const std::vector<Stage>& stages,
                            const std::function<void(const Stage&)>& before) {
  for (const Stage& stage : stages) before(stage), run_stage(stage);
}

void Simulation::run_stage(const Stage& stage) {
  if (neighbours_) return run_stage_among_ranks(stage);
  fill_halos(stage.reads);
  launch(stage);
  for (int written : stage.writes)
    halo_is_fresh_[static_cast<std::size_t>(written)] = stage.fills_halo;
}

void Simulation::exchange(const std::vector<std::pair<int, int>>& arrays) {
  for (const auto& [a, b] : arrays) {
    const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
    std::swap(arrays_[first], arrays_[second]);
    const bool fresh = halo_is_fresh_[first];
    halo_is_fresh_[first] = halo_is_fresh_[second];
    halo_is_fresh_[second] = fresh;
    if (neighbours_) std::vector<bool>::swap(planes_are_fresh_[first], planes_are_fresh_[second]);
  }
}

CellBox Simulation::box_of(const Stage& stage) const {
  CellBox box;
  const auto& nodes = solver_.arrays[static_cast<std::size_t>(stage.writes.front())].nodes;
  for (std::size_t axis = 0; axis < 3; ++axis) box.upper[axis] = nodes[axis];
  const Planes own = planes_of(stage.writes.front());
  box.lower[solver_.dimension - 1] = own.begin;
  box.upper[solver_.dimension - 1] = own.end;
  return box;
}

void Simulation::launch(const Stage& stage) const {
  stage.launch(arrays_, box_of(stage), {device_.threads(), stream_});
}

void Simulation::launch(const Stage& stage, const KernelUse& kernel) const {
  kernel.launch(arrays_, box_of(stage), {device_.threads(), stream_});
}

bool Simulation::adopt(const Solver& other) {
  if (other.arrays.size() != solver_.arrays.size() || other.precision != solver_.precision ||
      other.dimension != solver_.dimension || other.states != solver_.states ||
      other.kept != solver_.kept)
    return false;
  const int last = solver_.dimension - 1;
  for (std::size_t array = 0; array < arrays_.size(); ++array) {
    const ArraySpec &mine = solver_.arrays[array], &its = other.arrays[array];
    const NodeExtents have = extents_[array], want = extents_of(other, static_cast<int>(array));
    bool alike = mine.layout == its.layout && mine.stagger == its.stagger &&
                 have.fields == want.fields && have.entries == want.entries &&
                 have.shared_row == want.shared_row && have.row_bytes == want.row_bytes;
    bool reached = false;
    for (int axis = 0; axis < 3; ++axis) {
      alike = alike && have.below[axis] == want.below[axis] &&
              have.above[axis] == want.above[axis] &&
              (axis == last ? have.nodes[axis] >= want.nodes[axis]
                            : have.nodes[axis] == want.nodes[axis]);
      reached = reached || want.below[axis] > 0 || want.above[axis] > 0;
    }
    if (!alike || (reached && have.nodes[last] != want.nodes[last])) return false;
  }
  solver_ = other;
  for (std::size_t array = 0; array < arrays_.size(); ++array) {
    reach_[array] = reach_of(solver_, static_cast<int>(array));
    halo_is_fresh_[array] = false;
  }
  sweep_by(swept_bytes(device_));
  recorded_.clear();
  why_not_replayed_.clear();
  return true;
}

LargestValue Simulation::largest() {
  LargestValue most;
  for (int state = 0; state < states(); ++state) {
    const BoundArray& array = arrays_[array_of(state)];
    const Planes own = planes_of(static_cast<int>(array_of(state)));
    LargestValue found = largest_value(device_, solver_.precision, array.data,
                                       from_first_plane(array.layout, own, solver_.dimension),
                                       extents_[array_of(state)], watch_);
    found.state = state;
    found.rank = ranks_.rank();
    if (solver_.dimension == 3) found.m3 += own.begin;
    if (found.value > most.value) most = found;
  }
  for (const LargestValue& other : ranks_.all(most))
    if (other.value > most.value || (other.value == most.value && other.rank < most.rank))
      most = other;
  return most;
}

std::string Simulation::place_of(const LargestValue& largest) const {
  const NodeExtents& x = extents_[array_of(largest.state)];
  const long rows = slice_rows(largest.state);
  long found = 0;
  double most = -1;
  // In 3-D the plane is known, the row and the node in it are searched for; in 2-D a slice is a row.
  const auto search = [&](long slice, const double* values) {
    for (long node = 0; node < rows * x.nodes[0]; ++node)
      for (int e = 0; e < x.entries; ++e) {
        const long place = largest.field * rows * x.nodes[0] + node;
        const double v = std::abs(values[place * x.entries + e]);
        const double size = std::isnan(v) ? HUGE_VAL : v;
        if (size <= most) continue;
        most = size;
        found = solver_.dimension == 2 ? slice * x.nodes[0] + node : node;
      }
  };
  const Planes own = own_slices(largest.state);
  std::vector<double> values(slice_size(largest.state));
  for (long slice = own.begin; slice < own.end && largest.rank == ranks_.rank(); ++slice) {
    if (solver_.dimension == 3 && slice != largest.m3) continue;
    read_own_slice(slice, values.data(), largest.state);
    search(slice, values.data());
  }
  found = ranks_.all(found)[static_cast<std::size_t>(largest.rank)];
  std::string node = std::to_string(found % x.nodes[0]);
  if (solver_.dimension > 1) node += ", " + std::to_string(found / x.nodes[0]);
  if (solver_.dimension > 2) node += ", " + std::to_string(largest.m3);
  const int field = state(largest.state).first_field + largest.field;
  return "field " + solver_.fields[static_cast<std::size_t>(field)] + " at node (" + node + ")";
}

}  // namespace hermite
