// The largest of values that come one after the other, as errors do.
#pragma once

namespace hermite {

template <class T>
struct Same {
  using Type = T;
};

// NaN stays: std::max would drop it, and with it a field that is nowhere a number would pass any bound.
template <class T>
void grow(T& most, typename Same<T>::Type value) {
  if (!(value <= most) && most == most) most = value;
}

}  // namespace hermite
