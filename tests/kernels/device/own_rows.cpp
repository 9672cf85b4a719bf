// How many rows of threads a block of a kernel has on CUDA.
#include "kernels/device/own_rows.hpp"

#include <doctest/doctest.h>

using namespace hermite;

namespace {

struct Plain : KernelBase<float, 4, 32> {};
// As kernels do that keep values in registers: their base is told of another number.
struct Redefined : KernelBase<float, 4, 32> {
  static constexpr int row_threads = 8;
};
struct OfTiling : OwnRowsBase<float, 256> {};
struct Box : OwnRowsBase<float, 256> {
  int thread_rows() const { return tiling.size[1] * tiling.size[2]; }
};

template <class Kernel>
int rows(int along_y, int along_z) {
  Kernel kernel{};
  kernel.tiling.size[1] = along_y;
  kernel.tiling.size[2] = along_z;
  return row_threads_of(kernel);
}

}  // namespace

TEST_CASE("Rows of threads: the kernel's constant, its tiling's, or what it says itself") {
  CHECK(rows<Plain>(5, 3) == 4);
  CHECK(rows<Redefined>(5, 3) == 8);
  CHECK(rows<OfTiling>(5, 3) == 5);
  CHECK(rows<Box>(5, 3) == 15);
}
