#include "kernels/halo/staging.hpp"

#include <cstring>
#include <new>

#include "kernels/device/cuda_copies.hpp"

namespace hermite {

Staging::~Staging() {
  for (std::size_t number = 0; number < buffers; ++number) release(number);
  if (stream_ != nullptr) cuda_release_stream(stream_, event_);
}

void Staging::release(std::size_t number) {
  if (data_[number] == nullptr) return;
  device_.cuda() ? cuda_release_pinned(data_[number]) : ::operator delete(data_[number]);
  data_[number] = nullptr;
}

void Staging::begin(const std::array<std::size_t, buffers>& bytes) {
  // What came in the message before may still be on its way to the device.
  wait();
  for (std::size_t number = 0; number < buffers; ++number) {
    if (bytes[number] <= bytes_[number]) continue;
    release(number);
    data_[number] =
        device_.cuda() ? cuda_allocate_pinned(bytes[number]) : ::operator new(bytes[number]);
    bytes_[number] = bytes[number];
  }
  if (!device_.cuda()) return;
  if (stream_ == nullptr) cuda_create_stream(stream_, event_);
  cuda_wait_in_stream(stream_, nullptr, event_);
}

void Staging::copy(void* to, const void* from, std::size_t bytes) {
  if (device_.cuda())
    cuda_copy_in(stream_, to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

void Staging::wait() {
  if (stream_ != nullptr) cuda_wait_for_stream(stream_);
}

void Staging::end(void* stream) {
  if (stream_ != nullptr) cuda_wait_in_stream(stream, stream_, event_);
}

}  // namespace hermite
