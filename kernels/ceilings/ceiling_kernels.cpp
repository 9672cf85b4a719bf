#include "kernels/ceilings/ceiling_kernels.hpp"

#include <vector>

#include "kernels/ceilings/ceilings_cuda.hpp"
#include "kernels/device/launch_host.hpp"

namespace hermite {

namespace {

template <class T>
void launch_compute_host(const Device& device, ComputeKind kind, const ComputeArguments& a) {
  const int threads = device.threads();
  if (kind == ComputeKind::multiply_add) launch_host(MultiplyAdd<T>(a), threads);
  if (kind == ComputeKind::scratch) launch_host(ScratchCopy<T>(a), threads);
  if (kind == ComputeKind::empty) launch_host(Empty<T>(a), threads);
}

}  // namespace

void launch_stream(const Device& device, StreamKind kind, const StreamArguments& a,
                   bool past_caches) {
  if (device.cuda()) return launch_stream_cuda(kind, a);
  const int threads = device.threads();
  if (kind == StreamKind::copy) launch_host(Copy<double>(a), threads, past_caches);
  if (kind == StreamKind::triad) launch_host(Triad<double>(a), threads, past_caches);
  if (kind == StreamKind::read) launch_host(Read<double>(a), threads);
}

void launch_compute(const Device& device, ComputeKind kind, Precision precision,
                    const ComputeArguments& a) {
  if (device.cuda()) return launch_compute_cuda(kind, precision, a);
  with_precision(precision,
                 [&](auto zero) { launch_compute_host<decltype(zero)>(device, kind, a); });
}

Counts count_stream(StreamKind kind, StreamArguments a) {
  const auto values = static_cast<std::size_t>(a.values());
  const std::vector<double> in(values, 0.5), other(values, 0.25);
  std::vector<double> out(values);
  a.in = in.data();
  a.other = other.data();
  a.out = out.data();
  return kind == StreamKind::copy    ? count_block(Copy<double>(a))
         : kind == StreamKind::triad ? count_block(Triad<double>(a))
                                     : count_block(Read<double>(a));
}

Counts count_compute(ComputeKind kind, ComputeArguments a) {
  const auto values = static_cast<std::size_t>(a.blocks * a.lanes);
  const std::vector<double> in(values, 0.5);
  std::vector<double> out(values);
  a.in = in.data();
  a.out = out.data();
  return kind == ComputeKind::multiply_add ? count_block(MultiplyAdd<double>(a))
         : kind == ComputeKind::scratch    ? count_block(ScratchCopy<double>(a))
                                           : count_block(Empty<double>(a));
}

}  // namespace hermite
