#include "kernels/fdtd/maxwell/cpml_launches.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/fdtd/half_step_box.hpp"

namespace hermite {

namespace {

constexpr int warp = 32;
// Threads of a block that has a shape of its own.
constexpr int cpml_threads = 128;

CpmlRegions regions_of(const YeeArguments& a) {
  CpmlRegions regions;
  for (int axis = 0; axis < 3; ++axis) {
    const long lower = a.box.lower[axis], upper = a.box.upper[axis];
    long* const begin = regions.begin[axis];
    begin[0] = lower;
    begin[1] = std::clamp(a.cpml[axis].lower, lower, upper);
    begin[2] = std::clamp(a.cpml[axis].upper_begin, begin[1], upper);
    begin[3] = upper;
  }
  return regions;
}

bool have_layers(const CpmlRegions& regions) {
  for (int n = 0; n < CpmlRegions::count; ++n)
    if (CpmlRegions::in_layers(n) && !is_empty(regions.box(n))) return true;
  return false;
}

CpmlFace face_of(const YeeArguments& a, const CpmlRegions& regions, int axis, bool upper) {
  const long* const layer = regions.begin[axis] + (upper ? 2 : 0);
  CpmlFace face{a.box, axis};
  face.box.lower[axis] = layer[0];
  face.box.upper[axis] = layer[1];
  return face;
}

// So many rows that no warp has idle lanes, if a block can have as many.
int rows_of_whole_warps(int lanes) {
  const int step = warp / std::gcd(lanes, warp);
  const int rows = step * divide_up(cpml_threads, step * lanes);
  return std::min(rows, most_yee_threads / lanes);
}

// No wider than the face. On CUDA no higher either, and one plane: nothing is kept from one to the next.
// There a block across x has the layer's lanes, all of them.
FdtdBlock block_of(const CpmlFace& face, const FdtdBlock& block, bool cuda) {
  const long width = face.box.upper[0] - face.box.lower[0] - (face.walk - 1);
  const long height = face.box.upper[1] - face.box.lower[1];
  FdtdBlock own = block;
  if (cuda) {
    own.rows = static_cast<int>(std::min<long>(own.rows, height));
    own.planes = 1;
  }
  const bool whole = cuda && face.axis == 0 && width <= most_yee_threads;
  if (whole || width < own.lanes) {
    own.lanes = static_cast<int>(width);
    if (cuda) own.rows = rows_of_whole_warps(own.lanes);
  }
  return own;
}

}  // namespace

CpmlSchedule chosen_cpml(const std::string& kernels) {
  if (kernels == "regions") return CpmlSchedule::regions;
  if (kernels == "faces-naive") return CpmlSchedule::faces_naive;
  return kernels == "faces" ? CpmlSchedule::faces : CpmlSchedule::fused;
}

std::vector<CpmlLaunch> cpml_launches(const YeeArguments& a, CpmlSchedule schedule,
                                      const FdtdBlock& block, bool cuda) {
  if (schedule == CpmlSchedule::fused) return {};
  const CpmlRegions regions = regions_of(a);
  if (schedule == CpmlSchedule::regions) {
    if (!have_layers(regions)) return {};
    return {{"cpml_regions", true, regions, {}, block}};
  }
  std::vector<CpmlLaunch> launches;
  for (const int axis : {1, 2, 0})
    for (const bool upper : {false, true}) {
      CpmlFace face = face_of(a, regions, axis, upper);
      if (is_empty(face.box)) continue;
      if (schedule == CpmlSchedule::faces_naive && axis == 0)
        face.walk = static_cast<int>(face.box.upper[0] - face.box.lower[0]);
      const std::string name = std::string("cpml_face_") + "xyz"[axis];
      launches.push_back(
          {name + (upper ? "_upper" : "_lower"), false, {}, face, block_of(face, block, cuda)});
    }
  return launches;
}

}  // namespace hermite
