#pragma once
// Which boxes the CPML kernels update (cpml_kernel.hpp).

#include <vector>

#include "kernels/fdtd/maxwell/cpml_kernel.hpp"

namespace hermite {

enum class CpmlSchedule { fused, regions, faces };  // A1, A2, A3 of Toivanen et al. 2011

// The launches of a half step, in order; none for A1. `a` holds layers and box.
std::vector<CpmlRegions> cpml_launches(const YeeArguments& a, CpmlSchedule schedule);

}  // namespace hermite
