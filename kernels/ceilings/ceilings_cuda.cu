#include "kernels/ceilings/ceilings_cuda.hpp"

#include "kernels/device/launch_cuda.hpp"

namespace hermite {

namespace {

template <class T>
void launch(ComputeKind kind, const ComputeArguments& a) {
  if (kind == ComputeKind::multiply_add) launch_cuda(MultiplyAdd<T>(a), nullptr);
  if (kind == ComputeKind::scratch) launch_cuda(ScratchCopy<T>(a), nullptr);
  if (kind == ComputeKind::empty) launch_cuda(Empty<T>(a), nullptr);
}

}  // namespace

void launch_stream_cuda(StreamKind kind, const StreamArguments& a) {
  if (kind == StreamKind::copy) launch_cuda(Copy<double>(a), nullptr);
  if (kind == StreamKind::triad) launch_cuda(Triad<double>(a), nullptr);
  if (kind == StreamKind::read) launch_cuda(Read<double>(a), nullptr);
}

void launch_compute_cuda(ComputeKind kind, Precision precision, const ComputeArguments& a) {
  with_precision(precision, [&](auto zero) { launch<decltype(zero)>(kind, a); });
}

}  // namespace hermite
