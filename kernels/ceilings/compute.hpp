#pragma once
// Kernels that compute or work in scratch and hardly touch memory, to measure a device's arithmetic
// and its shared memory (the host: its first-level cache):
//
//   multiply-add   8 `rounds` times x += factor x, in independent chains
//   scratch        `rounds` times scratch to scratch, one read and one write a value
//   empty          nothing: the cost of a launch
//
// Every lane starts from memory and stores what it ends with, so that nothing can be left out.
// Freestanding.

#include "kernels/device/kernel_base.hpp"

namespace hermite {

struct ComputeArguments {
  const void* in = nullptr;  // [block][lane]
  void* out = nullptr;       // [block][lane]
  double factor = 0;
  long blocks = 1;
  int lanes = 1;
  int rounds = 1;
};

template <class T>
struct ComputeKernel : KernelBase<T, 1, 256> {
  ComputeArguments a;

  explicit ComputeKernel(const ComputeArguments& arguments)
      : KernelBase<T, 1, 256>{{{{0, 0, 0}, {arguments.blocks * arguments.lanes, 1, 1}},
                               {arguments.lanes, 1, 1}}},
        a(arguments) {}
};

// Twelve chains hide the latency of two units that take six cycles, on the host; on CUDA a
// multiprocessor's other warps help.
template <class T>
struct MultiplyAdd : ComputeKernel<T> {
  static constexpr int chains = 12;
  // Rounds in one turn of the loop, whose own instructions would else be a fifth of all on a GPU.
  static constexpr int unrolled = 8;

  using ComputeKernel<T>::ComputeKernel;
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  // Two operations each; chains - 1 to start them and `chains` to add them up.
  constexpr double flops_per_lane() const {
    return 2.0 * chains * unrolled * this->a.rounds + 2 * chains - 1;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const long begin = block.index() * this->a.lanes;
    const T* in = static_cast<const T*>(this->a.in) + begin;
    T* out = static_cast<T*>(this->a.out) + begin;
    const T factor = static_cast<T>(this->a.factor);
    block.template rows<Sync::none>(1, [&](Item it) {
      typename Block::Value r_chain[chains];  // [chain]
      HERMITE_UNROLL
      for (int c = 0; c < chains; ++c) r_chain[c] = block.load(in + it.lane, 1);
      // Chains that start alike must not be found to be one: each begins a little further on.
      HERMITE_UNROLL
      for (int c = 1; c < chains; ++c) r_chain[c] += r_chain[c - 1];
      HERMITE_NO_UNROLL
      for (int round = 0; round < this->a.rounds; ++round) {
        HERMITE_UNROLL
        for (int again = 0; again < unrolled; ++again) {
          HERMITE_UNROLL
          for (int c = 0; c < chains; ++c) r_chain[c] += factor * r_chain[c];
        }
      }
      typename Block::Value r_sum{};
      HERMITE_UNROLL
      for (int c = 0; c < chains; ++c) r_sum += r_chain[c];
      block.store(out + it.lane, 1, it, r_sum);
    });
  }
};

// Two halves of scratch, [half][row][lane]; each lane keeps to its own column, so there is no
// barrier.
template <class T>
struct ScratchCopy : ComputeKernel<T> {
  static constexpr int depth = 8;  // rows of a half

  using ComputeKernel<T>::ComputeKernel;
  template <class Block>
  constexpr int scratch() const {
    return 2 * depth;
  }
  // Filled, copied, summed.
  constexpr double accesses_per_lane() const { return depth * (1 + 2.0 * this->a.rounds + 1); }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const long begin = block.index() * this->a.lanes;
    const T* in = static_cast<const T*>(this->a.in) + begin;
    T* out = static_cast<T*>(this->a.out) + begin;
    T* s_half = block.scratch(2 * depth);
    const int stride = block.stride();
    block.template rows<Sync::none>(1, [&](Item it) {
      T* s_from = s_half + it.lane;
      T* s_to = s_from + depth * stride;
      const typename Block::Value r_in = block.load(in + it.lane, 1);
      HERMITE_UNROLL
      for (int d = 0; d < depth; ++d) block.put(s_from + d * stride, r_in);
      HERMITE_NO_UNROLL
      for (int round = 0; round < this->a.rounds; ++round) {
        typename Block::Value r_value[depth];  // [row]
        HERMITE_UNROLL
        for (int d = 0; d < depth; ++d) r_value[d] = block.get(s_from + d * stride);
        // A row further on each time: no round leaves what was there before.
        HERMITE_UNROLL
        for (int d = 0; d < depth; ++d) block.put(s_to + d * stride, r_value[(d + 1) % depth]);
        T* s_swap = s_from;
        s_from = s_to;
        s_to = s_swap;
      }
      typename Block::Value r_sum{};
      HERMITE_UNROLL
      for (int d = 0; d < depth; ++d) r_sum += block.get(s_from + d * stride);
      block.store(out + it.lane, 1, it, r_sum);
    });
  }
};

template <class T>
struct Empty : ComputeKernel<T> {
  using ComputeKernel<T>::ComputeKernel;
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block&) const {}
};

}  // namespace hermite
