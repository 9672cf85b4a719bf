#pragma once
// EvolveRegisters: coefficients from memory -> new nodal values, the second of two kernels, a cell in
// the registers of a few neighbouring threads. CUDA only, 3-D; Evolve of evolve_kernels.hpp computes
// the same on every device and checks it.
//
// Why it is faster: the Horner form reads three neighbours and the interpolant from scratch for each
// point and stage. Here the Taylor series runs in place, in registers (register_cell.hpp). A block is
// a small box of cells whose sides the compiler knows. For CUDA.

#include "kernels/hermite/register_cell.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

template <class C, class Coupling>
struct RegisterKernel : StepKernel<C> {
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

  int stages;
  bool truncate;
  double rate[Coupling::terms];

  RegisterKernel(const StepArguments& a, int planes)
      : StepKernel<C>(a, {a.box, {cells_x, cells_y, planes}}),
        stages(a.stages),
        truncate(a.truncate) {
    for (int t = 0; t < Coupling::terms; ++t) rate[t] = a.rate[t];
  }
  HERMITE_DEVICE static int thread() {
    return static_cast<int>(threadIdx.x + threadIdx.y * blockDim.x);
  }

  HERMITE_DEVICE void store(const Cell& r_cell, long m1, long m2, long m3) const {
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

template <class C, class Coupling>
struct EvolveRegisters : RegisterKernel<C, Coupling> {
  using Base = RegisterKernel<C, Coupling>;
  using Base::m;
  using typename Base::Cell;

  explicit EvolveRegisters(const StepArguments& a) : Base(a, 1) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    const int cell = Base::thread() / Cell::threads;
    const int x = cell % Base::cells_x, y = cell / Base::cells_x;
    // Cells that there are not repeat the last ones.
    const long m1 = tile.begin[0] + (x < tile.lanes ? x : tile.lanes - 1);
    const long m2 = tile.begin[1] + (y < tile.rows ? y : tile.rows - 1);
    Cell r_cell;
    r_cell.lane = Base::thread() % Cell::threads;
    const int entry = static_cast<int>(this->in.entry_step());
    HERMITE_UNROLL
    for (int f = 0; f < Coupling::fields; ++f) {
      const auto* p = this->in.at(f, tile.begin[2], m2, m1, r_cell.lane * Cell::planes * m * m);
      HERMITE_UNROLL
      for (int k = 0; k < Cell::planes; ++k) {
        double scale = 1;  // j3!
        for (int i = 2; i <= r_cell.lane * Cell::planes + k; ++i) scale *= i;
        HERMITE_UNROLL
        for (int j2 = 0; j2 < m; ++j2) {
          HERMITE_UNROLL
          for (int j1 = 0; j1 < m; ++j1)
            r_cell.r_b[f][k][j2][j1] =
                static_cast<typename Base::T>(scale) *
                static_cast<typename Base::T>(factorial(j1) * factorial(j2)) *
                __ldg(p + ((k * m + j2) * m + j1) * entry);
        }
      }
    }
    r_cell.evolve(this->rate, this->stages, this->truncate);
    if (x < this->active_lanes(tile) && y < tile.rows)
      this->store(r_cell, tile.begin[0] + x, m2, tile.begin[2]);
  }
};

}  // namespace hermite
