#pragma once
// ParityRegisters: the half step of a mirror-symmetric system as one product for each parity class, in 3-D, of
// cells with so few results that the registers of a thread or two hold their sums. CUDA only; ParityLiteral
// (parity_kernels.hpp) computes the same on every device and checks it.
//
//   memory --copied ahead--> s_boxes [node z][i2][i1][node y][node x]
//          --parity_columns.hpp--> r_sum [cell z][result] --> memory, and periodic images in the halo
//
// A block marches along x3, two cells at a time, and a box holds the n^2 entries of one i3 of a field: while one
// is used the next arrives, and no warp waits for another. The matrices lie in shared memory, where all threads
// read the same value at a time. For CUDA.

#include "kernels/device/box_ring.hpp"
#include "kernels/device/distance.hpp"
#include "kernels/hermite/parity_columns.hpp"
#include "kernels/hermite/parity_tables.hpp"
#include "kernels/hermite/periodic_images.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct ParityRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, entries = n * n, values = n * entries,
                       results = Coupling::fields * values;
  static constexpr ParitySplit split = parity_split(Coupling::fields, C::order, sizeof(T));
  static constexpr int cells_x = register_cells_x, cells = parity_cells, rows = split.rows;
  static constexpr int row_threads = split.warps(), max_lanes = cells_x,
                       min_blocks = blocks_that_fit(split, results, sizeof(T));
  // Distances of neighbours in a box.
  static constexpr int step_y = split.box_x, step_entry = (rows + 1) * step_y,
                       step_z = entries * step_entry;
  static constexpr int box_bytes = (cells + 1) * step_z * static_cast<int>(sizeof(T));
  static constexpr BoxShape boxes{split.box_x, rows + 1, cells + 1, entries};
  static constexpr bool writes_images = true;
  static constexpr int parts = Coupling::fields * n;  // boxes of two cells

  ParityTables tables;
  BoxMap map;
  ImageLayers images;

  explicit ParityRegisters(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {cells_x, rows, parity_planes(a.planes)}}),
        tables(a.parity),
        map(a.in_map),
        images(a) {}
  template <class Block>
  constexpr int scratch() const {
    return split.scratch_rows();
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    const Scratch scratch{block.scratch(divide_up(2 * split.box, cells_x)),
                          block.scratch(divide_up(split.matrices, cells_x)),
                          *reinterpret_cast<BoxRing<2>*>(block.scratch(1))};
    const int thread = static_cast<int>(threadIdx.y) * cells_x + static_cast<int>(threadIdx.x);
    if (thread == 0) {
      scratch.ring.begin();
      ask(tile, scratch, 0);
      ask(tile, scratch, 1);
    }
    const T* const matrices = static_cast<const T*>(tables.values);
    for (int v = thread; v < split.matrices; v += row_threads * cells_x)
      scratch.s_matrices[v] = __ldg(matrices + v);
    __syncthreads();
    if (split.kinds == 1 || threadIdx.y < rows)
      march<0>(tile, scratch);
    else
      march<split.kinds - 1>(tile, scratch);
  }

 private:
  struct Scratch {
    T *s_boxes, *s_matrices;
    BoxRing<2>& ring;
  };
  HERMITE_DEVICE void ask(const Tile& tile, const Scratch& scratch, int step) const {
    const int part = step % parts;
    BoxArrival& arrival = scratch.ring.arrival(step % 2);
    arrival.expect(box_bytes);
    arrival.copy(scratch.s_boxes + step % 2 * split.box, map, part / n,
                 tile.begin[2] + this->first + step / parts * cells, tile.begin[1] + this->first,
                 tile.begin[0] + this->first, part % n * entries);
  }
  template <int Kind>
  HERMITE_DEVICE void march(const Tile& tile, const Scratch& scratch) const {
    using Columns = ParityColumns<T, Coupling, n, Kind>;
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y) % rows;
    const int steps = divide_up(tile.planes, cells) * parts;
    const T* const s_nodes =
        scratch.s_boxes + y * step_y + x + map.template lead<T>(tile.begin[0] + this->first);
    int step = 0;
    HERMITE_NO_UNROLL
    for (int z = 0; z < tile.planes; z += cells) {
      typename Columns::Sums r_sum;
      HERMITE_UNROLL  // `= {}` keeps sums in memory
      for (int v = 0; v < cells * Columns::held; ++v)
        r_sum[v / Columns::held][v % Columns::held] = 0;
      HERMITE_NO_UNROLL
      for (int part = 0; part < parts; ++part, ++step) {
        const int place = step % 2, round = step / 2;
        scratch.ring.wait(place, round);
        Columns::template add<step_entry, step_y, step_z>(
            s_nodes + place * split.box, scratch.s_matrices + part * entries * split.slots,
            tables.flips[part / n] ^ part % n % 2 * 4, r_sum);
        if (scratch.ring.leave(place, row_threads, x) && step + 2 < steps) {
          BoxArrival::reuse();
          ask(tile, scratch, step + 2);
        }
      }
      store<Columns>(tile, x, y, z, r_sum);
    }
  }

  template <class Columns>
  HERMITE_DEVICE void store(const Tile& tile, int x, int y, int z,
                            const typename Columns::Sums& r_sum) const {
    const long m1 = tile.begin[0] + x, m2 = tile.begin[1] + y;
    const bool written = x < this->active_lanes(tile) && y < tile.rows;
    T* const cell = this->out.at(0, tile.begin[2] + z, m2, m1, 0);
    HERMITE_UNROLL
    for (int k = 0; k < cells; ++k)
      if (written && z + k < tile.planes) write<Columns>(cell + k * this->out.s.m3, r_sum[k]);
    const CellImages image(*this, images, tile, m2, m1, written);
    HERMITE_UNROLL
    for (int k = 0; k < cells; ++k)
      if (z + k < tile.planes)
        image.each_image(z + k, [&](long distance) {
          write<Columns>(cell + (k * this->out.s.m3 + distance), r_sum[k]);
        });
  }
  template <class Columns>
  HERMITE_DEVICE void write(T* cell, const T (&r_sum)[Columns::held]) const {
    constexpr auto slots = parity_slots<Coupling, n, T>();
    HERMITE_UNROLL
    for (int f = 0; f < Coupling::fields; ++f) {
      Walk<T> places(cell + f * this->out.s.field, this->out.entry_step());
      HERMITE_UNROLL
      for (int e = 0; e < values; ++e) {
        T* const place = places.next();
        const int held = slots.slot[f * values + e] - Columns::begin;
        if (held >= 0 && held < Columns::held) *place = r_sum[held];
      }
    }
  }
};

}  // namespace hermite
