#include "kernels/hermite/parity_storage.hpp"

#include <algorithm>

#include "kernels/hermite/parity_share.hpp"
#include "kernels/hermite/parity_split.hpp"

namespace hermite {

namespace {

// Values in the order of ParitySlots.
template <class T>
std::vector<T> cut_into_columns(const std::vector<ParityBlock>& blocks) {
  const int columns = static_cast<int>(blocks[0].matrix.cols());  // as many as results
  const int kinds = parity_kinds(columns), vector = vector_values(sizeof(T)),
            slots = parity_slots(columns, sizeof(T));
  std::vector<T> values(static_cast<std::size_t>(columns) * static_cast<std::size_t>(slots));
  int slot = 0;
  for (int kind = 0; kind < kinds; ++kind) {
    slot = divide_up(slot, vector) * vector;
    for (int parity = 0; parity < static_cast<int>(blocks.size()); ++parity) {
      if (parity_kind(parity, kinds) != kind) continue;
      const ParityBlock::Matrix& matrix = blocks[static_cast<std::size_t>(parity)].matrix;
      for (Eigen::Index row = 0; row < matrix.rows(); ++row, ++slot)
        for (Eigen::Index column = 0; column < columns; ++column)
          values[static_cast<std::size_t>(column * slots + slot)] =
              static_cast<T>(matrix(row, column));
    }
  }
  return values;
}

// Which tile of a class, or one of 0 beyond its last.
struct MatrixTile {
  int bits, number;
};

int tiles_of(const ParityBlock& block) {
  return divide_up(static_cast<int>(block.results.size()), parity_rows);
}

std::vector<MatrixTile> class_by_class(const std::vector<ParityBlock>& blocks) {
  std::vector<MatrixTile> tiles;
  for (int bits = 0; bits < static_cast<int>(blocks.size()); ++bits)
    for (int number = 0; number < tiles_of(blocks[static_cast<std::size_t>(bits)]); ++number)
      tiles.push_back({bits, number});
  return tiles;
}

ParityShare share_of(const std::vector<ParityBlock>& blocks) {
  int tiles[8] = {};
  for (std::size_t bits = 0; bits < 8; ++bits) tiles[bits] = tiles_of(blocks.at(bits));
  return parity_share(tiles);
}

std::vector<MatrixTile> share_by_share(const ParityShare& share) {
  std::vector<MatrixTile> tiles;
  for (int number = 0; number < share.shares; ++number)
    for (int t = 0; t < share.tiles; ++t)
      tiles.push_back({share.class_of(number, t), share.tile_of_class(number, t)});
  return tiles;
}

// `at`: where a value of a tile's row and a column lies, of so many for each tile.
template <class T, class At>
std::vector<T> cut_into_tiles(const std::vector<ParityBlock>& blocks,
                              const std::vector<MatrixTile>& tiles, int values_of_tile,
                              const At& at) {
  std::vector<T> values(tiles.size() * static_cast<std::size_t>(values_of_tile));
  for (int tile = 0; tile < static_cast<int>(tiles.size()); ++tile) {
    const auto [bits, number] = tiles[static_cast<std::size_t>(tile)];
    const ParityBlock::Matrix& matrix = blocks[static_cast<std::size_t>(bits)].matrix;
    const Eigen::Index first = Eigen::Index{number} * parity_rows;
    for (int row = 0; row < parity_rows && first + row < matrix.rows(); ++row)
      for (int column = 0; column < static_cast<int>(matrix.cols()); ++column)
        values[static_cast<std::size_t>(at(tile, row, column))] =
            static_cast<T>(matrix(first + row, column));
  }
  return values;
}

template <class T>
std::vector<T> cut_by_class(const std::vector<ParityBlock>& blocks,
                            const std::vector<MatrixTile>& tiles) {
  const int groups = parity_groups(static_cast<int>(blocks[0].matrix.cols()));
  return cut_into_tiles<T>(
      blocks, tiles, groups * parity_rows * parity_columns,
      [&](int tile, int row, int column) { return parity_at(groups, tile, row, column); });
}

std::vector<double> cut_by_share(const std::vector<ParityBlock>& blocks,
                                 const std::vector<MatrixTile>& tiles, const ParityShare& share,
                                 int fields) {
  const int values = static_cast<int>(blocks[0].matrix.cols()) / fields;
  const int groups = fields * divide_up(values, parity_columns);
  return cut_into_tiles<double>(
      blocks, tiles, groups * parity_rows * parity_columns, [&](int tile, int row, int column) {
        const int group =
            column / values * divide_up(values, parity_columns) + column % values / parity_columns;
        return parity_share_at(share.tiles, tile / share.tiles * groups + group, tile % share.tiles,
                               row, column % values);
      });
}

template <class T>
std::size_t append(std::vector<char>& memory, const std::vector<T>& values) {
  const auto* bytes = reinterpret_cast<const char*>(values.data());
  memory.insert(memory.end(), bytes, bytes + values.size() * sizeof(T));
  return values.size() * sizeof(T);
}

}  // namespace

ParityStorage::ParityStorage(const std::vector<ParityBlock>& blocks, const std::vector<int>& flips,
                             const ParityFormat& format, const Device& device)
    : flips_(flips) {
  if (format.form != ParityForm::columns)
    append_tiles(blocks, format);
  else
    values_bytes_ = format.precision == Precision::double_
                        ? append(host_, cut_into_columns<double>(blocks))
                        : append(host_, cut_into_columns<float>(blocks));
  if (device.cuda()) device_ = Buffer(device, host_);
}

void ParityStorage::append_tiles(const std::vector<ParityBlock>& blocks,
                                 const ParityFormat& format) {
  std::vector<MatrixTile> tiles;
  if (format.form == ParityForm::shares) {
    const ParityShare share = share_of(blocks);
    tiles = share_by_share(share);
    values_bytes_ =
        append(host_, cut_by_share(blocks, tiles, share, static_cast<int>(flips_.size())));
  } else {
    tiles = class_by_class(blocks);
    values_bytes_ = format.precision == Precision::double_
                        ? append(host_, cut_by_class<double>(blocks, tiles))
                        : append(host_, cut_by_class<float>(blocks, tiles));
  }
  std::vector<int> results, classes;
  for (const MatrixTile& tile : tiles) {
    const std::vector<int>& of_class = blocks[static_cast<std::size_t>(tile.bits)].results;
    const std::size_t first = static_cast<std::size_t>(tile.number) * parity_rows;
    for (std::size_t i = first; i < first + parity_rows; ++i)
      results.push_back(i < of_class.size() ? of_class[i] : -1);
    classes.push_back(tile.bits);
  }
  tiles_ = static_cast<int>(tiles.size());
  append(host_, results);
  append(host_, classes);
}

ParityTables ParityStorage::tables_at(const char* memory) const {
  ParityTables tables;
  tables.values = memory;
  tables.results = reinterpret_cast<const int*>(memory + values_bytes_);
  tables.classes = tables.results + tiles_ * parity_rows;
  tables.tiles = tiles_;
  std::copy(flips_.begin(), flips_.end(), tables.flips);
  return tables;
}

}  // namespace hermite
