#pragma once
// A solver at work: its arrays on a device, and the step.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "hermite/parallel/ranks.hpp"
#include "kernels/device/cuda_graph.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/side_by_side.hpp"
#include "kernels/halo/neighbours.hpp"
#include "kernels/stage/growth.hpp"
#include "kernels/stage/plane_sweep.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// Of the slices of a state two nodes alone along an axis other than the last, or one twice, as if it had no
// others; whole slices where there is no axis.
struct Strip {
  int axis = -1;
  long nodes[2] = {0, 0};

  bool whole() const { return axis < 0; }
  bool operator==(const Strip& other) const {
    return axis == other.axis && nodes[0] == other.nodes[0] && nodes[1] == other.nodes[1];
  }
};

class Simulation {
 public:
  // Refuses before it allocates when the device has too little memory. The ranks must outlive it;
  // the solver's arrays are this rank's, and all ranks call the same functions in the same order.
  Simulation(Solver solver, const Device& device, Ranks& ranks = alone());

  const Solver& solver() const { return solver_; }
  const Device& device() const { return device_; }
  Ranks& ranks() const { return ranks_; }

  // On a GPU a step like one that was taken before is recorded, and from then on launched as one: small
  // grids are not bound by launches. The same kernels with the same arguments in the same order, so the
  // same bits. On the host stages are swept plane by plane where they can (plane_sweep.hpp).
  void step();
  // One step, or two at once where the solver has pairs of them and `most` allows; how many.
  int advance(long most);
  // The same as step(), with `before` called before each stage: for what looks at its arrays.
  void step(const std::function<void(const Stage&)>& before);
  // The kernels of one stage alone, halos as they are: for what times them.
  void launch(const Stage& stage) const;
  // One of these kernels that can be launched alone.
  void launch(const Stage& stage, const KernelUse& kernel) const;

  // How much of the arrays is swept at a time; infinite: no stages are.
  void sweep_by(double slab_bytes) { sweeps_ = plane_sweeps(solver_, slab_bytes); }
  // Whether step() does so; it does if nothing is said. A step that CUDA will not record is launched
  // kernel by kernel, and why_not_replayed() says why.
  void replay(bool on) { replays_ = on; }
  const std::string& why_not_replayed() const { return why_not_replayed_; }
  // Whether the next step, or the next two at once, will be launched like those taken last: what times them
  // begins there.
  bool settled() const;

  // Goes on with the stages of another solver of the same arrays, in other blocks or slabs; the
  // fields stay. False, and nothing is changed, where its arrays are others (one that no stage
  // reaches beyond may be shorter along the last axis than what is allocated).
  bool adopt(const Solver& other);
  // Every value of an array, halo and padding too, becomes NaN: what is not written then shows.
  void poison(int array);

  // The arrays that hold the solution between steps, by their place in Solver::states.
  int states() const { return static_cast<int>(solver_.states.size()); }
  const ArraySpec& state(int state) const;
  // What a step needs beside them, numbered after the states: for checkpoints.
  int kept() const { return static_cast<int>(solver_.kept.size()); }
  // A state goes in and out by slices: all nodes with one index along the last axis (in 1-D the
  // whole line), as doubles [field][m2][m1][entry] (2-D: [field][m1][entry]). Values of single
  // precision come back bit for bit.
  long slices(int state = 0) const;
  std::size_t slice_size(int state = 0, const Strip& strip = {}) const;
  // Those that this rank has: all there are on one.
  Planes own_slices(int state = 0) const;
  // Slices that this rank has.
  void write(const std::function<void(long slice, double* values)>& fill, int state = 0);
  // All slices, those of other ranks in what gathered() runs.
  void read(const std::function<void(long slice, const double* values)>& take, int state = 0) const;
  // One slice of a state, or a strip of it, into `values`: of a strip no more than it has is copied.
  void read_slice(long slice, double* values, int state = 0, const Strip& strip = {}) const;

  // Runs `work` on rank 0, which reads the slices of all: the other ranks send those that it asks for
  // meanwhile. What it throws all ranks throw.
  void gathered(const std::function<void()>& work) const;
  // Whether the nodes next to each other, `left` and the one after it along the last axis, are looked at
  // on this rank. On exactly one rank they are, between two calls of share_planes() and step().
  bool looks_between(long left, long right, int state = 0) const;
  // Brings the planes of these states next to this rank's own, for what looks between nodes.
  void share_planes(const std::vector<int>& states);
  // That this rank had nothing to do but to wait for halos of others, so far.
  double seconds_waited() { return neighbours_ ? neighbours_->seconds_waited() : 0; }

  LargestValue largest();
  // "field u at node (3, 4, 5)": the node of the largest magnitude in its plane.
  std::string place_of(const LargestValue& largest) const;
  // The states' arrays on the device, for what observes them there: a step may change their places.
  std::vector<BoundArray> bound_states() const;

 private:
  std::size_t array_of(int state) const;
  long slice_rows(int state) const;
  bool needs_halo(const Access& read) const;
  void fill_halos(const std::vector<Access>& reads);
  void fill_halo(int array, void* stream) const;
  void run_stages(
      const std::vector<Stage>& stages,
      const std::function<void(const Stage&)>& before = [](const Stage&) {});
  void run_stage(const Stage& stage);
  void run_stage_among_ranks(const Stage& stage);
  void exchange_and_launch(const Stage& stage);
  // Planes of a read that come from other ranks, and that go to them.
  struct Travel {
    bool any = false;  // on any rank
    int below = 0, above = 0, for_below = 0, for_above = 0;
  };
  void plan_travels();
  std::vector<int> reach_along_last() const;
  Neighbours::Part part_of(std::size_t array, const Travel& travel) const;
  Planes planes_of(int array) const {
    return own_planes(solver_.arrays[static_cast<std::size_t>(array)], solver_.dimension);
  }
  int owner_of(long slice, int state) const;
  void read_own_slice(long slice, double* values, int state, const Strip& strip = {}) const;
  void fetch(long slice, int state, const Strip& strip) const;
  void ask(int rank, int state, const Planes& slices, const Strip& strip, double* values) const;
  void add_up(long slice, int state) const;
  void clear_what_others_have(long slice, double* values, int state) const;
  void serve() const;
  void run_sweeps();
  void run_planes(const PlaneSweep& sweep);
  void fill_halo_of_planes(int array, long begin, long end);
  CellBox box_of(const Stage& stage) const;
  void exchange(const std::vector<std::pair<int, int>>& arrays);
  template <class T>
  void put_slice(long slice, const double* values, int state);
  template <class T>
  void get_slice(long slice, double* values, int state) const;
  template <class T>
  void get_strip(long slice, const Strip& strip, double* values, int state) const;

  // What launches depend on, beside the solver: of which stages they are, which memory each array has, and
  // whose halos are filled.
  using Moment = std::tuple<const std::vector<Stage>*, std::vector<void*>, std::vector<bool>>;
  struct Recorded {
    std::unique_ptr<CudaGraph> graph;  // null: taken once, kernel by kernel, which prepares them
    std::vector<bool> halo_is_fresh;   // after its stages
  };
  Moment moment(const std::vector<Stage>& stages) const;
  bool can_replay() const {
    return device_.cuda() && replays_ && why_not_replayed_.empty() && !neighbours_;
  }
  void record(Recorded& like_this, const std::vector<Stage>& stages);
  // As one launch, where it was recorded; false: it was not launched.
  bool replay(const std::vector<Stage>& stages);
  bool has_pairs() const { return !solver_.pair.stages.empty() && !neighbours_; }

  Solver solver_;
  Device device_;
  Ranks& ranks_;
  std::vector<NodeExtents> extents_;
  std::vector<Access> reach_;  // [array] (reach_of)
  std::vector<BoundArray> arrays_;
  std::vector<Buffer> buffers_;
  std::vector<bool> halo_is_fresh_;
  SideBySide side_by_side_;         // halos of several arrays
  std::vector<PlaneSweep> sweeps_;  // on the host
  Buffer watch_;
  // Among several ranks.
  std::unique_ptr<Neighbours> neighbours_;
  std::vector<std::vector<Travel>> travels_;  // [stage][read]
  std::vector<bool> planes_are_fresh_;        // [array], as halo_is_fresh_
  std::vector<std::vector<Planes>> owned_;    // [state, then kept][rank]
  std::vector<bool> looks_above_;             // [state]: from its left node's rank
  mutable bool gathering_ = false;
  struct Fetched {  // from another rank
    int state = -1;
    Strip strip;
    Planes slices = {0, 0};
    std::vector<double> values;
  };
  mutable Fetched fetched_;
  void* stream_ = nullptr;  // where kernels are launched: the default one, but for a record
  std::map<Moment, Recorded> recorded_;
  bool replays_ = true;
  bool took_pair_ = false;  // last, and not one step
  std::string why_not_replayed_;
};

}  // namespace hermite
