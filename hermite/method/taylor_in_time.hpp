// The solution of u_t = sum_d A_d d_d u a little before or after initial data that are known in
// space only, by its Taylor series in time:
//
//   u(t) = sum_s t^s / s! L^s u(0),   L = sum_terms coefficient d/dx_axis
//
// It starts schemes whose fields live at different times. The data are Series in z = (x - x0)/h
// about a node. They are polynomials, so the sum ends, and is exact for the polynomial; taken of
// extent 2N+2 per direction (one derivative of the result's more than N+1 for each power of t/h up
// to that of the interpolation error) it starts order N without loss: what is cut off changes the
// data by O(h^(2N+2)), once.
#pragma once

#include <array>
#include <vector>

#include "hermite/core/problem.hpp"
#include "hermite/method/taylor.hpp"

namespace hermite {

/// Replaces u, one Series for each of the `fields` fields of the terms, by their values at time t
/// (seconds, of either sign). h: the widths of the cells, in metres. All get the extents of the
/// largest.
void taylor_in_time(const std::vector<CoupledTerm>& terms, const std::array<double, 3>& h, double t,
                    int fields, Series* u);

}  // namespace hermite
