#pragma once
// Arguments as a launch on CUDA needs them: with a map of what the kernel's boxes are copied from. For the
// host.

#include "kernels/hermite/arguments.hpp"

namespace hermite {

inline StepArguments with_map(StepArguments a, const BoxShape& boxes, int value_bytes) {
  if (boxes.exists()) a.in_map = make_box_map(a.in, a.in_layout, a.fields, value_bytes, boxes);
  return a;
}

}  // namespace hermite
