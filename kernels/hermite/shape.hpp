#pragma once
// The sizes of a Hermite kernel: dimension, order, and which 1-D operator it applies along each
// axis. Freestanding.

#include "hermite/core/order.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

constexpr int any_order = -1;  // N at run time, on the host only

// The 1-D operators: what they gather along an axis and what they return.
enum class Operator {
  interpolate,  // H: the n values at 2 nodes -> 2n coefficients about their midpoint
  half_step,    // A = S H: the n values at 2 nodes -> n values at their midpoint, dt/2 later
  full_step,    // A after A: the n values at 3 nodes -> n values at the middle one, dt later
  two_steps  // that after itself: the n values at 5 nodes -> n values at the middle one, 2 dt later
};

// Neighbouring nodes that an operator gathers.
constexpr int points_of(Operator op) {
  return op == Operator::two_steps ? 5 : op == Operator::full_step ? 3 : 2;
}

constexpr int power(int base, int exponent) {
  int p = 1;
  for (int i = 0; i < exponent; ++i) p *= base;
  return p;
}

template <int Dim, int Order>
struct Shape {
  static constexpr int dim = Dim;
  static constexpr int max_n = (Order == any_order ? max_order : Order) + 1;

  int order = Order;

  // Values per node and direction, n = N + 1.
  constexpr int n() const { return (Order == any_order ? order : Order) + 1; }
};

// The extents of an operator: `points` neighbouring nodes, columns() = points n gathered values.
template <Operator Op, class ShapeType>
struct Stencil {
  static constexpr Operator op = Op;
  static constexpr int dim = ShapeType::dim, max_n = ShapeType::max_n;
  static constexpr int points = points_of(Op);
  static constexpr int max_columns = points * ShapeType::max_n;
  static constexpr int max_rows = (Op == Operator::interpolate ? 2 : 1) * ShapeType::max_n;

  ShapeType shape;

  constexpr int n() const { return shape.n(); }
  constexpr int columns() const { return points * n(); }
  constexpr int rows() const { return (Op == Operator::interpolate ? 2 : 1) * n(); }
  // Pencils along the last axis; result entry = r * face() + pencil.
  constexpr int face() const { return power(rows(), dim - 1); }
};

}  // namespace hermite
