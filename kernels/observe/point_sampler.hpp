#pragma once
// Samples the states of a solver at the same points again and again. On a device the values stay there
// until they are asked for, so that a record costs a launch and no wait.

#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/observe/samples.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

// A sample: its place and, per axis, 2n weights (none beyond the dimension).
struct PointSample {
  SamplePlace place;
  std::vector<double> weights[3];
};

class PointSampler {
 public:
  // All states have this dimension and order.
  PointSampler(const Device& device, Precision precision, int dimension, int order,
               const std::vector<PointSample>& samples);

  long samples() const { return count_; }
  static constexpr long capacity = 256;  // records

  // Launches one record, of states numbered as in the samples; false where there is no room before the
  // next take(). Arrays may change places between records.
  bool record(const std::vector<BoundArray>& states);
  // The records since the last call, [record][sample].
  std::vector<double> take();

 private:
  const Device& device_;
  Precision precision_;
  int dimension_, n_;
  long count_, recorded_ = 0;
  Buffer places_, weights_, values_;
};

}  // namespace hermite
