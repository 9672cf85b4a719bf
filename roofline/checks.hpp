#pragma once
// Checks of the harness by itself: kernels whose bytes and operations are known, counted by their
// own source; ceilings that must stand in a certain order; values that cannot be.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "roofline/ceilings.hpp"

namespace hermite {

struct Check {
  std::string what;
  double expected = 0, found = 0;
  bool passed = false;
};

// Exact: the bytes of copy, triad and read, the operations of multiply-adds, the accesses of
// scratch.
std::vector<Check> count_checks();
// Every ceiling is positive; caches are no slower than what lies behind them; no peak is of a lowered clock.
std::vector<Check> ceiling_checks(const Ceilings& ceilings);

nlohmann::json to_json(const Check& check);

}  // namespace hermite
