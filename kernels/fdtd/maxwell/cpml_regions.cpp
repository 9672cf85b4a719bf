#include "kernels/fdtd/maxwell/cpml_regions.hpp"

#include <algorithm>

namespace hermite {

namespace {

// Of an axis: nodes in the lower layer, between the layers, in the upper one.
struct Parts {
  long begin[4];
};

Parts parts_of(const YeeArguments& a, int axis) {
  const long lower = a.box.lower[axis], upper = a.box.upper[axis];
  const auto within = [&](long node) { return std::clamp(node, lower, upper); };
  const long first = within(a.cpml[axis].lower);
  return {{lower, first, std::max(first, within(a.cpml[axis].upper_begin)), upper}};
}

bool is_empty(const CellBox& box) {
  for (int axis = 0; axis < 3; ++axis)
    if (box.upper[axis] <= box.lower[axis]) return true;
  return false;
}

std::vector<CpmlRegions> all_regions(const YeeArguments& a) {
  const Parts parts[3] = {parts_of(a, 0), parts_of(a, 1), parts_of(a, 2)};
  CpmlRegions all;
  for (int n = 0; n < 27; ++n) {
    const int part[3] = {n % 3, n / 3 % 3, n / 9};
    if (part[0] == 1 && part[1] == 1 && part[2] == 1) continue;
    CellBox box;
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = parts[axis].begin[part[axis]];
      box.upper[axis] = parts[axis].begin[part[axis] + 1];
    }
    if (is_empty(box)) continue;
    for (int axis = 0; axis < 3; ++axis) all.layer[all.count][axis] = part[axis] != 1;
    all.box[all.count++] = box;
  }
  if (all.count == 0) return {};
  return {all};
}

std::vector<CpmlRegions> face_by_face(const YeeArguments& a) {
  std::vector<CpmlRegions> faces;
  for (const int axis : {1, 2, 0}) {
    const Parts parts = parts_of(a, axis);
    for (const int part : {0, 2}) {
      CpmlRegions face;
      face.count = 1;
      face.box[0] = a.box;
      face.box[0].lower[axis] = parts.begin[part];
      face.box[0].upper[axis] = parts.begin[part + 1];
      face.layer[0][axis] = true;
      if (!is_empty(face.box[0])) faces.push_back(face);
    }
  }
  return faces;
}

}  // namespace

std::vector<CpmlRegions> cpml_launches(const YeeArguments& a, CpmlSchedule schedule) {
  if (schedule == CpmlSchedule::fused) return {};
  return schedule == CpmlSchedule::regions ? all_regions(a) : face_by_face(a);
}

}  // namespace hermite
