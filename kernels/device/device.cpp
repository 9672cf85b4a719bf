#include "kernels/device/device.hpp"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <new>
#include <utility>

#include "hermite/core/error.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

namespace {

// Free memory of the host: what the kernel calls available, caches that it can drop included.
std::size_t host_memory(const char* key) {
  std::ifstream file("/proc/meminfo");
  std::string word;
  std::size_t kilobytes = 0;
  while (file >> word) {
    if (word == key && file >> kilobytes) return kilobytes * 1024;
  }
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::string available_devices() {
  std::string text = "host";
  std::string reason;
  const int count = cuda_device_count(&reason);
  for (int i = 0; i < count; ++i) text += ", cuda:" + std::to_string(i);
  return count > 0 ? text : text + " (no GPU: " + reason + ")";
}

constexpr std::size_t alignment = 4096;

}  // namespace

Device::Device(const std::string& name, int threads) {
  if (threads < 0)
    throw UsageError("--threads: found " + std::to_string(threads) +
                     ", allowed 1 and up, or 0 for all cores");
  // Each thread has scratch of its own; many more than cores only wait for one another.
  const int most = 16 * omp_get_num_procs();
  if (threads > most)
    throw UsageError("--threads: found " + std::to_string(threads) + ", allowed up to " +
                     std::to_string(most) + " on this machine (16 per core)");
  threads_ = threads > 0 ? threads : omp_get_max_threads();
  if (name == "host") return;
  const bool numbered = name.rfind("cuda:", 0) == 0 && name.size() > 5 && name.size() < 9;
  bool known = name == "cuda" || numbered;
  for (std::size_t i = 5; numbered && i < name.size(); ++i)
    known = known && std::isdigit(static_cast<unsigned char>(name[i])) != 0;
  if (known) index_ = numbered ? std::stoi(name.substr(5)) : 0;
  if (!known)
    throw UsageError("--device: found " + name + ", allowed host, cuda or cuda:N; there is " +
                     available_devices());
  if (index_ >= cuda_device_count())
    throw MachineError("--device: found " + name + ", on this machine there is " +
                       available_devices());
  cuda_ = true;
  cuda_use(index_);
  description_ = "cuda:" + cuda_facts(index_).name;
  driver_ = cuda_driver();
}

std::size_t Device::memory_free() const {
  return cuda_ ? cuda_facts(index_).memory_free : host_memory("MemAvailable:");
}

long Device::scratch_limit() const {
  if (cuda_) return cuda_facts(index_).shared_bytes;
  const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  return l2 > 0 ? l2 / 2 : 512 * 1024;
}

int Device::multiprocessors() const {
  return cuda_ ? cuda_facts(index_).multiprocessors : threads_;
}

int Device::multiprocessor_threads() const { return cuda_ ? cuda_facts(index_).threads : 1; }

std::size_t Device::cache_bytes() const {
  return cuda_ ? cuda_facts(index_).l2_bytes : last_level_cache(threads_);
}

void Device::profile(bool on) const {
  if (cuda_) cuda_profile(on);
}

void Device::synchronize() const {
  if (cuda_) cuda_synchronize();
}

void Device::upload(void* to, const void* from, std::size_t bytes) const {
  if (cuda_)
    cuda_upload(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

void Device::download(void* to, const void* from, std::size_t bytes) const {
  if (cuda_)
    cuda_download(to, from, bytes);
  else
    std::memcpy(to, from, bytes);
}

void Device::download_lines(void* to, const void* from, std::size_t lines, std::size_t bytes,
                            std::size_t spacing) const {
  if (cuda_) return cuda_download_lines(to, from, lines, bytes, spacing);
  for (std::size_t line = 0; line < lines; ++line)
    std::memcpy(static_cast<char*>(to) + line * bytes,
                static_cast<const char*>(from) + line * spacing, bytes);
}

namespace {

const char* const last_cache = "/sys/devices/system/cpu/cpu0/cache/index3/";

// Of the cache that one processor has at the last level, in bytes; 0: not known.
long bytes_of_last_cache() {
  long kib = 0;
  char unit = 0;
  std::ifstream file(std::string(last_cache) + "size");
  return file >> kib >> unit && unit == 'K' ? kib * 1024 : 0;
}

// Processors that share it: of a list as "0-7,96-103".
long processors_of_last_cache() {
  std::ifstream file(std::string(last_cache) + "shared_cpu_list");
  long count = 0, first = 0;
  while (file >> first) {
    long last = first;
    if (file.peek() == '-') file.ignore() >> last;
    count += last - first + 1;
    if (file.peek() == ',') file.ignore();
  }
  return std::max(count, 1L);
}

}  // namespace

// sysconf adds up all of a socket's, of which AMD's have many; threads have those that they reach.
std::size_t last_level_cache(int threads) {
  static const long one = bytes_of_last_cache(), sharing = processors_of_last_cache();
  static const long all = std::max(sysconf(_SC_LEVEL3_CACHE_SIZE), sysconf(_SC_LEVEL2_CACHE_SIZE));
  const long bytes = one > 0 ? one * divide_up(long{threads}, sharing) : all;
  return bytes > 0 ? static_cast<std::size_t>(bytes) : std::size_t{32} << 20;
}

std::vector<DeviceRecord> list_devices() {
  std::vector<DeviceRecord> list;
  list.push_back({"host", std::to_string(omp_get_max_threads()) + " threads",
                  host_memory("MemTotal:"), host_memory("MemAvailable:")});
  const int count = cuda_device_count();
  for (int i = 0; i < count; ++i) {
    const CudaDeviceFacts f = cuda_facts(i);
    list.push_back({"cuda:" + std::to_string(i),
                    f.name + ", compute capability " + std::to_string(f.compute_capability / 10) +
                        "." + std::to_string(f.compute_capability % 10),
                    f.memory_total, f.memory_free});
  }
  return list;
}

Buffer::Buffer(const Device& device, std::size_t bytes) : bytes_(bytes), cuda_(device.cuda()) {
  if (cuda_) {
    data_ = cuda_allocate(bytes);
    return;
  }
  data_ = ::operator new(bytes, std::align_val_t(alignment));
  // The thread that touches a page first has it near by.
  const auto pages = static_cast<long>((bytes + alignment - 1) / alignment);
#pragma omp parallel for schedule(static) num_threads(device.threads())
  for (long page = 0; page < pages; ++page) {
    const std::size_t begin = static_cast<std::size_t>(page) * alignment;
    const std::size_t size = bytes - begin < alignment ? bytes - begin : alignment;
    std::memset(static_cast<char*>(data_) + begin, 0, size);
  }
}

Buffer::~Buffer() {
  if (data_ == nullptr) return;
  if (cuda_)
    cuda_release(data_);
  else
    ::operator delete(data_, std::align_val_t(alignment));
}

void Buffer::swap(Buffer& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  std::swap(cuda_, other.cuda_);
}

}  // namespace hermite
