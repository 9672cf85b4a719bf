#pragma once
// Kernels that evolve cells by Taylor series:
//
//   Evolve             coefficients from memory -> new nodal values: the second of two kernels.
//   MonolithicLiteral  reconstruct and evolve in one kernel; coefficients never leave scratch.
//   MonolithicMarch    the same with the planes of reconstruct shared.
//
// A block owns one row of cells: the evolution of several would not fit into scratch. Freestanding.

#include "kernels/hermite/evolve.hpp"
#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/tensor_literal.hpp"
#include "kernels/hermite/tensor_march.hpp"

namespace hermite {

// A kernel with the evolution of its block's cells.
template <class C, class Coupling>
struct EvolveKernel : StepKernel<C> {
  using T = typename C::Scalar;
  using Ev = Evolution<Coupling, typename C::ShapeType>;
  static constexpr bool streams = false;  // arithmetic binds
  int stages;
  bool truncate;
  TaylorRates<Coupling, Ev::max_stages> rates;

  EvolveKernel(const StepArguments& a, const Tiling& tiling)
      : StepKernel<C>(a, tiling),
        stages(a.stages < Ev::max_stages ? a.stages : Ev::max_stages),  // further ones are 0
        truncate(a.truncate),
        rates(a.rate) {}
  constexpr Ev evolution() const { return Ev{this->shape}; }

  // Scratch of a block: the coefficients b, [j3][j2][field][j1], and w. Where rows run at once a stage
  // needs another tensor to write to: that of b once b is kept in registers, else a third one.
  struct Tensors {
    T* s_b;
    T* s_w;
    T* s_other;
  };
  template <class Block>
  static constexpr bool has_third() {
    return !Block::in_order && Ev::template keeps_in_scratch<Block>();
  }
  template <class Block>
  constexpr int part_scratch() const {
    return (has_third<Block>() ? 3 : 2) * evolution().size();
  }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE Tensors tensors(Block& block) const {
    const int size = evolution().size();
    T* s_b = block.scratch(size);
    T* s_w = block.scratch(size);
    return {s_b, s_w, Block::in_order ? s_w : has_third<Block>() ? block.scratch(size) : s_b};
  }
  // Where pencil results of one field go, for the functions that reconstruct.
  template <class Block, class St, class V>
  HERMITE_DEVICE void put(Block& block, St st, const Tensors& s, int field, Item it,
                          const V* r_out) const {
    // Pencils along the last axis, (j2, j1) of a cell: rows apart by that axis' step.
    const int m = evolution().m(), stride = block.stride();
    const int first =
        C::dim == 1 ? evolution().row(0, field) : evolution().row(it.row / m, field) + it.row % m;
    put_values(block, st.rows(), s.s_b + static_cast<long>(first) * stride + it.lane,
               evolution().step(C::dim - 1) * stride, r_out);
  }
  // evolve_part(part, tile) for the parts of a block that owns one row of cells. Of the tile, part by
  // part, only where it begins is right.
  template <class Block, class F>
  HERMITE_DEVICE void for_parts(Block& block, F evolve_part) const {
    const Tile whole = this->begin(block, 0);
    block.parts([&](auto& part, int lane) {
      Tile tile = whole;
      tile.begin[0] += lane;
      evolve_part(part, tile);
    });
  }
  // Evolves what is in s_b and stores the n^dim values of the cells at m.
  template <class Block>
  HERMITE_DEVICE void finish(Block& block, const Tensors& s, const long (&m)[3]) const {
    evolve_cell<Coupling>(block, evolution(), rates, stages, truncate, s.s_b, s.s_w, s.s_other,
                          [&](Item it, int f, int entry, typename Block::Value v) {
                            block.store(this->out.at(f, m[2], m[1], m[0] + it.lane, entry),
                                        this->out.lane_step(), it, v);
                          });
  }
};

template <class C, class Coupling>
struct Evolve : EvolveKernel<C, Coupling> {
  explicit Evolve(const StepArguments& a) : EvolveKernel<C, Coupling>(a, row_tiling(a)) {}
  template <class Block>
  HERMITE_DEVICE void operator()(Block& whole) const {
    this->for_parts(whole, [&](auto& block, const Tile& tile) {
      const auto s = this->tensors(block);
      const auto ev = this->evolution();
      const int m = ev.m(), stride = block.stride();
      block.template rows<Sync::block>(
          ev.pencils() * Coupling::fields, [&](Item it) HERMITE_INLINED {
            const int pencil = it.row / Coupling::fields, f = it.row % Coupling::fields;
            const auto* p =
                this->in.at(f, tile.begin[2], tile.begin[1], tile.begin[0] + it.lane, pencil * m);
            auto* to = s.s_b + static_cast<long>(it.row) * m * stride + it.lane;
            HERMITE_UNROLL
            for (int j1 = 0; j1 < m; ++j1)
              block.put(to + j1 * stride,
                        block.load(p + j1 * this->in.entry_step(), this->in.lane_step()));
          });
      this->finish(block, s, tile.begin);
    });
  }
};

template <class C, class Coupling>
struct MonolithicLiteral : EvolveKernel<C, Coupling> {
  using St = Stencil<Operator::interpolate, typename C::ShapeType>;
  Operators<C, Operator::interpolate> axis;

  explicit MonolithicLiteral(const StepArguments& a)
      : EvolveKernel<C, Coupling>(a, row_tiling(a)), axis(a) {}
  template <class Block>
  HERMITE_DEVICE void operator()(Block& whole) const {
    this->for_parts(whole, [&](auto& block, const Tile& tile) {
      const Corner corner = Corner::of<C::dim>(tile, this->first);
      const St st{this->shape};
      const auto s = this->tensors(block);
      HERMITE_NO_UNROLL
      for (int f = 0; f < Coupling::fields; ++f)
        apply_literal(block, st, axis.op.value, this->in, f, corner.node, s.s_w,
                      [&](Item it, auto* r_out) { this->put(block, st, s, f, it, r_out); });
      this->finish(block, s, tile.begin);
    });
  }
};

template <class C, class Coupling>
struct MonolithicMarch : EvolveKernel<C, Coupling> {
  using St = Stencil<Operator::interpolate, typename C::ShapeType>;
  Operators<C, Operator::interpolate> axis;

  explicit MonolithicMarch(const StepArguments& a)
      : EvolveKernel<C, Coupling>(a, row_march_tiling(a, C::dim)), axis(a) {}
  template <class Block>
  constexpr int scratch() const {
    return march_scratch(St{this->shape}, 1, Coupling::fields);
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    const St st{this->shape};
    auto* s_x1 = block.scratch(march_x1_rows(st, 1));
    auto* s_planes = block.scratch(march_plane_rows(st, 1, Coupling::fields));
    apply_march(block, st, axis.op.value, this->in, Coupling::fields, tile, this->first, s_x1,
                s_planes, [&](const auto& planes, int plane) {
                  block.parts([&](auto& part, int lane) {
                    const auto s = this->tensors(part);
                    finish_march(part, lane, planes, axis.op.value, this->in, tile, this->first,
                                 plane, [&](Item it, int f, int, auto* r_out) {
                                   this->put(part, st, s, f, it, r_out);
                                 });
                    long m[3] = {tile.begin[0] + lane, tile.begin[1], tile.begin[2]};
                    m[C::dim - 1] += plane;
                    this->finish(part, s, m);
                  });
                });
  }
};

}  // namespace hermite
