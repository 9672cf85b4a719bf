#pragma once
// Running Fourier transforms on the device (hermite/output/spectrum.hpp): to each sum a value times
// the phase of its time is added. Phases are tables over the samples, made on the host, the same on
// every device; the step is read from the solver's clock, so that recorded graphs and resumed runs
// go on with the right one. A step that is not sampled costs a launch.
//
// Regions are boxes of nodes of one field each. Lanes go along their first axis that has more than
// one node, so that a plane across x1 has lanes too.
//
//   sums   [frequency][re, im][region][plane][row][lane]   regions without gaps
// Freestanding.

#include "hermite/grid/layout.hpp"
#include "kernels/device/kernel_base.hpp"

namespace hermite {

struct SpectrumRows {
  int array = 0;              // which of the arrays that are read
  int phases = 0;             // which table: values of a step's end, or of half a step before it
  long offset = 0;            // of the first node
  long nodes[3] = {1, 1, 1};  // along lanes, rows, planes
  long stride[3] = {};
  long begin = 0;   // in the sums
  long blocks = 0;  // of the regions before it
};

struct SpectrumArguments {
  static constexpr int most_arrays = 6;
  static constexpr int rows = 64;  // of a block
  const void* read[most_arrays] = {};
  void* sums = nullptr;
  long sum_stride = 0;  // between re, im and frequencies
  const SpectrumRows* regions = nullptr;
  int count = 0;
  long blocks = 0;
  const double* phases[2] = {};  // [sample][frequency][re, im]
  int frequencies = 0;
  long first = 1, every = 1, samples = 0;
  const void* clock = nullptr;  // steps that were taken
  int lanes = 1;                // of a block
};

template <class T>
struct SpectrumKernel : KernelBase<T, 8, 32> {
  SpectrumArguments a;

  explicit SpectrumKernel(const SpectrumArguments& arguments)
      : KernelBase<T, 8, 32>{{{}, {arguments.lanes, SpectrumArguments::rows, 1}}}, a(arguments) {}
  constexpr long blocks() const { return a.blocks; }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const long since = static_cast<long>(*static_cast<const T*>(a.clock)) - a.first;
    if (since < 0 || since % a.every != 0 || since / a.every >= a.samples) return;
    int r = 0;
    while (r + 1 < a.count && a.regions[r + 1].blocks <= block.index()) ++r;
    const SpectrumRows& region = a.regions[r];
    const double* phase = a.phases[region.phases] + since / a.every * 2 * a.frequencies;
    const long tile = block.index() - region.blocks;
    const long across = divide_up(region.nodes[0], static_cast<long>(a.lanes));
    const long lane = tile % across * a.lanes, row = tile / across * a.rows;
    const long lanes = region.nodes[0] - lane, rows = region.nodes[1] * region.nodes[2] - row;
    block.set_active(static_cast<int>(lanes < a.lanes ? lanes : a.lanes));
    const T* u = static_cast<const T*>(a.read[region.array]) + region.offset;
    block.template rows<Sync::none>(
        static_cast<int>(rows < a.rows ? rows : a.rows), [&](Item it) HERMITE_INLINED {
          const long i = lane + it.lane, j = (row + it.row) % region.nodes[1],
                     k = (row + it.row) / region.nodes[1];
          const auto value =
              block.load(u + i * region.stride[0] + j * region.stride[1] + k * region.stride[2],
                         region.stride[0], it);
          T* sum = static_cast<T*>(a.sums) + region.begin + (row + it.row) * region.nodes[0] + i;
          HERMITE_NO_UNROLL
          for (int m = 0; m < 2 * a.frequencies; ++m, sum += a.sum_stride)
            block.store(sum, 1, it, block.load(sum, 1, it) + value * static_cast<T>(phase[m]));
        });
  }
};

}  // namespace hermite
