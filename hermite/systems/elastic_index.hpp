#pragma once
// Numbers of the stresses among an elastic medium's fields: velocities first, then sxx syy szz, then
// sxy sxz syz; in 2-D (P-SV) sxx syy, sxy. Freestanding.

namespace hermite {

/// The field that is sigma_ab.
constexpr int stress_field(int dimension, int a, int b) {
  return a == b ? dimension + a : 2 * dimension + a + b - 1;
}

struct StressIndex {
  int a, b;
};
/// The inverse, a <= b.
constexpr StressIndex stress_index(int dimension, int field) {
  if (field < 2 * dimension) return {field - dimension, field - dimension};
  const int shear = field - 2 * dimension;
  return {shear < 2 ? 0 : 1, shear < 1 ? 1 : 2};
}

}  // namespace hermite
