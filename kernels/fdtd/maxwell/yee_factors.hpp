#pragma once
// Where a kernel has the factors of its nodes' media from: one pair everywhere, an index at each node and a
// table of pairs in memory or among the kernel's parameters, or both factors at each node. Freestanding.

#include "kernels/device/portable.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"

namespace hermite {

// In place of the type of an index: index 0 everywhere; no indices, the factors themselves at each node,
// all of keep before all of gain; a byte, of a table that the kernel holds itself.
struct OneMedium {};
struct OwnFactors {};
struct InConstantMemory {};

template <class Index>
struct NumberOf {
  using type = Index;
};
template <>
struct NumberOf<InConstantMemory> {
  using type = unsigned char;
};

// The table of pairs: where memory has it, or in the kernel. On CUDA this is among the parameters, which lie
// in constant memory: lanes of a warp that ask for one pair get it at once, others one after the other.
template <class T, class Index>
struct YeeTable {
  explicit YeeTable(const YeeArguments&) {}
  HERMITE_DEVICE static const void* pairs(const YeeArguments& a) { return a.factors; }
};
template <class T>
struct YeeTable<T, InConstantMemory> {
  static constexpr int count = constant_table_bytes / static_cast<int>(sizeof(T));
  alignas(2 * sizeof(T)) T values[count];  // [number][keep, gain]

  explicit YeeTable(const YeeArguments& a) {
    for (int i = 0; i < count; ++i) values[i] = static_cast<const T*>(a.factors)[i];
  }
  HERMITE_DEVICE const void* pairs(const YeeArguments&) const { return values; }
};

// keep and gain (yee.hpp) of lanes: F is one value for all of them where there is one medium.
template <class F>
struct YeeFactors {
  F keep, gain;
};

// Where those of the lanes are that begin at an offset.
template <class T, class Index>
struct YeeFactorsAt {
  using Number = typename NumberOf<Index>::type;
  static constexpr bool in_kernel = SameType<Index, InConstantMemory>::value;
  static constexpr bool numbered =
      !SameType<Index, OneMedium>::value && !SameType<Index, OwnFactors>::value;
  const T* values;  // a table of pairs, or each node's own: keep, and gain so much after it
  long to_gain = 1;
  const Number* medium = nullptr;

  HERMITE_DEVICE YeeFactorsAt(const void* table, const void* media, long nodes, long offset)
      : values(static_cast<const T*>(table)) {
    if constexpr (SameType<Index, OwnFactors>::value) {
      values = static_cast<const T*>(media) + offset;
      to_gain = nodes;
    } else if constexpr (numbered) {
      medium = static_cast<const Number*>(media) + offset;
    }
  }
  template <class Block>
  HERMITE_DEVICE auto at(int lane) const {
    if constexpr (SameType<Index, OneMedium>::value)
      return both(Block::constant(values), Block::constant(values + to_gain));
    else if constexpr (SameType<Index, OwnFactors>::value)
      return both(Block::constant(values + lane, 1), Block::constant(values + to_gain + lane, 1));
    else if constexpr (in_kernel)
      return from_kernel<Block>(Block::numbers(medium + lane));
    else
      return of(Block::entry_pairs(values, Block::numbers(medium + lane)));
  }
  template <class V>
  HERMITE_DEVICE static YeeFactors<V> of(const PairOf<V>& pair) {
    return {pair.first, pair.second};
  }

 private:
  // From a table among a kernel's parameters, of which CUDA asks otherwise than of memory.
  template <class Block, class Numbers>
  HERMITE_DEVICE YeeFactors<typename Block::Value> from_kernel(const Numbers& number) const {
    if constexpr (Block::own_lanes == 0)
      return of(Block::entry_pairs(values, number));
    else if constexpr (Block::own_lanes == 1)
      return {values[2 * number], values[2 * number + 1]};
    else
      return {Block::Value::each([&](int l) { return values[2 * number.lane[l]]; }),
              Block::Value::each([&](int l) { return values[2 * number.lane[l] + 1]; })};
  }
  template <class F>
  HERMITE_DEVICE static YeeFactors<F> both(const F& keep, const F& gain) {
    return {keep, gain};
  }
};

}  // namespace hermite
