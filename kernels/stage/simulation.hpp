#pragma once
// A solver at work: its arrays on a device, and the step.

#include <functional>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/observe/growth.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

class Simulation {
 public:
  // Refuses before it allocates when the device has too little memory. The device must outlive it.
  Simulation(Solver solver, const Device& device);

  const Solver& solver() const { return solver_; }
  const Device& device() const { return device_; }

  void step();

  // The state goes in and out by slices: all nodes with one index along the last axis (in 1-D the
  // whole line), as doubles [field][m2][m1][entry] (2-D: [field][m1][entry]).
  long slices() const;
  std::size_t slice_size() const;
  void write(const std::function<void(long slice, double* values)>& fill);
  void read(const std::function<void(long slice, const double* values)>& take) const;

  LargestValue largest();
  // "field u at node (3, 4, 5)": the node of the largest magnitude in a plane and column.
  std::string place_of(const LargestValue& largest) const;

 private:
  long slice_rows() const;
  void fill_halo(const Access& read);
  template <class T>
  void write_as(const std::function<void(long, double*)>& fill);
  template <class T>
  void read_as(const std::function<void(long, const double*)>& take) const;

  Solver solver_;
  const Device& device_;
  std::vector<NodeExtents> extents_;
  std::vector<BoundArray> arrays_;
  std::vector<Buffer> buffers_;
  std::vector<bool> halo_is_fresh_;
  Buffer watch_;
};

// Throws where the device has less free memory than the solver needs; names both.
void require_memory(const Solver& solver, const Device& device);

}  // namespace hermite
