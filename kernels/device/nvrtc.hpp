#pragma once
// NVIDIA's run-time compiler, opened when it is asked for: a program goes without it where it is not
// installed, and needs no GPU to use it.

#include <cstddef>
#include <string>
#include <vector>

namespace hermite {

struct RuntimeHeader {
  const char* name;  // as in #include
  const char* text;
};

// What is compiled: one text, the headers that it may include, and options of NVRTC.
struct RuntimeSource {
  std::string text;
  std::vector<RuntimeHeader> headers;
  std::vector<std::string> options;
};

class Nvrtc {
 public:
  // Opens the first of the libraries that can be opened. Throws MachineError with the reason.
  explicit Nvrtc(const std::vector<std::string>& libraries);

  std::string version() const;  // "13.0"
  // Machine code. Throws MachineError with the compiler's first complaint.
  std::string compile(const RuntimeSource& source) const;

 private:
  using Program = void*;
  void require(int status, const char* doing) const;

  // As nvrtc.h declares them, which is there only where CUDA is installed.
  int (*version_)(int*, int*);
  const char* (*error_text_)(int);
  int (*create_)(Program*, const char*, const char*, int, const char* const*, const char* const*);
  int (*destroy_)(Program*);
  int (*compile_)(Program, int, const char* const*);
  int (*log_size_)(Program, std::size_t*);
  int (*log_)(Program, char*);
  int (*code_size_)(Program, std::size_t*);
  int (*code_)(Program, char*);
};

// The one that belongs to the CUDA of this build.
const Nvrtc& nvrtc();

}  // namespace hermite
