#pragma once
// A device to run on: the host's threads, or one GPU. Memory of either is behind Buffer.

#include <cstddef>
#include <string>
#include <vector>

namespace hermite {

class Device {
 public:
  // "host", "cuda", "cuda:1". `threads` is for the host, 0: all cores. A device that is not there
  // is refused with the list of those that are.
  explicit Device(const std::string& name = "host", int threads = 0);

  bool cuda() const { return cuda_; }
  int index() const { return index_; }  // of a GPU, as CUDA numbers them in this process
  int threads() const { return threads_; }
  // Asked for once, since a GPU that has failed no longer answers.
  const std::string& description() const { return description_; }  // host, or cuda:NAME
  const std::string& driver() const { return driver_; }            // of CUDA; empty on the host
  std::size_t memory_free() const;
  // Working memory of one block: shared memory on CUDA, a share of the second-level cache on the
  // host.
  long scratch_limit() const;
  int multiprocessors() const;  // threads on the host
  // The most threads that one of them holds; 1 on the host.
  int multiprocessor_threads() const;
  // The largest caches of all its processors: what is larger lies in memory.
  std::size_t cache_bytes() const;
  // Begins and ends what a profiler looks at, where one waits for it; nothing on the host.
  void profile(bool on) const;
  void synchronize() const;
  void upload(void* to, const void* from, std::size_t bytes) const;
  void download(void* to, const void* from, std::size_t bytes) const;
  // Lines of so many bytes, which begin `spacing` bytes apart, one behind the other.
  void download_lines(void* to, const void* from, std::size_t lines, std::size_t bytes,
                      std::size_t spacing) const;

 private:
  bool cuda_ = false;
  int index_ = 0;
  int threads_ = 1;
  std::string description_ = "host", driver_;
};

// The host's largest caches that so many threads reach, in bytes.
std::size_t last_level_cache(int threads);

// What --device can name on this machine, with a description each; for `hermite devices`.
struct DeviceRecord {
  std::string name, description;
  std::size_t memory_total, memory_free;
};
std::vector<DeviceRecord> list_devices();

// Memory on a device; zeroed, on the host by the threads that will use it.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Device& device, std::size_t bytes);
  // With a copy of them.
  template <class T>
  Buffer(const Device& device, const std::vector<T>& values)
      : Buffer(device, values.size() * sizeof(T)) {
    device.upload(data_, values.data(), bytes_);
  }
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Buffer();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void swap(Buffer& other) noexcept;

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  bool cuda_ = false;
};

}  // namespace hermite
