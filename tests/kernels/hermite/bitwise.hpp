// Runs that must agree bit for bit.
#pragma once

#include <doctest/doctest.h>

#include "tests/kernels/hermite/launch.hpp"

namespace hermite {

// The problems of the bit-for-bit tests: every dimension, orders that are compiled ahead.
template <class F>
void for_bitwise_problems(F&& f) {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 1; order <= 3; ++order) {
      Problem p;
      p.dimension = dimension;
      p.order = order;
      p.cells = {dimension == 3 ? 9 : 21, dimension > 1 ? 5 : 1, dimension > 2 ? 4 : 1};
      p.velocity = {0.7, -1, 0.3};
      p.sides = {1, 0.6, 0.7};
      p.steps = 2;
      f(p);
    }
}

// Values that are not the same number in the same place.
inline long count_differences(const std::vector<double>& a, const std::vector<double>& b) {
  long count = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) count += a[i] == b[i] ? 0 : 1;
  return count;
}

inline std::vector<double> rounded(const std::vector<double>& values, Precision precision) {
  std::vector<double> result = values;
  if (precision == Precision::single)
    for (double& value : result) value = double(float(value));
  return result;
}

}  // namespace hermite
