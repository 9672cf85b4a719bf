#include "kernels/device/side_by_side.hpp"

#include "kernels/device/cuda_copies.hpp"

namespace hermite {

SideBySide::~SideBySide() {
  for (const Branch& branch : branches_) cuda_release_stream(branch.stream, branch.event);
}

void SideBySide::run(std::size_t count, void* stream,
                     const std::function<void(std::size_t, void*)>& launch) {
  for (std::size_t i = 1; i < count; ++i) launch(i, begin(i - 1, stream));
  if (count > 0) launch(0, stream);
  for (std::size_t i = 1; i < count; ++i) end(i - 1, stream);
}

void* SideBySide::begin(std::size_t branch, void* stream) {
  if (!on_gpu_) return stream;
  while (branches_.size() <= branch) {
    branches_.emplace_back();
    cuda_create_stream(branches_.back().stream, branches_.back().event);
  }
  cuda_wait_in_stream(branches_[branch].stream, stream, branches_[branch].event);
  return branches_[branch].stream;
}

void SideBySide::end(std::size_t branch, void* stream) {
  if (on_gpu_) cuda_wait_in_stream(stream, branches_[branch].stream, branches_[branch].event);
}

}  // namespace hermite
