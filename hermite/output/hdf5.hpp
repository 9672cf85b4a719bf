// The part of HDF5's C interface that files of this project need: handles that close themselves,
// datasets of text and numbers, and errors as exceptions.
#pragma once

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace hermite::hdf5 {

/// What HDF5 says went wrong: the message of the operating system where there is one.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// HDF5 does not print its errors while one of these lives.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// Throws Failure where `result` says that a call failed.
hid_t checked(hid_t result);
void check(herr_t result);

class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(checked(id)), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  /// Throws where closing fails: for files, whose last bytes are then written.
  void close() { check(close_(std::exchange(id_, -1))); }

 private:
  hid_t id_;
  Close close_;
};

/// A new file behind a user block; an existing one, to be read.
Handle create_file(const std::string& file, hsize_t user_block);
Handle open_file(const std::string& file);
Handle create_group(hid_t parent, const std::string& name);

Handle create_dataset(hid_t parent, const std::string& name, hid_t type,
                      const std::vector<hsize_t>& shape);
Handle open_dataset(hid_t parent, const std::string& name);
std::vector<hsize_t> shape_of(hid_t dataset);

void write_text(hid_t parent, const std::string& name, const std::string& text);
std::string read_text(hid_t parent, const std::string& name);

void write_numbers(hid_t parent, const std::string& name, const std::vector<hsize_t>& shape,
                   const double* values);
std::vector<double> read_numbers(hid_t parent, const std::string& name);

void write_attribute(hid_t object, const std::string& name, double value);
void write_attribute(hid_t object, const std::string& name, long value);
void write_attribute(hid_t object, const std::string& name, const std::string& value);
double read_double(hid_t object, const std::string& name);
long read_long(hid_t object, const std::string& name);
std::string read_string(hid_t object, const std::string& name);

/// Names of what a group holds.
std::vector<std::string> names_in(hid_t group);

}  // namespace hermite::hdf5
