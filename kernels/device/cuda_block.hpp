#pragma once
// A block on CUDA: blockDim.x lanes (cells along x1) times RowThreads rows at a time, or blockDim.y where
// RowThreads is own_rows: then a thread keeps values of one row only (PerItem). It has the
// interface of HostBlock (host_block.hpp), so that a schedule is one text for both.
// Lanes are a run-time number and need no division: thread (x, y) is lane x of rows y, y +
// RowThreads, ...

#include "kernels/device/own_rows.hpp"

namespace hermite {

template <class T, int RowThreads>
class CudaBlock {
 protected:
  HERMITE_DEVICE static int row_threads() {
    return RowThreads == own_rows ? static_cast<int>(blockDim.y) : RowThreads;
  }
  // Rows that a thread has of so many.
  static constexpr int slots(int rows) {
    if constexpr (RowThreads == own_rows)
      return 1;
    else
      return divide_up(rows, RowThreads);
  }

 public:
  using Scalar = T;
  using Value = T;

  static constexpr bool in_order = false;
  static constexpr int item_scratch = 0;
  static constexpr int most_kept_bytes = 512;  // of a thread's registers
  static constexpr int own_lanes = 1;          // of a thread

  HERMITE_DEVICE CudaBlock(long index, T* scratch)
      : index_(index), active_(static_cast<int>(blockDim.x)), next_(scratch) {}

  HERMITE_DEVICE long index() const { return index_; }
  HERMITE_DEVICE int lanes() const { return static_cast<int>(blockDim.x); }
  HERMITE_DEVICE int stride() const { return static_cast<int>(blockDim.x); }
  HERMITE_DEVICE void set_active(int lanes) { active_ = lanes; }

  template <Sync sync, class F>
  HERMITE_DEVICE void rows(int count, F&& f) {
    const int lane = static_cast<int>(threadIdx.x);
    if (lane < active_) {
      int slot = 0;
      HERMITE_NO_UNROLL
      for (int row = static_cast<int>(threadIdx.y); row < count; row += row_threads())
        f(Item{row, lane, slot++});
    }
    if constexpr (sync == Sync::block) __syncthreads();
  }
  template <Sync sync, class F>
  HERMITE_DEVICE void unrolled_rows(int count, F&& f) {
    const int lane = static_cast<int>(threadIdx.x);
    if (lane < active_) {
      HERMITE_UNROLL
      for (int slot = 0; slot < slots(count); ++slot) {
        const int row = static_cast<int>(threadIdx.y) + slot * row_threads();
        if (row < count) f(Item{row, lane, slot});
      }
    }
    if constexpr (sync == Sync::block) __syncthreads();
  }

  // Parts of the block, each with scratch of its own; on CUDA the block itself.
  template <class F>
  HERMITE_DEVICE void parts(F&& f) {
    T* const before = next_;
    f(*this, 0);
    next_ = before;
  }

  // A loop along a pencil, unrolled to Max > 0 with compile-time indices, so that what they index
  // stays in registers; Max = 0: not unrolled.
  template <int Max, class F>
  HERMITE_DEVICE static void indices(int lower, int upper, F&& f) {
    if constexpr (Max == 0) {
      HERMITE_NO_UNROLL
      for (int j = lower; j < upper; ++j) f(j);
    } else {
      HERMITE_UNROLL
      for (int j = 0; j < Max; ++j)
        if (j >= lower && j < upper) f(j);
    }
  }

  HERMITE_DEVICE T* scratch(int rows) {
    T* taken = next_;
    next_ += rows * stride();
    return taken;
  }
  HERMITE_DEVICE T* mark() const { return next_; }
  HERMITE_DEVICE void release(T* mark) { next_ = mark; }
  HERMITE_DEVICE static Value get(const T* s) { return *s; }
  HERMITE_DEVICE static void put(T* s, Value v) { *s = v; }

  template <int K, int Rows>
  class PerItem {
   public:
    HERMITE_DEVICE Value get(Item it, int k) const { return r_value_[it.slot][k]; }
    HERMITE_DEVICE void set(Item it, int k, Value v) { r_value_[it.slot][k] = v; }
    // All 32 lanes of the warp must take part, and the block must have a power of two of lanes, at
    // most 32. Lanes whose peer lies in another row or warp get an unspecified value.
    HERMITE_DEVICE Value peer(Item it, int k, int d) const {
      const int source = static_cast<int>(threadIdx.x % 32 + threadIdx.y * blockDim.x) + d;
      return __shfl_sync(0xffffffffu, r_value_[it.slot][k], source & 31);
    }

   private:
    Value r_value_[slots(Rows)][K];  // [slot][k]
  };
  template <int K, int Rows>
  HERMITE_DEVICE PerItem<K, Rows> per_item(int, int) {
    return {};
  }

  // The values of scratch, [row][kept], for later phases: copied to registers, so that scratch may
  // be overwritten; left in scratch where they are too many for that.
  template <int K, int Rows>
  static constexpr bool keeps_in_scratch() {
    return slots(Rows) * K * static_cast<int>(sizeof(T)) > most_kept_bytes;
  }
  class InScratch {
   public:
    HERMITE_DEVICE InScratch(const T* s, int kept, int stride)
        : s_(s), kept_(kept), stride_(stride) {}
    HERMITE_DEVICE Value get(Item it, int k) const {
      return s_[(it.row * kept_ + k) * stride_ + it.lane];
    }

   private:
    const T* s_;
    int kept_, stride_;
  };
  template <int K, int Rows>
  HERMITE_DEVICE auto keep(const T* s, int rows, int kept) {
    if constexpr (keeps_in_scratch<K, Rows>()) {
      return InScratch(s, kept, stride());
    } else {
      PerItem<K, Rows> r;
      unrolled_rows<Sync::none>(rows, [&](Item it) {
        HERMITE_UNROLL
        for (int k = 0; k < K; ++k) r.set(it, k, get(s + (it.row * kept + k) * stride() + it.lane));
      });
      return r;
    }
  }

  template <class S>
  HERMITE_DEVICE static Value load(const S* p, long) {
    return static_cast<T>(*p);
  }
  // Of an array that nobody writes while the kernel runs.
  HERMITE_DEVICE static Value load_unwritten(const T* p) { return __ldg(p); }
  // The value at p + d for each lane, d = 1 or -1, where that at p is known.
  HERMITE_DEVICE static Value beside(const T* p, Value, int d) { return p[d]; }
  template <class S>
  HERMITE_DEVICE static Value load(const S* p, long, Item) {
    return static_cast<T>(*p);
  }
  // What nobody writes while the kernel runs, so that a store is no reason to read it again.
  template <class S>
  HERMITE_DEVICE static S constant(const S* p) {
    return __ldg(p);
  }
  HERMITE_DEVICE static Value constant(const T* p, long) { return __ldg(p); }
  // The one after each lane's, where these are known.
  HERMITE_DEVICE static Value constant_after(const T* p, const Value&) { return __ldg(p + 1); }
  // Entries of a table, values or pairs of them, at the numbers that lie at p for each lane: in two steps,
  // so that several tables, or a later moment, take what was read once.
  template <class I>
  HERMITE_DEVICE static I numbers(const I* p) {
    return __ldg(p);
  }
  template <class I>
  HERMITE_DEVICE static Value entries(const T* table, I number) {
    return __ldg(table + number);
  }
  template <class I>
  HERMITE_DEVICE static PairOf<Value> entry_pairs(const T* table, I number) {
    T pair[2];
    load_two(table + 2 * number, pair);
    return {pair[0], pair[1]};
  }
  template <class S>
  HERMITE_DEVICE static void store(S* p, long, Item, Value v) {
    *p = static_cast<S>(v);
  }
  HERMITE_DEVICE static Value larger(Value most, Value v) {
    const T size = v < 0 ? -v : v;
    const T finite = size == size ? size : static_cast<T>(__builtin_inf());
    return finite > most ? finite : most;
  }
  template <class S>
  HERMITE_DEVICE static void prefetch(const S* p) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
  }
  template <class S>
  HERMITE_DEVICE static void prefetch_item(const S* p, long) {
    prefetch(p);
  }
  template <class S>
  HERMITE_DEVICE static void copy_async(T* s, const S* p, long) {
    if constexpr (SameType<S, T>::value) {
      const unsigned target = static_cast<unsigned>(__cvta_generic_to_shared(s));
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target), "l"(p),
                   "n"(static_cast<int>(sizeof(T))));
    } else {
      *s = static_cast<T>(*p);
    }
  }
  HERMITE_DEVICE static void wait() { asm volatile("cp.async.wait_all;" ::: "memory"); }

 protected:
  // Two values at a multiple of two, that nobody writes while the kernel runs.
  HERMITE_DEVICE static void load_two(const T* p, T* values) {
    if constexpr (sizeof(T) == 4) {
      const float2 two = __ldg(reinterpret_cast<const float2*>(p));
      values[0] = two.x;
      values[1] = two.y;
    } else {
      const double2 two = __ldg(reinterpret_cast<const double2*>(p));
      values[0] = two.x;
      values[1] = two.y;
    }
  }

 private:
  long index_;
  int active_;
  T* next_;
};

}  // namespace hermite
