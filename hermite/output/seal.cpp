#include "hermite/output/seal.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

namespace {

const char* const seal_mark = "hermite checkpoint ";

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// The 512 bytes that go with what follows them in the file. False where it cannot be read.
bool seal_of(std::FILE* file, std::string& seal) {
  if (std::fseek(file, long(seal_bytes), SEEK_SET) != 0) return false;
  std::vector<char> part(size_t{1} << 20);
  Checksum checksum;
  long long bytes = 0;
  for (size_t count; (count = std::fread(part.data(), 1, part.size(), file)) > 0;) {
    checksum.add(part.data(), count);
    bytes += static_cast<long long>(count);
  }
  if (std::ferror(file)) return false;
  seal = format("%s%d, %lld bytes, checksum %016" PRIx64 "\n", seal_mark, checkpoint_format, bytes,
                checksum.value());
  seal.resize(seal_bytes, '\0');
  return true;
}

}  // namespace

void Checksum::add(const char* data, std::size_t bytes) {
  // Each step is one-to-one in the value and in the word: a changed word cannot be lost.
  for (size_t i = 0; i < bytes; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, data + i, bytes - i < 8 ? bytes - i : 8);
    value_ = (value_ ^ word) * 0x100000001b3u;
    value_ ^= value_ >> 32;
  }
}

bool write_seal(const std::string& file) {
  const File opened(std::fopen(file.c_str(), "r+b"));
  std::string seal;
  if (!opened || !seal_of(opened.get(), seal)) return false;
  return std::fseek(opened.get(), 0, SEEK_SET) == 0 &&
         std::fwrite(seal.data(), 1, seal.size(), opened.get()) == seal.size() &&
         std::fflush(opened.get()) == 0;
}

void require_seal(const std::string& file) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(file, failed);
  const File opened(regular ? std::fopen(file.c_str(), "rb") : nullptr);
  if (!opened) {
    throw CaseError(
        file, "", regular ? "cannot be read; is it yours to read?" : "no such file to resume from");
  }
  std::string found(seal_bytes, '\0'), wanted;
  const size_t have = std::fread(found.data(), 1, seal_bytes, opened.get());
  if (found.compare(0, std::strlen(seal_mark), seal_mark) != 0)
    throw CaseError(file, "", "is not a checkpoint; give the checkpoint.h5 of a run");
  int format = 0;
  long long bytes = 0;
  const int parsed =
      std::sscanf(found.c_str() + std::strlen(seal_mark), "%d, %lld bytes", &format, &bytes);
  if (parsed == 2 && format != checkpoint_format) {
    throw CaseError(file, "",
                    "is a checkpoint of format " + std::to_string(format) +
                        ", this program reads format " + std::to_string(checkpoint_format) +
                        "; resume with the version of the program that wrote it");
  }
  if (!seal_of(opened.get(), wanted)) throw CaseError(file, "", "cannot be read to its end");
  if (found == wanted) return;
  const auto size = static_cast<long long>(std::filesystem::file_size(file, failed));
  const bool cut = have < seal_bytes || (parsed == 2 && size < bytes + (long long)seal_bytes);
  throw CaseError(file, "",
                  std::string("is ") + (cut ? "cut short" : "damaged") +
                      ": its checksum does not match; resume from another checkpoint");
}

}  // namespace hermite
