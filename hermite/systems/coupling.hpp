// A linear system as a list of terms that is read at compile time. Freestanding: kernels include
// it.
//
// A coupling is a type with `fields`, `terms` and `term(t)`; term t says
//   d u_out/dt += c_t d u_in/d x_axis,
// and the coefficients c_t are an array of run-time numbers in the same order.
#pragma once

namespace hermite {

struct Term {
  int out;   // field whose time derivative it adds to
  int in;    // field that is differentiated
  int axis;  // 0, 1, 2
};

}  // namespace hermite
