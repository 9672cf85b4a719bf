#include "kernels/observe/growth.hpp"

#include <algorithm>
#include <vector>

#include "kernels/device/launch_host.hpp"
#include "kernels/observe/largest_cuda.hpp"

namespace hermite {

namespace {

template <class T>
LargestValue search(const Device& device, LargestArguments a, const NodeExtents& x,
                    Buffer& workspace) {
  LargestValue most;
  std::vector<T> columns(static_cast<std::size_t>(x.nodes[2] * x.nodes[0]));
  for (a.field = 0; a.field < x.fields; ++a.field) {
    if (device.cuda())
      largest_cuda(PrecisionOf<T>::value, a);
    else
      launch_host(Largest<T>(a), device.threads());
    device.download(columns.data(), workspace.data(), columns.size() * sizeof(T));
    const auto at = std::max_element(columns.begin(), columns.end());
    if (static_cast<double>(*at) <= most.value) continue;
    const long place = at - columns.begin();
    most = {static_cast<double>(*at), a.field, 0, place / x.nodes[0], place % x.nodes[0]};
  }
  return most;
}

}  // namespace

LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& x, Buffer& workspace) {
  LargestArguments a{data, layout,          x.entries, 0, {x.nodes[0], x.nodes[1], x.nodes[2]},
                     1,    workspace.data()};
  a.lanes = static_cast<int>(std::min(x.nodes[0], device.cuda() ? 128L : 4096L));
  return precision == Precision::single ? search<float>(device, a, x, workspace)
                                        : search<double>(device, a, x, workspace);
}

}  // namespace hermite
