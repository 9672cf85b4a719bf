// Whether a convergence study shows the order that theory says.
#pragma once

#include <string>
#include <vector>

#include "hermite/output/results.hpp"

namespace hermite {

/// How far an observed order may be from 2N+1.
constexpr double order_tolerance = 0.2;

struct Verdict {
  enum class Kind { verified, not_judged, failed };
  Kind kind;
  int order;
  std::string text;  // one line: what was found and why
};

/// Below this rounding can move an observed order by 0.2, so the error is not judged: 3^N / 10 steps
/// eps amplitude. Measured, rounding alone leaves a tenth to a third of it (N = 3, 5, 8, 10; 10 to
/// 2560 steps; all pipelines).
double round_off(const Row& row, double amplitude);

/// One verdict per order, on the two finest grids at equal lam (the last row whose rate is judged).
/// Where the error there is at round-off, a coarser pair may verify the order, and nothing fails
/// it.
std::vector<Verdict> judge(const std::vector<Row>& rows, double amplitude);

}  // namespace hermite
