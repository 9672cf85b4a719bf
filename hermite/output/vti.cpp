#include "hermite/output/vti.hpp"

#include <cstdint>
#include <ostream>
#include <sstream>

#include "hermite/core/format.hpp"
#include "hermite/core/json_file.hpp"

namespace hermite {

namespace {

std::string exact_number(double value) { return format("%.17g", value); }

std::string triple(const std::array<double, 3>& x) {
  return exact_number(x[0]) + " " + exact_number(x[1]) + " " + exact_number(x[2]);
}

long point_count(const VtiHead& head) { return head.points[0] * head.points[1] * head.points[2]; }
long bytes_per_value(const VtiHead& head) { return head.single ? 4 : 8; }
/// An array with the number of its bytes before it.
long block_bytes(const VtiHead& head) { return 8 + point_count(head) * bytes_per_value(head); }

std::string type_name(const VtiHead& head) {
  return head.coordinates[0].empty() ? "ImageData" : "RectilinearGrid";
}

std::string coordinates_text(const VtiHead& head) {
  std::string text = "<Coordinates>\n";
  for (size_t axis = 0; axis < 3; ++axis) {
    text +=
        std::string("<DataArray type=\"Float64\" Name=\"") + "xyz"[axis] + "\" format=\"ascii\">";
    for (const double x : head.coordinates[axis]) text += " " + exact_number(x);
    text += "</DataArray>\n";
  }
  return text + "</Coordinates>\n";
}

std::string head_text(const VtiHead& head) {
  std::ostringstream out;
  std::string extent;
  for (const long points : head.points)
    extent += (extent.empty() ? "0 " : " 0 ") + std::to_string(points - 1);
  const std::string type = type_name(head);
  const bool image = type == "ImageData";
  out << "<?xml version=\"1.0\"?>\n"
         "<VTKFile type=\""
      << type << "\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
      << "<" << type << " WholeExtent=\"" << extent << "\"";
  if (image)
    out << " Origin=\"" << triple(head.origin) << "\" Spacing=\"" << triple(head.spacing) << "\"";
  out << ">\n"
      << "<FieldData><DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
         "format=\"ascii\">"
      << exact_number(head.time) << "</DataArray></FieldData>\n"
      << "<Piece Extent=\"" << extent << "\">\n<PointData>\n";
  for (size_t array = 0; array < head.arrays.size(); ++array)
    out << "<DataArray type=\"" << (head.single ? "Float32" : "Float64") << "\" Name=\""
        << head.arrays[array] << "\" format=\"appended\" offset=\""
        << long(array) * block_bytes(head) << "\"/>\n";
  out << "</PointData>\n"
      << (image ? "" : coordinates_text(head)) << "</Piece>\n</" << type
      << ">\n<AppendedData encoding=\"raw\">\n_";
  return out.str();
}

template <class T>
void write_parts(std::ostream& out, const VtiHead& head, long begin,
                 const std::function<void(const PutSamples&)>& produce) {
  std::vector<T> part;
  produce([&](long array, long first, const double* values, long count) {
    part.assign(values, values + count);
    out.seekp(begin + array * block_bytes(head) + 8 + first * long(sizeof(T)));
    out.write(reinterpret_cast<const char*>(part.data()), count * long(sizeof(T)));
  });
}

}  // namespace

void write_vti(const std::string& file, const VtiHead& head,
               const std::function<void(const PutSamples&)>& produce) {
  write_atomically(file, [&](std::ostream& out) {
    const std::string text = head_text(head);
    const long begin = long(text.size()), arrays = long(head.arrays.size());
    out << text;
    const auto bytes = std::uint64_t(point_count(head) * bytes_per_value(head));
    for (long array = 0; array < arrays; ++array) {
      out.seekp(begin + array * block_bytes(head));
      out.write(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    }
    head.single ? write_parts<float>(out, head, begin, produce)
                : write_parts<double>(out, head, begin, produce);
    out.seekp(begin + arrays * block_bytes(head));
    out << "\n</AppendedData>\n</VTKFile>\n";
  });
}

void write_pvd(const std::string& file, const std::vector<PvdEntry>& entries) {
  write_atomically(file, [&](std::ostream& out) {
    out << "<?xml version=\"1.0\"?>\n"
           "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
           "<Collection>\n";
    for (const PvdEntry& entry : entries)
      out << "<DataSet timestep=\"" << exact_number(entry.time) << "\" part=\"" << entry.part
          << "\" file=\"" << entry.file << "\"/>\n";
    out << "</Collection>\n</VTKFile>\n";
  });
}

}  // namespace hermite
