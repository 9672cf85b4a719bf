#include "kernels/device/kernel_facts.hpp"

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  check_cuda(cudaGetDevice(&device), "asking for the current GPU");
  check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "reading a GPU's properties");
  return value;
}

}  // namespace

KernelFacts cuda_kernel_facts(const void* kernel, int threads, long scratch_bytes) {
  const char* const doing = "asking for a kernel's registers";
  cudaFuncAttributes a{};
  check_cuda(cudaFuncGetAttributes(&a, kernel), doing);
  KernelFacts facts;
  facts.registers = a.numRegs;
  facts.local_bytes = static_cast<long>(a.localSizeBytes);
  facts.shared_bytes = static_cast<long>(a.sharedSizeBytes) + scratch_bytes;
  facts.threads = threads;
  facts.max_threads = a.maxThreadsPerBlock;
  const long most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (facts.shared_bytes > most || threads > a.maxThreadsPerBlock) return facts;
  // As a launch does: more than 48 KiB have to be asked for.
  if (facts.shared_bytes > 48 * 1024)
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(scratch_bytes)),
               "asking for shared memory");
  check_cuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&facts.blocks_per_multiprocessor, kernel,
                                                    threads, static_cast<size_t>(scratch_bytes)),
      doing);
  // A block takes whole warps.
  const int warp = device_attribute(cudaDevAttrWarpSize);
  const int held = facts.blocks_per_multiprocessor * ((threads + warp - 1) / warp) * warp;
  facts.occupancy =
      static_cast<double>(held) / device_attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return facts;
}

}  // namespace hermite
