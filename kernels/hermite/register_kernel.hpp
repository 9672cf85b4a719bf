#pragma once
// MonolithicRegisters: reconstruct and evolve with a cell's coefficients in the registers of a few
// neighbouring threads. CUDA only, 3-D; MonolithicMarch (evolve_kernels.hpp) computes the same on
// every device and checks it.
//
// Why it is faster: the Horner form reads three neighbours and the interpolant from scratch for each
// point and stage. Here the Taylor series runs in place, in registers (register_cell.hpp). A block is
// a small box of cells whose sides the compiler knows. Marching along x3, it applies
//
//   memory --H3--> s_x3 [field][r3][i2][i1][node y][node x]
//          --H2--> s_x2 [field][r3][r2][i1][cell y][node x] --H1--> registers --series--> memory
//
// each H by parity (interpolate_split). Rows of H are scaled by r!, see register_cell.hpp. For CUDA.

#include "kernels/hermite/pencil.hpp"
#include "kernels/hermite/register_cell.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

// What to add to the distance of two planes r3, so that the threads of a cell, which hold `planes` of
// them each, find theirs in different banks.
constexpr int bank_padding(int distance, int planes, int threads) {
  int pad = 0;
  while (threads > 1 && planes * (distance + pad) % 32 != 32 / threads)
    if (++pad == 32) return 0;
  return pad;
}

template <class C, class Coupling>
struct MonolithicRegisters : StepKernel<C> {
  using T = typename C::Scalar;
  using Cell = RegisterCell<Coupling, C::order, T>;
  static constexpr int n = Cell::n, m = Cell::m, fields = Coupling::fields;
  // 128 threads, so that each may have 255 registers and two blocks share a multiprocessor.
  static constexpr int cells_x = 16, row_threads = 8, max_lanes = cells_x;
  static constexpr int min_blocks = Cell::threads * Cell::words <= 80 ? 5
                                    : Cell::words <= 88               ? 4
                                                                      : 3;
  static constexpr int threads = cells_x * row_threads;
  static constexpr int cells_y = row_threads / Cell::threads;
  static constexpr int nodes_x = cells_x + 1, nodes_y = cells_y + 1;
  // Distances in s_x3 and s_x2 of neighbours in (i2, i1) or (r2, i1), and in r3.
  static constexpr int step_x3 = nodes_y * nodes_x, step_x2 = cells_y * nodes_x;
  static constexpr int plane_x3 = n * n * step_x3;
  static constexpr int plane_x2 =
      m * n * step_x2 + bank_padding(m * n * step_x2, Cell::planes, Cell::threads);

  Operators<C, Operator::interpolate> axis;
  int stages;
  bool truncate;
  double rate[Coupling::terms];

  explicit MonolithicRegisters(const StepArguments& a)
      : StepKernel<C>(a, tiling_of(a)), axis(a), stages(a.stages), truncate(a.truncate) {
    for (int t = 0; t < Coupling::terms; ++t) rate[t] = a.rate[t];
    for (int d = 0; d < C::dim; ++d)
      for (int i = 0; i < m * m; ++i)
        axis.op.value[d][i] = static_cast<T>(a.operators[d][i] * factorial(i / m));
  }
  static constexpr Tiling tiling_of(StepArguments a) {
    return {a.box, {cells_x, cells_y, a.planes}};
  }
  template <class Block>
  constexpr int scratch() const {
    return divide_up(fields * m * (plane_x3 + plane_x2), cells_x);
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_x3 = block.scratch(divide_up(fields * m * plane_x3, cells_x));
    T* s_x2 = block.scratch(divide_up(fields * m * plane_x2, cells_x));
    const int thread = static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x);
    const int cell = thread / Cell::threads, x = cell % cells_x, y = cell / cells_x;
    HERMITE_NO_UNROLL
    for (int plane = 0; plane < tile.planes; ++plane) {
      along_x3(tile, plane, thread, s_x3);
      __syncthreads();
      along_x2(thread, s_x3, s_x2);
      __syncthreads();
      Cell r_cell;
      r_cell.lane = thread % Cell::threads;
      along_x1(r_cell, s_x2 + y * nodes_x + x);
      r_cell.evolve(rate, stages, truncate);
      if (x < tile.lanes && y < tile.rows)
        store(r_cell, tile.begin[0] + x, tile.begin[1] + y, tile.begin[2] + plane);
    }
  }

 private:
  HERMITE_DEVICE void along_x3(const Tile& tile, int plane, int thread, T* s_x3) const {
    const long next = this->in.s.m3;
    const int entry = static_cast<int>(this->in.entry_step()),
              row = static_cast<int>(this->in.s.m2);
    const auto* corner = this->in.at(0, tile.begin[2] + this->first + plane,
                                     tile.begin[1] + this->first, tile.begin[0] + this->first, 0);
    // Several loads under way at a time.
#pragma unroll 4
    for (int i = thread; i < fields * plane_x3; i += threads) {
      const int x = i % nodes_x, y = i / nodes_x % nodes_y, rest = i / step_x3;
      const int f = rest / (n * n), e = rest % (n * n);
      // Nodes that no active cell has are read from within the array.
      const auto* p =
          corner + f * this->in.s.field +
          ((y < tile.rows ? y : tile.rows) * row + e * entry + (x < tile.lanes ? x : tile.lanes));
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = __ldg(p + j * n * n * entry);
        right[j] = __ldg(p + next + j * n * n * entry);
      }
      T* s = s_x3 + f * m * plane_x3 + e * step_x3 + y * nodes_x + x;
      interpolate_split<n>(n, axis.op.value[2], left, right,
                           [&](int r, T value) { s[r * plane_x3] = value; });
    }
  }

  HERMITE_DEVICE void along_x2(int thread, const T* s_x3, T* s_x2) const {
#pragma unroll 2
    for (int i = thread; i < fields * m * n * step_x2; i += threads) {
      const int x = i % nodes_x, y = i / nodes_x % cells_y, rest = i / step_x2;
      const int i1 = rest % n, plane = rest / n;  // plane: (field, r3)
      const T* s = s_x3 + plane * plane_x3 + i1 * step_x3 + y * nodes_x + x;
      T left[n], right[n];
      HERMITE_UNROLL
      for (int j = 0; j < n; ++j) {
        left[j] = s[j * n * step_x3];
        right[j] = s[j * n * step_x3 + nodes_x];
      }
      T* to = s_x2 + plane * plane_x2 + i1 * step_x2 + y * nodes_x + x;
      interpolate_split<n>(n, axis.op.value[1], left, right,
                           [&](int r, T value) { to[r * n * step_x2] = value; });
    }
  }

  // s: of this thread's cell.
  HERMITE_DEVICE void along_x1(Cell& r_cell, const T* s_cell) const {
    HERMITE_UNROLL
    for (int f = 0; f < fields; ++f) {
      HERMITE_UNROLL
      for (int p = 0; p < Cell::planes; ++p) {
        const T* s = s_cell + (f * m + r_cell.lane * Cell::planes + p) * plane_x2;
        HERMITE_UNROLL
        for (int j2 = 0; j2 < m; ++j2) {
          T left[n], right[n];
          HERMITE_UNROLL
          for (int j = 0; j < n; ++j) {
            left[j] = s[(j2 * n + j) * step_x2];
            right[j] = s[(j2 * n + j) * step_x2 + 1];
          }
          interpolate_split<n>(n, axis.op.value[0], left, right,
                               [&](int r, T value) { r_cell.r_b[f][p][j2][r] = value; });
        }
      }
    }
  }

  HERMITE_DEVICE void store(const Cell& r_cell, long m1, long m2, long m3) const {
    constexpr int n = Cell::n;
    HERMITE_UNROLL
    for (int f = 0; f < Coupling::fields; ++f) {
      auto* p = this->out.at(f, m3, m2, m1, 0);
      const int entry = static_cast<int>(this->out.entry_step());
      HERMITE_UNROLL
      for (int k = 0; k < Cell::planes; ++k) {
        const int j3 = r_cell.lane * Cell::planes + k;
        if (j3 >= n) continue;
        T scale = 1;
        for (int i = 2; i <= j3; ++i) scale /= static_cast<T>(i);
        HERMITE_UNROLL
        for (int j2 = 0; j2 < n; ++j2) {
          HERMITE_UNROLL
          for (int j1 = 0; j1 < n; ++j1)
            p[((j3 * n + j2) * n + j1) * entry] =
                scale * static_cast<T>(1 / (factorial(j1) * factorial(j2))) *
                r_cell.r_sum[f][k][j2][j1];
        }
      }
    }
  }
};

}  // namespace hermite
