#include "kernels/stage/growth.hpp"

#include <algorithm>
#include <vector>

#include "kernels/device/launch_host.hpp"
#include "kernels/stage/largest_cuda.hpp"

namespace hermite {

namespace {

template <class T>
void launch(const Device& device, const LargestArguments& a) {
  if (device.cuda())
    largest_cuda(PrecisionOf<T>::value, a);
  else
    launch_host(Largest<T>(a), device.threads());
}

int lanes_of(const Device& device, long nodes) {
  return static_cast<int>(std::min(nodes, device.cuda() ? 128L : 4096L));
}

// Of the columns first, then of the planes: all of the columns would take longer to bring to the host than the
// field to be read.
template <class T>
LargestValue search(const Device& device, LargestArguments of_columns, const NodeExtents& x,
                    Buffer& workspace) {
  T* const columns = static_cast<T*>(workspace.data());  // [m1][m3]
  T* const planes = columns + x.nodes[0] * x.nodes[2];
  of_columns.largest = columns;
  of_columns.lane_step = x.nodes[2];
  NodeLayout layout;  // planes in place of lanes, lanes in place of rows
  layout.m1 = 1;
  layout.m2 = x.nodes[2];
  const LargestArguments of_planes{
      columns, layout, 1, 0, {x.nodes[2], x.nodes[0], 1}, lanes_of(device, x.nodes[2]), planes, 1};
  LargestValue most;
  std::vector<T> values(static_cast<std::size_t>(x.nodes[2]));
  for (of_columns.field = 0; of_columns.field < x.fields; ++of_columns.field) {
    launch<T>(device, of_columns);
    launch<T>(device, of_planes);
    device.download(values.data(), planes, values.size() * sizeof(T));
    const auto at = std::max_element(values.begin(), values.end());
    if (static_cast<double>(*at) > most.value)
      most = {static_cast<double>(*at), of_columns.field, 0, at - values.begin()};
  }
  return most;
}

}  // namespace

LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& x, Buffer& workspace) {
  const LargestArguments a{data,
                           layout,
                           x.entries,
                           0,
                           {x.nodes[0], x.nodes[1], x.nodes[2]},
                           lanes_of(device, x.nodes[0]),
                           nullptr,
                           0};
  return precision == Precision::single ? search<float>(device, a, x, workspace)
                                        : search<double>(device, a, x, workspace);
}

}  // namespace hermite
