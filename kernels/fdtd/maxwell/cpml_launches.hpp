#pragma once
// The kernels of layers apart from the fields: which boxes they update, in which blocks.

#include <string>
#include <vector>

#include "kernels/fdtd/maxwell/cpml_face.hpp"
#include "kernels/fdtd/maxwell/cpml_kernel.hpp"

namespace hermite {

// A1, A2, A3 of Toivanen et al. 2011, and A3 as their first one (cpml_face.hpp).
enum class CpmlSchedule { fused, regions, faces, faces_naive };

CpmlSchedule chosen_cpml(const std::string& kernels);

struct CpmlLaunch {
  std::string name;  // cpml_regions, or cpml_face_x_lower
  bool over_regions = false;
  CpmlRegions regions;  // of one over regions
  CpmlFace face;        // of the others
  FdtdBlock block;
};

// The launches of a half step, in order; none for A1. `a` holds layers and box; `block`: of those that have no
// shape of their own, a cell a thread.
std::vector<CpmlLaunch> cpml_launches(const YeeArguments& a, CpmlSchedule schedule,
                                      const FdtdBlock& block, bool cuda);

}  // namespace hermite
