#include "kernels/halo/halo_waits.hpp"

#include <algorithm>

#include "kernels/device/cuda_device.hpp"

namespace hermite {

HaloWaits::HaloWaits(const Ranks& ranks, const Device& device)
    : ranks_(ranks), cuda_(device.cuda()) {
  for (long i = 0; cuda_ && i < most_unread; ++i) {
    begun_[i] = cuda_create_event();
    ended_[i] = cuda_create_event();
  }
}

HaloWaits::~HaloWaits() {
  for (long i = 0; cuda_ && i < most_unread; ++i) {
    cuda_release_event(begun_[i]);
    cuda_release_event(ended_[i]);
  }
}

void HaloWaits::begin() {
  if (!cuda_) return;
  if (count_ - read_ == most_unread) read_next();
  cuda_record_event(begun_[count_ % most_unread]);
}

void HaloWaits::end(void* stream) {
  if (cuda_) cuda_record_event(ended_[count_++ % most_unread], stream);
}

double HaloWaits::seconds() {
  while (read_ < count_) read_next();
  return cuda_ ? seconds_ : ranks_.seconds_waited();
}

void HaloWaits::read_next() {
  const long i = read_++ % most_unread;
  seconds_ += std::max(0.0, cuda_seconds_between(begun_[i], ended_[i]));
}

}  // namespace hermite
