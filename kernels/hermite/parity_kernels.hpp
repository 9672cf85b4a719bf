#pragma once
// ParityLiteral: the half step of a mirror-symmetric system as one dense product for each parity class
// (hermite/method/parity_blocks.hpp), cell by cell.
//
//   memory --corners added and subtracted--> s_x [class][j] --products--> memory
//
// j: field * n^d + index. Its work does not depend on the number of Taylor stages. Freestanding.

#include "kernels/hermite/parity_tables.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

template <class C>
struct ParityLiteral : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int dim = C::dim, classes = power(2, dim);

  ParityTables tables;
  int columns;

  explicit ParityLiteral(const StepArguments& a)
      : StepKernel<C>(a, row_tiling(a)),
        tables(a.parity),
        columns(a.fields * power(a.order + 1, dim)) {}
  template <class Block>
  constexpr int scratch() const {
    return classes * columns;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->begin(block, 0);
    auto* s_x = block.scratch(classes * columns);
    const int values = columns / this->fields, stride = block.stride();
    block.template rows<Sync::block>(columns, [&](Item it) HERMITE_INLINED {
      add_and_subtract(block, tile, it, it.row / values, it.row % values,
                       s_x + static_cast<long>(it.row) * stride + it.lane);
    });
    block.template rows<Sync::none>(tables.tiles, [&](Item it) HERMITE_INLINED {
      multiply(block, tile, it,
               s_x + static_cast<long>(tables.classes[it.row]) * columns * stride + it.lane);
    });
  }

 private:
  // s: of index e of a field.
  template <class Block>
  HERMITE_DEVICE void add_and_subtract(Block& block, const Tile& tile, Item it, int f, int e,
                                       T* s) const {
    using V = typename Block::Value;
    const int n = this->shape.n(), stride = block.stride();
    V r_corner[classes];  // bit a: the upper end along axis a; then: odd along it
    HERMITE_UNROLL
    for (int c = 0; c < classes; ++c) {
      const auto* p = this->in.at(f, tile.begin[2] + (dim > 2 ? this->first + c / 4 : 0),
                                  tile.begin[1] + (dim > 1 ? this->first + c / 2 % 2 : 0),
                                  tile.begin[0] + it.lane + this->first + c % 2, e);
      r_corner[c] = block.load(p, this->in.lane_step());
    }
    HERMITE_UNROLL
    for (int bit = 1; bit < classes; bit *= 2) {
      const bool odd = e % n % 2 != 0;
      e /= n;
      HERMITE_UNROLL
      for (int c = 0; c < classes; ++c) {
        if ((c & bit) != 0) continue;
        const V left = r_corner[c], right = r_corner[c + bit];
        const V sum = right + left, difference = right - left;
        r_corner[c] = odd ? difference : sum;
        r_corner[c + bit] = odd ? sum : difference;
      }
    }
    HERMITE_UNROLL
    for (int c = 0; c < classes; ++c)
      block.put(s + static_cast<long>(c ^ tables.flips[f]) * columns * stride, r_corner[c]);
  }

  // s: of the first j of the tile's class.
  template <class Block>
  HERMITE_DEVICE void multiply(Block& block, const Tile& tile, Item it, const T* s) const {
    using V = typename Block::Value;
    const int groups = parity_groups(columns), stride = block.stride();
    const T* matrix = static_cast<const T*>(tables.values) + parity_at(groups, it.row, 0, 0);
    V r_sum[parity_rows] = {};
    HERMITE_NO_UNROLL
    for (int j = 0; j < columns; ++j) {
      const V x = block.get(s + static_cast<long>(j) * stride);
      const T* column = matrix + parity_at(groups, 0, 0, j);
      HERMITE_UNROLL
      for (int row = 0; row < parity_rows; ++row) r_sum[row] += column[row * parity_columns] * x;
    }
    const int values = columns / this->fields;
    HERMITE_UNROLL
    for (int row = 0; row < parity_rows; ++row) {
      const int result = tables.results[it.row * parity_rows + row];
      if (result >= 0)
        block.store(this->out.at(result / values, tile.begin[2], tile.begin[1],
                                 tile.begin[0] + it.lane, result % values),
                    this->out.lane_step(), it, r_sum[row]);
    }
  }
};

}  // namespace hermite
