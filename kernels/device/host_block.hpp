#pragma once
// A block on the host: one OpenMP thread, rows in ascending order, the lanes of a row in packs.
// It has the interface of CudaBlock (cuda_block.hpp), so that a schedule is one text for both.

#include <cstddef>
#include <cstring>
#include <new>

#include "kernels/device/pack.hpp"
#include "kernels/device/portable.hpp"

namespace hermite {

// One thread's working memory, kept from launch to launch and grown when a kernel asks for more.
class Arena {
 public:
  static constexpr std::size_t alignment = 64;

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() { release(); }

  char* reserve(std::size_t bytes) {
    if (bytes > bytes_) {
      release();
      data_ = static_cast<char*>(::operator new(bytes, std::align_val_t(alignment)));
      bytes_ = bytes;
    }
    return data_;
  }

 private:
  void release() {
    if (data_ != nullptr) ::operator delete(data_, std::align_val_t(alignment));
    data_ = nullptr;
    bytes_ = 0;
  }

  char* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// OnePack: a part of a block that is one pack wide, so that all distances in scratch are known to
// the compiler.
template <class T, bool OnePack = false>
class HostBlock {
 public:
  using Scalar = T;
  using Value = Pack<T>;

  // Rows run one after the other in ascending order, so that a row may overwrite what only earlier
  // rows have read.
  static constexpr bool in_order = true;
  static constexpr int own_lanes = 0;  // lanes are packs
  // Scratch values that per_item costs, per row and value kept.
  static constexpr int item_scratch = 1;

  // `lanes` cells along x1 belong to a block; a scratch row has a whole number of packs. `stream`:
  // results bypass the caches, which pays where the array is larger than they are.
  HostBlock(long index, int lanes, char* scratch, bool stream)
      : index_(index),
        lanes_(lanes),
        active_(lanes),
        stream_(stream),
        next_(reinterpret_cast<T*>(scratch)) {}

  static constexpr int padded(int lanes) { return divide_up(lanes, pack_lanes<T>) * pack_lanes<T>; }

  long index() const { return index_; }
  int lanes() const { return lanes_; }
  int stride() const { return OnePack ? pack_lanes<T> : padded(lanes_); }
  void set_active(int lanes) { active_ = lanes; }

  // Runs f for `count` rows of the active lanes.
  template <Sync sync, class F>
  HERMITE_DEVICE void rows(int count, F&& f) {
    for (int row = 0; row < count; ++row) {
      if constexpr (OnePack) {
        f(Item{row, 0, row});
      } else {
        for (int lane = 0; lane < active_; lane += pack_lanes<T>) f(Item{row, lane, row});
      }
    }
  }
  // The same; on CUDA unrolled, so that PerItem values stay in registers.
  template <Sync sync, class F>
  HERMITE_DEVICE void unrolled_rows(int count, F&& f) {
    rows<sync>(count, f);
  }

  // A loop along a pencil; on CUDA unrolled to Max, so that the indices are constants.
  template <int Max, class F>
  HERMITE_DEVICE static void indices(int lower, int upper, F&& f) {
    HERMITE_NO_UNROLL
    for (int j = lower; j < upper; ++j) f(j);
  }

  // Runs f(part, lane) for parts of the block that begin at its lane `lane`, here one pack after the
  // other: for phases that read their scratch many times, which then stays in the caches. What a
  // part takes of scratch, the next one takes again.
  template <class F>
  HERMITE_DEVICE void parts(F&& f) {
    for (int lane = 0; lane < active_; lane += pack_lanes<T>) {
      HostBlock<T, true> part(index_, pack_lanes<T>, reinterpret_cast<char*>(next_), stream_);
      part.set_active(active_ - lane < pack_lanes<T> ? active_ - lane : pack_lanes<T>);
      f(part, lane);
    }
  }

  // ---- scratch: [rows][stride()]
  T* scratch(int rows) {
    T* taken = next_;
    next_ += static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride());
    return taken;
  }
  // What is taken after mark() is given back by release().
  T* mark() const { return next_; }
  void release(T* mark) { next_ = mark; }
  static Value get(const T* s) {
    Value v;
    std::memcpy(&v, s, sizeof v);
    return v;
  }
  static void put(T* s, Value v) { std::memcpy(s, &v, sizeof v); }

  // ---- values that live across phases: K for each item
  template <int K, int Rows>
  class PerItem {
   public:
    PerItem(T* data, int kept, int stride) : data_(data), kept_(kept), stride_(stride) {}
    HERMITE_DEVICE Value get(Item it, int k) const { return HostBlock::get(at(it, k)); }
    HERMITE_DEVICE void set(Item it, int k, Value v) { HostBlock::put(at(it, k), v); }
    // The value of the same row `d` lanes further on; a shuffle on CUDA.
    HERMITE_DEVICE Value peer(Item it, int k, int d) const { return HostBlock::get(at(it, k) + d); }

   private:
    T* at(Item it, int k) const {
      return data_ + static_cast<std::size_t>(it.row * kept_ + k) * stride_ + it.lane;
    }
    T* data_;
    int kept_, stride_;
  };
  template <int K, int Rows>
  PerItem<K, Rows> per_item(int rows, int kept) {
    return {scratch(rows * kept), kept, stride()};
  }

  // The values of scratch, [row][kept], for later phases: left there, so they must not be
  // overwritten.
  template <int K, int Rows>
  static constexpr bool keeps_in_scratch() {
    return true;
  }
  template <int K, int Rows>
  PerItem<K, Rows> keep(T* s, int, int kept) {
    return {s, kept, stride()};
  }

  // ---- memory: `step` values lie between neighbouring lanes
  template <class S>
  static Value load(const S* p, long step) {
    Value v{};
    if (SameType<S, T>::value && step == 1) {
      std::memcpy(&v, p, sizeof v);
    } else {
      for (int i = 0; i < pack_lanes<T>; ++i) v[i] = static_cast<T>(p[i * step]);
    }
    return v;
  }
  static Value load_unwritten(const T* p) { return load(p, 1); }
  static Value beside(const T* p, const Value&, int d) { return load(p + d, 1); }
  // The same of what was put into scratch at s.
  static Value beside_put(const T* s, const Value&, int d) { return get(s + d); }
  // What nobody writes while the kernel runs: one value for all lanes, or one for each.
  static T constant(const T* p) { return *p; }
  static Value constant(const T* p, long step) { return load(p, step); }
  // The one after each lane's.
  static Value constant_after(const T* p, const Value&) { return load(p + 1, 1); }
  // Entries of a table, values or pairs of them, at the numbers that lie at p for each lane: in two steps,
  // which pay on a GPU.
  template <class I>
  static const I* numbers(const I* p) {
    return p;
  }
  template <class I>
  static Value entries(const T* table, const I* number) {
    Value v{};
    if (same_in_all_lanes(number)) return v + table[number[0]];
    for (int i = 0; i < pack_lanes<T>; ++i) v[i] = table[number[i]];
    return v;
  }
  template <class I>
  static PairOf<Value> entry_pairs(const T* table, const I* number) {
    PairOf<Value> v{};
    if (same_in_all_lanes(number)) {
      const T* const pair = table + 2 * static_cast<long>(number[0]);
      return {v.first + pair[0], v.second + pair[1]};
    }
    for (int i = 0; i < pack_lanes<T>; ++i) {
      const T* const pair = table + 2 * static_cast<long>(number[i]);
      v.first[i] = pair[0];
      v.second[i] = pair[1];
    }
    return v;
  }
  // The active lanes only, 0 in the others: for memory that another block may be writing to.
  template <class S>
  Value load(const S* p, long step, Item it) const {
    const int left = active_ - it.lane;
    if (left >= pack_lanes<T>) return load(p, step);
    Value v{};
    for (int i = 0; i < left; ++i) v[i] = static_cast<T>(p[i * step]);
    return v;
  }
  // Writes the active lanes only: what lies beyond them belongs to a halo or to another block.
  template <class S>
  void store(S* p, long step, Item it, Value v) const {
    const int left = active_ - it.lane;
    const int count = left < pack_lanes<T> ? left : pack_lanes<T>;
    if constexpr (SameType<S, T>::value) {
      if (step == 1 && count == pack_lanes<T>) {
        if (stream_)
          stream_pack(p, v);
        else
          std::memcpy(p, &v, sizeof v);
        return;
      }
      if (step == 1) return store_lanes(p, v, count);
    }
    for (int i = 0; i < count; ++i) p[i * step] = static_cast<S>(v[i]);
  }
  // max(most, |v|), NaN counting as infinite.
  static Value larger(Value most, Value v) {
    for (int i = 0; i < pack_lanes<T>; ++i) {
      const T size = v[i] < 0 ? -v[i] : v[i];
      const T finite = size == size ? size : static_cast<T>(__builtin_inf());
      most[i] = finite > most[i] ? finite : most[i];
    }
    return most;
  }
  // Asks for a line of memory that is needed soon. Any address will do.
  template <class S>
  static void prefetch(const S* p) {
    __builtin_prefetch(p, 0, 2);
  }
  // The same for what an item loads at p and at the next node, which may lie in the line after it.
  template <class S>
  static void prefetch_item(const S* p, long step) {
    prefetch(p);
    prefetch(p + pack_lanes<T> * step);
  }
  // Starts a copy of a row's active lanes from memory to scratch; complete after wait(). The host's
  // caches prefetch by themselves, so it is a plain copy here.
  template <class S>
  void copy_async(T* s, const S* p, long step) const {
    put(s, load(p, step));
  }
  void wait() const {}

 private:
  // As nearly everywhere in a medium of few parts.
  template <class I>
  static bool same_in_all_lanes(const I* number) {
    return std::memcmp(number, number + 1, (pack_lanes<T> - 1) * sizeof(I)) == 0;
  }

  long index_;
  int lanes_, active_;
  bool stream_;
  T* next_;
};

}  // namespace hermite
