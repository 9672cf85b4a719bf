// The zeros of the Legendre polynomial P_count, by Newton's method from the usual cosine estimate.
#include "hermite/method/gauss.hpp"

#include <cmath>

#include "hermite/core/pi.hpp"

namespace hermite {

GaussRule::GaussRule(int count) {
  for (int g = 0; g < count; ++g) {
    double x = std::cos(pi * (g + 0.75) / (count + 0.5)), slope = 1;
    for (int iteration = 0; iteration < 8; ++iteration) {
      double before = 0, p = 1;  // P_{k-1}, P_k
      for (int k = 0; k < count; ++k) {
        const double next = ((2 * k + 1) * x * p - k * before) / (k + 1);
        before = p;
        p = next;
      }
      slope = count * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    nodes.push_back(x / 2);
    weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
}

}  // namespace hermite
