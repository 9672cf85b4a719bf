#include "drivers/ranks.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "drivers/format.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/parallel/slabs.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/halo/neighbours.hpp"

namespace hermite {

namespace {

// Planes that a rank must have: those that its neighbours reach, and images at a wall of its own. What a free
// surface reads besides is in its halo (kernels/fdtd/elastic/free_surface.hpp).
long least_planes(const Problem& problem) {
  const bool far = is_fdtd(problem.input) && problem.input.system == "elastic";
  return far ? least_elastic_cells : 2;
}

// Of the nodes of a plane, the part that lies in the layers across the other axes.
double part_in_layers(const Problem& problem) {
  double outside = 1;
  for (int axis = 0; axis + 1 < problem.grid.dimension; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const auto& layers = problem.fdtd.cpml.layers[d];
    outside *=
        1 - static_cast<double>(layers[0] + layers[1]) / static_cast<double>(problem.grid.cells[d]);
  }
  return 1 - std::max(outside, 0.0);
}

// Bytes per node and step of each plane of cells, in values: kernels/fdtd/README.md, "Sizes".
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
    c = plain + in_layer * part_in_layers(problem);
    if (k < layers[0] || k >= cells - layers[1]) c += in_layer;
    // The planes at a free surface read the few below them once more.
    const bool surface = elastic && ((problem.elastic.free[0] && k < 2) ||
                                     (problem.elastic.free[1] && k >= cells - 2));
    if (surface) c += plain;
  }
  return cost;
}

void refuse_one_rank_only(const Problem& problem, const Source& source) {
  const auto refuse = [&](bool present, const std::string& path, const std::string& what) {
    if (present)
      throw CaseError(source.place(path), path,
                      what + " on several ranks are not there: start one rank");
  };
  refuse(problem.input.dimension == 1, "dimension", "1-D problems");
  refuse(problem.fdtd.far_field.on(), "far_field.frequencies", "far fields");
  refuse(problem.fdtd.spectra.on(), "spectra.frequencies", "running Fourier transforms");
}

}  // namespace

Device device_of_rank(const Ranks& ranks, const std::string& name, int threads) {
  if (ranks.host_count() == 1) return Device(name, threads);
  const std::string here = std::to_string(ranks.host_count()) + " ranks on this host";
  if (name == "host") {
    // What mpirun has bound to its own cores has no more of them anyway.
    const long cores = sysconf(_SC_NPROCESSORS_ONLN) / ranks.host_count();
    const Device all(name, threads);
    if (threads > 0 || std::getenv("OMP_NUM_THREADS") != nullptr) return all;
    return Device(name, std::max(1, std::min(all.threads(), static_cast<int>(cores))));
  }
  if (name != "cuda")
    throw MachineError("--device: found " + name + " with " + here +
                       ", allowed cuda, with which each rank takes a GPU of its own, or host");
  const int count = cuda_device_count();
  if (count < ranks.host_count())
    throw MachineError("--device: found cuda with " + here + ", which has " +
                       std::to_string(count) + (count == 1 ? " GPU" : " GPUs") +
                       "; start as many ranks as there are GPUs, or take --device host");
  return Device("cuda:" + std::to_string(ranks.host_rank()), threads);
}

void take_slab(Problem& problem, const Ranks& ranks, const Source& source) {
  if (ranks.alone()) return;
  refuse_one_rank_only(problem, source);
  const std::vector<double> costs = plane_costs(problem);
  const long least = least_planes(problem);
  const std::vector<Planes> slabs = cut_slabs(costs, ranks.count(), least);
  if (slabs.empty())
    throw CaseError(source.place("grid.cells"), "grid.cells",
                    std::to_string(costs.size()) + " planes along the last direction for " +
                        std::to_string(ranks.count()) + " ranks",
                    "at least " + std::to_string(least) + " for each, so at most " +
                        std::to_string(static_cast<long>(costs.size()) / least) + " ranks");
  problem.grid.slab = slabs[static_cast<std::size_t>(ranks.rank())];
}

std::string ranks_text(const Problem& problem, const Ranks& ranks, const Device& device) {
  const Planes& slab = problem.grid.slab;
  return std::to_string(ranks.count()) + ", this one planes " + std::to_string(slab.begin) +
         " to " + std::to_string(slab.end - 1) + " of " +
         std::to_string(problem.grid.cells[static_cast<std::size_t>(problem.grid.last())]) +
         "; messages by " + message_path(device) + " (" + mpi_version() + ")";
}

void silence() {
  if (std::freopen("/dev/null", "w", stdout) == nullptr) std::cout.setstate(std::ios::badbit);
  std::cerr.setstate(std::ios::badbit);
}

}  // namespace hermite
