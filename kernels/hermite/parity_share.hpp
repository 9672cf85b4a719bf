#pragma once
// How the results of a cell are dealt to the blocks of ParityMatrix (parity_matrix.hpp) that share it, and how
// the matrices lie that these read. Host and CUDA.

#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

constexpr int most_parity_tiles = 24;  // of a block, whose number of tiles is even
// Registers of a lane that hold the sums of so many tiles and what their classes multiply; as many as leave the
// rest of 255 to the addition of nodes, by trials.
constexpr int parity_lane_registers(int tiles, int classes) { return 8 * tiles + 4 * classes; }
constexpr int most_parity_lane_registers = 208;

// A block makes 8, 4, 2 or 1 classes that follow each other, or a part of one. At each place among them it has as
// many tiles as the largest class that stands there; those of smaller ones are filled up by tiles of 0.
struct ParityShare {
  int classes = 8;  // of a block
  int parts = 1;    // of a class
  int shares = 1;   // blocks that share a cell
  int tiles =
      0;  // of a block; where the class of each stands, and which of its tiles it is (of the first part)
  int place[most_parity_tiles] = {}, of_class[most_parity_tiles] = {};

  // Of tile t of block `number`.
  constexpr int class_of(int number, int t) const { return number / parts * classes + place[t]; }
  constexpr int tile_of_class(int number, int t) const {
    return of_class[t] + number % parts * tiles;
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
  for (int t = 0, place = 0, of_class = 0; t < share.tiles; ++t, ++of_class) {
    for (; place + 1 < share.classes && of_class == most[place]; of_class = 0) ++place;
    share.place[t] = place;
    share.of_class[t] = of_class;
  }
  return share;
}
template <class Coupling>
constexpr ParityShare parity_share(int n) {
  int tiles[8] = {};
  for (int bits = 0; bits < 8; ++bits) tiles[bits] = parity_tiles<Coupling>(n, bits);
  return parity_share(tiles);
}

// Where a value of a block's tile lies: [block][field][group of four entries][tile / 2][row][entry][tile % 2]. Groups
// of a field are padded by 0, and `group` counts those of all fields and blocks.
constexpr long parity_share_at(int tiles, int group, int t, int row, int entry) {
  const long pair = static_cast<long>(group) * (tiles / 2) + t / 2;
  return ((pair * parity_rows + row) * parity_columns + entry % parity_columns) * 2 + t % 2;
}

}  // namespace hermite
