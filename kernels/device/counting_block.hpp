#pragma once
// A block that counts: its values count their operations, its loads and stores count values moved.
// Running a kernel's own source in it gives the exact flops and requested bytes of a schedule.

#include <vector>

#include "kernels/device/portable.hpp"

namespace hermite {

struct Counts {
  double flops = 0;                              // additions, multiplications (FMA = 2), divisions
  double loads = 0, stores = 0;                  // values from and to memory
  double scratch_loads = 0, scratch_stores = 0;  // values from and to scratch

  friend Counts operator+(const Counts& a, const Counts& b) {
    return {a.flops + b.flops, a.loads + b.loads, a.stores + b.stores,
            a.scratch_loads + b.scratch_loads, a.scratch_stores + b.scratch_stores};
  }
  friend Counts operator*(const Counts& a, double s) {
    return {a.flops * s, a.loads * s, a.stores * s, a.scratch_loads * s, a.scratch_stores * s};
  }
};

inline Counts& counts() {
  thread_local Counts total;
  return total;
}

// One lane's value. Operations among plain scalars (step sizes, factors) are shared by the lanes of
// a row and are not counted.
struct Counted {
  double value = 0;

  double& operator[](int) { return value; }  // of its lanes, the only one
  Counted& operator+=(const Counted& b) {
    counts().flops += 1;
    value += b.value;
    return *this;
  }
  friend Counted operator+(Counted a, const Counted& b) { return a += b; }
  friend Counted operator-(const Counted& a, const Counted& b) {
    counts().flops += 1;
    return {a.value - b.value};
  }
  friend Counted operator*(double a, const Counted& b) {
    counts().flops += 1;
    return {a * b.value};
  }
  friend Counted operator/(double a, const Counted& b) {
    counts().flops += 1;
    return {a / b.value};
  }
};

// A factor of each lane's own, from a table.
inline Counted operator*(const Counted& a, const Counted& b) { return a.value * b; }

class CountingBlock {
 public:
  using Scalar = double;
  using Value = Counted;

  static constexpr bool in_order = true;
  static constexpr int own_lanes = 0;
  static constexpr int item_scratch = 1;

  CountingBlock(long index, int lanes, double* scratch)
      : index_(index), lanes_(lanes), active_(lanes), next_(scratch) {}

  long index() const { return index_; }
  int lanes() const { return lanes_; }
  int stride() const { return lanes_; }
  void set_active(int lanes) { active_ = lanes; }

  template <Sync sync, class F>
  void rows(int count, F&& f) {
    for (int row = 0; row < count; ++row)
      for (int lane = 0; lane < active_; ++lane) f(Item{row, lane, row});
  }
  template <Sync sync, class F>
  void unrolled_rows(int count, F&& f) {
    rows<sync>(count, f);
  }

  template <class F>
  void parts(F&& f) {
    double* const before = next_;
    f(*this, 0);
    next_ = before;
  }

  template <int Max, class F>
  static void indices(int lower, int upper, F&& f) {
    for (int j = lower; j < upper; ++j) f(j);
  }

  double* scratch(int rows) {
    double* taken = next_;
    next_ += static_cast<long>(rows) * lanes_;
    return taken;
  }
  double* mark() const { return next_; }
  void release(double* mark) { next_ = mark; }
  static Value get(const double* s) {
    counts().scratch_loads += 1;
    return {*s};
  }
  static void put(double* s, Value v) {
    counts().scratch_stores += 1;
    *s = v.value;
  }

  // Registers: not counted.
  template <int K, int Rows>
  class PerItem {
   public:
    PerItem(int rows, int kept, int lanes)
        : kept_(kept), lanes_(lanes), value_(static_cast<std::size_t>(rows * kept * lanes)) {}
    Value get(Item it, int k) const { return value_[at(it, k)]; }
    void set(Item it, int k, Value v) { value_[at(it, k)] = v; }
    Value peer(Item it, int k, int d) const { return value_[at(it, k) + static_cast<unsigned>(d)]; }

   private:
    std::size_t at(Item it, int k) const {
      return static_cast<std::size_t>((it.row * kept_ + k) * lanes_ + it.lane);
    }
    int kept_, lanes_;
    std::vector<Value> value_;
  };
  template <int K, int Rows>
  PerItem<K, Rows> per_item(int rows, int kept) {
    return {rows, kept, lanes_};
  }

  template <int K, int Rows>
  static constexpr bool keeps_in_scratch() {
    return true;
  }
  template <int K, int Rows>
  PerItem<K, Rows> keep(const double* s, int rows, int kept) {
    PerItem<K, Rows> r(rows, kept, lanes_);
    for (int row = 0; row < rows; ++row)
      for (int k = 0; k < kept; ++k)
        for (int lane = 0; lane < active_; ++lane)
          r.set({row, lane, row}, k, get(s + (row * kept + k) * lanes_ + lane));
    return r;
  }

  template <class S>
  static Value load(const S* p, long) {
    counts().loads += 1;
    return {static_cast<double>(*p)};
  }
  template <class S>
  static Value load(const S* p, long step, Item) {
    return load(p, step);
  }
  static Value load_unwritten(const double* p) { return load(p, 1); }
  static Value beside(const double* p, const Value&, int d) { return load(p + d, 1); }
  static Value beside_put(const double* s, const Value&, int d) { return get(s + d); }
  // Tables are in the caches; of the indices the caller knows the bytes.
  static double constant(const double* p) { return *p; }
  static Value constant(const double* p, long) { return {*p}; }
  static Value constant_after(const double* p, const Value&) { return {p[1]}; }
  template <class I>
  static const I* numbers(const I* p) {
    return p;
  }
  template <class I>
  static Value entries(const double* table, const I* p) {
    return {table[*p]};
  }
  template <class I>
  static PairOf<Value> entry_pairs(const double* table, const I* p) {
    return {{table[2 * *p]}, {table[2 * *p + 1]}};
  }
  template <class S>
  static void store(S* p, long, Item, Value v) {
    counts().stores += 1;
    *p = static_cast<S>(v.value);
  }
  template <class S>
  static void prefetch(const S*) {}
  template <class S>
  static void prefetch_item(const S*, long) {}
  template <class S>
  static void copy_async(double* s, const S* p, long step) {
    put(s, load(p, step));
  }
  static void wait() {}

 private:
  long index_;
  int lanes_, active_;
  double* next_;
};

// What block 0 of a kernel does.
template <class Kernel>
Counts count_block(const Kernel& kernel) {
  const int lanes = kernel.tiling.size[0];
  const int rows =
      kernel.template scratch<CountingBlock>() + kernel.template part_scratch<CountingBlock>();
  std::vector<double> scratch(static_cast<std::size_t>(rows) * static_cast<std::size_t>(lanes));
  counts() = {};
  CountingBlock block(0, lanes, scratch.data());
  kernel(block);
  return counts();
}

}  // namespace hermite
