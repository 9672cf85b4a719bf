// A file that one program at a time may change.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "roofline/uninterrupted.hpp"

namespace hermite {

/// While it lives nobody else has it of this file, which is made where there is none. A file system that locks nothing
/// lets it be.
class FileLock {
 public:
  explicit FileLock(const std::string& file) {
    do {  // who had it before may have put another file in this place
      if (handle_ >= 0) close(handle_);
      handle_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    } while (handle_ >= 0 && uninterrupted([&] { return flock(handle_, LOCK_EX); }) == 0 &&
             !is(file));
  }
  ~FileLock() {
    if (handle_ >= 0) close(handle_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int handle_ = -1;

  bool is(const std::string& file) const {
    struct stat mine = {}, there = {};
    return fstat(handle_, &mine) == 0 && stat(file.c_str(), &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
  }
};

}  // namespace hermite
