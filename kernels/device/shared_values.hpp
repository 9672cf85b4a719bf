#pragma once
// Values in shared memory, `Step` apart, by an address that stays in a register: left to the compiler, it
// is made anew wherever a value is read, from the number of the block in its cluster. They are what was
// there when this was made. For CUDA.

#include "kernels/device/portable.hpp"

namespace hermite {

template <class T, int Step>
class SharedValues {
 public:
  HERMITE_DEVICE explicit SharedValues(const T* s)
      : address_(static_cast<unsigned>(__cvta_generic_to_shared(s))) {
    asm volatile("" : "+r"(address_) : : "memory");  // no read is moved up beyond this
  }
  HERMITE_DEVICE T operator[](int i) const {
    const unsigned at = address_ + static_cast<unsigned>(i * Step * static_cast<int>(sizeof(T)));
    T value;
    if constexpr (sizeof(T) == 4)
      asm("ld.shared.f32 %0, [%1];" : "=f"(value) : "r"(at));
    else
      asm("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(at));
    return value;
  }

 private:
  unsigned address_;
};

}  // namespace hermite
