#include "hermite/output/hdf5.hpp"

namespace hermite::hdf5 {

namespace {

/// Of "... error message = 'No space left on device', ..." the message; else what stands deepest.
herr_t take_reason(unsigned, const H5E_error2_t* error, void* data) {
  auto& reason = *static_cast<std::string*>(data);
  const std::string text = error->desc ? error->desc : "", mark = "error message = '";
  const size_t begin = text.find(mark);
  if (begin == text.npos) {
    if (reason.empty()) reason = text;
    return 0;
  }
  const size_t end = text.find('\'', begin + mark.size());
  reason = text.substr(begin + mark.size(), end - begin - mark.size());
  return 1;  // enough
}

[[noreturn]] void fail() {
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_reason, &reason);
  throw Failure(reason.empty() ? "HDF5 failed" : reason);
}

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose}; }

Handle space_of(const std::vector<hsize_t>& shape) {
  return {H5Screate_simple(int(shape.size()), shape.data(), nullptr), H5Sclose};
}

/// Text of fixed length; HDF5 has no text of length zero, so a NUL ends it.
Handle text_type(const std::string& text) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, text.size() + 1));
  return type;
}

/// Locks guard against writers that this project does not have, and many file systems lack them.
Handle access_list() {
  Handle list(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  check(H5Pset_file_locking(list, 0, 1));
#endif
  check(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG));
  return list;
}

void write_value(hid_t object, const std::string& name, hid_t type, const void* value) {
  const Handle attribute(
      H5Acreate2(object, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, type, value));
}

/// HDF5 pads texts with zeros, and ends some by one.
std::string until_zero(const std::string& text) { return text.substr(0, text.find('\0')); }

void read_value(hid_t object, const std::string& name, hid_t type, void* value) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  check(H5Aread(attribute, type, value));
}

}  // namespace

Quiet::Quiet() {
  // A file that could not be closed, as on a full disk, stays with the library, whose cleaning up at
  // the program's end then crashes. There is nothing else to clean up.
  static const herr_t once = H5dont_atexit();
  static_cast<void>(once);
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }

hid_t checked(hid_t result) {
  if (result < 0) fail();
  return result;
}
void check(herr_t result) {
  if (result < 0) fail();
}

Handle create_file(const std::string& file, hsize_t user_block) {
  const Handle list(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  check(H5Pset_userblock(list, user_block));
  return {H5Fcreate(file.c_str(), H5F_ACC_TRUNC, list, access_list()), H5Fclose};
}

Handle open_file(const std::string& file) {
  return {H5Fopen(file.c_str(), H5F_ACC_RDONLY, access_list()), H5Fclose};
}

Handle create_group(hid_t parent, const std::string& name) {
  return {H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose};
}

Handle create_dataset(hid_t parent, const std::string& name, hid_t type,
                      const std::vector<hsize_t>& shape) {
  const Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_fill_time(list, H5D_FILL_TIME_NEVER));  // all of it is written
  return {H5Dcreate2(parent, name.c_str(), type, space_of(shape), H5P_DEFAULT, list, H5P_DEFAULT),
          H5Dclose};
}

Handle open_dataset(hid_t parent, const std::string& name) {
  return {H5Dopen2(parent, name.c_str(), H5P_DEFAULT), H5Dclose};
}

std::vector<hsize_t> shape_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  check(rank);
  std::vector<hsize_t> shape(static_cast<size_t>(rank));
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  return shape;
}

void write_text(hid_t parent, const std::string& name, const std::string& text) {
  const Handle type = text_type(text);
  const Handle dataset(
      H5Dcreate2(parent, name.c_str(), type, scalar_space(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()));
}

std::string read_text(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  check(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
  return until_zero(text);
}

void write_numbers(hid_t parent, const std::string& name, const std::vector<hsize_t>& shape,
                   const double* values) {
  const Handle dataset = create_dataset(parent, name, H5T_NATIVE_DOUBLE, shape);
  check(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
}

std::vector<double> read_numbers(hid_t parent, const std::string& name) {
  const Handle dataset = open_dataset(parent, name);
  size_t count = 1;
  for (const hsize_t extent : shape_of(dataset)) count *= extent;
  std::vector<double> values(count);
  check(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

void write_attribute(hid_t object, const std::string& name, double value) {
  write_value(object, name, H5T_NATIVE_DOUBLE, &value);
}
void write_attribute(hid_t object, const std::string& name, long value) {
  write_value(object, name, H5T_NATIVE_LONG, &value);
}
void write_attribute(hid_t object, const std::string& name, const std::string& value) {
  write_value(object, name, text_type(value), value.c_str());
}

double read_double(hid_t object, const std::string& name) {
  double value = 0;
  read_value(object, name, H5T_NATIVE_DOUBLE, &value);
  return value;
}
long read_long(hid_t object, const std::string& name) {
  long value = 0;
  read_value(object, name, H5T_NATIVE_LONG, &value);
  return value;
}
std::string read_string(hid_t object, const std::string& name) {
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  std::string text(H5Tget_size(type), '\0');
  check(H5Aread(attribute, type, text.data()));
  return until_zero(text);
}

std::vector<std::string> names_in(hid_t group) {
  std::vector<std::string> names;
  const auto add = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  check(H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, nullptr, add, &names));
  return names;
}

}  // namespace hermite::hdf5
