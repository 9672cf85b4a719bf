// What `hermite tune` was asked for, and the searches that this makes: one for each pipeline,
// precision and order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "drivers/problem/options.hpp"
#include "drivers/problem/problem.hpp"
#include "roofline/tune/space.hpp"

namespace hermite {

struct TuneCommand {
  CaseOptions input;
  OutputOptions output;
  std::vector<std::string> pipelines, precisions, variants;  // empty: all; the case's; all
  std::vector<int> orders, cells_per_block;                  // empty: the case's; all
  double budget = 120;
  int rounds = 9;
  std::uint64_t seed = 0;  // 0: drawn
  bool no_roof = false;
  std::string table;     // empty: data/tuned/DEVICE.jsonl
  std::string ceilings;  // a file; empty: measured

  TuneSetting setting(const Problem& problem, const Device& device) const {
    bool layers = false;
    for (int axis = 0; axis < 3; ++axis) layers = layers || problem.fdtd.cpml.on(axis);
    return {problem.input.dimension, device.cuda(), problem.grid.cells,
            cells_per_block,         variants,      layers};
  }
};

struct Searches {
  std::vector<Problem> problems;  // without a solver
  // Why pipelines that nobody named, or sweeps of two steps, are not among them.
  std::vector<std::string> left_out;
};

/// Throws where something that was asked for cannot be.
Searches find_searches(const TuneCommand& options, const Device& device);

TuneSubject subject_of(const Problem& problem);

/// Hash of the case without what the tuner varies and what does not change a step.
std::string conditions_of(const Problem& problem);

}  // namespace hermite
