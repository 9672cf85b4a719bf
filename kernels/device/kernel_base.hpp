#pragma once
// What a launch asks of a kernel, apart from scratch<Block>() and operator()(Block&): its
// arithmetic, its cells cut into tiles, and on CUDA the shape of a block. Freestanding.

#include "kernels/device/box_map.hpp"
#include "kernels/device/tiling.hpp"

namespace hermite {

// What a launch takes of the device.
struct KernelNeeds {
  long blocks;
  long scratch_bytes;  // per block: shared memory on CUDA, a thread's arena on the host
  int row_threads;     // CUDA: threads per block = lane_threads * row_threads
  int lane_threads;
  int max_lanes;
  int tile[3];          // cells of a block along x1, x2, x3
  BoxShape boxes = {};  // that the copy engine brings it of the array it reads
  // Whether it can write its cells' periodic images into the halo, which spares the halo's own kernel.
  bool writes_images = false;
};

// RowThreads rows at a time; MaxLanes is the most that launch bounds allow for.
template <class T, int RowThreads, int MaxLanes>
struct KernelBase {
  using Scalar = T;
  static constexpr int row_threads = RowThreads;
  static constexpr int max_lanes = MaxLanes;
  // Of lanes that a thread has on CUDA, 8 or 16 (cuda_pack_block.hpp); 0: one lane.
  static constexpr int pack_bytes = 0;
  // Blocks on a multiprocessor that registers must suffice for.
  static constexpr int min_blocks = 1;
  static constexpr BoxShape boxes = {};         // as in KernelNeeds
  static constexpr bool writes_images = false;  // likewise
  // Whether results bypass the host's caches where the array is larger than they are: for kernels
  // that memory binds.
  static constexpr bool streams = true;

  Tiling tiling;

  constexpr long blocks() const { return tiling.blocks(); }
  // Scratch rows of the parts of a block (HostBlock::parts), beside those of the block itself.
  template <class Block>
  constexpr int part_scratch() const {
    return 0;
  }
};

}  // namespace hermite
