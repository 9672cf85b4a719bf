// The solution of u_t = sum_d A_d d_d u a little before or after initial data that are known in
// space only, by its Taylor series in time:
//
//   u(t) = sum_s t^s / s! L^s u(0),   L = sum_terms coefficient d/dx_axis
//
// It starts schemes whose fields live at different times. The data are Series in z = (x - x0)/h about
// a node. Each L takes one derivative, so the sum of a Series ends, and is exact for the polynomial
// that the Series is. Its only error comes from the derivatives that the Series was cut before: with
// extent 2N+2 per direction these are of order 2N+2 and more, and change the result by O(h^(2N+2)).
// It is made once, not in every step, so that no scheme of order up to 2N+2 loses by it.
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
