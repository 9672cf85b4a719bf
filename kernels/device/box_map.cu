#include "kernels/device/box_map.hpp"

#include <cuda.h>

#include "kernels/device/cuda_api.hpp"

namespace hermite {

namespace {

// From the driver itself, so that nothing links with it: a build runs where there is none.
decltype(&cuTensorMapEncodeTiled) encoder() {
  static decltype(&cuTensorMapEncodeTiled) function = [] {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    check_cuda(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                                cudaEnableDefault, &result),
               "asking the driver for its copy engine");
    if (result != cudaDriverEntryPointSuccess)
      throw MachineError(
          "CUDA: this driver does not know the copy engine that the kernel needs; install a newer "
          "one, or take kernel.variant literal");
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found);
  }();
  return function;
}

}  // namespace

BoxMap make_box_map(const void* data, const NodeLayout& layout, int fields, int value_bytes,
                    const BoxShape& shape) {
  BoxMap map;
  // A row's halo below lies in the padding of the row before, so rows begin there and overlap: by a whole row,
  // where rows are one line each. Node (0, 0, 0) may lie before the data, where these are some planes of a larger
  // array.
  const long lead = layout.lead, entries = layout.m2 / layout.entry, first = layout.origin - lead;
  const long planes = first / layout.m3 - (first % layout.m3 < 0 ? 1 : 0);
  const long in_plane = first - planes * layout.m3;
  map.x1 = static_cast<int>(lead);
  map.x2 = static_cast<int>(in_plane / layout.m2);
  map.x3 = static_cast<int>(planes);
  map.field = static_cast<int>(layout.field / layout.m3);
  const auto number = [](long n) { return static_cast<cuuint64_t>(n); };
  const auto bytes = [&](long n) { return static_cast<cuuint64_t>(n * value_bytes); };
  const cuuint64_t extents[4] = {number(layout.entry + lead), number(layout.m3 / layout.m2),
                                 number(entries), number(fields * map.field)};
  const cuuint64_t steps[3] = {bytes(layout.m2), bytes(layout.entry), bytes(layout.m3)};
  const cuuint32_t box[4] = {static_cast<cuuint32_t>(shape.x1), static_cast<cuuint32_t>(shape.x2),
                             static_cast<cuuint32_t>(shape.entries),
                             static_cast<cuuint32_t>(shape.x3)};
  const cuuint32_t every[4] = {1, 1, 1, 1};
  static_assert(sizeof map.words == sizeof(CUtensorMap), "the engine's map has 128 bytes");
  const CUresult result = encoder()(
      reinterpret_cast<CUtensorMap*>(map.words),
      value_bytes == 4 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32 : CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 4,
      const_cast<void*>(data), extents, steps, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE,
      CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS)
    throw MachineError("CUDA: the copy engine refuses an array (error " +
                       std::to_string(static_cast<int>(result)) + "); take kernel.variant literal");
  return map;
}

}  // namespace hermite
