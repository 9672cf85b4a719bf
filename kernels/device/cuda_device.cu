// Device memory and facts by the CUDA runtime.
#include "kernels/device/cuda_device.hpp"

#include <cuda_profiler_api.h>
#include <dlfcn.h>

#include <algorithm>

#include "kernels/device/cuda_api.hpp"

namespace hermite {

static std::string cuda_name(int version) {
  return "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// A driver that is too old, and none at all, are the same error.
static std::string why_no_gpu(cudaError_t status) {
  int driver = 0;
  if (status != cudaErrorInsufficientDriver || cudaDriverGetVersion(&driver) != cudaSuccess)
    return cudaGetErrorString(status);
  if (driver == 0) return "no driver of NVIDIA's is loaded";
  return "the driver is for " + cuda_name(driver) + ", this build for " +
         cuda_name(CUDART_VERSION) + cuda_remedy(status);
}

int cuda_device_count(std::string* reason) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    cudaGetLastError();
    if (reason != nullptr) *reason = why_no_gpu(status);
    return 0;
  }
  return count;
}

CudaDeviceFacts cuda_facts(int index) {
  cudaDeviceProp p{};
  check_cuda(cudaGetDeviceProperties(&p, index), "reading a GPU's properties");
  int current = 0;
  check_cuda(cudaGetDevice(&current), "asking for the current GPU");
  CudaDeviceFacts facts{p.name,
                        10 * p.major + p.minor,
                        p.multiProcessorCount,
                        p.maxThreadsPerMultiProcessor,
                        static_cast<long>(p.sharedMemPerBlockOptin),
                        static_cast<std::size_t>(p.l2CacheSize),
                        p.totalGlobalMem,
                        0};
  std::size_t total = 0;
  check_cuda(cudaSetDevice(index), "choosing a GPU");
  check_cuda(cudaMemGetInfo(&facts.memory_free, &total), "asking for free memory");
  check_cuda(cudaSetDevice(current), "choosing a GPU");
  return facts;
}

std::array<char, 16> cuda_identity(int index) {
  cudaDeviceProp p{};
  check_cuda(cudaGetDeviceProperties(&p, index), "reading a GPU's properties");
  std::array<char, 16> identity{};
  static_assert(sizeof p.uuid.bytes == sizeof identity, "the bytes of a UUID");
  std::copy_n(p.uuid.bytes, identity.size(), identity.begin());
  return identity;
}
int cuda_single_to_double(int index) {
  int ratio = 0;
  check_cuda(cudaDeviceGetAttribute(&ratio, cudaDevAttrSingleToDoublePrecisionPerfRatio, index),
             "reading a GPU's properties");
  return ratio;
}

// The driver's own version, as in "580.65.06", which only NVML tells; nothing where NVML is not to be had.
static std::string driver_release() {
  void* nvml = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);  // comes with the driver
  if (nvml == nullptr) return {};
  const auto begin = reinterpret_cast<int (*)()>(dlsym(nvml, "nvmlInit_v2"));
  const auto end = reinterpret_cast<int (*)()>(dlsym(nvml, "nvmlShutdown"));
  const auto ask =
      reinterpret_cast<int (*)(char*, unsigned)>(dlsym(nvml, "nvmlSystemGetDriverVersion"));
  char release[80] = "";  // NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE
  if (begin != nullptr && end != nullptr && ask != nullptr && begin() == 0) {
    if (ask(release, sizeof release) != 0) release[0] = 0;
    end();
  }
  dlclose(nvml);
  return release;
}

std::string cuda_driver() {
  int version = 0;
  check_cuda(cudaDriverGetVersion(&version), "asking for the driver's version");
  static const std::string release = driver_release();  // NVML takes a while to begin
  return (release.empty() ? "" : release + ", ") + cuda_name(version);
}

void cuda_use(int index) { check_cuda(cudaSetDevice(index), "choosing a GPU"); }

void* cuda_allocate(std::size_t bytes) {
  void* data = nullptr;
  const cudaError_t status = cudaMalloc(&data, bytes);
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free = 0, total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "asking for free memory");
    throw MachineError("memory: an array of " + std::to_string(bytes) +
                       " bytes is needed, the GPU has " + std::to_string(free) + " of " +
                       std::to_string(total) + " free" + cuda_remedy(status));
  }
  check_cuda(status, "allocating device memory");
  check_cuda(cudaMemset(data, 0, bytes), "clearing device memory");
  return data;
}
void cuda_release(void* data) noexcept { cudaFree(data); }

void cuda_upload(void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copying to the GPU");
}
void cuda_download(void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copying from the GPU");
}
void cuda_download_lines(void* to, const void* from, std::size_t lines, std::size_t bytes,
                         std::size_t spacing) {
  check_cuda(cudaMemcpy2D(to, bytes, from, spacing, bytes, lines, cudaMemcpyDeviceToHost),
             "copying from the GPU");
}
void cuda_synchronize() { check_cuda(cudaDeviceSynchronize(), "running kernels"); }

void cuda_profile(bool on) {
  check_cuda(on ? cudaProfilerStart() : cudaProfilerStop(), "talking to a profiler");
}

void* cuda_create_event() {
  cudaEvent_t event = nullptr;
  check_cuda(cudaEventCreate(&event), "creating an event");
  return event;
}
void cuda_release_event(void* event) noexcept { cudaEventDestroy(static_cast<cudaEvent_t>(event)); }
void cuda_record_event(void* event, void* stream) {
  check_cuda(cudaEventRecord(static_cast<cudaEvent_t>(event), static_cast<cudaStream_t>(stream)),
             "recording an event");
}
double cuda_seconds_between(void* first, void* second) {
  float milliseconds = 0;
  for (void* const event : {first, second})
    check_cuda(cudaEventSynchronize(static_cast<cudaEvent_t>(event)), "running kernels");
  check_cuda(cudaEventElapsedTime(&milliseconds, static_cast<cudaEvent_t>(first),
                                  static_cast<cudaEvent_t>(second)),
             "reading a time");
  return 1e-3 * static_cast<double>(milliseconds);
}

}  // namespace hermite
