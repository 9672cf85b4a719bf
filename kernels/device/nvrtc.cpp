#include "kernels/device/nvrtc.hpp"

#include <dlfcn.h>

#include <memory>

#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace {

void* open_library(const std::vector<std::string>& libraries) {
  for (const std::string& library : libraries)
    if (void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  throw MachineError(libraries.empty() ? "this build has no CUDA"
                                       : "NVRTC cannot be opened: no " + join(libraries));
}

template <class Function>
void bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) throw MachineError(std::string("NVRTC here has no ") + name);
}

// "file(12): error: ...", the first line of the log that says so, else all of it.
std::string complaint(const std::string& log) {
  const std::size_t at = log.find("error");
  if (at == std::string::npos) return log;
  const std::size_t before = log.rfind('\n', at);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  return log.substr(begin, log.find('\n', at) - begin);
}

}  // namespace

Nvrtc::Nvrtc(const std::vector<std::string>& libraries) {
  void* library = open_library(libraries);  // stays open: the program ends with it
  bind(library, "nvrtcVersion", version_);
  bind(library, "nvrtcGetErrorString", error_text_);
  bind(library, "nvrtcCreateProgram", create_);
  bind(library, "nvrtcDestroyProgram", destroy_);
  bind(library, "nvrtcCompileProgram", compile_);
  bind(library, "nvrtcGetProgramLogSize", log_size_);
  bind(library, "nvrtcGetProgramLog", log_);
  bind(library, "nvrtcGetCUBINSize", code_size_);
  bind(library, "nvrtcGetCUBIN", code_);
}

void Nvrtc::require(int status, const char* doing) const {
  if (status != 0)
    throw MachineError("NVRTC " + version() + " failed while " + doing + ": " +
                       error_text_(status));
}

std::string Nvrtc::version() const {
  int major = 0, minor = 0;
  version_(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

std::string Nvrtc::compile(const RuntimeSource& source) const {
  std::vector<const char*> names, texts, options;
  for (const RuntimeHeader& header : source.headers) {
    names.push_back(header.name);
    texts.push_back(header.text);
  }
  for (const std::string& option : source.options) options.push_back(option.c_str());
  Program program = nullptr;
  require(create_(&program, source.text.c_str(), "kernel.cu", static_cast<int>(texts.size()),
                  texts.data(), names.data()),
          "reading a kernel");
  const auto destroy = [this](Program* p) { destroy_(p); };
  const std::unique_ptr<Program, decltype(destroy)> owner(&program, destroy);
  const int status = compile_(program, static_cast<int>(options.size()), options.data());
  std::size_t size = 0;
  if (status != 0) {
    require(log_size_(program, &size), "compiling");
    std::string log(size, ' ');
    require(log_(program, &log[0]), "compiling");
    throw MachineError("NVRTC " + version() + ": " + error_text_(status) + ", " +
                       complaint(log.c_str()));
  }
  require(code_size_(program, &size), "handing over machine code");
  std::string code(size, ' ');
  require(code_(program, &code[0]), "handing over machine code");
  return code;
}

const Nvrtc& nvrtc() {
  static const Nvrtc library([]() -> std::vector<std::string> {
#ifdef HERMITE_NVRTC_NAME
    return {HERMITE_NVRTC_NAME, HERMITE_NVRTC_FOLDER "/" HERMITE_NVRTC_NAME};
#else
    return {};
#endif
  }());
  return library;
}

}  // namespace hermite
