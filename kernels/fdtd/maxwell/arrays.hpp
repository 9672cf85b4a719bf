#pragma once
// The arrays of Yee's scheme: six components, all of the same strides, and psi of the layers, each with the nodes
// that are updated. Which rows suit them.

#include <array>
#include <string>

#include "kernels/fdtd/maxwell/stages.hpp"

namespace hermite {

// The two axes across a component, whose layers it has psi in.
constexpr int axis_across(int component, int which) { return (component + 1 + which) % 3; }

// [component][which axis across it]: arrays of psi, -1 where there are no layers.
using YeePsi = std::array<std::array<int, 2>, 6>;

// Ex Ey Ez Hx Hy Hz as arrays 0 to 5, then psi.
YeePsi add_yee_arrays(Solver& solver, const Grid& grid, const FdtdMethod& method);

// Whether these arrays, in rows of whole lines, took more than 5 % over the values of fields and layers. The same on
// all ranks.
bool prefer_tight_rows(const System& system, const Grid& grid, const FdtdMethod& method,
                       const Device& device);

}  // namespace hermite
