#include "kernels/device/cuda_cycles.hpp"

#include <algorithm>
#include <vector>

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

struct Reading {
  long long cycles;
  unsigned long long nanoseconds;  // 0: none
};

__global__ void read_cycles(int multiprocessors, Reading* of_multiprocessor) {
  int number = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  Reading now{clock64(), 0};
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now.nanoseconds));
  if (number < multiprocessors) of_multiprocessor[number] = now;
}

}  // namespace

CudaCycles::CudaCycles() {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "asking for the current GPU");
  check_cuda(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device),
             "reading a GPU's properties");
  check_cuda(
      cudaMalloc(&readings_, 2 * sizeof(Reading) * static_cast<std::size_t>(multiprocessors_)),
      "allocating device memory");
}
CudaCycles::~CudaCycles() { cudaFree(readings_); }

void CudaCycles::read(int which) const {
  const char* const doing = "running kernels";  // a fault may be that of the work between
  Reading* const of_multiprocessor = static_cast<Reading*>(readings_) + which * multiprocessors_;
  check_cuda(cudaMemsetAsync(of_multiprocessor, 0,
                             sizeof(Reading) * static_cast<std::size_t>(multiprocessors_)),
             doing);
  // Of as many blocks each multiprocessor gets one, or nearly.
  read_cycles<<<static_cast<unsigned>(multiprocessors_), 1>>>(multiprocessors_, of_multiprocessor);
  check_cuda(cudaGetLastError(), doing);
}

double CudaCycles::per_second() const {
  const auto count = static_cast<std::size_t>(multiprocessors_);
  std::vector<Reading> readings(2 * count);
  check_cuda(cudaMemcpy(readings.data(), readings_, readings.size() * sizeof(Reading),
                        cudaMemcpyDeviceToHost),
             "reading the multiprocessors' clocks");
  std::vector<double> rates;
  for (std::size_t i = 0; i < count; ++i) {
    const Reading &begin = readings[i], &end = readings[count + i];
    if (begin.nanoseconds == 0 || end.nanoseconds <= begin.nanoseconds) continue;
    // A multiprocessor that slept may have begun to count anew.
    if (end.cycles > begin.cycles)
      rates.push_back(1e9 * static_cast<double>(end.cycles - begin.cycles) /
                      static_cast<double>(end.nanoseconds - begin.nanoseconds));
  }
  if (rates.empty()) return 0;
  const auto middle = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
  std::nth_element(rates.begin(), middle, rates.end());
  return *middle;
}

}  // namespace hermite
