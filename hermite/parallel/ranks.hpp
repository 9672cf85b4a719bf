// The processes that share a run, as MPI has started them, or this one alone. All messages of the
// program go through here; nothing else knows of MPI.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "hermite/core/error.hpp"

namespace hermite {

/// A rank that does not answer any more: nothing can be saved that needs it.
class LostRank : public Error {
 public:
  explicit LostRank(const std::string& message) : Error(Exit::machine, message) {}
};

struct Message {
  int peer, tag;
  void* data;  // read where it is sent
  std::size_t bytes;
};

class Ranks {
 public:
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int count() const { return count_; }
  bool alone() const { return count_ == 1; }
  /// The one that prints and writes.
  bool first() const { return rank_ == 0; }
  /// Among those of this host.
  int host_rank() const { return host_rank_; }
  int host_count() const { return host_count_; }

  /// Messages are on their way until wait() returns; none of two ranks with one tag overtakes another.
  virtual void start_send(const Message& message) = 0;
  virtual void start_receive(const Message& message) = 0;
  /// For all that were started. Throws LostRank where a rank of this host has died.
  virtual void wait() = 0;
  /// The same where waiting is no loss of time.
  virtual void wait_patiently() = 0;

  /// Rank 0's bytes for all.
  virtual void broadcast(void* data, std::size_t bytes) = 0;
  /// `bytes` bytes of each rank for all, one after the other.
  virtual std::vector<char> gather(const void* mine, std::size_t bytes) = 0;
  /// Whether it was true on any rank when all had called this the time before: no rank waits for
  /// another here. The same answer on all.
  virtual bool any(bool mine) = 0;

  /// Whether all ranks come to this point within so many seconds.
  virtual bool all_end(double seconds) = 0;
  /// Ends all ranks at once.
  [[noreturn]] void abort(int code) {
    end_others(code);
    std::_Exit(code);
  }

  /// Lists of all ranks, as long on each, one after the other.
  template <class T>
  std::vector<T> all_lists(const std::vector<T>& mine) {
    const std::vector<char> bytes = gather(mine.data(), mine.size() * sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  /// Values of all ranks, in their order, on all of them.
  template <class T>
  std::vector<T> all(const T& mine) {
    const std::vector<char> bytes = gather(&mine, sizeof(T));
    std::vector<T> values(static_cast<std::size_t>(count_), mine);
    std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
    return values;
  }
  /// Rank 0's.
  template <class T>
  T of_first(T value) {
    broadcast(&value, sizeof(T));
    return value;
  }
  std::string of_first(const std::string& text);

  /// Spent in wait() so far.
  double seconds_waited() const { return seconds_waited_; }

 protected:
  Ranks(int rank, int count) : rank_(rank), count_(count) {}
  virtual void end_others(int code) = 0;
  int rank_, count_, host_rank_ = 0, host_count_ = 1;
  double seconds_waited_ = 0;
};

/// One rank, without MPI.
Ranks& alone();
/// Those that mpirun, or srun, has started, this one among them; else alone(). The first call
/// initialises MPI, leave_world() ends it.
Ranks& world();
void leave_world();
/// How many mpirun says that it has started, whatever MPI this program has: 1 where nobody says.
int ranks_started();
/// "Open MPI v4.1.4", or why there is none.
std::string mpi_version();

}  // namespace hermite
