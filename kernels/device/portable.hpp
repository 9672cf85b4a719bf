#pragma once
// The few words that differ between the compilers which read the kernels. Freestanding: every
// header that a kernel includes is read by g++, clang, nvcc and NVRTC alike.
// g++ unrolls to a stated number: a coupling's terms (max_terms of arguments.hpp) must not be left
// to a loop, which would look each one up at run time. HERMITE_INLINED stands in a lambda, between its
// parameters and its body, that runs for every item or value: called, it would get them through memory.

#define HERMITE_PRAGMA(text) _Pragma(#text)
#if defined(__CUDACC__)
#define HERMITE_DEVICE __device__ __forceinline__
#define HERMITE_INLINED
#define HERMITE_UNROLL _Pragma("unroll")
#define HERMITE_UNROLL_TERMS _Pragma("unroll")
#define HERMITE_UNROLL_BY(count) HERMITE_PRAGMA(unroll(count))
#define HERMITE_NO_UNROLL _Pragma("unroll 1")
#elif defined(__clang__)
#define HERMITE_DEVICE inline __attribute__((always_inline))
#define HERMITE_INLINED __attribute__((always_inline))
#define HERMITE_UNROLL _Pragma("unroll")
#define HERMITE_UNROLL_TERMS _Pragma("unroll")
#define HERMITE_UNROLL_BY(count)
#define HERMITE_NO_UNROLL
#else
#define HERMITE_DEVICE inline __attribute__((always_inline))
#define HERMITE_INLINED __attribute__((always_inline))
#define HERMITE_UNROLL _Pragma("GCC unroll 16")
#define HERMITE_UNROLL_TERMS _Pragma("GCC unroll 48")
#define HERMITE_UNROLL_BY(count)
#define HERMITE_NO_UNROLL
#endif

namespace hermite {

// What follows a phase: nothing, or a barrier of the block, so that the next phase may read what
// other items of the block have put into scratch. On the host both mean nothing.
enum class Sync { none, block };

// One item of a phase: a row and the first of its lanes (a pack of them on the host, one on CUDA).
// `slot` counts the rows that this worker has had in this phase; it indexes PerItem registers.
struct Item {
  int row;
  int lane;
  int slot;
};

#if defined(__CUDA_ARCH_LIST__)
// The oldest architecture that this is compiled for: 900 is Hopper.
constexpr int least_architecture() {
  constexpr int architectures[] = {__CUDA_ARCH_LIST__};
  int least = architectures[0];
  for (const int architecture : architectures)
    if (architecture < least) least = architecture;
  return least;
}
#endif

constexpr int divide_up(int a, int b) { return (a + b - 1) / b; }
constexpr long divide_up(long a, long b) { return (a + b - 1) / b; }
constexpr long least(long a, long b) { return a < b ? a : b; }

// A number that the compiler knows nothing about from here on, and so makes no branches of.
HERMITE_DEVICE void opaque(int& number) { asm("" : "+r"(number)); }

// An entry of a table of pairs.
template <class V>
struct PairOf {
  V first, second;
};

template <class A, class B>
struct SameType {
  static constexpr bool value = false;
};
template <class A>
struct SameType<A, A> {
  static constexpr bool value = true;
};

}  // namespace hermite
