#pragma once
// How long a device has nothing to do but to wait for halos, whatever brings them. Of a GPU, by events:
//
//   kernels       | inner planes | . . . . . .
//                                begin()
//   outer planes  | . . . . . . . . . . | outer planes     the halos are there
//                                       end()
//
// Where halos come before the inner planes are done nothing waits. Events are read some exchanges later, so that the
// host need not wait for the GPU. On the host the ranks count the seconds that they wait for messages
// (Ranks::seconds_waited).

#include "hermite/parallel/ranks.hpp"
#include "kernels/device/device.hpp"

namespace hermite {

class HaloWaits {
 public:
  // Both must outlive it.
  HaloWaits(const Ranks& ranks, const Device& device);
  ~HaloWaits();
  HaloWaits(const HaloWaits&) = delete;
  HaloWaits& operator=(const HaloWaits&) = delete;

  // All that needs no halos was launched.
  void begin();
  // What is launched in `stream` from now on finds them.
  void end(void* stream);
  // So far.
  double seconds();

 private:
  static constexpr long most_unread = 64;
  const Ranks& ranks_;
  const bool cuda_;
  void *begun_[most_unread] = {}, *ended_[most_unread] = {};
  long count_ = 0, read_ = 0;
  double seconds_ = 0;

  void read_next();
};

}  // namespace hermite
