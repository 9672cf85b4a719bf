// Errors that a user can act on. Every one carries the exit code with which the command ends.
#pragma once

#include <stdexcept>
#include <string>

namespace hermite {

/// Exit codes of the command `hermite`.
enum class Exit : int {
  ok = 0,
  internal = 1,      // a mistake in this code
  usage = 2,         // command line
  bad_case = 3,      // the case, or a file it names
  machine = 4,       // memory, device, folder
  unstable = 5,      // NaN, or growth past the bound
  not_verified = 6,  // an observed order or a check that misses what is expected
  interrupted = 130,
};

class Error : public std::runtime_error {
 public:
  Error(Exit code, const std::string& message) : std::runtime_error(message), code_(code) {}
  Exit code() const { return code_; }

 private:
  Exit code_;
};

/// "FILE: PATH: found FOUND, allowed ALLOWED". FILE is the command-line option where the value
/// came from one; PATH is a JSON path such as grid.cells.
class CaseError : public Error {
 public:
  CaseError(const std::string& file, const std::string& path, const std::string& found,
            const std::string& allowed)
      : CaseError(file, path, "found " + found + ", allowed " + allowed) {}
  CaseError(const std::string& file, const std::string& path, const std::string& what)
      : Error(Exit::bad_case, file + ": " + (path.empty() ? "" : path + ": ") + what) {}
};

class RunError : public Error {
 public:
  explicit RunError(const std::string& message) : Error(Exit::unstable, message) {}
};

class MachineError : public Error {
 public:
  explicit MachineError(const std::string& message) : Error(Exit::machine, message) {}
};

class UsageError : public Error {
 public:
  explicit UsageError(const std::string& message) : Error(Exit::usage, message) {}
};

}  // namespace hermite
