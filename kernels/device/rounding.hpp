#pragma once
// Doubles rounded to the precision of other values, so that what double makes of these has the bits that they would.
// Freestanding.

#include "kernels/device/portable.hpp"
#if !defined(__CUDACC__)
#include "kernels/device/pack.hpp"
#endif

namespace hermite {

// S: float or double.
template <class S>
HERMITE_DEVICE double rounded_to(double v) {
  return static_cast<double>(static_cast<S>(v));
}

#if !defined(__CUDACC__)
template <class S>
inline Pack<double> rounded_to(const Pack<double>& v) {
  typedef S Rounded __attribute__((vector_size(pack_lanes<double> * sizeof(S))));
  return __builtin_convertvector(__builtin_convertvector(v, Rounded), Pack<double>);
}
#endif

}  // namespace hermite
