#include "kernels/device/side_by_side.hpp"

#include "kernels/device/cuda_copies.hpp"

namespace hermite {

SideBySide::~SideBySide() {
  for (const Branch& branch : branches_) cuda_release_stream(branch.stream, branch.event);
}

void SideBySide::run(std::size_t count, void* stream,
                     const std::function<void(std::size_t, void*)>& launch) {
  if (!on_gpu_) {
    for (std::size_t i = 0; i < count; ++i) launch(i, stream);
    return;
  }
  while (branches_.size() + 1 < count) {
    branches_.emplace_back();
    cuda_create_stream(branches_.back().stream, branches_.back().event);
  }
  for (std::size_t i = 1; i < count; ++i) {
    const Branch& branch = branches_[i - 1];
    cuda_wait_in_stream(branch.stream, stream, branch.event);
    launch(i, branch.stream);
  }
  if (count > 0) launch(0, stream);
  for (std::size_t i = 1; i < count; ++i)
    cuda_wait_in_stream(stream, branches_[i - 1].stream, branches_[i - 1].event);
}

}  // namespace hermite
