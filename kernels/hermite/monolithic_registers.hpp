#pragma once
// MonolithicRegisters: reconstruct and evolve in one. CUDA only, 3-D; MonolithicMarch of
// evolve_kernels.hpp computes the same on every device and checks it. A block has 32 cells along x1,
// one to a lane (and a few rows of them where a cell is small), marches along x3 and applies
//
//   memory --H3--> s_x3 [field][r3][i2][i1][node y][node x]
//          --H2--> s_x2 [field][r3][r2][i1][cell y][node x]
//          --H1--> b    [field][r3][r2][r1]  --sweeps--> memory
//
// each H by parity (interpolate_split), rows of H scaled by r!. Why it is fast: the sweeps (sweep.hpp)
// update what a result depends on and nothing else, read their neighbours from registers, and are
// independent. Where a thread has registers for b it does all sweeps of its cell; where not, b lies in
// shared memory and each warp does one or two of the same 32 cells. The truncation is part of the
// form: `truncate` = false changes nothing. For CUDA.

#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/register_cell.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/sweep.hpp"

namespace hermite {

// How the sweeps of a cell are spread over a block.
template <class Coupling, int Order, class T>
struct SweepSplit {
  static constexpr int m = 2 * Order + 2, words = sizeof(T) / 4;
  static constexpr int plane = Coupling::fields * m * m * words;  // registers of one plane
  static constexpr bool b_in_registers = plane * m <= 128;
  // Two sweeps to a thread halve the reads of b; trials: worth it where enough warps remain.
  static constexpr int chains = plane <= 36 ? 2 : 1;
  using Planes = PlaneSweep<Coupling, Order, T, chains>;
  static constexpr int cells_y = b_in_registers ? 4 : 1;
  static constexpr int warps = b_in_registers ? cells_y : Planes::groups;
  // Registers of a thread: what it holds, and room to work.
  static constexpr int registers = (b_in_registers ? plane * m : plane * chains) + 36 * words;
};
template <class Split, class Coupling, int Order, class T, bool InRegisters>
struct SweepOf {
  using type = typename Split::Planes;
};
template <class Split, class Coupling, int Order, class T>
struct SweepOf<Split, Coupling, Order, T, true> {
  using type = DegreeSweep<Coupling, Order, T>;
};

template <class C, class Coupling>
struct MonolithicRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  using Split = SweepSplit<Coupling, C::order, T>;
  using Sweep = typename SweepOf<Split, Coupling, C::order, T, Split::b_in_registers>::type;
  static constexpr int fields = Coupling::fields, n = C::order + 1, m = 2 * n;
  static constexpr int cells_x = 32, cells_y = Split::cells_y, warps = Split::warps;
  static constexpr int row_threads = warps, max_lanes = cells_x, threads = cells_x * warps;
  static constexpr int nodes_x = cells_x + 1, nodes_y = cells_y + 1;
  // A march saves but a block's start; short ones leave fewer multiprocessors idle at the end.
  static constexpr int most_planes = 8;
  // Distances in s_x3 and s_x2 of neighbours in (i2, i1) or (r2, i1).
  static constexpr int step_x3 = nodes_y * nodes_x, step_x2 = cells_y * nodes_x;
  static constexpr int size_x3 = fields * m * n * n * step_x3;
  static constexpr int size_x2 = fields * m * m * n * step_x2;
  static constexpr int size_b = Split::b_in_registers ? 0 : fields * m * m * m * cells_x;
  static constexpr int size = size_x2 + (size_b > size_x3 ? size_b : size_x3);
  static_assert(size * sizeof(T) <= 227 * 1024, "more shared memory than a block may have");
  static constexpr int by_scratch = 227 * 1024 / (size * static_cast<int>(sizeof(T)) + 1024);
  static constexpr int by_registers = 65536 / (threads * Split::registers);
  static constexpr int fewer = by_scratch < by_registers ? by_scratch : by_registers;
  static constexpr int min_blocks = fewer > 1 ? fewer : 1;

  Operators<C, Operator::interpolate> axis;
  typename Sweep::Rates rates;
  T inverse_factorial[n];

  explicit MonolithicRegisters(const StepArguments& a)
      : StepKernel<C>(a,
                      {a.box, {cells_x, cells_y, a.planes < most_planes ? a.planes : most_planes}}),
        axis(a) {
    for (int d = 0; d < C::dim; ++d)
      for (int i = 0; i < m * m; ++i)
        axis.op.value[d][i] = static_cast<T>(a.operators[d][i] * factorial(i / m));
    rates.set(a.rate, a.stages);
    for (int i = 0; i < n; ++i) inverse_factorial[i] = static_cast<T>(1 / factorial(i));
  }
  template <class Block>
  constexpr int scratch() const {
    return divide_up(size, cells_x);
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_x2 = block.scratch(divide_up(size, cells_x));
    T* s_x3 = s_x2 + size_x2;
    T* s_b = s_x3;  // [field][r3][r2][r1][cell x]; s_x3 has been read by then
    const int x = static_cast<int>(threadIdx.x), warp = static_cast<int>(threadIdx.y);
    const int y = warp % cells_y, entry = static_cast<int>(this->out.entry_step());
    const bool active = x < tile.lanes && y < tile.rows;
    HERMITE_NO_UNROLL
    for (int plane = 0; plane < tile.planes; ++plane) {
      along_x3(tile, plane, s_x3);
      __syncthreads();
      along_x2(s_x3, s_x2);
      __syncthreads();
      auto* out = this->out.at(0, tile.begin[2] + plane, tile.begin[1] + y, tile.begin[0] + x, 0);
      const auto store = [&](int f, int i3, int i2, int i1, T value) {
        if (active)
          out[f * this->out.s.field + ((i3 * n + i2) * n + i1) * entry] =
              inverse_factorial[i3] * (inverse_factorial[i2] * inverse_factorial[i1]) * value;
      };
      Sweep sweep;
      if constexpr (Split::b_in_registers) {
        T r_b[fields][m][m][m];  // [field][r3][r2][r1]
        HERMITE_UNROLL
        for (int p = 0; p < fields * m * m; ++p)
          along_x1(s_x2 + p * n * step_x2 + y * nodes_x + x,
                   [&](int r, T value) { r_b[p / (m * m)][p / m % m][p % m][r] = value; });
        for_indices<0, Sweep::last + 1>([&](auto c) {
          sweep.template run<decltype(c)::value>(
              rates, [&](int f, int i3, int i2, int i1) { return r_b[f][i3][i2][i1]; }, store);
        });
      } else {
        HERMITE_NO_UNROLL
        for (int p = warp; p < fields * m * m; p += warps)
          along_x1(s_x2 + p * n * step_x2 + x,
                   [&](int r, T value) { s_b[(p * m + r) * cells_x + x] = value; });
        __syncthreads();
        // Sweeps differ in length, and warps of one number mod 4 share a part of a multiprocessor:
        // they take turns.
        const int turn = (warp + plane + static_cast<int>(block.index() / 128)) % warps;
        const T* s = s_b + x;
        sweep.run(
            turn * Split::chains, rates,
            [&](int f, int i3, int i2, int i1) {
              return s[(((f * m + i3) * m + i2) * m + i1) * cells_x];
            },
            store);
        __syncthreads();
      }
    }
  }

 private:
  // Item i of rows of nodes along x1: the first cells_x nodes of all rows, then the last ones.
  struct Node {
    int row, x;
  };
  HERMITE_DEVICE static Node node(int i, int rows) {
    if (i < rows * cells_x) return {i / cells_x, i % cells_x};
    return {i - rows * cells_x, cells_x};
  }
  HERMITE_DEVICE static int thread() {
    return static_cast<int>(threadIdx.x + threadIdx.y * cells_x);
  }

  HERMITE_DEVICE void along_x3(const Tile& tile, int plane, T* s_x3) const {
    constexpr int rows = fields * n * n * nodes_y;
    const auto entry = static_cast<unsigned>(this->in.entry_step()),
               step_y = static_cast<unsigned>(this->in.s.m2);
    const auto* corner = this->in.at(0, tile.begin[2] + this->first + plane,
                                     tile.begin[1] + this->first, tile.begin[0] + this->first, 0);
    // Several loads under way at a time.
#pragma unroll 4
    for (int i = thread(); i < rows * nodes_x; i += threads) {
      const Node at = node(i, rows);
      const int y = at.row % nodes_y, rest = at.row / nodes_y;
      const int f = rest / (n * n), e = rest % (n * n);
      const auto *lower = corner + f * this->in.s.field, *upper = lower + this->in.s.m3;
      // Nodes that no active cell has are read from within the array.
      const unsigned offset = static_cast<unsigned>(y < tile.rows ? y : tile.rows) * step_y +
                              static_cast<unsigned>(e) * entry +
                              static_cast<unsigned>(at.x < tile.lanes ? at.x : tile.lanes);
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = __ldg(lower + (offset + static_cast<unsigned>(j * n * n) * entry));
        right[j] = __ldg(upper + (offset + static_cast<unsigned>(j * n * n) * entry));
      }
      T* s = s_x3 + (f * m * n * n + e) * step_x3 + y * nodes_x + at.x;
      interpolate_split<n>(n, axis.op.value[2], left, right,
                           [&](int r, T value) { s[r * n * n * step_x3] = value; });
    }
  }

  HERMITE_DEVICE void along_x2(const T* s_x3, T* s_x2) const {
    constexpr int rows = fields * m * n * cells_y;
#pragma unroll 2
    for (int i = thread(); i < rows * nodes_x; i += threads) {
      const Node at = node(i, rows);
      const int y = at.row % cells_y, rest = at.row / cells_y;
      const int i1 = rest % n, plane = rest / n;  // plane: (field, r3)
      const T* s = s_x3 + (plane * n * n + i1) * step_x3 + y * nodes_x + at.x;
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = s[j * n * step_x3];
        right[j] = s[j * n * step_x3 + nodes_x];
      }
      T* to = s_x2 + (plane * m * n + i1) * step_x2 + y * nodes_x + at.x;
      interpolate_split<n>(n, axis.op.value[1], left, right,
                           [&](int r, T value) { to[r * n * step_x2] = value; });
    }
  }

  // s: of one pencil of a cell.
  template <class Emit>
  HERMITE_DEVICE void along_x1(const T* s, Emit emit) const {
    T left[n], right[n];
    HERMITE_UNROLL
    for (int j = 0; j < n; ++j) {
      left[j] = s[j * step_x2];
      right[j] = s[j * step_x2 + 1];
    }
    interpolate_split<n>(n, axis.op.value[0], left, right, emit);
  }
};

}  // namespace hermite
