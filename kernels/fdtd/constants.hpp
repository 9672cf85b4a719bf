#pragma once
// What stages hold on a device beside their arrays: tables that are made once. Their memory is stated by
// name, like that of arrays.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

class Constants {
 public:
  // The device must outlive it.
  Constants(const Device& device, Precision precision) : device_(&device), precision_(precision) {}

  const std::vector<ArrayMemory>& memory() const { return memory_; }

  template <class T>
  const T* keep(const std::string& name, const std::vector<T>& values) {
    buffers_.emplace_back(*device_, values);
    const auto same = std::find_if(memory_.begin(), memory_.end(),
                                   [&](const ArrayMemory& m) { return m.name == name; });
    const auto bytes = static_cast<long>(buffers_.back().bytes());
    if (same == memory_.end())
      memory_.push_back({name, bytes});
    else
      same->bytes += bytes;
    return static_cast<const T*>(buffers_.back().data());
  }
  // On the host, for kernels that bring a copy along: no memory of the device.
  template <class T>
  const T* keep_on_host(const std::vector<T>& values) {
    const auto kept = std::make_shared<const std::vector<T>>(values);
    on_host_.push_back(kept);
    return kept->data();
  }
  // In the precision of the fields. A pack that starts at the last value reads beyond it.
  const void* keep_in_precision(const std::string& name, std::vector<double> values) {
    constexpr std::size_t spare = 64;
    values.resize(values.size() + spare, 0.0);
    if (precision_ == Precision::double_) return keep(name, values);
    return keep(name, std::vector<float>(values.begin(), values.end()));
  }

 private:
  const Device* device_;
  Precision precision_;
  std::vector<Buffer> buffers_;
  std::vector<std::shared_ptr<const void>> on_host_;
  std::vector<ArrayMemory> memory_;
};

}  // namespace hermite
