// A file that is replaced as a whole: written beside its place as NAME.partial, brought to the disk
// (fsync), renamed, and the folder brought to the disk too. Whatever happens in between, a power cut
// included, NAME is either the old file or the new one.
#pragma once

#include <string>

namespace hermite {

class DurableFile {
 public:
  explicit DurableFile(std::string file) : file_(std::move(file)) {}
  /// Removes what was not committed.
  ~DurableFile();
  DurableFile(const DurableFile&) = delete;
  DurableFile& operator=(const DurableFile&) = delete;

  std::string partial() const { return file_ + ".partial"; }
  /// Throws MachineError where the disk has no room for `bytes` more: better before the first byte
  /// than after the last but one.
  void require_room(long bytes) const;
  void commit();
  /// Throws MachineError "cannot write FILE: REASON"; the reason is that of errno where none is
  /// given.
  [[noreturn]] void fail(const std::string& reason = "") const;

 private:
  std::string file_;
  bool committed_ = false;
};

}  // namespace hermite
