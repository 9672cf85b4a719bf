#include "kernels/hermite/parity_storage.hpp"

#include <algorithm>
#include <numeric>

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

// Values in the order of parity_at().
template <class T>
std::vector<T> cut_into_tiles(const std::vector<const ParityBlock*>& blocks) {
  const int columns = static_cast<int>(blocks[0]->matrix.cols()), groups = parity_groups(columns);
  std::vector<T> values;
  int tile = 0;
  for (const ParityBlock* block : blocks) {
    const int rows = static_cast<int>(block->matrix.rows());
    const int tiles = divide_up(rows, parity_rows);
    values.resize(values.size() +
                  static_cast<std::size_t>(tiles * groups * parity_rows * parity_columns));
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column)
        values[static_cast<std::size_t>(
            parity_at(groups, tile + row / parity_rows, row % parity_rows, column))] =
            static_cast<T>(block->matrix(row, column));
    tile += tiles;
  }
  return values;
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
  if (format.form == ParityForm::tiles)
    append_tiles(blocks, format.precision);
  else
    values_bytes_ = format.precision == Precision::double_
                        ? append(host_, cut_into_columns<double>(blocks))
                        : append(host_, cut_into_columns<float>(blocks));
  if (device.cuda()) device_ = Buffer(device, host_);
}

void ParityStorage::append_tiles(const std::vector<ParityBlock>& blocks, Precision values) {
  // Classes of many results first, each followed by one of few: of two tiles that a warp has both are
  // then of one class more often, whose sums it reads once.
  std::vector<int> order(blocks.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return blocks[std::size_t(a)].results.size() > blocks[std::size_t(b)].results.size();
  });
  std::vector<const ParityBlock*> sorted;
  std::vector<int> results, classes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int bits = order[i % 2 == 0 ? i / 2 : order.size() - 1 - i / 2];
    const ParityBlock& block = blocks[static_cast<std::size_t>(bits)];
    sorted.push_back(&block);
    results.insert(results.end(), block.results.begin(), block.results.end());
    while (results.size() % parity_rows != 0) results.push_back(-1);
    classes.resize(results.size() / parity_rows, bits);
  }
  tiles_ = static_cast<int>(classes.size());
  values_bytes_ = values == Precision::double_ ? append(host_, cut_into_tiles<double>(sorted))
                                               : append(host_, cut_into_tiles<float>(sorted));
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
