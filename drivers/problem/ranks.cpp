#include "drivers/problem/ranks.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/slabs.hpp"
#include "hermite/output/seal.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/halo/neighbours.hpp"

namespace hermite {

namespace {

// Planes that a rank must have: those that its neighbours reach, and images at a wall of its own. What a free
// surface reads besides is in its halo (kernels/fdtd/elastic/free_surface.hpp, Stage::least_in_parts).
long least_planes(const Problem& problem) {
  const bool far = is_fdtd(problem.input) && problem.input.system == "elastic";
  return far ? least_elastic_cells : 2;
}

// Of the nodes of a plane, the parts that lie in the layers across each of the other axes: where two meet, each
// has psi of its own.
double parts_in_layers(const Problem& problem) {
  double parts = 0;
  for (int axis = 0; axis + 1 < problem.grid.dimension; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const auto& layers = problem.fdtd.cpml.layers[d];
    parts +=
        static_cast<double>(layers[0] + layers[1]) / static_cast<double>(problem.grid.cells[d]);
  }
  return parts;
}

// Whatever each rank is allowed to see of them: by what the GPUs themselves say who they are.
void require_own_gpus(Ranks& ranks, const Device& device) {
  std::vector<std::array<char, 16>> all = ranks.all(cuda_identity(device.index()));
  std::sort(all.begin(), all.end());
  const auto gpus = std::unique(all.begin(), all.end()) - all.begin();
  if (gpus == ranks.count()) return;
  throw MachineError("--device: found cuda with " + std::to_string(ranks.count()) + " ranks for " +
                     std::to_string(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
                     "; start as many ranks as there are GPUs, or take --device host");
}

}  // namespace

std::vector<double> plane_costs(const Problem& problem) {
  const auto last = static_cast<std::size_t>(problem.grid.dimension - 1);
  const long cells = problem.grid.cells[last];
  std::vector<double> cost(static_cast<std::size_t>(cells), 1);
  if (!is_fdtd(problem.input)) return cost;
  const bool elastic = problem.input.system == "elastic";
  const double plain = elastic ? 27 : 18, in_layer = elastic ? 12 : 8;
  const auto& layers = problem.fdtd.cpml.layers[last];
  for (long k = 0; k < cells; ++k) {
    double& c = cost[static_cast<std::size_t>(k)];
    c = plain + in_layer * parts_in_layers(problem);
    if (k < layers[0] || k >= cells - layers[1]) c += in_layer;
    // The planes at a free surface have a kernel of their own, which reads the few below them too: it touches 71
    // values where the field kernels touch 54.
    const bool surface = elastic && ((problem.elastic.free[0] && k < 2) ||
                                     (problem.elastic.free[1] && k >= cells - 2));
    if (surface) c += plain * (71.0 / 54 - 1);
  }
  return cost;
}

Device device_of_rank(Ranks& ranks, const std::string& name, int threads) {
  if (ranks.alone()) return Device(name, threads);
  if (name != "cuda" && name != "host")
    throw MachineError(
        "--device: found " + name + " with " + std::to_string(ranks.count()) +
        " ranks, allowed cuda, with which each rank takes a GPU of its own, or host");
  std::string mine = name;
  if (const int count = name == "cuda" ? cuda_device_count() : 0; count > 0)
    mine += ":" + std::to_string(ranks.host_rank() % count);
  const Device all(mine, threads);
  if (all.cuda()) require_own_gpus(ranks, all);
  // Ranks of one host share its cores. What mpirun has bound to its own has no more of them anyway.
  const long cores = sysconf(_SC_NPROCESSORS_ONLN) / ranks.host_count();
  if (threads > 0 || std::getenv("OMP_NUM_THREADS") != nullptr || all.threads() <= cores)
    return all;
  return Device(mine, std::max(1, static_cast<int>(cores)));
}

void take_slab(Problem& problem, const Ranks& ranks, const Source& source) {
  if (ranks.alone()) return;
  if (problem.input.dimension == 1)
    throw CaseError(source.place("dimension"), "dimension",
                    "1-D problems on several ranks are not there: start one rank");
  const std::vector<double> costs = plane_costs(problem);
  const long least = least_planes(problem);
  const std::vector<Planes> slabs = cut_slabs(costs, ranks.count(), least);
  if (slabs.empty()) {
    const long planes = static_cast<long>(costs.size()), most = planes / least;
    throw CaseError(source.place("grid.cells"), "grid.cells",
                    std::to_string(planes) + (planes == 1 ? " plane" : " planes") +
                        " along the last direction for " + std::to_string(ranks.count()) + " ranks",
                    "at least " + std::to_string(least) + " for each, so " +
                        (most < 2 ? "one rank" : "at most " + std::to_string(most) + " ranks"));
  }
  problem.grid.slab = slabs[static_cast<std::size_t>(ranks.rank())];
}

std::string ranks_text(const Problem& problem, Ranks& ranks, const Device& device) {
  constexpr std::size_t most_shown = 8;
  struct Part {
    Planes planes;
    int gpu;
  };
  const std::vector<Part> parts = ranks.all(Part{problem.grid.slab, device.index()});
  std::string text = std::to_string(ranks.count()) + " (" + mpi_version() + "), messages by " +
                     message_path(device) + "; planes ";
  for (std::size_t rank = 0; rank < std::min(parts.size(), most_shown); ++rank) {
    const auto& [planes, gpu] = parts[rank];
    text += (rank > 0 ? ", " : "") + std::to_string(planes.begin) + " to " +
            std::to_string(planes.end - 1);
    if (device.cuda()) text += " on cuda:" + std::to_string(gpu);
  }
  return text + (parts.size() > most_shown ? ", ..." : "");
}

void require_same_case(Ranks& ranks, const Problem& problem) {
  // What a run is the same by does not say how its rows lie, and halos are sent by planes.
  const std::string mine = problem.identity() + problem.input.kernel.rows;
  Checksum sum;
  sum.add(mine.data(), mine.size());
  for (const std::uint64_t other : ranks.all(sum.value()))
    if (other != sum.value())
      throw Error(Exit::bad_case,
                  problem.input.file +
                      ": the ranks were given different cases, or files of different "
                      "contents by the same names; give all of them the same");
}

Waits::Waits(Ranks& ranks, double waited, double loop) {
  const std::vector<double> all = ranks.all(loop > 0 ? waited / loop : 0);
  ranks_ = ranks.count();
  most_ = *std::max_element(all.begin(), all.end());
  mean_ = std::accumulate(all.begin(), all.end(), 0.0) / ranks_;
}

std::string Waits::text() const {
  return format("waiting for messages: %.3g %% of the time, at most %.3g %% on one of %d ranks\n",
                100 * mean_, 100 * most_, ranks_);
}

void give_up(Ranks& ranks, const LostRank& lost, const std::string& message) {
  std::cerr.clear();
  std::cerr << "hermite: rank " << ranks.rank() << ": " << message << std::endl;
  ranks.abort(static_cast<int>(lost.code()));
}

void silence() {
  if (std::freopen("/dev/null", "w", stdout) == nullptr) std::cout.setstate(std::ios::badbit);
  std::cerr.setstate(std::ios::badbit);
}

}  // namespace hermite
