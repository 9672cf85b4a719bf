#pragma once
// The matrices of the parity classes (hermite/method/parity_blocks.hpp) as kernels read them. Freestanding.

#include "hermite/systems/mirror.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

constexpr int parity_rows = 8;     // of a tile
constexpr int parity_columns = 4;  // that lie side by side, as the lanes of matrix units have them

// tiles: of 8 rows of one class, class by class; shares: the same as the blocks of ParityMatrix have them
// (parity_share.hpp); columns: [column][slot] with the slots of parity_columns.hpp, for ParityRegisters, which has no
// use for results and classes.
enum class ParityForm { tiles, shares, columns };

struct ParityTables {
  // tiles: [tile][column / 4][row][column % 4], rows and columns padded by 0.
  const void* values = nullptr;
  const int* results = nullptr;  // [tile][row]: field * n^d + index, -1 where there is none
  const int* classes = nullptr;  // [tile]
  int tiles = 0;
  int flips[most_fields] = {};  // of each field: bit a, odd under the mirror image along axis a
};

// Groups of four columns.
constexpr int parity_groups(int columns) { return divide_up(columns, parity_columns); }
// Where a tile's value lies.
constexpr long parity_at(int groups, int tile, int row, int column) {
  return ((static_cast<long>(tile) * groups + column / parity_columns) * parity_rows + row) *
             parity_columns +
         column % parity_columns;
}

// Tiles of one of the 2^3 classes of a system, with n coefficients of a result along each axis.
template <class Coupling>
constexpr int parity_tiles(int n, int bits) {
  constexpr Mirror mirror = mirror_of<Coupling>();
  int rows = 0;
  for (int f = 0; f < Coupling::fields; ++f) {
    int row = 1;
    for (int axis = 0; axis < 3; ++axis)
      row *= ((bits ^ mirror.flips[f]) >> axis & 1) != 0 ? n / 2 : (n + 1) / 2;
    rows += row;
  }
  return divide_up(rows, parity_rows);
}

}  // namespace hermite
