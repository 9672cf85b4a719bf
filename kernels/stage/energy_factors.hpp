#pragma once
// What the energy of a field's values is known by: the factors of its step. Freestanding.

#include "kernels/device/portable.hpp"

namespace hermite {

// u' = keep u + gain (differences), of a step dt and with either sign: E = dt (1 + keep)/(2 |gain|). 0 where nothing moves
// a field, as in a perfect conductor, and of a fluid's shear stresses.
template <class V>
HERMITE_DEVICE V energy_of_factors(double dt, const V& keep, const V& gain) {
  const V zero{}, size = gain < zero ? -gain : gain;
  return size > zero ? dt / 2 * (1.0 + keep) / size : zero;
}

// What E of fields at the same nodes is known by.
enum class EnergyMedia { one_medium, byte_numbers, short_numbers, factors, node_values };
struct EnergyFactors {
  EnergyMedia media = EnergyMedia::one_medium;
  // E of each number; of normal stresses two, the compliance's bulk and shear.
  const double* table = nullptr;
  const void* numbers = nullptr;  // in the states' layout, as the factors are
  // keep and gain; or of values that lie at nodes and whose sum makes the gain: of normal stresses lambda and what makes
  // 2 mu, of other fields the second alone.
  const void* factor[2] = {nullptr, nullptr};
  double dt = 0;
  // How far away the nodes lie that are summed up with a point's own, along no, one or two axes.
  long beside[2] = {0, 0};
  bool inverse = true;  // the gain is scale/sum, else scale sum
  double scale = 1;
};

}  // namespace hermite
