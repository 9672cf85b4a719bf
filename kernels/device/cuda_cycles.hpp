#pragma once
// The clock of a GPU's multiprocessors while it works: each counts its cycles and the nanoseconds that pass,
// read by a kernel before the work and by one after it. A board that would take more power than it may lowers
// it.

namespace hermite {

class CudaCycles {
 public:
  CudaCycles();
  CudaCycles(const CudaCycles&) = delete;
  CudaCycles& operator=(const CudaCycles&) = delete;
  ~CudaCycles();

  // At these points of the stream of work.
  void begin() const { read(0); }
  void end() const { read(1); }
  // Between the two, the median of the multiprocessors; waits for them. 0 where none was read twice.
  double per_second() const;

 private:
  [[maybe_unused]] int multiprocessors_;  // unused without CUDA
  [[maybe_unused]] void* readings_;       // [begin, end][multiprocessor]

  void read(int which) const;
};

}  // namespace hermite
