// Reads the pictures of a run back.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "tests/drivers/command.hpp"

namespace hermite {

struct Vtk {
  std::array<long, 3> points{};
  std::array<double, 3> origin{}, spacing{};  // of a .vti
  std::map<std::string, std::vector<double>> arrays;

  double at(const std::string& array, long i, long j, long k) const {
    return arrays.at(array).at(std::size_t((k * points[1] + j) * points[0] + i));
  }
};

/// The text between NAME=" and the next quote.
inline std::string attribute(const std::string& text, const std::string& name,
                             std::size_t from = 0) {
  const std::size_t begin = text.find(" " + name + "=\"", from) + name.size() + 3;
  return text.substr(begin, text.find('"', begin) - begin);
}

inline Vtk read_vtk(const fs::path& file) {
  const std::string bytes = content(file), mark = "<AppendedData encoding=\"raw\">\n_";
  REQUIRE(contains(bytes, mark));
  const std::size_t begin = bytes.find(mark) + mark.size();
  const std::string head = bytes.substr(0, begin);
  Vtk vtk;
  std::istringstream extent(attribute(head, "WholeExtent"));
  for (long& points : vtk.points) {
    long first = 0, last = 0;
    extent >> first >> last;
    points = last - first + 1;
  }
  if (contains(head, "Origin")) {
    std::istringstream origin(attribute(head, "Origin")), spacing(attribute(head, "Spacing"));
    for (double& x : vtk.origin) origin >> x;
    for (double& h : vtk.spacing) spacing >> h;
  }
  const long count = vtk.points[0] * vtk.points[1] * vtk.points[2];
  for (std::size_t at = head.find("<PointData>");
       (at = head.find("<DataArray", at)) < head.size() &&
       contains(head.substr(at, 200), "offset=");
       ++at) {
    const char* data = bytes.data() + begin + std::stoul(attribute(head, "offset", at)) + 8;
    std::vector<double>& values = vtk.arrays[attribute(head, "Name", at)];
    const bool single = attribute(head, "type", at) == "Float32";
    for (long i = 0; i < count; ++i) {
      float f = 0;
      double d = 0;
      single ? std::memcpy(&f, data + i * 4, 4) : std::memcpy(&d, data + i * 8, 8);
      values.push_back(single ? double(f) : d);
    }
  }
  return vtk;
}

}  // namespace hermite
