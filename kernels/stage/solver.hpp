#pragma once
// A solver as data: its arrays, and its step as stages. Everything that does not depend on the
// physics is derived from this, once for all solvers: halos and how they are filled, the memory
// statement, the watch for instability, progress.

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/grid/layout.hpp"
#include "kernels/device/counting_block.hpp"
#include "kernels/device/kernel_facts.hpp"
#include "kernels/device/launch_target.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/device/tiling.hpp"
#include "kernels/halo/fill_halo.hpp"
#include "kernels/stage/energy_factors.hpp"

namespace hermite {

class Device;
class System;

struct ArraySpec {
  std::string name;
  int fields;
  int entries;  // values per node and field
  Staggering stagger;
  std::array<long, 3> nodes;
  Layout layout;
  int first_field = 0;  // of the system's fields: it holds this one and those that follow
  double time = 0;      // when its values hold, in steps after the step's beginning: 0 or -1/2
  // Halo layers that it has even where no stage reaches so far: arrays of different extents then
  // have equal strides.
  std::array<int, 3> below = {0, 0, 0}, above = {0, 0, 0};
  bool partial = false;  // it covers a part of the grid only
  // Those along the last axis that are this rank's. Nodes have the indices of the whole domain on every
  // rank: an array is a window onto the whole one (layout_of).
  Planes planes = {};
  // Ranks share out the values of an array, whatever its planes: each has memory for all, `own` are the ones of
  // a field that are this rank's, and the others are 0. So what all hold adds up to the array.
  bool shared = false;
  std::vector<Planes> own = {};
  // [axis][lower, upper]: values at its first or last nodes are 0 and stay so. Kernels take that for granted,
  // and initial data are 0 there, whatever they are of.
  std::array<std::array<bool, 2>, 3> is_zero_at{};
  // Values of a row along x1 that may share its last node with the next row (layout.hpp): primal values at both
  // ends are 0 then, and what kernels read before the first node counts for nothing. 0: a row has its own ends,
  // and halos.
  long shared_row = 0;
};

// `planes` within the array.
Planes own_planes(const ArraySpec& array, int dimension);
// Those of an array for the layers at the ends of an axis: of this it has the nodes below `lower` and from
// `upper` on, one after the other, `all` in the whole domain.
Planes layer_planes(const Grid& grid, const Staggering& stagger, int axis, long lower, long upper,
                    long all);

// An array that a stage reads: how many nodes below and above its own a cell reaches, per axis.
struct Access {
  int array;
  std::array<int, 3> below = {0, 0, 0}, above = {0, 0, 0};
  // Along these axes what lies below the first node counts for nothing: it must be finite, and halos there are
  // 0 and stay so.
  std::array<bool, 3> stops_below = {false, false, false};
  // Along these axes the kernel knows what lies beyond walls, and reads no halo there.
  std::array<bool, 3> mirrors = {false, false, false};

  // Layers of its halo that are filled, of `below` and `above`.
  int halo_below(std::size_t axis) const {
    return stops_below[axis] || mirrors[axis] ? 0 : below[axis];
  }
  int halo_above(std::size_t axis) const { return mirrors[axis] ? 0 : above[axis]; }
};

struct BoundArray {
  void* data;
  NodeLayout layout;
};
// Where the value of its first node is: a clock has no other.
inline void* first_value(const BoundArray& array, Precision precision) {
  return static_cast<char*>(array.data) + array.layout.at(0, 0, 0, 0, 0) * bytes_of(precision);
}

// Updates the cells of a box.
using Launch =
    std::function<void(const std::vector<BoundArray>&, const CellBox&, const LaunchTarget&)>;

// A kernel of a stage, with the block that it got.
struct KernelUse {
  std::string name;
  std::array<int, 3> cells;            // per block along x1, x2, x3
  std::function<KernelFacts()> facts;  // of the GPU that is in use; empty on the host
  // Operations per cell that its algorithm needs at the least, whatever the schedule.
  std::function<double()> floor_flops = {};
  // This kernel alone, where the stage has others: all of them in order are what the stage does.
  Launch launch = {};
  // Nodes that a block reads beside its own along each axis, where the stage's reads, which say what halos it
  // needs, do not say that.
  std::array<int, 3> beside = {0, 0, 0};
  // Whether it multiplies on the FP64 matrix units, whose peak is another one.
  bool matrix_units = false;
};

struct Stage {
  std::string name;
  std::vector<Access> reads;
  std::vector<int> writes;
  Launch launch;
  // Operations and values moved per cell, counted by running the stage's own kernels.
  std::function<Counts()> cost_per_cell;
  std::vector<KernelUse> kernels = {};
  long cells = 0;  // that it updates; 0: all of the first array that it writes
  // Of what it reads beside arrays: material indices, for one.
  double constant_bytes_per_cell = 0;
  // What it writes has its halo filled too, where it is launched on the whole domain.
  bool fills_halo = false;
  // Launches of a few planes, in any order of them, do the same as one of all (plane_sweep.hpp).
  bool by_planes = false;
  // The same, for ranks alone: where a sweep over a few planes in turn does not pay.
  bool by_boxes = false;
  // One launch must have ended before the next one begins: they share memory that is not among `writes`.
  bool one_at_a_time = false;
  // A rank with fewer planes than these launches them as one, after its halos: the first or last planes
  // of the domain read further than `reads` say, though not beyond the halos.
  long least_in_parts = 0;
};

struct ArrayMemory {
  std::string name;
  long bytes;
};

// How the energy of a state is made, or that of several whose values lie at the same nodes and belong together.
struct EnergyPart {
  std::vector<int> states;
  EnergyFactors factors;
};

struct Solver {
  std::string description;  // pipeline, variant, block: what a run prints
  int dimension;
  Precision precision;
  std::vector<std::string> fields;
  std::array<std::array<int, 2>, 3> wall{};  // at the faces, as Domain::wall
  std::vector<std::array<int, 3>> parity;    // [field][axis], as System::parity
  std::vector<ArraySpec> arrays;
  std::vector<Stage> stages;                  // of one step
  std::vector<std::pair<int, int>> exchange;  // arrays that change places after a step
  // Two steps at once, where it has them: the same as `stages` twice, for who does not look in between.
  struct Pair {
    std::vector<Stage> stages;
    std::vector<std::pair<int, int>> exchange;
  } pair = {};
  // Whether its arrays are in a GPU's memory.
  bool on_gpu = false;
  // Rows of its arrays along x1 start at multiples of so many bytes (memory.hpp).
  int row_bytes = row_alignment;
  // The arrays that hold the solution between steps; all others can be made from them.
  std::vector<int> states = {0};
  // Arrays that a step needs from the step before it and nobody looks at: checkpoints keep them.
  std::vector<int> kept = {};
  // How their energy is made, where they have one value per node; empty: it is not known so.
  std::vector<EnergyPart> energy = {};
  // What its stages hold beside the arrays.
  std::vector<ArrayMemory> constants = {};
  // Largest magnitude allowed, as a multiple of earlier ones, once sources have been driving it for so many steps
  // (growth_watch.hpp).
  static constexpr double most_growth = 1e3;
  double growth_bound = most_growth;
  long driven_steps = 0;
  // What a user may do about growth.
  std::string remedy = "take a smaller method.courant, more method.stages or double precision";
  // What a user should know of how its kernels came about.
  std::vector<std::string> notices = {};
};

// Has a system's fields and what lies at the faces, and no arrays or stages yet. `exchange`: the largest value that a
// field reaches with the energy of another of value 1 (largest_exchange), in whatever medium the domain has.
// `rows` as kernel.rows of a case.
Solver begin_solver(const System& system, const Grid& grid, Precision precision,
                    const std::string& rows, double exchange, const Device& device);

// What lies beyond an array's nodes.
Boundary boundary_of(const Solver& solver, int array);
// How far stages reach into an array, all its reads together: its halo is filled once for all of them.
Access reach_of(const Solver& solver, int array);
// Extents of what this rank has, with the halos that the stages' reach asks for.
NodeExtents extents_of(const Solver& solver, int array);
// Its layout, by the indices of the whole domain: of all planes it has a window,
//
//   plane    0 1 2 3 4 5 6 7 8 9        rank 1 of 3: planes 3 <= k < 6, halos at 2 and 6
//   memory       - = = = -              origin: where plane 0 would be
NodeLayout layout_of(const Solver& solver, int array);
// The same memory with the first plane that this rank has as plane 0.
NodeLayout from_first_plane(NodeLayout layout, const Planes& planes, int dimension);

std::vector<ArrayMemory> memory_of(const Solver& solver);
long total_bytes(const Solver& solver);
// "fields 12.3 MB, psi of layers 1.2 MB: 13.5 MB in all": by kinds, as a solver may have dozens of arrays.
std::string memory_statement(const Solver& solver);
std::string human_bytes(double bytes);

// Values that the watch for instability needs beside the arrays.
long watched_values(const Solver& solver);

}  // namespace hermite
