#pragma once
// What Device and Buffer ask of CUDA. In cuda_device.cu, or in no_cuda.cpp where CUDA is left out.

#include <array>
#include <cstddef>
#include <string>

namespace hermite {

struct CudaDeviceFacts {
  std::string name;
  int compute_capability;  // 90 for 9.0
  int multiprocessors;
  int threads;        // the most that a multiprocessor holds
  long shared_bytes;  // the most a block can have
  std::size_t l2_bytes;
  std::size_t memory_total, memory_free;
};

// Number of GPUs; 0 and the reason where there is none.
int cuda_device_count(std::string* reason = nullptr);
CudaDeviceFacts cuda_facts(int index);
// The same for one GPU whatever number a process knows it by.
std::array<char, 16> cuda_identity(int index);
// How many times as fast single precision is as double: 2, or 32 and more where few units have double.
int cuda_single_to_double(int index);
std::string cuda_driver();
void cuda_use(int index);
void* cuda_allocate(std::size_t bytes);  // zeroed
void cuda_release(void* data) noexcept;
void cuda_upload(void* to, const void* from, std::size_t bytes);
void cuda_download(void* to, const void* from, std::size_t bytes);
void cuda_download_lines(void* to, const void* from, std::size_t lines, std::size_t bytes,
                         std::size_t spacing);
void cuda_synchronize();
// Tells a profiler that waits for it (ncu --profile-from-start off) to begin, or to end.
void cuda_profile(bool on);

// Points in the stream of work, to take times between.
void* cuda_create_event();
void cuda_release_event(void* event) noexcept;
void cuda_record_event(void* event, void* stream = nullptr);
double cuda_seconds_between(void* first, void* second);  // waits for both

}  // namespace hermite
