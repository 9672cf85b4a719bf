#pragma once
// How the results of a cell are dealt to the blocks of ParityMatrix (parity_matrix.hpp) that share it, and how
// the matrices lie that these read. Host and CUDA.

#include "kernels/hermite/parity_tables.hpp"

namespace hermite {

// Of a block, whose number of tiles is even: with 8 classes, four sums in double precision for a tile and two operands
// for a class are 224 of the 255 registers of a lane. The rest go to the addition of nodes.
constexpr int most_parity_tiles = 24;

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
    if (all <= most_parity_tiles || share.classes == 1) break;
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

// Boxes that bring the groups of four entries of a field, with their part of the matrices, to scratch.
struct ParityBoxes {
  int groups;    // of a box
  int of_field;  // boxes
  int depth;     // boxes in use or on their way
};
// Of `groups` groups of a field, each of so many bytes. Two boxes of up to `most` groups, rather than three smaller
// ones, wherever they fit: the larger, the less often warps wait for one.
constexpr ParityBoxes parity_boxes(int groups, int most, int bytes, int scratch_bytes) {
  for (;; most /= 2) {
    const int of_field = divide_up(groups, most), groups_of_box = divide_up(groups, of_field);
    const int fit = scratch_bytes / (groups_of_box * bytes);
    if (fit >= 2 || most == 1) return {groups_of_box, of_field, fit < 3 ? fit : 3};
  }
}

// Where a value lies of tile t of a block with so many: [block][field][group of four entries][t / 2][row][entry][t % 2].
// Groups of a field are padded by 0; `group`: (block * fields + field) * groups of a field + the entry's; `entry`: of
// the field, or of its group.
constexpr long parity_share_at(int tiles, int group, int t, int row, int entry) {
  const long pair = static_cast<long>(group) * (tiles / 2) + t / 2;
  return ((pair * parity_rows + row) * parity_columns + entry % parity_columns) * 2 + t % 2;
}

}  // namespace hermite
