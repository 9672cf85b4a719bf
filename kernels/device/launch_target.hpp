#pragma once

namespace hermite {

// Where a kernel runs: on OpenMP threads of the host, or in a CUDA stream.
struct LaunchTarget {
  int threads = 1;
  void* stream = nullptr;
};

}  // namespace hermite
