// Ranks by MPI. Everything is started without waiting and then polled, so that a rank which waits can
// notice that another has died.
#if HERMITE_MPI_ENABLED
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>

#include "hermite/parallel/ranks.hpp"

namespace hermite {

namespace {

// MPI counts bytes by int: longer messages are cut.
constexpr std::size_t most_bytes = std::size_t{1} << 30;
// mpirun kills all ranks a second after one has died: in seconds, how often a rank that waits looks.
constexpr double look_interval = 0.1;

void check(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw LostRank(std::string("MPI: ") + what + ": " + text);
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class MpiRanks : public Ranks {
 public:
  MpiRanks() : Ranks(0, 1) {
    // Of ours only one thread calls MPI.
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "starting");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
    MPI_Comm host;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &host_rank_);
    MPI_Comm_size(host, &host_count_);
    host_ = rank_;
    MPI_Bcast(&host_, 1, MPI_INT, 0, host);
    MPI_Comm_free(&host);
    // What is called out of step with the others has a communicator of its own.
    MPI_Comm_dup(MPI_COMM_WORLD, &flags_);
    MPI_Comm_dup(MPI_COMM_WORLD, &ends_);
    processes_ = all(Process{host_, getpid()});
  }

  void start_send(const Message& m) override {
    in_parts(m, [&](char* data, int bytes) {
      check(MPI_Isend(data, bytes, MPI_BYTE, m.peer, m.tag, MPI_COMM_WORLD, add()), "sending");
    });
  }
  void start_receive(const Message& m) override {
    in_parts(m, [&](char* data, int bytes) {
      check(MPI_Irecv(data, bytes, MPI_BYTE, m.peer, m.tag, MPI_COMM_WORLD, add()), "receiving");
    });
  }
  void wait() override { wait_for(true); }
  void wait_patiently() override { wait_for(false); }
  void broadcast(void* data, std::size_t bytes) override {
    in_parts({0, 0, data, bytes}, [&](char* part, int size) {
      check(MPI_Ibcast(part, size, MPI_BYTE, 0, MPI_COMM_WORLD, add()), "broadcasting");
    });
    wait_for(false);
  }
  std::vector<char> gather(const void* mine, std::size_t bytes) override {
    std::vector<char> all(bytes * static_cast<std::size_t>(count_));
    check(MPI_Iallgather(mine, static_cast<int>(bytes), MPI_BYTE, all.data(),
                         static_cast<int>(bytes), MPI_BYTE, MPI_COMM_WORLD, add()),
          "gathering");
    wait_for(false);
    return all;
  }
  bool any(bool mine) override {
    const bool before = flag_request_ != MPI_REQUEST_NULL;
    if (before) {
      requests_.push_back(flag_request_);
      wait_for(true);
    }
    const bool answer = before && any_flag_ != 0;
    my_flag_ = mine ? 1 : 0;
    check(MPI_Iallreduce(&my_flag_, &any_flag_, 1, MPI_INT, MPI_MAX, flags_, &flag_request_),
          "agreeing");
    return answer;
  }
  bool all_end(double seconds) override {
    MPI_Request request;
    if (MPI_Ibarrier(ends_, &request) != MPI_SUCCESS) return false;
    int done = 0;
    for (const double begin = now(); done == 0 && now() - begin < seconds; sched_yield())
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }
  void end_others(int code) override { MPI_Abort(MPI_COMM_WORLD, code); }
  void leave() {
    if (flag_request_ != MPI_REQUEST_NULL) MPI_Wait(&flag_request_, MPI_STATUS_IGNORE);
    MPI_Finalize();
  }

 private:
  std::vector<MPI_Request> requests_;
  MPI_Comm flags_, ends_;
  MPI_Request flag_request_ = MPI_REQUEST_NULL;
  int my_flag_ = 0, any_flag_ = 0;

  MPI_Request* add() {
    requests_.push_back(MPI_REQUEST_NULL);
    return &requests_.back();
  }
  template <class F>
  static void in_parts(const Message& m, F&& f) {
    char* const data = static_cast<char*>(m.data);
    for (std::size_t done = 0; done < m.bytes; done += most_bytes)
      f(data + done, static_cast<int>(std::min(most_bytes, m.bytes - done)));
  }
  void wait_for(bool counted) {
    const double begin = now();
    double next_look = begin + look_interval;
    int done = 0;
    while (true) {
      check(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done,
                        MPI_STATUSES_IGNORE),
            "waiting");
      if (done != 0) break;
      if (now() > next_look) {
        look_for_the_dead();
        next_look += look_interval;
      }
      sched_yield();
    }
    requests_.clear();
    if (counted) seconds_waited_ += now() - begin;
  }
  // Among the ranks of this host; of others mpirun speaks.
  void look_for_the_dead() const {
    for (const Process& process : processes_)
      if (process.host == host_ && kill(process.pid, 0) != 0 && errno == ESRCH)
        throw LostRank("rank " + std::to_string(&process - processes_.data()) + " of " +
                       std::to_string(count_) + " has died");
  }

  struct Process {
    int host;  // the first of its ranks
    pid_t pid;
  };
  std::vector<Process> processes_;
  int host_ = 0;
};

// mpirun, srun and their like say so; a program that was started by itself does without MPI.
bool was_started_by_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"})
    if (std::getenv(name) != nullptr) return true;
  return false;
}

std::unique_ptr<MpiRanks>& started() {
  static std::unique_ptr<MpiRanks> ranks;
  return ranks;
}

}  // namespace

Ranks& world() {
  static Ranks& ranks = [&]() -> Ranks& {
    if (!was_started_by_mpi()) return alone();
    started() = std::make_unique<MpiRanks>();
    // Each would take itself for the whole run, and write to the same folder.
    if (const int count = ranks_started(); started()->alone() && count > 1)
      throw MachineError("mpirun has started " + std::to_string(count) +
                         " ranks, and they do not find each other: this hermite was built with " +
                         mpi_version() + ", start it with its mpirun");
    return *started();
  }();
  return ranks;
}

void leave_world() {
  if (started()) started()->leave();
}

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string all(text, static_cast<std::size_t>(length));
  return all.substr(0, all.find(','));
}

}  // namespace hermite
#endif
