#pragma once
// The time that work on a device takes: by CUDA events on a GPU, by a steady clock on the host.

#include <chrono>

#include "kernels/device/device.hpp"

namespace hermite {

class Stopwatch {
 public:
  explicit Stopwatch(const Device& device);
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch();

  void start();
  // Seconds since start(), after the work submitted between them is done.
  double stop();

 private:
  bool cuda_;
  std::chrono::steady_clock::time_point begin_;
  void* events_[2] = {nullptr, nullptr};
};

}  // namespace hermite
