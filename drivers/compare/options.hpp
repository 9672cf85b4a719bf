// What `hermite compare` was asked for.
#pragma once

#include <string>
#include <vector>

#include "drivers/problem/options.hpp"

namespace hermite {

/// Below it rounding spoils single precision; runs in double precision alone count.
constexpr double single_precision_reach = 1e-4;

struct CompareOptions {
  CaseOptions input;
  OutputOptions output;
  std::vector<int> orders = {1, 2, 3, 4, 5};
  std::vector<double> courants;  // of the staggered scheme; empty: near its limit, and .5
  std::vector<int> sweeps;       // its steps in a sweep; empty: 1, or 1 and 2 (methods_of)
  std::vector<double> periods = {10, 100};
  std::vector<int> cells, staggered_cells;  // empty: a range
  std::vector<double> tolerances = {1e-2, 1e-4, 1e-6};
  double limit = 300;    // seconds a run may take
  double budget = 3600;  // seconds for everything

  // Single where a tolerance is left that it may reach.
  std::vector<std::string> precisions() const;

  void declare(CLI::App& command);
};

}  // namespace hermite
