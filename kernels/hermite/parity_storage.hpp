#pragma once
// The matrices of the parity classes in memory, on the host and on the device that uses them.

#include <vector>

#include "hermite/method/parity_blocks.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

class ParityStorage {
 public:
  // `values`: the precision in which the kernel reads them.
  ParityStorage(const std::vector<ParityBlock>& blocks, const std::vector<int>& flips,
                Precision values, const Device& device);

  ParityTables on_host() const { return tables_at(host_.data()); }
  ParityTables on_device() const {
    return device_.data() == nullptr ? on_host()
                                     : tables_at(static_cast<const char*>(device_.data()));
  }

 private:
  ParityTables tables_at(const char* memory) const;

  std::vector<int> flips_;
  int tiles_ = 0;
  std::size_t values_bytes_ = 0;
  std::vector<char> host_;  // values, results, classes
  Buffer device_;           // the same; none on the host
};

}  // namespace hermite
