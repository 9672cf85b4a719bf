// A run on several ranks: which part of the problem each has, on which device.
#pragma once

#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "hermite/parallel/ranks.hpp"
#include "kernels/device/device.hpp"

namespace hermite {

/// The device that a rank of several uses: of the GPUs that it sees the one of its number among the ranks
/// of its host, of the cores of the host its share. Throws MachineError where two ranks have one GPU.
Device device_of_rank(Ranks& ranks, const std::string& name, int threads);

/// What each plane of cells across the last axis costs, by values read and written per node and step
/// (kernels/fdtd/README.md, "Sizes"); 1 where all cost the same.
std::vector<double> plane_costs(const Problem& problem);

/// Sets Grid::slab of the problem's grid: slabs of about equal bytes. Refuses more ranks than the grid has
/// planes for, and what cannot be done on several.
void take_slab(Problem& problem, const Ranks& ranks, const Source& source);

/// "2 (Open MPI v4.1.4), messages by NCCL; planes 0 to 63 on cuda:0, 64 to 127 on cuda:1" for the summary.
/// By all ranks.
std::string ranks_text(const Problem& problem, Ranks& ranks, const Device& device);

/// Throws Error (bad case) where the ranks have not all the same case and contents of the files that it names.
void require_same_case(Ranks& ranks, const Problem& problem);

/// Which part of the time loop, records and checkpoints included, ranks waited for halos of each other.
class Waits {
 public:
  /// By all ranks; seconds of this one.
  Waits(Ranks& ranks, double waited, double loop);
  double mean() const { return mean_; }
  /// Of the rank that waited most.
  double most() const { return most_; }
  std::string text() const;

 private:
  int ranks_ = 1;
  double mean_ = 0, most_ = 0;
};

/// Ends all ranks where one was lost, with a message. No destructor runs: some wait for a GPU, which waits
/// for a message that will not come.
[[noreturn]] void give_up(Ranks& ranks, const LostRank& lost, const std::string& message);

/// Nothing of this rank but a message of its own end appears: all but the first are silent.
void silence();

}  // namespace hermite
