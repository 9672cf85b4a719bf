#include "kernels/halo/periodic.hpp"

#include <algorithm>

#include "kernels/device/launch_host.hpp"
#include "kernels/halo/halo_copy.hpp"
#include "kernels/halo/halo_cuda.hpp"

namespace hermite {

namespace {

void copy_nodes(const Device& device, Precision precision, HaloCopyArguments a) {
  const long length = a.box.upper[0] - a.box.lower[0];
  a.lanes = static_cast<int>(std::min(length, device.cuda() ? 32L : 4096L));
  if (device.cuda())
    halo_copy_cuda(precision, a);
  else if (precision == Precision::single)
    launch_host(HaloCopy<float>(a), device.threads());
  else
    launch_host(HaloCopy<double>(a), device.threads());
}

}  // namespace

void fill_periodic(const Device& device, Precision precision, void* data, const NodeLayout& layout,
                   const NodeExtents& x, int dimension) {
  HaloCopyArguments a{data, layout, x.fields, x.entries, {}, {0, 0, 0}, 1};
  for (int axis = 0; axis < 3; ++axis) a.box.upper[axis] = x.nodes[axis];
  for (int axis = 0; axis < dimension; ++axis) {
    HaloCopyArguments side = a;
    side.box.lower[axis] = -x.below[axis];
    side.box.upper[axis] = 0;
    side.shift[axis] = x.nodes[axis];
    if (x.below[axis] > 0) copy_nodes(device, precision, side);
    side.box.lower[axis] = x.nodes[axis];
    side.box.upper[axis] = x.nodes[axis] + x.above[axis];
    side.shift[axis] = -x.nodes[axis];
    if (x.above[axis] > 0) copy_nodes(device, precision, side);
    // The axes that follow copy these halos along.
    a.box.lower[axis] = -x.below[axis];
    a.box.upper[axis] = x.nodes[axis] + x.above[axis];
  }
}

}  // namespace hermite
