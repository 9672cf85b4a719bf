#pragma once
// Buffers of the host that messages are made in and come to, and the copies between them and a device.
// On a GPU they are pinned, and copied in a stream of their own beside the kernels.

#include <array>
#include <cstddef>

#include "kernels/device/device.hpp"

namespace hermite {

class Staging {
 public:
  static constexpr int buffers = 4;
  // The device must outlive it.
  explicit Staging(const Device& device) : device_(device) {}
  ~Staging();
  Staging(const Staging&) = delete;
  Staging& operator=(const Staging&) = delete;

  // Copies wait for what was launched before; the buffers have at least these sizes.
  void begin(const std::array<std::size_t, buffers>& bytes);
  void* buffer(int number) const { return data_[static_cast<std::size_t>(number)]; }
  void copy(void* to, const void* from, std::size_t bytes);
  // Whether copies may be under way until wait() returns.
  bool asynchronous() const { return device_.cuda(); }
  void wait();
  // What is launched in `stream` from now on waits for the copies.
  void end(void* stream);

 private:
  Device device_;
  std::array<void*, buffers> data_{};
  std::array<std::size_t, buffers> bytes_{};
  void *stream_ = nullptr, *event_ = nullptr;

  void release(std::size_t number);
};

}  // namespace hermite
