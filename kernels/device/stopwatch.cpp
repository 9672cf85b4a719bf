#include "kernels/device/stopwatch.hpp"

#include "kernels/device/cuda_device.hpp"

namespace hermite {

Stopwatch::Stopwatch(const Device& device) {
  if (!device.cuda()) return;
  cycles_.emplace();  // memory may be short: before there is an event to release
  for (void*& event : events_) event = cuda_create_event();
}
Stopwatch::~Stopwatch() {
  if (cycles_)
    for (void* event : events_) cuda_release_event(event);
}

void Stopwatch::start() {
  if (cycles_) {
    cycles_->begin();
    cuda_record_event(events_[0]);
  } else {
    begin_ = std::chrono::steady_clock::now();
  }
}

double Stopwatch::stop() {
  if (cycles_) {
    cuda_record_event(events_[1]);
    cycles_->end();
    return cuda_seconds_between(events_[0], events_[1]);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

}  // namespace hermite
