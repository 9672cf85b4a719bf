#pragma once
// The hierarchical roofline model of a launch: the least time that each part of a device needs for
// what the launch asks of it. The largest is the binding roof.
//
//   memory   compulsory bytes (each input read once, each output written once) at the rate of a copy
//            of that size, what is read beyond what is written at that of reading
//   cache    block bytes (each block reads its cells and their neighbours once) from the shared
//            cache: L2 on a GPU
//   scratch  requested bytes and those of the block's working memory: both go through the
//            first-level cache or shared memory
//   flops    own operations at the peak of multiply-adds, or of the FP64 matrix units where it works on these
//   launch   launches that do nothing
//
// Beside it stands the floor, which knows no schedule: the larger of compulsory bytes and floor
// operations at the same peak.

#include <optional>
#include <string>
#include <vector>

#include "kernels/device/precision.hpp"
#include "roofline/ceilings.hpp"

namespace hermite {

// What a launch does, in all.
struct Work {
  double flops = 0, floor_flops = 0;
  double read_bytes = 0, written_bytes = 0;  // compulsory
  double block_bytes = 0;
  double requested_bytes = 0, scratch_bytes = 0;  // scratch 0 where it is not known
  int launches = 1;
  bool matrix_units = false;  // does its operations there

  double compulsory_bytes() const { return read_bytes + written_bytes; }
};

// What hardware counters say of it; a value that is not known is negative.
struct Counters {
  double memory_bytes = -1, cache_bytes = -1, global_bytes = -1, scratch_bytes = -1;
  double flops_single = -1, flops_double = -1;
  double occupancy = -1;  // share of the warps, achieved
  // Of the time, or of what it can do in it, that a part was at work: issuing instructions, the units of single and of
  // double precision, those of FP64 matrices, the first-level cache and shared memory, the shared cache, what passes
  // between its parts, memory. The busiest one near 1 binds; where none is, warps wait for something else.
  double issue_busy = -1, single_busy = -1, double_busy = -1, matrix_busy = -1;
  double scratch_busy = -1, cache_busy = -1, link_busy = -1, memory_busy = -1;
  double seconds = -1;  // at the profiler's clock
};

struct Roof {
  std::string name;
  double seconds;
};

struct Judgement {
  std::vector<Roof> roofs;
  std::string bound;               // the name of the largest
  double attainable = 0;           // its seconds
  double share = 0;                // attainable over measured
  double gap = 0;                  // measured less attainable, seconds
  double floor = 0;                // seconds
  double floor_share = 0;          // floor over measured
  std::vector<std::string> flags;  // what cannot be, or should not be relied on
};

// A share above it means that a count, a ceiling or the time is wrong.
constexpr double most_share = 1.05;
// Below so much of the clock that the peak was measured at, less is to be had of the multiprocessors than the roofs
// say: a board lowers it for power or heat.
constexpr double least_clock = 0.95;
// And samples that differ by more say little.
constexpr double most_spread = 0.1;

// Of memory for unequal parts read and written: what is not copied is read at the rate of reading.
double memory_seconds(const Ceilings& ceilings, double read, double written);

Judgement judge(const Work& work, Precision precision, const Ceilings& ceilings,
                const Timing& timing, const std::optional<Counters>& counters = {});

}  // namespace hermite
