#pragma once
// How the results of a cell are dealt to the blocks of ParityMatrix (parity_matrix.hpp) that share it, and how
// the matrices lie that these read. Host and CUDA.

#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

constexpr int most_parity_tiles = 24;  // of a block, whose number of tiles is even
// Registers of 4 bytes that a lane needs: four sums in double precision for a tile, two operands for a class; and
// those there are for them, by trials: the rest of 255 go to the addition of nodes.
constexpr int parity_lane_registers(int tiles, int classes) { return 8 * tiles + 4 * classes; }
constexpr int most_parity_lane_registers = 208;
static_assert((most_parity_lane_registers - 4) / 16 * 2 <= most_parity_tiles,
              "a class that does not fit by its registers is cut into parts");

// The blocks that share a cell are numbered. Each makes 8, 4, 2 or 1 classes that follow each other, or a part of
// one. At each place among its classes it has as many tiles as the largest class that stands there has; smaller
// classes are filled up by tiles of 0.
struct ParityShare {
  int classes = 8;  // of a block
  int parts = 1;    // that a class is cut into
  int shares = 1;   // blocks that share a cell
  int tiles = 0;    // of a block
  // Of a block's tile: the place of its class, and its number among that class's tiles, in the first part.
  int class_place[most_parity_tiles] = {};
  int in_class[most_parity_tiles] = {};

  constexpr int first_class(int number) const { return number / parts * classes; }
  // Of tile t of block `number`.
  constexpr int class_of(int number, int t) const { return first_class(number) + class_place[t]; }
  constexpr int tile_of_class(int number, int t) const {
    return in_class[t] + number % parts * tiles;
  }
};

// Of classes with so many tiles.
constexpr ParityShare parity_share(const int (&tiles)[8]) {
  ParityShare share;
  int most[8] = {}, all = 0;  // at each place
  for (;; share.classes /= 2) {
    all = 0;
    for (int place = 0; place < share.classes; ++place) {
      most[place] = 0;
      for (int bits = place; bits < 8; bits += share.classes)
        most[place] = tiles[bits] > most[place] ? tiles[bits] : most[place];
      all += most[place];
    }
    all += all % 2;
    if (parity_lane_registers(all, share.classes) <= most_parity_lane_registers) break;
    if (share.classes == 1) break;
  }
  share.parts = divide_up(all, most_parity_tiles);
  share.shares = 8 / share.classes * share.parts;
  share.tiles = divide_up(all, 2 * share.parts) * 2;
  for (int t = 0, place = 0, in_class = 0; t < share.tiles; ++t, ++in_class) {
    for (; place + 1 < share.classes && in_class == most[place]; in_class = 0) ++place;
    share.class_place[t] = place;
    share.in_class[t] = in_class;
  }
  return share;
}
template <class Coupling>
constexpr ParityShare parity_share(int n) {
  int tiles[8] = {};
  for (int bits = 0; bits < 8; ++bits) tiles[bits] = parity_tiles<Coupling>(n, bits);
  return parity_share(tiles);
}

// Where a value lies of tile t of a block with so many: [block][field][group of four entries][t / 2][row][entry][t % 2].
// Groups of a field are padded by 0; `group`: (block * fields + field) * groups of a field + the entry's; `entry`: of
// the field, or of its group.
constexpr long parity_share_at(int tiles, int group, int t, int row, int entry) {
  const long pair = static_cast<long>(group) * (tiles / 2) + t / 2;
  return ((pair * parity_rows + row) * parity_columns + entry % parity_columns) * 2 + t % 2;
}

}  // namespace hermite
