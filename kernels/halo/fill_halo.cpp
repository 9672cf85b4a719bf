#include "kernels/halo/fill_halo.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "kernels/device/launch_host.hpp"
#include "kernels/halo/halo_copy.hpp"
#include "kernels/halo/halo_cuda.hpp"
#include "kernels/halo/halo_ends.hpp"

namespace hermite {

namespace {

template <class T>
void fill_on_host(const HaloCopyArguments& a, bool x1_innermost, int threads) {
  // Ends of rows of single values apart.
  HaloCopyArguments others = a;
  const bool ends = x1_innermost && a.entries.value == 1 && a.axis[0].layers() > 0 &&
                    a.axis[0].layers() <= HaloEnds<T>::most_layers;
  if (ends) others.axis[0].below = others.axis[0].above = 0;
  const HaloCopy<T> kernel(others, x1_innermost, 4096);
  if (kernel.blocks() == 0 && !ends) return;
  long inside = a.fields * long(a.entries.value), all = inside;
  for (const HaloAxis& axis : a.axis) {
    inside *= axis.nodes;
    all *= axis.nodes + axis.layers();
  }
  // Waking threads takes as long as copying a few thousand values.
  const int workers = all - inside < 1 << 14 ? 1 : threads;
  if (kernel.blocks() > 0) launch_host(kernel, workers);
  if (ends) launch_host(HaloEnds<T>(a), workers);
}

// Images of images are not filled.
void require_images(const HaloAxis& ends, int axis) {
  const auto exists = [&](long node) {
    const long image = image_of(ends, node).node;
    return 0 <= image && image < ends.nodes;
  };
  if ((ends.below == 0 || exists(-ends.below)) &&
      (ends.above == 0 || exists(ends.nodes + ends.above - 1)))
    return;
  throw Error(Exit::bad_case, format("grid.cells: kernels read up to %d nodes beyond the ends of "
                                     "direction %d, which has %ld of its own: take more cells",
                                     std::max(ends.below, ends.above), axis + 1, ends.nodes));
}

}  // namespace

void fill_halo(const Device& device, Precision precision, void* data, const NodeLayout& layout,
               const NodeExtents& x, int dimension, const Boundary& boundary, void* stream) {
  HaloCopyArguments a;
  a.data = data;
  a.layout = layout;
  a.fields = x.fields;
  a.entries = Divisor(x.entries);
  int derivatives = 1, step = 1;
  const auto power = [&](int base) {
    int p = 1;
    for (int axis = 0; axis < dimension; ++axis) p *= base;
    return p;
  };
  while (power(derivatives) < x.entries) ++derivatives;
  a.parity.derivatives = Divisor(derivatives);
  for (int axis = 0; axis < 3; ++axis) {
    const auto along = static_cast<std::size_t>(axis);
    HaloAxis& ends = a.axis[axis];
    ends.nodes = axis == 0 ? x.of_row() : x.nodes[axis];
    a.parity.step[axis] = Divisor(step);
    if (axis >= dimension) continue;
    step *= derivatives;
    ends.below = x.below[axis];
    ends.above = x.above[axis];
    ends.wall[0] = boundary.wall[along][0];
    ends.wall[1] = boundary.wall[along][1];
    ends.on_wall = boundary.stagger[axis] == Stagger::primal ? 1 : 0;
    require_images(ends, axis);
    for (std::size_t f = 0; f < boundary.parity.size(); ++f)
      a.parity.field[f][axis] = static_cast<signed char>(boundary.parity[f][along]);
  }
  const bool x1_innermost = layout.m1 == 1;
  if (device.cuda())
    halo_copy_cuda(precision, a, x1_innermost, stream);
  else
    with_precision(precision, [&](auto zero) {
      fill_on_host<decltype(zero)>(a, x1_innermost, device.threads());
    });
}

}  // namespace hermite
