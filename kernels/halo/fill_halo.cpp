#include "kernels/halo/fill_halo.hpp"

#include <algorithm>

#include "kernels/device/launch_host.hpp"
#include "kernels/halo/halo_copy.hpp"
#include "kernels/halo/halo_cuda.hpp"

namespace hermite {

namespace {

class HaloFiller {
 public:
  HaloFiller(const Device& device, Precision precision, HaloCopyArguments all, int dimension,
             void* stream)
      : device_(device), precision_(precision), all_(all), stream_(stream) {
    while (power_of(all_.derivatives, dimension) < all_.entries) ++all_.derivatives;
  }

  // Nodes begin <= m < end along the axis from those at m + shift.
  void periodic(int axis, long begin, long end, long shift) const {
    HaloCopyArguments a = all_;
    a.box.lower[axis] = begin;
    a.box.upper[axis] = end;
    a.shift[axis] = shift;
    copy(a);
  }
  // The node layer at m from that at `source`; the images of the fields have these signs.
  void mirror(int axis, long m, long source, int wall,
              const std::vector<std::array<int, 3>>& parity) const {
    HaloCopyArguments a = all_;
    a.box.lower[axis] = m;
    a.box.upper[axis] = m + 1;
    a.shift[axis] = source - m;
    a.derivative_step = power_of(a.derivatives, axis);
    a.mirrored = true;
    for (int f = 0; f < a.fields; ++f)
      a.sign[f] = wall * parity[static_cast<std::size_t>(f)][static_cast<std::size_t>(axis)];
    copy(a);
  }
  // The axes that follow take these halos along.
  void include(int axis, long begin, long end) {
    all_.box.lower[axis] = begin;
    all_.box.upper[axis] = end;
  }

 private:
  static int power_of(int base, int exponent) {
    int p = 1;
    for (int i = 0; i < exponent; ++i) p *= base;
    return p;
  }
  void copy(HaloCopyArguments a) const {
    const long length = a.box.upper[0] - a.box.lower[0];
    a.lanes = static_cast<int>(std::min(length, device_.cuda() ? 32L : 4096L));
    if (device_.cuda()) return halo_copy_cuda(precision_, a, stream_);
    // Waking threads takes as long as copying a few thousand values.
    const long rows = (a.box.upper[1] - a.box.lower[1]) * (a.box.upper[2] - a.box.lower[2]);
    const bool small = length * rows * a.fields * a.entries < 1 << 14;
    const int threads = small ? 1 : device_.threads();
    if (precision_ == Precision::single)
      launch_host(HaloCopy<float>(a), threads);
    else
      launch_host(HaloCopy<double>(a), threads);
  }

  const Device& device_;
  Precision precision_;
  HaloCopyArguments all_;
  void* stream_;
};

}  // namespace

void fill_halo(const Device& device, Precision precision, void* data, const NodeLayout& layout,
               const NodeExtents& x, int dimension, const Boundary& boundary, void* stream) {
  HaloCopyArguments all;
  all.data = data;
  all.layout = layout;
  all.fields = x.fields;
  all.entries = x.entries;
  for (int axis = 0; axis < 3; ++axis) all.box.upper[axis] = x.nodes[axis];
  HaloFiller fill(device, precision, all, dimension, stream);
  for (int axis = 0; axis < dimension; ++axis) {
    const long nodes = x.nodes[axis];
    const auto& wall = boundary.wall[static_cast<std::size_t>(axis)];
    if (wall[0] == 0) {
      if (x.below[axis] > 0) fill.periodic(axis, -x.below[axis], 0, nodes);
      if (x.above[axis] > 0) fill.periodic(axis, nodes, nodes + x.above[axis], -nodes);
    } else {
      // The walls lie half a cell outside the outermost dual nodes, and on the primal ones.
      const long on_wall = boundary.stagger[axis] == Stagger::primal ? 1 : 0;
      for (long layer = 0; layer < x.below[axis]; ++layer)
        fill.mirror(axis, -1 - layer, layer + on_wall, wall[0], boundary.parity);
      for (long layer = 0; layer < x.above[axis]; ++layer)
        fill.mirror(axis, nodes + layer, nodes - 1 - layer - on_wall, wall[1], boundary.parity);
    }
    fill.include(axis, -x.below[axis], nodes + x.above[axis]);
  }
}

}  // namespace hermite
