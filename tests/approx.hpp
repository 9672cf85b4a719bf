// Numbers that are equal to a tolerance. doctest's own adds 1 to their size: of an error of 1e-5 it would let
// anything pass, within any percentage; and where it is told none it takes 1e-5.
#pragma once

#include <doctest/doctest.h>

namespace hermite {

// To such a part of the number itself, which must not be 0.
inline doctest::Approx relative(double value, double tolerance) {
  return doctest::Approx(value).epsilon(tolerance).scale(0);
}

// To some tens of roundings, of the value or, where it is less, of 1.
inline doctest::Approx nearly(double value) { return doctest::Approx(value).epsilon(1e-14); }

}  // namespace hermite
