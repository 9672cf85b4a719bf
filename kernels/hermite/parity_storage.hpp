#pragma once
// The matrices of the parity classes in memory, on the host and on the device that uses them.

#include <vector>

#include "hermite/method/parity_blocks.hpp"
#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/hermite/kernel_id.hpp"
#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

// How a kernel reads them: the matrix units in double precision, whatever that of the data.
struct ParityFormat {
  ParityForm form;
  Precision precision;
};
inline ParityFormat parity_format(KernelId id, Precision precision) {
  if (id == KernelId::parity_matrix) return {ParityForm::shares, Precision::double_};
  return {id == KernelId::parity_registers ? ParityForm::columns : ParityForm::tiles, precision};
}

class ParityStorage {
 public:
  ParityStorage(const std::vector<ParityBlock>& blocks, const std::vector<int>& flips,
                const ParityFormat& format, const Device& device);

  ParityTables on_host() const { return tables_at(host_.data()); }
  ParityTables on_device() const {
    return device_.data() == nullptr ? on_host()
                                     : tables_at(static_cast<const char*>(device_.data()));
  }

 private:
  void append_tiles(const std::vector<ParityBlock>& blocks, const ParityFormat& format);
  ParityTables tables_at(const char* memory) const;

  std::vector<int> flips_;
  int tiles_ = 0;
  std::size_t values_bytes_ = 0;
  std::vector<char> host_;  // values, results, classes
  Buffer device_;           // the same; none on the host
};

}  // namespace hermite
