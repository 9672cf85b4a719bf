#pragma once
// Kernels of acoustics in second-order form, one per half step (WaveForm): interpolate the other
// grid's array, apply the even powers of the time series, add to the own array in place.
//
//   form           reads              updates
//   conservative   the field, 1       the field, 1   u <- -u + 2 C I w
//   velocity       p, 1               v, d           v <- v - (dt / rho) grad S I p
//   pressure       v, d               p, 1           p <- p - dt K S div I v
//
//   WaveLiteral  cell by cell; WaveMarch  the planes of the interpolation shared.
//
// The divergence is formed while the fields are interpolated, so one tensor evolves in every form.
// A block owns one row of cells. Freestanding.

#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/tensor_literal.hpp"
#include "kernels/hermite/tensor_march.hpp"
#include "kernels/hermite/wave_series.hpp"

namespace hermite {

template <class C, WaveForm Form>
struct WaveKernel : StepKernel<C> {
  using T = typename C::Scalar;
  using Ev = WaveEvolution<typename C::ShapeType>;
  using Rates = EvenRates<Ev, Form == WaveForm::conservative ? 0 : 1>;
  using St = Stencil<Operator::interpolate, typename C::ShapeType>;
  static constexpr bool streams = false;  // it reads what it updates
  static constexpr int gathered = Form == WaveForm::pressure ? C::dim : 1;  // fields
  static constexpr int updated = Form == WaveForm::velocity ? C::dim : 1;

  Operators<C, Operator::interpolate> axis;
  int stages;
  bool truncate;
  Rates rates;
  T gain[C::dim];  // of grad or div: coefficient * dt / h_d

  WaveKernel(const StepArguments& a, const Tiling& tiling)
      : StepKernel<C>(a, tiling),
        axis(a),
        stages(a.stages < Rates::max_stages ? a.stages : Rates::max_stages),
        truncate(a.truncate),
        rates(a.rate) {
    for (int d = 0; d < C::dim; ++d) gain[d] = static_cast<T>(a.rate[C::dim + d]);
  }
  constexpr Ev evolution() const { return Ev{this->shape}; }
  constexpr St stencil() const { return St{this->shape}; }

  // A pencil of interpolated coefficients of one field, entries r * face + pencil, into s_w.
  template <class Block, class V>
  HERMITE_DEVICE void receive(Block& block, T* s_w, int field, Item it, const V* r_b) const {
    if constexpr (Form == WaveForm::pressure) {
      add_derivative(block, evolution(), it, it.row, field, gain[field], r_b, s_w);
    } else {
      const int stride = block.stride();
      put_values(block, stencil().rows(), s_w + static_cast<long>(it.row) * stride + it.lane,
                 stencil().face() * stride, r_b);
    }
  }

  // Adds the change of field f to the n values along x1 at the indices it.row = (i3, i2).
  template <class Block, class V>
  HERMITE_DEVICE void add_change(Block& block, const T* s_w, int f, Item it, V* r_u) const {
    const Ev ev = evolution();
    const int m = ev.m(), n = ev.shape.n(), stride = block.stride();
    const int i[3] = {0, C::dim == 1 ? 0 : it.row % n, C::dim == 3 ? it.row / n : 0};
    const T* s = s_w + static_cast<long>((i[2] * m + i[1]) * m) * stride + it.lane;
    if constexpr (Form == WaveForm::velocity) s += static_cast<long>(ev.step(f)) * stride;
    HERMITE_UNROLL
    for (int i1 = 0; i1 < n; ++i1) {
      if constexpr (Form == WaveForm::conservative) r_u[i1] += T(2) * block.get(s + i1 * stride);
      if constexpr (Form == WaveForm::velocity)
        r_u[i1] +=
            (gain[f] * static_cast<T>((f == 0 ? i1 : i[f]) + 1)) * block.get(s + i1 * stride);
      if constexpr (Form == WaveForm::pressure) r_u[i1] += block.get(s + i1 * stride);
    }
  }

  // Scratch rows of the series: a tensor, a second one where rows run at once, and the coefficients
  // that its items keep.
  template <class Block>
  constexpr int tensor_rows() const {
    const int size = evolution().size();
    return size * (Block::in_order ? 1 : 2) + size * Block::item_scratch;
  }
  // Evolves what is in s_w and updates the cells at m.
  template <class Block>
  HERMITE_DEVICE void finish(Block& block, T* s_w, T* s_spare, const long (&m)[3]) const {
    using V = typename Block::Value;
    const int n = this->shape.n();
    const int most = n - 1 + (Form == WaveForm::velocity ? 1 : 0);  // grad reads one index further
    auto mark = block.mark();
    const T* s_end = even_series(block, evolution(), rates, stages, most, truncate, s_w, s_spare);
    block.template rows<Sync::block>(power(n, C::dim - 1), [&](Item it) HERMITE_INLINED {
      HERMITE_UNROLL
      for (int f = 0; f < updated; ++f) {
        auto* p = this->out.at(f, m[2], m[1], m[0] + it.lane, it.row * n);
        const long entry = this->out.entry_step(), lane = this->out.lane_step();
        V r_u[C::ShapeType::max_n] = {};  // [i1]; loaded first, so that all lanes round alike
        HERMITE_UNROLL
        for (int i1 = 0; i1 < n; ++i1) {
          r_u[i1] = block.load(p + i1 * entry, lane, it);
          if constexpr (Form == WaveForm::conservative) r_u[i1] = T(-1) * r_u[i1];
        }
        add_change(block, s_end, f, it, r_u);
        HERMITE_UNROLL
        for (int i1 = 0; i1 < n; ++i1) block.store(p + i1 * entry, lane, it, r_u[i1]);
      }
    });
    block.release(mark);
  }
};

template <class C, WaveForm Form>
struct WaveLiteral : WaveKernel<C, Form> {
  using T = typename C::Scalar;

  explicit WaveLiteral(const StepArguments& a) : WaveKernel<C, Form>(a, row_tiling(a)) {}
  // The divergence needs a second tensor to interpolate in.
  template <class Block>
  static constexpr bool needs_spare() {
    return !Block::in_order || Form == WaveForm::pressure;
  }
  template <class Block>
  constexpr int scratch() const {
    return this->template tensor_rows<Block>() +
           (Block::in_order && needs_spare<Block>() ? this->evolution().size() : 0);
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    const Corner corner = Corner::of<C::dim>(tile, this->first);
    T* s_w = block.scratch(this->evolution().size());  // [j3][j2][j1]
    T* s_spare = needs_spare<Block>() ? block.scratch(this->evolution().size()) : s_w;
    HERMITE_NO_UNROLL
    for (int f = 0; f < WaveKernel<C, Form>::gathered; ++f)
      apply_literal(block, this->stencil(), this->axis.op.value, this->in, f, corner.node,
                    Form == WaveForm::pressure ? s_spare : s_w,
                    [&](Item it, auto* r_b) { this->receive(block, s_w, f, it, r_b); });
    this->finish(block, s_w, s_spare, tile.begin);
  }
};

template <class C, WaveForm Form>
struct WaveMarch : WaveKernel<C, Form> {
  using T = typename C::Scalar;
  static constexpr int gathered = WaveKernel<C, Form>::gathered;

  explicit WaveMarch(const StepArguments& a)
      : WaveKernel<C, Form>(a, row_march_tiling(a, C::dim)) {}
  template <class Block>
  constexpr int scratch() const {
    return march_scratch(this->stencil(), 1, gathered);
  }
  template <class Block>
  constexpr int part_scratch() const {
    return this->template tensor_rows<Block>();
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    T* s_x1 = block.scratch(march_x1_rows(this->stencil(), 1));
    T* s_planes = block.scratch(march_plane_rows(this->stencil(), 1, gathered));
    apply_march(block, this->stencil(), this->axis.op.value, this->in, gathered, tile, this->first,
                s_x1, s_planes, [&](const auto& planes, int plane) {
                  block.parts([&](auto& part, int lane) {
                    T* s_w = part.scratch(this->evolution().size());  // [j3][j2][j1]
                    T* s_spare = Block::in_order ? s_w : part.scratch(this->evolution().size());
                    finish_march(part, lane, planes, this->axis.op.value, this->in, tile,
                                 this->first, plane, [&](Item it, int f, int, auto* r_b) {
                                   this->receive(part, s_w, f, it, r_b);
                                 });
                    long m[3] = {tile.begin[0] + lane, tile.begin[1], tile.begin[2]};
                    m[C::dim - 1] += plane;
                    this->finish(part, s_w, s_spare, m);
                  });
                });
  }
};

}  // namespace hermite
