#pragma once
// Launches that do not depend on each other, and are each too small to fill a GPU: side by side there, in
// streams that part from one and join it again, recorded (cuda_graph.hpp) or not. On the host one after the
// other.

#include <cstddef>
#include <functional>
#include <vector>

#include "kernels/device/device.hpp"

namespace hermite {

class SideBySide {
 public:
  explicit SideBySide(const Device& device) : on_gpu_(device.cuda()) {}
  SideBySide(SideBySide&&) = default;
  SideBySide(const SideBySide&) = delete;
  SideBySide& operator=(const SideBySide&) = delete;
  ~SideBySide();

  // launch(i, stream) for all i < count: after what was launched in `stream` before, and before what is
  // launched there then.
  void run(std::size_t count, void* stream,
           const std::function<void(std::size_t i, void* stream)>& launch);

  // The same by hand, for one launch beside others: the stream for it, which waits for what was launched in
  // `stream` before; and what is launched in `stream` from now on waits for it.
  void* begin(std::size_t branch, void* stream);
  void end(std::size_t branch, void* stream);

 private:
  struct Branch {
    void *stream = nullptr, *event = nullptr;
  };
  bool on_gpu_;
  std::vector<Branch> branches_;  // beside the stream itself, as many as were ever needed
};

}  // namespace hermite
