#pragma once
// The time that work on a device takes: by CUDA events on a GPU, by a steady clock on the host; and how fast a
// GPU's multiprocessors ran in it.

#include <chrono>
#include <optional>

#include "kernels/device/cuda_cycles.hpp"
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
  // The multiprocessors' clock between the last start() and stop(), Hz. 0: not known, as on the host.
  double clock() const { return cycles_ ? cycles_->per_second() : 0; }

 private:
  std::chrono::steady_clock::time_point begin_;
  void* events_[2] = {nullptr, nullptr};
  std::optional<CudaCycles> cycles_;  // on a GPU, events too
};

}  // namespace hermite
