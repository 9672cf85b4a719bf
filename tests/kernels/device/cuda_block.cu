// CUDA's block, with the kernel that checks the host's: warps of several rows, several rows per
// thread, blocks that end within a row.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/device/launch_cuda.hpp"
#include "tests/kernels/device/block_check.hpp"

using namespace hermite;

namespace {

template <class T>
void check_pieces_cuda(const Device& device, long cells, int lanes, long lane_step) {
  CAPTURE(cells);
  CAPTURE(lanes);
  CAPTURE(lane_step);
  using Kernel = PiecesKernel<T>;
  const long pitch = (cells + 32) * lane_step;  // inactive lanes read within this margin
  const T nan = std::numeric_limits<T>::quiet_NaN();
  std::vector<T> in(std::size_t(Kernel::row_count * pitch)), out(in.size(), nan);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = T(i % 97);
  const Buffer from(device, in.size() * sizeof(T)), to(device, out.size() * sizeof(T));
  device.upload(from.data(), in.data(), from.bytes());
  device.upload(to.data(), out.data(), to.bytes());
  const CellBox box{{0, 0, 0}, {cells, 1, 1}};
  const Kernel kernel{{{box, {lanes, 1, 1}}},
                      static_cast<const T*>(from.data()),
                      static_cast<T*>(to.data()),
                      cells,
                      pitch,
                      lane_step};
  launch_cuda(kernel, nullptr);
  device.synchronize();
  device.download(out.data(), to.data(), to.bytes());
  long wrong = 0, outside = 0;
  for (long row = 0; row < Kernel::row_count; ++row)
    for (long i = 0; i < pitch; ++i) {
      const long at = row * pitch + i, cell = i / lane_step;
      const T value = out[std::size_t(at)];
      if (i % lane_step != 0 || cell >= cells) {
        outside += std::isnan(value) ? 0 : 1;
      } else if ((cell + 1) % lanes == 0 || cell + 1 == cells) {
        wrong += std::isnan(value) ? 1 : 0;  // the peer lies in another block: any value
      } else {
        wrong += value == in[std::size_t(at)] + 100 * in[std::size_t(at + lane_step)] ? 0 : 1;
      }
    }
  CHECK(wrong == 0);
  CHECK(outside == 0);
}

}  // namespace

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA: values pass through every piece of a block, and no lane beyond is written") {
    const Device device("cuda");
    // Numbers of lanes that peer() allows: powers of two.
    for (const long cells : {1L, 15L, 32L, 40L})
      for (const int lanes : {8, 16, 32})
        for (const long lane_step : {1L, 8L}) {
          check_pieces_cuda<float>(device, cells, lanes, lane_step);
          check_pieces_cuda<double>(device, cells, lanes, lane_step);
        }
  }
}
