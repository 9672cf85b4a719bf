#include "kernels/hermite/floor_flops.hpp"

#include <cmath>

#include "hermite/core/error.hpp"
#include "kernels/hermite/kernel_cost.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

namespace {

// Pencils per cell where each is made once: those along x1 of [i3][i2], along x2 of [i3][r1], along
// x3 of [r2][r1], with n values i and r results r.
double shared_pencils(int dimension, double n, double r) {
  return dimension == 1 ? 1 : dimension == 2 ? n + r : n * n + n * r + r * r;
}

// r sums of c products.
double dense_pencil(double r, double c) { return r * (2 * c - 1); }

// What the literal schedule spends on interpolation: every cell by itself, dense.
double literal_interpolation(int dimension, double n) {
  const double m = 2 * n;
  const double pencils = dimension == 1 ? 1 : dimension == 2 ? 2 * m : 3 * m * m;
  return pencils * dense_pencil(m, m);
}

// Interpolate and evolve in one: the count of the literal schedule, its interpolation replaced.
double evolving_floor(KernelKey key, StepArguments a, int interpolated) {
  key.id = literal_form(key.id);
  a.truncate = true;
  const int n = a.order + 1;
  return cost_per_cell(key, a).flops + interpolated * (interpolation_floor(key.dimension, n) -
                                                       literal_interpolation(key.dimension, n));
}

// A product for each of the 2^d parities, which have as many results together as sums each; the sums
// themselves each made once: 2 of the ends of a row, 4 of two rows, 8 of two planes.
double parity_floor(int dimension, double fields, double n) {
  const double values = fields * std::pow(n, dimension), classes = std::pow(2, dimension);
  return dense_pencil(values, values) + values * (2 * classes - 2);
}

}  // namespace

double interpolation_floor(int dimension, int n) {
  return shared_pencils(dimension, n, 2 * n) * 4 * n * n;
}

double floor_flops(const KernelKey& key, const StepArguments& a) {
  const int n = a.order + 1;
  switch (literal_form(key.id)) {
    case KernelId::reconstruct_literal:
      return a.fields * interpolation_floor(key.dimension, n);
    case KernelId::half_step_literal:
      return a.fields * shared_pencils(key.dimension, n, n) * dense_pencil(n, 2 * n);
    case KernelId::full_step_literal:
      return a.fields * shared_pencils(key.dimension, n, n) * dense_pencil(n, 3 * n);
    case KernelId::two_steps_literal:
      return a.fields * shared_pencils(key.dimension, n, n) * dense_pencil(n, 5 * n);
    case KernelId::evolve:
      return evolving_floor(key, a, 0);
    case KernelId::monolithic_literal:
      return evolving_floor(key, a, a.fields);
    case KernelId::parity_literal:
      return parity_floor(key.dimension, a.fields, n);
    case KernelId::pressure_literal:
      return evolving_floor(key, a, key.dimension);
    case KernelId::conservative_literal:
    case KernelId::velocity_literal:
      return evolving_floor(key, a, 1);
    default:
      throw Error(Exit::internal, "floor_flops.cpp has no floor of " + kernel_name(key.id));
  }
}

}  // namespace hermite
