// The methods that `hermite compare` sets side by side. A method is data: the keys of the case that it
// replaces, and its grids. The case's own keys for hermite (method, kernel) hold for hermite alone.
#pragma once

#include <string>
#include <vector>

#include "drivers/compare/options.hpp"
#include "drivers/compare/points.hpp"
#include "drivers/problem/problem.hpp"

namespace hermite {

struct Method {
  std::string name;  // "Hermite N=3", "FDTD CFL .99", the same ", pairs" with two steps in a sweep
  std::string solver;
  std::vector<Override> changes;
  std::vector<int> cells;  // a side, coarse to fine
};

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
