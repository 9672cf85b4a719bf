#include "hermite/output/npy.hpp"

#include <cstring>
#include <limits>
#include <ostream>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/grid/grid.hpp"

namespace hermite {

namespace {

const char npy_mark[] = "\x93NUMPY";
constexpr size_t npy_mark_size = 6;
constexpr size_t header_step = 64;  // the data begin at a multiple of this

size_t count(const std::vector<long>& shape) {
  size_t product = 1;
  for (long extent : shape) product *= size_t(extent);
  return product;
}

std::string header_text(const std::vector<long>& shape, size_t value_size) {
  std::string header = "{'descr': '<f" + std::to_string(value_size) +
                       "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
  const size_t before = npy_mark_size + 4;  // two bytes of version, two of length
  header.append(header_step - 1 - (before + header.size()) % header_step, ' ');
  header += '\n';
  const char version_and_length[] = {1, 0, char(header.size() & 255), char(header.size() >> 8)};
  return std::string(npy_mark, npy_mark_size) + std::string(version_and_length, 4) + header;
}

template <class T>
void write_values(const std::string& file, const std::vector<long>& shape, const T* values) {
  write_atomically(file, [&](std::ostream& out) {
    out << header_text(shape, sizeof(T));
    out.write(reinterpret_cast<const char*>(values), long(count(shape) * sizeof(T)));
  });
}

template <class T>
void write_parts(std::ostream& out, long data_begin,
                 const std::function<void(const PutValues&)>& produce) {
  std::vector<T> part;
  produce([&](long first, const double* values, long count) {
    part.assign(values, values + count);
    out.seekp(data_begin + first * long(sizeof(T)));
    out.write(reinterpret_cast<const char*>(part.data()), count * long(sizeof(T)));
  });
}

/// Reads the few forms of header that NumPy writes.
class NpyHeader {
 public:
  NpyHeader(const std::string& file, const std::string& bytes) : file_(file) {
    if (bytes.compare(0, npy_mark_size, npy_mark) != 0 || bytes.size() < 12)
      fail("not a .npy file");
    const auto byte = [&](size_t i) { return size_t(static_cast<unsigned char>(bytes[i])); };
    if (byte(6) < 1 || byte(6) > 3)
      fail("found version " + std::to_string(byte(6)) + ", allowed 1 to 3");
    const bool long_header = byte(6) > 1;  // versions 2 and 3: four bytes of length
    size_t length = byte(8) + (byte(9) << 8);
    if (long_header) length += (byte(10) << 16) + (byte(11) << 24);
    data_begin = (long_header ? 12 : 10) + length;
    if (data_begin > bytes.size()) fail("its header is cut short");
    text_ = bytes.substr(data_begin - length, length);
  }

  size_t data_begin;

  size_t value_size() const {
    const std::string type = after("'descr':");
    if (type.rfind("'<f8'", 0) == 0) return 8;
    if (type.rfind("'<f4'", 0) == 0) return 4;
    fail("found values of the type " + type.substr(0, type.find(',')) +
         ", allowed '<f8' and '<f4': write numpy.asarray(data, '<f8')");
  }

  std::vector<long> shape() const {
    if (after("'fortran_order':").rfind("False", 0) != 0) {
      fail("found Fortran order, allowed C order: write numpy.ascontiguousarray(data)");
    }
    const std::string text = after("'shape':");
    const size_t end = text.find_first_not_of("(0123456789, ");
    if (end == std::string::npos || text[end] != ')') fail("found no shape, as in (1, 32, 4)");
    std::vector<long> result;
    size_t total = 1;
    for (size_t i = 1; i < text.size() && text[i] != ')';) {
      if (text[i] < '0' || text[i] > '9') {
        ++i;
        continue;
      }
      long extent = 0;
      for (; text[i] >= '0' && text[i] <= '9'; ++i) {
        if (extent > most / 10 - 1) fail("its shape is too large");
        extent = 10 * extent + (text[i] - '0');
      }
      if (extent > 0 && total > size_t(most) / size_t(extent)) fail("its shape is too large");
      total *= size_t(extent);
      result.push_back(extent);
    }
    return result;
  }

  [[noreturn]] void fail(const std::string& what) const { throw CaseError(file_, "", what); }

 private:
  static constexpr long most = std::numeric_limits<long>::max() / 16;
  std::string file_, text_;

  std::string after(const std::string& key) const {
    const size_t at = text_.find(key);
    if (at == text_.npos) fail("its header lacks " + key);
    const size_t value = text_.find_first_not_of(' ', at + key.size());
    return value == text_.npos ? "" : text_.substr(value);
  }
};

template <class T>
void convert(const char* bytes, std::vector<double>& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
    values[i] = double(value);
  }
}

}  // namespace

NpyArray read_npy(const std::string& file) {
  const std::string bytes = read_text(file);
  const NpyHeader header(file, bytes);
  const size_t size = header.value_size();
  NpyArray array{header.shape(), {}};
  const size_t wanted = count(array.shape), have = bytes.size() - header.data_begin;
  if (have != wanted * size) {
    header.fail("found " + std::to_string(have) + " bytes of data, its shape " +
                shape_text(array.shape) + " needs " + std::to_string(wanted * size));
  }
  array.values.resize(wanted);
  const char* data = bytes.data() + header.data_begin;
  size == 8 ? convert<double>(data, array.values) : convert<float>(data, array.values);
  return array;
}

void write_npy(const std::string& file, const std::vector<long>& shape, const double* values) {
  write_values(file, shape, values);
}

void write_npy(const std::string& file, const std::vector<long>& shape, const float* values) {
  write_values(file, shape, values);
}

void write_npy(const std::string& file, const std::vector<long>& shape, bool single,
               const std::function<void(const PutValues&)>& produce) {
  write_atomically(file, [&](std::ostream& out) {
    const std::string header = header_text(shape, single ? sizeof(float) : sizeof(double));
    out << header;
    single ? write_parts<float>(out, long(header.size()), produce)
           : write_parts<double>(out, long(header.size()), produce);
  });
}

std::vector<long> nodal_shape(int fields, const Grid& grid, int order, const Staggering& stagger) {
  std::vector<long> shape = {fields};
  for (int axis = grid.dimension; axis-- > 0;) shape.push_back(grid.extents(stagger)[size_t(axis)]);
  shape.insert(shape.end(), size_t(grid.dimension), order + 1);
  return shape;
}

std::string shape_text(const std::vector<long>& shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace hermite
