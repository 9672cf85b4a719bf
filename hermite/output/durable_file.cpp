#include "hermite/output/durable_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

bool sync_to_disk(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = ::fsync(descriptor) == 0;
  return ::close(descriptor) == 0 && synced;
}

}  // namespace

DurableFile::~DurableFile() {
  if (committed_) return;
  // Where another part of the program still has it open, its room on the disk is given back too.
  const int truncated = ::truncate(partial().c_str(), 0);
  static_cast<void>(truncated);  // if it is there at all
  ::unlink(partial().c_str());
}

void DurableFile::fail(const std::string& reason) const {
  throw MachineError("cannot write " + file_ + ": " +
                     (reason.empty() ? std::strerror(errno) : reason));
}

void DurableFile::require_room(long bytes) const {
  const int descriptor = ::open(partial().c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail();
  const int failed = ::fallocate(descriptor, 0, 0, bytes) == 0 ? 0 : errno;
  ::close(descriptor);
  // Some file systems cannot tell; then the writing itself will.
  if (failed == 0 || failed == EOPNOTSUPP || failed == ENOSYS) return;
  fail(std::strerror(failed));
}

void DurableFile::commit() {
  if (!sync_to_disk(partial())) fail();
  if (std::rename(partial().c_str(), file_.c_str()) != 0) fail();
  committed_ = true;
  const std::string folder = std::filesystem::path(file_).parent_path().string();
  sync_to_disk(folder.empty() ? "." : folder);  // not every file system can; the file is there
}

}  // namespace hermite
