// The largest of values that come one after the other, as errors do.
#pragma once

#include <type_traits>

namespace hermite {

// NaN stays: std::max would drop it, and with it a field that is nowhere a number would pass any bound.
template <class T>
void grow(T& most, std::common_type_t<T> value) {
  if (!(value <= most) && most == most) most = value;
}

}  // namespace hermite
