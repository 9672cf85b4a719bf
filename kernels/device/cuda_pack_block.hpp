#pragma once
// A block on CUDA whose threads have 8 or 16 bytes of neighbouring lanes each: of 16 bytes a quarter of the
// instructions for addresses, and four times the memory in flight for each thread that waits, which is what
// kernels want that do little with a value; of 8 where a thread keeps many. Rows along x1 must begin at
// multiples of a pack, as make_layout's do, and blocks too.

#include "kernels/device/cuda_block.hpp"
#include "kernels/device/inverse.hpp"

namespace hermite {

template <class T, int Bytes>
struct alignas(Bytes) CudaPack {
  static constexpr int lanes = Bytes / static_cast<int>(sizeof(T));
  T lane[lanes];

  HERMITE_DEVICE T& operator[](int l) { return lane[l]; }
  HERMITE_DEVICE friend CudaPack operator+(const CudaPack& a, const CudaPack& b) {
    return each([&](int l) { return a.lane[l] + b.lane[l]; });
  }
  HERMITE_DEVICE friend CudaPack operator-(const CudaPack& a, const CudaPack& b) {
    return each([&](int l) { return a.lane[l] - b.lane[l]; });
  }
  HERMITE_DEVICE friend CudaPack operator*(const CudaPack& a, const CudaPack& b) {
    return each([&](int l) { return a.lane[l] * b.lane[l]; });
  }
  HERMITE_DEVICE friend CudaPack operator/(const CudaPack& a, const CudaPack& b) {
    return each([&](int l) { return a.lane[l] / b.lane[l]; });
  }
  HERMITE_DEVICE friend CudaPack operator*(T a, const CudaPack& b) {
    return each([&](int l) { return a * b.lane[l]; });
  }
  HERMITE_DEVICE friend CudaPack inverse_of(const CudaPack& a) {
    return each([&](int l) { return inverse_of(a.lane[l]); });
  }
  template <class F>
  HERMITE_DEVICE static CudaPack each(F&& f) {
    CudaPack v;
    HERMITE_UNROLL
    for (int l = 0; l < lanes; ++l) v.lane[l] = f(l);
    return v;
  }
};

// An unsigned number of so many bytes.
template <int Bytes>
struct WordOf;
template <>
struct WordOf<2> {
  using type = unsigned short;
};
template <>
struct WordOf<4> {
  using type = unsigned;
};
template <>
struct WordOf<8> {
  using type = unsigned long long;
};

// What so many bytes are loaded as.
template <int Bytes>
struct LoadOf;
template <>
struct LoadOf<8> {
  using type = int2;
};
template <>
struct LoadOf<16> {
  using type = int4;
};

template <class T, int RowThreads, int Bytes>
class CudaPackBlock : public CudaBlock<T, RowThreads> {
  using OneLane = CudaBlock<T, RowThreads>;

 public:
  using Value = CudaPack<T, Bytes>;
  static constexpr int own_lanes = Value::lanes;

  HERMITE_DEVICE CudaPackBlock(long index, T* scratch)
      : OneLane(index, scratch), active_(lanes()), next_(scratch) {}
  HERMITE_DEVICE int lanes() const { return own_lanes * static_cast<int>(blockDim.x); }
  HERMITE_DEVICE int stride() const { return lanes(); }
  HERMITE_DEVICE T* scratch(int rows) {
    T* taken = next_;
    next_ += rows * stride();
    return taken;
  }
  HERMITE_DEVICE static Value get(const T* s) { return *reinterpret_cast<const Value*>(s); }
  HERMITE_DEVICE static void put(T* s, const Value& v) { *reinterpret_cast<Value*>(s) = v; }
  HERMITE_DEVICE void set_active(int lanes) { active_ = lanes; }

  template <Sync sync, class F>
  HERMITE_DEVICE void unrolled_rows(int count, F&& f) {
    const int lane = own_lanes * static_cast<int>(threadIdx.x);
    if (lane < active_) {
      HERMITE_UNROLL
      for (int slot = 0; slot < OneLane::slots(count); ++slot) {
        const int row = static_cast<int>(threadIdx.y) + slot * OneLane::row_threads();
        if (row < count) f(Item{row, lane, slot});
      }
    }
    if constexpr (sync == Sync::block) __syncthreads();
  }

  template <int K, int Rows>
  class PerItem {
   public:
    HERMITE_DEVICE Value get(Item it, int k) const { return r_value_[it.slot][k]; }
    HERMITE_DEVICE void set(Item it, int k, const Value& v) { r_value_[it.slot][k] = v; }

   private:
    Value r_value_[OneLane::slots(Rows)][K];  // [slot][k]
  };
  template <int K, int Rows>
  HERMITE_DEVICE PerItem<K, Rows> per_item(int, int) {
    return {};
  }

  HERMITE_DEVICE static Value load(const T* p, long) { return *reinterpret_cast<const Value*>(p); }
  HERMITE_DEVICE static Value beside(const T* p, const Value& here, int d) {
    const T last = d < 0 ? p[-1] : p[own_lanes];
    return Value::each([&](int l) {
      const int from = l + d;
      return from < 0 || from >= own_lanes ? last : here.lane[from];
    });
  }
  // Of a row that one warp has: the neighbour's lane from its thread, not from scratch, and 0 behind the row.
  // All threads take part.
  HERMITE_DEVICE static Value beside_put(const T*, const Value& here, int d) {
    T last = d < 0 ? __shfl_up_sync(~0u, here.lane[own_lanes - 1], 1)
                   : __shfl_down_sync(~0u, here.lane[0], 1);
    if (d > 0 && threadIdx.x == blockDim.x - 1) last = 0;
    return Value::each([&](int l) {
      const int from = l + d;
      return from < 0 || from >= own_lanes ? last : here.lane[from];
    });
  }
  HERMITE_DEVICE static Value load_unwritten(const T* p) { return constant(p, 1); }
  HERMITE_DEVICE static void copy_async(T* s, const T* p, long) {
    const unsigned target = static_cast<unsigned>(__cvta_generic_to_shared(s));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target), "l"(p), "n"(Bytes));
  }
  // Four values for each lane, of which the first is at p - Before: the pack's own, those of the lanes
  // before and after it with a load each, all as `mend` leaves them. Of an array that nobody writes while the
  // kernel runs.
  template <int Before, class Mend>
  HERMITE_DEVICE static void window(const T* p, Value (&f)[4], Mend&& mend) {
    constexpr int after = 3 - Before;
    T row[Before + own_lanes + after];
    neighbours<Before>(p - Before, row);
    const Value own = constant(p, 1);
    HERMITE_UNROLL
    for (int l = 0; l < own_lanes; ++l) row[Before + l] = own.lane[l];
    neighbours<after>(p + own_lanes, row + Before + own_lanes);
    mend(row);
    HERMITE_UNROLL
    for (int n = 0; n < 4; ++n) f[n] = Value::each([&](int l) { return row[l + n]; });
  }
  HERMITE_DEVICE static T constant(const T* p) { return __ldg(p); }
  HERMITE_DEVICE static Value constant(const T* p, long) {
    const auto bytes = __ldg(reinterpret_cast<const typename LoadOf<Bytes>::type*>(p));
    return reinterpret_cast<const Value&>(bytes);
  }
  HERMITE_DEVICE static Value constant_after(const T* p, const Value& here) {
    const T last = __ldg(p + own_lanes);
    return Value::each([&](int l) { return l + 1 < own_lanes ? here.lane[l + 1] : last; });
  }
  template <class I>
  struct alignas(own_lanes * sizeof(I)) Numbers {
    I lane[own_lanes];

    // All of them as one word.
    HERMITE_DEVICE auto word() const {
      return reinterpret_cast<const typename WordOf<own_lanes * sizeof(I)>::type&>(lane);
    }
  };
  template <class I>
  HERMITE_DEVICE static Numbers<I> numbers(const I* p) {
    return *reinterpret_cast<const Numbers<I>*>(p);
  }
  // Whether all lanes of all of these have one; its pair.
  template <class I>
  HERMITE_DEVICE static bool one_number(const Numbers<I> (&of)[3]) {
    using Word = decltype(of[0].word());
    constexpr Word ones =
        static_cast<Word>(~Word{0}) / static_cast<I>(~I{0});  // 0x01010101 of bytes
    const Word word = of[0].word();
    return word == of[1].word() && word == of[2].word() &&
           word == static_cast<Word>(of[0].lane[0] * ones);
  }
  template <class I>
  HERMITE_DEVICE static PairOf<Value> one_pair(const T* table, const Numbers<I>& i) {
    T pair[2];
    OneLane::load_two(table + 2 * i.lane[0], pair);
    return {Value::each([&](int) { return pair[0]; }), Value::each([&](int) { return pair[1]; })};
  }
  template <class I>
  HERMITE_DEVICE static PairOf<Value> entry_pairs(const T* table, const Numbers<I>& i) {
    PairOf<Value> v;
    HERMITE_UNROLL
    for (int l = 0; l < own_lanes; ++l) {
      T pair[2];
      OneLane::load_two(table + 2 * i.lane[l], pair);
      v.first.lane[l] = pair[0];
      v.second.lane[l] = pair[1];
    }
    return v;
  }
  // One look-up where all lanes have the same number, as nearly everywhere in a medium of few parts.
  template <class I>
  HERMITE_DEVICE static Value entries(const T* table, const Numbers<I>& i) {
    // Lane by lane: as words, elastic kernels spill.
    bool same = true;
    HERMITE_UNROLL
    for (int l = 1; l < own_lanes; ++l) same = same && i.lane[l] == i.lane[0];
    if (same) {
      const T all = __ldg(table + i.lane[0]);
      return Value::each([&](int) { return all; });
    }
    return Value::each([&](int l) { return __ldg(table + i.lane[l]); });
  }
  HERMITE_DEVICE void store(T* p, long, Item it, const Value& v) const {
    if (it.lane + own_lanes <= active_) {
      *reinterpret_cast<Value*>(p) = v;
    } else {
      HERMITE_UNROLL
      for (int l = 0; l < own_lanes; ++l)
        if (it.lane + l < active_) p[l] = v.lane[l];
    }
  }
  // With what lies beyond the block's lanes: where that is nobody's.
  HERMITE_DEVICE static void store_whole(T* p, const Value& v) { *reinterpret_cast<Value*>(p) = v; }

 private:
  // One value, or two at a multiple of two.
  template <int Count>
  HERMITE_DEVICE static void neighbours(const T* p, T* row) {
    static_assert(Count == 1 || Count == 2, "a load");
    if constexpr (Count == 1)
      row[0] = __ldg(p);
    else
      OneLane::load_two(p, row);
  }

  int active_;
  T* next_;
};

}  // namespace hermite
