#pragma once
// 1/x, rounded as IEEE says, so that the host and a GPU have the same bits. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// V: a number, or several at once.
template <class V>
HERMITE_DEVICE V inverse_of(const V& v) {
  return 1 / v;
}

#if defined(__CUDA_ARCH__)
// nvcc's own division asks whether x or 1/x is too small for what follows, and branches, for each lane of a pack. This
// is what it does where they are not: an approximation to the last digit, and a step of Newton's, which makes that right
// (Markstein 1990). 0 of an infinite x; of x below 1e-38 not what IEEE says.
HERMITE_DEVICE float inverse_of(float x) {
  float guess;
  asm("rcp.approx.f32 %0, %1;" : "=f"(guess) : "f"(x));
  const float wrong = fmaxf(fmaf(-x, guess, 1.0f), -1.0f);  // of an infinite x no number: then -1
  return fmaf(guess, wrong, guess);
}
#endif

}  // namespace hermite
