// What `hermite compare` was asked for, and the methods that it sets side by side. A method is data: the keys
// of the case that it replaces, and its grids. The case's own keys for hermite (method, kernel) hold for
// hermite alone.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare_points.hpp"
#include "drivers/options.hpp"
#include "drivers/problem.hpp"

namespace hermite {

struct CompareOptions {
  CaseOptions input;
  OutputOptions output;
  std::vector<int> orders = {1, 2, 3, 4, 5};
  std::vector<double> courants;  // of the staggered scheme; empty: near its limit, and .5
  std::vector<int> sweeps;       // its steps in a sweep; empty: the case's, on a GPU 1 and 2
  std::vector<double> periods = {10, 100};
  std::vector<int> cells, staggered_cells;  // empty: a range
  std::vector<double> tolerances = {1e-2, 1e-4, 1e-6};
  double limit = 300;    // seconds a run may take
  double budget = 3600;  // seconds for everything

  std::vector<std::string> precisions() const {
    if (input.precision.empty()) return {"single", "double"};
    return {input.precision};
  }
};

struct Method {
  std::string name;  // "Hermite N=3", "FDTD CFL .99", the same ", pairs" with two steps in a sweep
  std::string solver;
  std::vector<Override> changes;
  std::vector<int> cells;  // a side, coarse to fine
};

/// Errors below this are sought in double precision.
constexpr double single_precision_reach = 1e-4;

/// Every method that was asked for. Throws UsageError and CaseError where lists hold what cannot be.
std::vector<Method> methods_of(const CompareOptions& options, const Device& device);

/// The case under a method: `periods` and an eighth of its wave long (ComparedPoints::final_time).
Problem method_problem(const CompareOptions& options, const Method& method,
                       const std::string& precision, int cells, double final_time,
                       const Device& device);
/// The same without a solver, for what of it no machine refuses.
Problem method_state(const CompareOptions& options, const Method& method,
                     const std::string& precision, int cells, double final_time,
                     const Device& device);

/// The points that the methods have in common.
ComparedPoints points_of(const CompareOptions& options, const Device& device);

}  // namespace hermite
