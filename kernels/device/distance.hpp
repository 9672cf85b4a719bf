#pragma once
// Values in memory that lie a distance apart which is known at run time: by one instruction each, or two, where
// the compiler takes four for an index. Distances in bytes are unsigned and of 32 bits, so that a product with
// one is one instruction. For CUDA.

#include "kernels/device/portable.hpp"

namespace hermite {

// A distance in bytes, which the compiler must not know from one plane to the next: it would keep its
// multiples in registers, which are needed otherwise.
template <class T>
HERMITE_DEVICE unsigned byte_distance(long distance) {
  unsigned bytes = static_cast<unsigned>(distance * static_cast<long>(sizeof(T)));
  asm volatile("" : "+r"(bytes));
  return bytes;
}
// The value `count` distances on.
template <class T>
HERMITE_DEVICE T* further(T* p, int count, unsigned bytes) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(p) +
                              static_cast<unsigned long>(static_cast<unsigned>(count)) * bytes);
}

// Walks through such values one after the other, an addition for each: where not all are near at hand, and
// for results, of which memory takes more in their order.
template <class T>
class Walk {
 public:
  HERMITE_DEVICE Walk(T* first, long distance)
      : p_(taken(first)), bytes_(distance * static_cast<long>(sizeof(T))) {}
  HERMITE_DEVICE T* next() {
    T* const here = p_;
    p_ = taken(reinterpret_cast<T*>(reinterpret_cast<char*>(p_) + bytes_));
    return here;
  }

 private:
  // As it is: the compiler would sum up anew what it was made of.
  HERMITE_DEVICE static T* taken(T* p) {
    auto global = __cvta_generic_to_global(p);
    asm("" : "+l"(global));
    return static_cast<T*>(__cvta_global_to_generic(global));
  }
  T* p_;
  long bytes_;
};

}  // namespace hermite
