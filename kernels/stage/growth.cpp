#include "kernels/stage/growth.hpp"

#include <utility>
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

// In equal parts: the last block would idle otherwise, for most of its lanes.
int lanes_of(const Device& device, long nodes) {
  const long most = device.cuda() ? 128 : 4096;
  return static_cast<int>(divide_up(nodes, divide_up(nodes, most)));
}

template <class T>
LargestValue search(const Device& device, const void* data, const NodeLayout& layout,
                    const NodeExtents& x, Buffer& workspace) {
  const WatchPlan plan(x, device.cuda());
  const long planes = x.nodes[2];
  T* const columns = static_cast<T*>(workspace.data());  // [part][m1][m3]
  T* const fewer = columns + plan.columns * planes;
  T* const largest = fewer + divide_up(plan.columns, WatchPlan::at_a_time) * planes;  // [field][m3]
  NodeLayout of_columns;  // planes in place of lanes, columns in place of rows
  of_columns.m1 = 1;
  of_columns.m2 = planes;
  for (int field = 0; field < x.fields; ++field) {
    launch<T>(device, {data,
                       layout,
                       x.entries,
                       field,
                       {x.nodes[0], x.nodes[1], planes},
                       plan.rows,
                       lanes_of(device, x.nodes[0]),
                       columns,
                       planes,
                       x.nodes[0] * planes});
    T *from = columns, *to = fewer;
    long count = plan.columns;
    do {
      const long left = divide_up(count, WatchPlan::at_a_time);
      if (left == 1) to = largest + field * planes;
      launch<T>(device, {from,
                         of_columns,
                         1,
                         0,
                         {planes, count, 1},
                         WatchPlan::at_a_time,
                         lanes_of(device, planes),
                         to,
                         1,
                         planes});
      count = left;
      std::swap(from, to);
    } while (count > 1);
  }
  std::vector<T> values(static_cast<std::size_t>(x.fields * planes));
  device.download(values.data(), largest, values.size() * sizeof(T));
  const auto at = std::max_element(values.begin(), values.end());
  LargestValue most;
  if (*at > 0)
    most = {static_cast<double>(*at), static_cast<int>((at - values.begin()) / planes), 0,
            (at - values.begin()) % planes};
  return most;
}

}  // namespace

LargestValue largest_value(const Device& device, Precision precision, const void* data,
                           const NodeLayout& layout, const NodeExtents& x, Buffer& workspace) {
  return precision == Precision::single ? search<float>(device, data, layout, x, workspace)
                                        : search<double>(device, data, layout, x, workspace);
}

}  // namespace hermite
