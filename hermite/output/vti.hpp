// Pictures for ParaView: VTK ImageData (.vti) with raw appended data, RectilinearGrid (.vtr) where points
// are not equally spaced along an axis, and the list of them over time (.pvd).
//
//   <VTKFile ...> ... <AppendedData encoding="raw">_
//   bytes of array 0 (UInt64) | array 0 [x3][x2][x1] | bytes of array 1 | array 1 | ...
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace hermite {

struct VtiHead {
  std::array<long, 3> points{1, 1, 1};  // 1 beyond the dimension
  std::array<double, 3> origin{0, 0, 0}, spacing{1, 1, 1};
  // Of a RectilinearGrid, along all three axes; none: ImageData.
  std::array<std::vector<double>, 3> coordinates{};
  double time = 0;
  bool single = false;  // Float32 or Float64
  std::vector<std::string> arrays;
};

/// Puts `count` values at position `first` of an array.
using PutSamples = std::function<void(long array, long first, const double* values, long count)>;

/// The arrays come in parts, in any order, which together are the whole.
void write_vti(const std::string& file, const VtiHead& head,
               const std::function<void(const PutSamples&)>& produce);

struct PvdEntry {
  double time;
  std::string file;  // relative to the .pvd
  int part = 0;      // of several pictures of one time
};
void write_pvd(const std::string& file, const std::vector<PvdEntry>& entries);

}  // namespace hermite
