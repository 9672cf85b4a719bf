// A simulation among ranks: which planes travel before a stage, what is launched meanwhile, and how
// rank 0 comes to the slices of the others. All is derived from reads, writes and reach.
//
// A stage whose launches may be cut runs its inner planes, which reach no other rank's, while the halos
// of the arrays that it reads travel:
//
//   start    messages with the outermost planes
//   inner    . . = = = = . .        planes that reach within the rank
//   finish   halos are there
//   outer    = = . . . . = =
//
// On a GPU the outer ones begin when the halos are there, beside the inner ones: few as they are, they would
// not fill it.

#include <algorithm>
#include <climits>

#include "hermite/core/error.hpp"
#include "kernels/stage/simulation.hpp"

namespace hermite {

namespace {

enum Tag { request_tag = 11, slice_tag };

// What rank 0 asks another for; a negative state: nothing any more.
struct Request {
  long state = -1;
  Planes slices;
  Strip strip;
};

constexpr std::size_t most_fetched_bytes = 32 << 20;

// How rank 0's work ended, for all.
struct Outcome {
  bool failed = false;
  Exit code = Exit::ok;
};

[[noreturn]] void throw_again(Exit code, const std::string& text) {
  if (code == Exit::machine) throw MachineError(text);
  if (code == Exit::unstable) throw RunError(text);
  throw Error(code, text);
}

}  // namespace

// [stage][read][below, above], of this rank, where there is another rank to reach.
std::vector<int> Simulation::reach_along_last() const {
  const auto last = static_cast<std::size_t>(solver_.dimension - 1);
  std::vector<int> reach;
  for (const Stage& stage : solver_.stages)
    for (const Access& read : stage.reads) {
      const Access& of_all = reach_[static_cast<std::size_t>(read.array)];
      const bool reaches = read.below[last] + read.above[last] > 0;
      reach.push_back(reaches && neighbours_->has_below() ? of_all.below[last] : 0);
      reach.push_back(reaches && neighbours_->has_above() ? of_all.above[last] : 0);
    }
  return reach;
}

void Simulation::plan_travels() {
  const bool periodic = solver_.wall[static_cast<std::size_t>(solver_.dimension - 1)][0] == 0;
  neighbours_ = std::make_unique<Neighbours>(ranks_, device_, periodic, solver_.dimension,
                                             bytes_of(solver_.precision));
  planes_are_fresh_.assign(arrays_.size(), false);
  // 1. What each rank's stages reach.
  const std::vector<int> mine = reach_along_last();
  const std::vector<int> all = ranks_.all_lists(mine);
  const auto of_rank = [&](int rank, std::size_t i) {
    return rank < 0 ? 0 : all[static_cast<std::size_t>(rank) * mine.size() + i];
  };
  std::size_t i = 0;
  for (const Stage& stage : solver_.stages) {
    travels_.emplace_back();
    for (std::size_t read = 0; read < stage.reads.size(); ++read, i += 2) {
      Travel travel;
      travel.below = mine[i];
      travel.above = mine[i + 1];
      travel.for_below = of_rank(neighbours_->below(), i + 1);
      travel.for_above = of_rank(neighbours_->above(), i);
      for (int rank = 0; rank < ranks_.count(); ++rank)
        travel.any = travel.any || of_rank(rank, i) > 0 || of_rank(rank, i + 1) > 0;
      travels_.back().push_back(travel);
    }
  }
  // 2. Who has which slices, and on which side arrays have room for a plane of another rank.
  for (int state = 0; state < states() + kept(); ++state) {
    owned_.push_back(ranks_.all(own_slices(state)));
    const int room = extents_[array_of(state)].above[solver_.dimension - 1];
    bool all_have = true;
    for (const int other : ranks_.all(neighbours_->has_above() ? room : INT_MAX))
      all_have = all_have && other > 0;
    looks_above_.push_back(all_have);
  }
}

Neighbours::Part Simulation::part_of(std::size_t array, const Travel& travel) const {
  return {arrays_[array].data,
          from_first_plane(arrays_[array].layout, planes_of(static_cast<int>(array)),
                           solver_.dimension),
          extents_[array],
          travel.below,
          travel.above,
          travel.for_below,
          travel.for_above};
}

// What fails on one rank alone leaves the others waiting for its planes: to them it is lost.
void Simulation::run_stage_among_ranks(const Stage& stage) {
  try {
    exchange_and_launch(stage);
  } catch (const MachineError& error) {
    throw LostRank(error.what());
  }
}

void Simulation::exchange_and_launch(const Stage& stage) {
  // 1. Halos that the rank fills itself, and those that others do.
  const std::vector<Travel>& travels =
      travels_[static_cast<std::size_t>(&stage - solver_.stages.data())];
  std::vector<Neighbours::Part> parts;
  long below = 0, above = 0;
  fill_halos(stage.reads);
  for (std::size_t r = 0; r < stage.reads.size(); ++r) {
    const auto array = static_cast<std::size_t>(stage.reads[r].array);
    if (!travels[r].any || planes_are_fresh_[array]) continue;
    parts.push_back(part_of(array, travels[r]));
    planes_are_fresh_[array] = true;
    below = std::max<long>(below, travels[r].below);
    above = std::max<long>(above, travels[r].above);
  }
  // 2. The stage, in up to three parts.
  const int last = solver_.dimension - 1;
  const CellBox whole = box_of(stage);
  const auto launch_planes = [&](long begin, long end, void* stream) {
    CellBox box = whole;
    box.lower[last] = begin;
    box.upper[last] = end;
    stage.launch(arrays_, box, {device_.threads(), stream});
  };
  const long begin = whole.lower[last], end = whole.upper[last];
  const bool in_parts = !parts.empty() && (stage.by_planes || stage.by_boxes) &&
                        begin + below < end - above && end - begin >= stage.least_in_parts;
  if (!parts.empty()) neighbours_->start(parts);
  if (in_parts) {
    const bool at_once = !stage.one_at_a_time && below + above > 0;
    void* const beside = at_once ? side_by_side_.begin(0, stream_) : stream_;
    launch_planes(begin + below, end - above, stream_);
    neighbours_->finish(beside);
    if (below > 0) launch_planes(begin, begin + below, beside);
    if (above > 0) launch_planes(end - above, end, beside);
    if (at_once) side_by_side_.end(0, stream_);
  } else {
    if (!parts.empty()) neighbours_->finish();
    stage.launch(arrays_, whole, {device_.threads(), stream_});
  }
  for (const int written : stage.writes) {
    halo_is_fresh_[static_cast<std::size_t>(written)] = false;
    planes_are_fresh_[static_cast<std::size_t>(written)] = false;
  }
}

bool Simulation::looks_between(long left, long right, int state) const {
  if (!neighbours_) return true;
  return own_slices(state).has(looks_above_[static_cast<std::size_t>(state)] ? left : right);
}

void Simulation::share_planes(const std::vector<int>& states) {
  if (!neighbours_ || states.empty()) return;
  std::vector<Neighbours::Part> parts;
  for (const int state : states) {
    const bool up = looks_above_[static_cast<std::size_t>(state)];
    parts.push_back(
        part_of(array_of(state), {true, up ? 0 : 1, up ? 1 : 0, up ? 1 : 0, up ? 0 : 1}));
  }
  neighbours_->start(parts);
  neighbours_->finish();
}

int Simulation::owner_of(long slice, int state) const {
  const std::vector<Planes>& owned = owned_[static_cast<std::size_t>(state)];
  for (std::size_t rank = 0; rank < owned.size(); ++rank)
    if (owned[rank].has(slice)) return static_cast<int>(rank);
  throw Error(Exit::internal, "no rank has slice " + std::to_string(slice));
}

void Simulation::read_slice(long slice, double* values, int state, const Strip& strip) const {
  const bool shared = neighbours_ && this->state(state).shared;
  if (!neighbours_ || (own_slices(state).has(slice) && !shared))
    return read_own_slice(slice, values, state, strip);
  if (!gathering_) throw Error(Exit::internal, "a slice of another rank was asked for");
  if (fetched_.state != state || !(fetched_.strip == strip) || !fetched_.slices.has(slice))
    shared ? add_up(slice, state) : fetch(slice, state, strip);
  const std::size_t size = slice_size(state, strip);
  std::copy_n(
      fetched_.values.data() + size * static_cast<std::size_t>(slice - fetched_.slices.begin), size,
      values);
}

// One slice where it stands alone; where slices are asked for one after the other twice as many each time.
void Simulation::fetch(long slice, int state, const Strip& strip) const {
  const int owner = owner_of(slice, state);
  const std::size_t size = slice_size(state, strip);
  const bool goes_on =
      fetched_.state == state && fetched_.strip == strip && fetched_.slices.end == slice;
  const long most = std::max(1L, static_cast<long>(most_fetched_bytes / sizeof(double) / size));
  const long wanted = goes_on ? std::min(most, 2 * fetched_.slices.count()) : 1;
  const Planes has = owned_[static_cast<std::size_t>(state)][static_cast<std::size_t>(owner)];
  fetched_.state = state;
  fetched_.strip = strip;
  fetched_.slices = {slice, std::min(slice + wanted, has.end)};
  fetched_.values.resize(size * static_cast<std::size_t>(fetched_.slices.count()));
  ask(owner, state, fetched_.slices, strip, fetched_.values.data());
}

void Simulation::ask(int rank, int state, const Planes& slices, const Strip& strip,
                     double* values) const {
  Request request{state, slices, strip};
  const std::size_t count = slice_size(state, strip) * static_cast<std::size_t>(slices.count());
  ranks_.start_send({rank, request_tag, &request, sizeof request});
  ranks_.start_receive({rank, slice_tag, values, count * sizeof(double)});
  ranks_.wait_patiently();
}

// Of an array that ranks share out: no value is anything but 0 on two of them, so the sum is exact.
void Simulation::add_up(long slice, int state) const {
  fetched_.state = state;
  fetched_.strip = {};
  fetched_.slices = {slice, slice + 1};
  fetched_.values.resize(slice_size(state));
  read_own_slice(slice, fetched_.values.data(), state);
  std::vector<double> others(slice_size(state));
  for (int rank = 1; rank < ranks_.count(); ++rank) {
    ask(rank, state, fetched_.slices, {}, others.data());
    for (std::size_t i = 0; i < others.size(); ++i) fetched_.values[i] += others[i];
  }
}

void Simulation::clear_what_others_have(long slice, double* values, int state) const {
  const auto fields = static_cast<long>(extents_[array_of(state)].fields);
  const long per_field = static_cast<long>(slice_size(state)) / fields;
  const std::vector<Planes>& own = this->state(state).own;
  for (long i = 0; i < per_field; ++i) {
    const auto has = [&](const Planes& part) { return part.has(slice * per_field + i); };
    if (std::any_of(own.begin(), own.end(), has)) continue;
    for (long f = 0; f < fields; ++f) values[f * per_field + i] = 0;
  }
}

// Until rank 0 asks for nothing more.
void Simulation::serve() const {
  std::vector<double> values;
  while (true) {
    Request request;
    ranks_.start_receive({0, request_tag, &request, sizeof request});
    ranks_.wait_patiently();
    if (request.state < 0) return;
    const int state = static_cast<int>(request.state);
    const std::size_t size = slice_size(state, request.strip);
    values.resize(size * static_cast<std::size_t>(request.slices.count()));
    for (long slice = request.slices.begin; slice < request.slices.end; ++slice)
      read_own_slice(slice,
                     values.data() + size * static_cast<std::size_t>(slice - request.slices.begin),
                     state, request.strip);
    ranks_.start_send({0, slice_tag, values.data(), values.size() * sizeof(double)});
    ranks_.wait_patiently();
  }
}

void Simulation::gathered(const std::function<void()>& work) const {
  if (!neighbours_ || gathering_) return work();
  Outcome outcome;
  std::string text;
  if (ranks_.first()) {
    gathering_ = true;
    try {
      work();
    } catch (const LostRank&) {
      throw;
    } catch (const Error& error) {
      outcome = {true, error.code()};
      text = error.what();
    } catch (const std::exception& error) {
      outcome = {true, Exit::internal};
      text = error.what();
    }
    gathering_ = false;
    fetched_ = {};
    const Request none;
    for (int rank = 1; rank < ranks_.count(); ++rank)
      ranks_.start_send({rank, request_tag, const_cast<Request*>(&none), sizeof none});
    ranks_.wait_patiently();
  } else {
    serve();
  }
  outcome = ranks_.of_first(outcome);
  text = ranks_.of_first(text);
  if (outcome.failed) throw_again(outcome.code, text);
}

}  // namespace hermite
