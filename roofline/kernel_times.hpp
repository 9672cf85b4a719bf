#pragma once
// The stages of a solver, each timed by itself, with what each does by its own source.

#include <functional>
#include <string>
#include <vector>

#include "kernels/device/kernel_facts.hpp"
#include "kernels/stage/simulation.hpp"
#include "roofline/roof.hpp"
#include "roofline/timing.hpp"

namespace hermite {

struct KernelRecord {
  std::string name;                  // monolithic_march
  std::array<int, 3> cells;          // of a block
  std::optional<KernelFacts> facts;  // on a GPU
  std::optional<Timing> timing;      // by itself, where the stage has others
};

struct StageRecord {
  std::string stage;  // "to dual"
  std::vector<KernelRecord> kernels;
  Work work;
  Timing timing;
  long cells = 0;            // that the stage updates
  double working_bytes = 0;  // arrays that it reads or writes
};

// What a launch of the stage does: counts of its kernels, bytes of its arrays.
Work work_of(const Solver& solver, const Stage& stage);

// All stages of a solver, not timed: those of a step, and of two steps at once where it has them.
std::vector<StageRecord> describe_stages(const Solver& solver);
// The same, timed on random data; where a stage has several kernels, these too.
std::vector<StageRecord> time_stages(Simulation& simulation, const TimingRule& rule);

// Every stage that is one kernel once, with a profiler listening to it and nothing else; returns
// their names in order.
std::vector<std::string> profile_stages(Simulation& simulation);

}  // namespace hermite
