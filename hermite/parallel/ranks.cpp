#include "hermite/parallel/ranks.hpp"

#include <algorithm>
#include <cstdlib>

namespace hermite {

namespace {

class Alone : public Ranks {
 public:
  Alone() : Ranks(0, 1) {}
  void start_send(const Message&) override {}
  void start_receive(const Message&) override {}
  void wait() override {}
  void wait_patiently() override {}
  void broadcast(void*, std::size_t) override {}
  std::vector<char> gather(const void* mine, std::size_t bytes) override {
    const char* const begin = static_cast<const char*>(mine);
    return {begin, begin + bytes};
  }
  bool any(bool mine) override { return mine; }
  bool all_end(double) override { return true; }
  void end_others(int) override {}
};

}  // namespace

std::string Ranks::of_first(const std::string& text) {
  std::string all(of_first(text.size()), ' ');
  if (first()) all = text;
  broadcast(all.data(), all.size());
  return all;
}

Ranks& alone() {
  static Alone ranks;
  return ranks;
}

int ranks_started() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name)) return std::max(1, std::atoi(size));
  return 1;
}

#if !HERMITE_MPI_ENABLED
Ranks& world() {
  // Each of them would take itself for the whole run, and write to the same folder.
  if (const int count = ranks_started(); count > 1)
    throw MachineError("mpirun has started " + std::to_string(count) +
                       " ranks, and this hermite was built without MPI: build it with "
                       "HERMITE_MPI=ON, or start one");
  return alone();
}
void leave_world() {}
std::string mpi_version() { return "built without MPI"; }
#endif

}  // namespace hermite
