#pragma once
// What the host's memory and arithmetic can do at most, measured here and now.

namespace hermite {

struct HostCeilings {
  double copy = 0;            // bytes/s, read plus written, ordinary stores
  double copy_streaming = 0;  // the same with stores that bypass the caches
  double flops_single = 0;    // multiply-adds per second, each 2 flops
  double flops_double = 0;
};

// About two seconds on `threads` threads.
HostCeilings measure_host_ceilings(int threads);

}  // namespace hermite
