#pragma once
// Kernels from machine code in memory, on the GPU that is in use. In cuda_library.cu, or in
// no_cuda.cpp where CUDA is left out.

#include <string>

namespace hermite {

int cuda_architecture();  // 90 for compute capability 9.0

// Loads machine code, for as long as the program runs. Both return what CUDA knows them by.
void* cuda_load(const std::string& cubin);
const void* cuda_kernel(void* library, const char* name);

struct CudaGrid {
  long blocks;
  int lanes, rows;  // of threads
  long scratch_bytes;
};
// `arguments` points to each of the kernel's.
void cuda_launch(const void* kernel, const CudaGrid& grid, void** arguments, void* stream);

}  // namespace hermite
