#pragma once
// What the compiler made of a CUDA kernel, and how many of its blocks a multiprocessor holds.

namespace hermite {

struct KernelFacts {
  int registers = 0;      // per thread
  long local_bytes = 0;   // per thread, in memory: spilled registers, arrays indexed at run time
  long shared_bytes = 0;  // per block: its scratch, and what the kernel declares
  int threads = 0;        // per block
  int max_threads = 0;    // the most that its registers allow
  // 0: a block of this size cannot be launched.
  int blocks_per_multiprocessor = 0;
  double occupancy = 0;  // share of the warps that a multiprocessor can hold
};

// Of a __global__ function, or what cuda_kernel() returns, with so many threads and bytes of scratch per
// block.
KernelFacts cuda_kernel_facts(const void* kernel, int threads, long scratch_bytes);

}  // namespace hermite
