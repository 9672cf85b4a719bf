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
  // The same, with `before` called before each stage: for what looks at its arrays.
  void step(const std::function<void(const Stage&)>& before);
  // The kernels of one stage alone, halos as they are: for what times them.
  void launch(const Stage& stage) const;

  // Goes on with the stages of another solver of the same arrays, in other blocks or slabs; the
  // fields stay. False, and nothing is changed, where its arrays are others (one that no stage
  // reaches beyond may be shorter along the last axis than what is allocated).
  bool adopt(const Solver& other);
  // Every value of an array, halo and padding too, becomes NaN: what is not written then shows.
  void poison(int array);

  // The arrays that hold the solution between steps, by their place in Solver::states.
  int states() const { return static_cast<int>(solver_.states.size()); }
  const ArraySpec& state(int state) const;
  // What a step needs beside them, numbered after the states: for checkpoints.
  int kept() const { return static_cast<int>(solver_.kept.size()); }
  // A state goes in and out by slices: all nodes with one index along the last axis (in 1-D the
  // whole line), as doubles [field][m2][m1][entry] (2-D: [field][m1][entry]). Values of single
  // precision come back bit for bit.
  long slices(int state = 0) const;
  std::size_t slice_size(int state = 0) const;
  void write(const std::function<void(long slice, double* values)>& fill, int state = 0);
  void read(const std::function<void(long slice, const double* values)>& take, int state = 0) const;
  // One slice of a state into `values`.
  void read_slice(long slice, double* values, int state = 0) const;

  LargestValue largest();
  // "field u at node (3, 4, 5)": the node of the largest magnitude in a plane and column.
  std::string place_of(const LargestValue& largest) const;
  // A state's array on the device, for what observes it there.
  const BoundArray& bound(int state) const { return arrays_[array_of(state)]; }

 private:
  std::size_t array_of(int state) const;
  long slice_rows(int state) const;
  void fill_halo(const Access& read);
  template <class T>
  void put_slice(long slice, const double* values, int state);
  template <class T>
  void get_slice(long slice, double* values, int state) const;

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
