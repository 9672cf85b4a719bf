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

// What arrays may take over the values of fields and layers, as a part of these: tables and the watch for growth take
// the rest of 5 %.
constexpr double most_over_values = 0.049;
// Of these values too; less is not worth slower kernels: what is over then is halos, not rows.
constexpr double least_saving = 0.005;

// Whether rows of whole lines would take more than that, and tight rows so much less. Of a whole domain, before ranks
// share it.
bool lines_waste_memory(const System& system, const Grid& grid, const FdtdMethod& method,
                        const Device& device);

}  // namespace hermite
