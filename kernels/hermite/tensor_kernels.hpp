#pragma once
// Kernels that apply one operator per axis and store the result:
//
//   TensorLiteral<Op>  each cell by itself. Op = interpolate is the paper's reconstruct; half_step,
//                      full_step and two_steps are advection's exact shift.
//   TensorMarch<Op>    the same with planes shared while marching along the last axis: fewer
//                      operations, and each node read about once.
//
// Freestanding.

#include "kernels/hermite/step_kernel.hpp"
#include "kernels/hermite/tensor_literal.hpp"
#include "kernels/hermite/tensor_march.hpp"

namespace hermite {

// Stores a pencil's results, entries r * face + item.row of the cells at m.
template <class St, class Block, class View, class V>
HERMITE_DEVICE void store_pencil(Block& block, St st, View out, int field, const long (&m)[3],
                                 Item it, const V* r_out) {
  const int rows = st.rows(), face = st.face();
  auto* p = out.at(field, m[2], m[1], m[0] + it.lane, it.row);
  HERMITE_UNROLL
  for (int r = 0; r < rows; ++r)
    block.store(p + r * face * out.entry_step(), out.lane_step(), it, r_out[r]);
}

template <class C, Operator Op>
struct TensorLiteral : StepKernel<C> {
  using St = Stencil<Op, typename C::ShapeType>;
  Operators<C, Op> axis;

  explicit TensorLiteral(const StepArguments& a) : StepKernel<C>(a, row_tiling(a)), axis(a) {}

  constexpr St stencil() const { return St{this->shape}; }
  template <class Block>
  constexpr int scratch() const {
    return literal_scratch(stencil());
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    const Corner corner = Corner::of<C::dim>(tile, this->first);
    auto* s_u = block.scratch(literal_scratch(stencil()));
    HERMITE_NO_UNROLL
    for (int f = 0; f < this->fields; ++f)
      apply_literal(block, stencil(), axis.op.value, this->in, f, corner.node, s_u,
                    [&](Item it, auto* r_out) {
                      store_pencil(block, stencil(), this->out, f, tile.begin, it, r_out);
                    });
  }
};

template <class C, Operator Op>
struct TensorMarch : StepKernel<C> {
  using St = Stencil<Op, typename C::ShapeType>;
  Operators<C, Op> axis;

  explicit TensorMarch(const StepArguments& a)
      : StepKernel<C>(a, march_tiling(a, C::dim)), axis(a) {}

  constexpr St stencil() const { return St{this->shape}; }
  constexpr int cell_rows() const { return C::dim == 3 ? this->tiling.size[1] : 1; }
  template <class Block>
  constexpr int scratch() const {
    return march_scratch(stencil(), cell_rows(), this->fields);
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, C::dim - 1);
    auto* s_x1 = block.scratch(march_x1_rows(stencil(), cell_rows()));
    auto* s_planes = block.scratch(march_plane_rows(stencil(), cell_rows(), this->fields));
    apply_march(block, stencil(), axis.op.value, this->in, this->fields, tile, this->first, s_x1,
                s_planes, [&](const auto& planes, int plane) {
                  finish_march(block, 0, planes, axis.op.value, this->in, tile, this->first, plane,
                               [&](Item it, int f, int b, auto* r_out) {
                                 const long m[3] = {tile.begin[0],
                                                    tile.begin[1] + (C::dim == 3 ? b : plane),
                                                    tile.begin[2] + (C::dim == 3 ? plane : 0)};
                                 store_pencil(block, stencil(), this->out, f, m, it, r_out);
                               });
                });
  }
};

}  // namespace hermite
