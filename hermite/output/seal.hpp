// The first 512 bytes of a checkpoint (in HDF5's words the user block): a line of text with the
// format's version, and number and checksum of all bytes that follow; the rest is zeros. Any byte
// that changed, and any that is missing, is found before another library looks at the file.
//
//   hermite checkpoint 1, 123456 bytes, checksum 0123456789abcdef\n\0\0\0...
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace hermite {

constexpr int checkpoint_format = 2;
constexpr std::size_t seal_bytes = 512;

/// 64 bits that differ whenever one 8-byte word of the data does.
class Checksum {
 public:
  /// In parts, each but the last a multiple of 8 bytes.
  void add(const char* data, std::size_t bytes);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// Writes the seal over the first 512 bytes. False, with errno set, where it cannot.
bool write_seal(const std::string& file);
/// Throws CaseError that says what is wrong: not a checkpoint, another format, cut short, damaged.
void require_seal(const std::string& file);

}  // namespace hermite
