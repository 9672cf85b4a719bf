#include "kernels/stage/plane_sweep.hpp"

#include <algorithm>
#include <set>

#include "kernels/stage/simulation.hpp"

namespace hermite {

namespace {

// Of a slab: an image at a wall is never farther away.
constexpr long least_planes = 2;
// Fewer are not worth it: what is swept nearly fits the caches.
constexpr double few_slabs = 4;
constexpr std::size_t last = 2;  // axis

bool writes(const Stage& stage, int array) {
  return std::find(stage.writes.begin(), stage.writes.end(), array) != stage.writes.end();
}

// Planes that `later` must stay behind `earlier`.
long distance(const Stage& earlier, const Stage& later) {
  long planes = 0;
  for (const Access& read : later.reads)
    if (writes(earlier, read.array)) planes = std::max<long>(planes, read.above[last]);
  for (const Access& read : earlier.reads)
    if (writes(later, read.array)) planes = std::max<long>(planes, read.below[last]);
  return planes;
}

// A first plane that is an image of the last one would have to wait for it.
bool can_sweep(const Solver& solver, const Stage& stage) {
  if (!stage.by_planes || solver.dimension != 3) return false;
  return std::none_of(stage.reads.begin(), stage.reads.end(), [&](const Access& read) {
    const bool reaches = read.below[last] > 0 || read.above[last] > 0;
    return reaches && boundary_of(solver, read.array).wall[last][0] == 0;
  });
}

// Of the arrays that the stages of a sweep read or write.
double bytes_of_arrays(const Solver& solver, const PlaneSweep& sweep) {
  std::set<int> arrays;
  for (std::size_t s = sweep.first; s < sweep.end(); ++s) {
    for (const Access& read : solver.stages[s].reads) arrays.insert(read.array);
    arrays.insert(solver.stages[s].writes.begin(), solver.stages[s].writes.end());
  }
  double bytes = 0;
  for (const int array : arrays)
    bytes += static_cast<double>(layout_of(solver, array).size) * bytes_of(solver.precision);
  return bytes;
}

}  // namespace

double swept_bytes(const Device& device) {
  return std::min(1e6 * device.threads(), static_cast<double>(device.cache_bytes()) / 4);
}

std::vector<PlaneSweep> plane_sweeps(const Solver& solver, double slab_bytes) {
  std::vector<PlaneSweep> sweeps;
  for (std::size_t s = 0; s < solver.stages.size(); ++s) {
    const Stage& stage = solver.stages[s];
    const bool joins = !sweeps.empty() && can_sweep(solver, stage) &&
                       can_sweep(solver, solver.stages[sweeps.back().first]);
    if (!joins) {
      sweeps.push_back({s, {0}});
      continue;
    }
    PlaneSweep& sweep = sweeps.back();
    long lag = 0;
    for (std::size_t before = 0; before < sweep.lag.size(); ++before)
      lag = std::max(lag, sweep.lag[before] + distance(solver.stages[sweep.first + before], stage));
    sweep.lag.push_back(lag);
  }
  for (PlaneSweep& sweep : sweeps) {
    const double slabs = bytes_of_arrays(solver, sweep) / slab_bytes;
    if (sweep.lag.size() == 1 || slabs < few_slabs) continue;
    const int array = solver.stages[sweep.first].writes.front();
    const long all = solver.arrays[static_cast<std::size_t>(array)].nodes[last];
    sweep.planes = std::max(static_cast<long>(static_cast<double>(all) / slabs),
                            least_planes + sweep.lag.back());
  }
  return sweeps;
}

// The halos of planes begin <= k < end of an array, and beyond its first and last plane where these are
// among them.
void Simulation::fill_halo_of_planes(int which, long begin, long end) {
  const auto array = static_cast<std::size_t>(which);
  const BoundArray& bound = arrays_[array];
  NodeExtents x = extents_[array];
  const bool is_first = begin == 0, is_last = end >= x.nodes[last];
  x.nodes[last] = std::min(end, x.nodes[last]) - begin;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    x.below[axis] = axis == last && !is_first ? 0 : reach_[array].halo_below(axis);
    x.above[axis] = axis == last && !is_last ? 0 : reach_[array].halo_above(axis);
  }
  char* const data = static_cast<char*>(bound.data) +
                     begin * bound.layout.m3 * static_cast<long>(bytes_of(solver_.precision));
  hermite::fill_halo(device_, solver_.precision, data, bound.layout, x, solver_.dimension,
                     boundary_of(solver_, which), stream_);
}

void Simulation::run_sweeps() {
  if (neighbours_) return run_stages(solver_.stages);
  for (const PlaneSweep& sweep : sweeps_)
    if (sweep.planes > 0)
      run_planes(sweep);
    else
      for (std::size_t s = sweep.first; s < sweep.end(); ++s) run_stage(solver_.stages[s]);
}

void Simulation::run_planes(const PlaneSweep& sweep) {
  const auto stage = [&](std::size_t i) -> const Stage& { return solver_.stages[sweep.first + i]; };
  const std::size_t count = sweep.lag.size();
  // 1. The halos that are there before it, and those that its own stages make the insides of.
  std::vector<Access> before;
  std::vector<std::vector<Access>> inner(count);
  for (std::size_t reader = 0; reader < count; ++reader)
    for (const Access& read : stage(reader).reads) {
      std::size_t writer = reader;
      while (writer > 0 && !writes(stage(writer - 1), read.array)) --writer;
      (writer == 0 ? before : inner[writer - 1]).push_back(read);
    }
  fill_halos(before);
  // 2. Slabs, the last one with what is left over.
  std::vector<CellBox> boxes;
  std::vector<long> done(count, 0);
  for (std::size_t i = 0; i < count; ++i) boxes.push_back(box_of(stage(i)));
  const long all = boxes.front().upper[last], slabs = std::max(1L, all / sweep.planes);
  for (long slab = 1; slab <= slabs; ++slab)
    for (std::size_t i = 0; i < count; ++i) {
      CellBox box = boxes[i];
      box.lower[last] = done[i];
      if (slab < slabs) box.upper[last] = slab * sweep.planes - sweep.lag[i];
      if (box.upper[last] <= box.lower[last]) continue;
      done[i] = box.upper[last];
      stage(i).launch(arrays_, box, {device_.threads(), stream_});
      for (const Access& read : inner[i])
        fill_halo_of_planes(read.array, box.lower[last],
                            slab < slabs
                                ? box.upper[last]
                                : extents_[static_cast<std::size_t>(read.array)].nodes[last]);
    }
  for (std::size_t i = 0; i < count; ++i)
    for (const int written : stage(i).writes)
      halo_is_fresh_[static_cast<std::size_t>(written)] = false;
}

}  // namespace hermite
