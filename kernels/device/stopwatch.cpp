#include "kernels/device/stopwatch.hpp"

#include "kernels/device/cuda_device.hpp"

namespace hermite {

Stopwatch::Stopwatch(const Device& device) : cuda_(device.cuda()) {
  if (!cuda_) return;
  for (void*& event : events_) event = cuda_create_event();
  cycles_.emplace();
}
Stopwatch::~Stopwatch() {
  if (cuda_)
    for (void* event : events_) cuda_release_event(event);
}

void Stopwatch::start() {
  if (cuda_) {
    cycles_->begin();
    cuda_record_event(events_[0]);
  } else {
    begin_ = std::chrono::steady_clock::now();
  }
}

double Stopwatch::stop() {
  if (cuda_) {
    cuda_record_event(events_[1]);
    cycles_->end();
    return cuda_seconds_between(events_[0], events_[1]);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace hermite
