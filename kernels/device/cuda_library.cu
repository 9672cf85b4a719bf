// Kernels by the runtime's library calls; what these return stands for a __global__ function wherever
// one is asked for.
#include "kernels/device/cuda_library.hpp"

#include <limits>
#include <string>

#include "kernels/device/cuda_api.hpp"

namespace hermite {

int cuda_architecture() {
  const char* const doing = "asking for the GPU's architecture";
  int device = 0, major = 0, minor = 0;
  check_cuda(cudaGetDevice(&device), doing);
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), doing);
  check_cuda(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), doing);
  return 10 * major + minor;
}

#if CUDART_VERSION >= 12080
void* cuda_load(const std::string& cubin) {
  cudaLibrary_t library = nullptr;
  check_cuda(cudaLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
             "loading a kernel");
  return library;
}

const void* cuda_kernel(void* library, const char* name) {
  cudaKernel_t kernel = nullptr;
  check_cuda(cudaLibraryGetKernel(&kernel, static_cast<cudaLibrary_t>(library), name),
             "looking up a kernel");
  return static_cast<const void*>(kernel);
}
#else
void* cuda_load(const std::string&) {
  throw MachineError(
      "method.order: a kernel that is not compiled ahead needs CUDA 12.8 or newer; "
      "build with this order in HERMITE_ORDERS, or take --device host");
}
const void* cuda_kernel(void*, const char*) { return nullptr; }
#endif

void cuda_launch(const void* kernel, const CudaGrid& grid, void** arguments, void* stream) {
  if (grid.blocks == 0) return;
  if (grid.blocks > std::numeric_limits<int>::max())
    throw MachineError("CUDA: a launch of " + std::to_string(grid.blocks) + " blocks, of " +
                       std::to_string(std::numeric_limits<int>::max()) +
                       " allowed: take more cells per block (kernel.cells_per_block)");
  if (grid.scratch_bytes > 48 * 1024)
    check_cuda(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(grid.scratch_bytes)),
               "asking for shared memory");
  const dim3 blocks(static_cast<unsigned>(grid.blocks));
  const dim3 threads(static_cast<unsigned>(grid.lanes), static_cast<unsigned>(grid.rows));
  check_cuda(cudaLaunchKernel(kernel, blocks, threads, arguments,
                              static_cast<std::size_t>(grid.scratch_bytes),
                              static_cast<cudaStream_t>(stream)),
             "launching a kernel");
}

}  // namespace hermite
