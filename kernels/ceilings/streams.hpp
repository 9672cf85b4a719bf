#pragma once
// Kernels that move memory and do nothing else, to measure what a device can move:
//
//   copy    out_i = in_i
//   triad   out_i = in_i + factor other_i
//   read    one sum per lane and block of all that the block reads
//
// A block owns a contiguous piece, [sweep][chunk][lane]. A lane has all chunks of a sweep on their
// way before it needs the first of them, so that the memory's latency is hidden; a pack of lanes on
// the host walks straight through its piece. Freestanding.

#include "kernels/device/kernel_base.hpp"

namespace hermite {

constexpr int stream_chunks = 8;

struct StreamArguments {
  const void* in = nullptr;
  const void* other = nullptr;  // of the triad
  void* out = nullptr;
  double factor = 0;
  long blocks = 1;
  int lanes = 1, sweeps = 1;
  // Read: each block reads so many pieces one after the other, its own and then those `rotate`
  // blocks further on: a small array many times over, but by other multiprocessors each time, so
  // that their own caches do not help.
  int passes = 1;
  long rotate = 0;

  constexpr long piece() const { return static_cast<long>(lanes) * sweeps * stream_chunks; }
  constexpr long values() const { return blocks * piece(); }
};

template <class T>
struct StreamKernel : KernelBase<T, 1, 256> {
  StreamArguments a;

  explicit StreamKernel(const StreamArguments& arguments)
      : KernelBase<T, 1, 256>{{{{0, 0, 0}, {arguments.blocks * arguments.lanes, 1, 1}},
                               {arguments.lanes, 1, 1}}},
        a(arguments) {}
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
};

template <class T>
struct Copy : StreamKernel<T> {
  using StreamKernel<T>::StreamKernel;
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const T* in = static_cast<const T*>(this->a.in) + block.index() * this->a.piece();
    T* out = static_cast<T*>(this->a.out) + block.index() * this->a.piece();
    block.template rows<Sync::none>(1, [&](Item it) {
      const long lanes = this->a.lanes;
      HERMITE_NO_UNROLL
      for (int sweep = 0; sweep < this->a.sweeps; ++sweep) {
        const long at = sweep * stream_chunks * lanes + it.lane;
        typename Block::Value r_value[stream_chunks];  // [chunk]
        HERMITE_UNROLL
        for (int c = 0; c < stream_chunks; ++c) r_value[c] = block.load(in + at + c * lanes, 1);
        HERMITE_UNROLL
        for (int c = 0; c < stream_chunks; ++c)
          block.store(out + at + c * lanes, 1, it, r_value[c]);
      }
    });
  }
};

template <class T>
struct Triad : StreamKernel<T> {
  using StreamKernel<T>::StreamKernel;
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const long begin = block.index() * this->a.piece();
    const T* in = static_cast<const T*>(this->a.in) + begin;
    const T* other = static_cast<const T*>(this->a.other) + begin;
    T* out = static_cast<T*>(this->a.out) + begin;
    const T factor = static_cast<T>(this->a.factor);
    block.template rows<Sync::none>(1, [&](Item it) {
      const long lanes = this->a.lanes;
      HERMITE_NO_UNROLL
      for (int sweep = 0; sweep < this->a.sweeps; ++sweep) {
        const long at = sweep * stream_chunks * lanes + it.lane;
        typename Block::Value r_in[stream_chunks], r_other[stream_chunks];  // [chunk]
        HERMITE_UNROLL
        for (int c = 0; c < stream_chunks; ++c) {
          r_in[c] = block.load(in + at + c * lanes, 1);
          r_other[c] = block.load(other + at + c * lanes, 1);
        }
        HERMITE_UNROLL
        for (int c = 0; c < stream_chunks; ++c) {
          r_in[c] += factor * r_other[c];
          block.store(out + at + c * lanes, 1, it, r_in[c]);
        }
      }
    });
  }
};

template <class T>
struct Read : StreamKernel<T> {
  using StreamKernel<T>::StreamKernel;
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const T* in = static_cast<const T*>(this->a.in);
    T* out = static_cast<T*>(this->a.out) + block.index() * this->a.lanes;
    block.template rows<Sync::none>(1, [&](Item it) {
      const long lanes = this->a.lanes;
      typename Block::Value r_sum[stream_chunks] = {};  // [chunk]
      HERMITE_NO_UNROLL
      for (int pass = 0; pass < this->a.passes; ++pass) {
        const long piece = (block.index() + pass * this->a.rotate) % this->a.blocks;
        const T* from = in + piece * this->a.piece() + it.lane;
        HERMITE_NO_UNROLL
        for (int sweep = 0; sweep < this->a.sweeps; ++sweep) {
          HERMITE_UNROLL
          for (int c = 0; c < stream_chunks; ++c)
            r_sum[c] += block.load(from + (sweep * stream_chunks + c) * lanes, 1);
        }
      }
      HERMITE_UNROLL
      for (int c = 1; c < stream_chunks; ++c) r_sum[0] += r_sum[c];
      block.store(out + it.lane, 1, it, r_sum[0]);
    });
  }
};

}  // namespace hermite
