#pragma once
// What all Hermite kernels have in common: what they are compiled for, and their arguments by
// value. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/hermite/arguments.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

// Dimension, order, arithmetic T, storage S, layout.
template <int Dim, int Order, class T, class S, Layout L>
struct Config {
  using ShapeType = Shape<Dim, Order>;
  using Scalar = T;
  using In = NodeView<const S, L>;
  using Out = NodeView<S, L>;
  static constexpr int dim = Dim, order = Order;
  // Blocks on CUDA: more rows at a time where a cell has more pencils, 256 to 512 threads in all.
  static constexpr int row_threads = dim == 1 ? 1 : dim == 2 ? 8 : 16;
  static constexpr int max_lanes = dim == 1 ? 256 : 32;
};

template <class C>
struct StepKernel : KernelBase<typename C::Scalar, C::row_threads, C::max_lanes> {
  using Conf = C;
  using Base = KernelBase<typename C::Scalar, C::row_threads, C::max_lanes>;

  typename C::In in;
  typename C::Out out;
  typename C::ShapeType shape;
  int fields;
  int first;  // node, relative to the cell, of the first one gathered
  long row_end;

  StepKernel(const StepArguments& a, const Tiling& tiling)
      : Base{tiling},
        in{static_cast<decltype(in.data)>(a.in), a.in_layout},
        out{static_cast<decltype(out.data)>(a.out), a.out_layout},
        shape{a.order},
        fields(a.fields),
        first(a.first),
        row_end(a.row_end) {}

  // The block's tile; lanes beyond its cells are switched off, but for those up to row_end.
  template <class Block>
  HERMITE_DEVICE Tile begin(Block& block, int march_axis) const {
    const Tile tile = this->tiling.tile(block.index(), march_axis);
    block.set_active(active_lanes(tile));
    return tile;
  }
  constexpr int active_lanes(const Tile& tile) const {
    const long to_end = row_end - tile.begin[0], most = this->tiling.size[0];
    return to_end <= tile.lanes ? tile.lanes : static_cast<int>(to_end < most ? to_end : most);
  }
};

// The node of the lowest corner that a tile's first cell gathers.
struct Corner {
  long node[3];

  template <int Dim>
  static constexpr Corner of(const Tile& tile, int first) {
    Corner corner{{tile.begin[0], tile.begin[1], tile.begin[2]}};
    for (int axis = 0; axis < Dim; ++axis) corner.node[axis] += first;
    return corner;
  }
};

// The 1-D operators of a kernel.
template <class C, Operator Op>
struct Operators {
  using St = Stencil<Op, typename C::ShapeType>;
  AxisOperators<typename C::Scalar, St::max_rows, St::max_columns> op;

  explicit Operators(const StepArguments& a) {
    const St st{typename C::ShapeType{a.order}};
    op.set(a, C::dim, st.rows(), st.columns());
  }
};

// The interpolation whose results are derivatives, coefficients times r! along each axis: what sweep.hpp reads.
template <class C>
struct DerivativeOperators : Operators<C, Operator::interpolate> {
  explicit DerivativeOperators(const StepArguments& a) : Operators<C, Operator::interpolate>(a) {
    const int rows = 2 * (C::order + 1);
    double factor = 1;
    for (int r = 2; r < rows; ++r) {
      factor *= r;
      for (int axis = 0; axis < C::dim; ++axis)
        for (int i = r * rows; i < (r + 1) * rows; ++i)
          this->op.value[axis][i] = static_cast<typename C::Scalar>(factor * a.operators[axis][i]);
    }
  }
};

}  // namespace hermite
