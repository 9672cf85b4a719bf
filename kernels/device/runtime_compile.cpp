#include "kernels/device/runtime_compile.hpp"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "hermite/core/manifest.hpp"
#include "hermite/core/progress.hpp"

namespace hermite {

namespace fs = std::filesystem;

namespace {

std::string seal_of(const std::string& cubin) {
  return "hermite cubin 1, " + std::to_string(cubin.size()) + " bytes, checksum " +
         hash_text(cubin) + "\n";
}

// Empty where there is no such file, or a damaged one.
std::string read_cubin(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream rest;
  std::string seal;
  if (!std::getline(in, seal) || !(rest << in.rdbuf())) return {};
  std::string cubin = rest.str();
  return seal + "\n" == seal_of(cubin) ? cubin : std::string();
}

// Written beside its place and renamed, so that no other run finds half of it. Returns what went
// wrong.
std::string keep_cubin(const std::string& file, const std::string& cubin) {
  std::error_code error;
  fs::create_directories(fs::path(file).parent_path(), error);
  if (error) return error.message();
  const std::string partial = file + "." + std::to_string(getpid());
  errno = 0;
  std::ofstream out(partial, std::ios::binary);
  out << seal_of(cubin) << cubin;
  out.close();
  if (!out) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "it cannot be written";
    fs::remove(partial, error);
    return reason;
  }
  fs::rename(partial, file, error);
  if (!error) return {};
  const std::string reason = error.message();
  fs::remove(partial, error);
  return reason;
}

}  // namespace

std::string cache_folder() {
  const auto variable = [](const char* name, const char* below) -> std::string {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? std::string(value) + below : std::string();
  };
  for (const std::string& folder :
       {variable("HERMITE_CACHE", ""), variable("XDG_CACHE_HOME", "/hermite"),
        variable("HOME", "/.cache/hermite")})
    if (!folder.empty()) return folder;
  return {};
}

std::string cache_file(const std::string& folder, const RuntimeSource& source,
                       const std::string& nvrtc_version) {
  std::string all = nvrtc_version + "\n";
  for (const std::string& option : source.options) all += option + "\n";
  all += source.text;
  for (const RuntimeHeader& header : source.headers)
    all += std::string("\n") + header.name + "\n" + header.text;
  return folder + "/" + hash_text(all) + ".cubin";
}

RuntimeCode runtime_compile(const Nvrtc& nvrtc, const RuntimeSource& source,
                            const std::string& folder, const std::string& what) {
  const std::string file =
      folder.empty() ? std::string() : cache_file(folder, source, nvrtc.version());
  RuntimeCode code;
  if (!file.empty()) code.cubin = read_cubin(file);
  if (!code.cubin.empty()) return code;
  const auto start = std::chrono::steady_clock::now();
  {
    const Waiting waiting("compiling " + what);
    code.cubin = nvrtc.compile(source);
  }
  code.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string reason = file.empty() ? "none of HERMITE_CACHE, XDG_CACHE_HOME and HOME is set"
                                          : keep_cubin(file, code.cubin);
  if (!reason.empty())
    code.notice = (folder.empty() ? "it" : folder + ": it") + " cannot be kept for the next run (" +
                  reason + "); set HERMITE_CACHE to a folder";
  return code;
}

}  // namespace hermite
