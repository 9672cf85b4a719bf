// Compiling at run time, which needs NVRTC but no GPU; and what is kept on disk.
#include "kernels/device/runtime_compile.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/folder.hpp"
#include "tests/kernels/device/opened.hpp"

using namespace hermite;
namespace fs = std::filesystem;

namespace {

// A kernel that takes its number from a header.
RuntimeSource small_source(const char* header = "#define NUMBER 3\n") {
  return {
      "#include \"a/number.hpp\"\n"
      "extern \"C\" __global__ void set(int* p) { *p = NUMBER; }\n",
      {{"a/number.hpp", header}},
      {"--gpu-architecture=sm_90"}};
}

std::string message_of(const Nvrtc& library, const RuntimeSource& source) {
  try {
    library.compile(source);
  } catch (const MachineError& error) {
    return error.what();
  }
  return {};
}

// An environment variable for the time that this is in scope; null: unset.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) kept_ = old, was_set_ = true;
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  ~Variable() { was_set_ ? setenv(name_, kept_.c_str(), 1) : unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string kept_;
  bool was_set_ = false;
};

}  // namespace

TEST_SUITE("runtime compilation") {
  TEST_CASE("a library that is not there is named") {
    CHECK_THROWS_WITH_AS(Nvrtc({"libnone.so.1", "/none/libnone.so.1"}),
                         "NVRTC cannot be opened: no libnone.so.1, /none/libnone.so.1",
                         MachineError);
    CHECK_THROWS_AS(Nvrtc({}), MachineError);
    // A library, but another one.
    CHECK_THROWS_WITH_AS(Nvrtc({"libm.so.6"}), "NVRTC here has no nvrtcVersion", MachineError);
  }

  TEST_CASE("what cannot be compiled is said in one line") {
    const Nvrtc* library = opened();
    if (library == nullptr) return;
    const std::string message = message_of(*library, small_source("#define NUMBER nothing\n"));
    CHECK(message.find("nothing") != std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
    RuntimeSource source = small_source();
    source.options = {"--gpu-architecture=sm_1"};
    CHECK(message_of(*library, source).find("architecture") != std::string::npos);
  }

  TEST_CASE("a kernel is compiled once, and again where its file is damaged") {
    const Nvrtc* library = opened();
    if (library == nullptr) return;
    const Folder folder;
    const std::string below = folder / "new/folder";
    const RuntimeSource source = small_source();
    const std::string file = cache_file(below, source, library->version());
    const auto compiled = [&] {
      const RuntimeCode code = runtime_compile(*library, source, below, "a kernel");
      CHECK(code.notice.empty());
      CHECK(code.cubin.substr(1, 3) == "ELF");
      return code.seconds > 0;
    };
    CHECK(compiled());
    CHECK_FALSE(compiled());
    const auto size = fs::file_size(file);
    // Cut short, empty, a byte changed, something else.
    fs::resize_file(file, size - 1);
    CHECK(compiled());
    fs::resize_file(file, 0);
    CHECK(compiled());
    std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
        .seekp(long(size) - 9)
        .put('!');
    CHECK(compiled());
    std::ofstream(file) << "something else\n";
    CHECK(compiled());
    CHECK_FALSE(compiled());
    CHECK(std::distance(fs::directory_iterator(below), fs::directory_iterator()) == 1);
  }

  TEST_CASE("the name of a file changes with all that the code depends on") {
    const RuntimeSource source = small_source();
    const std::string file = cache_file("f", source, "13.0");
    CHECK(cache_file("f", small_source(), "13.0") == file);
    CHECK(cache_file("f", source, "13.1") != file);
    CHECK(cache_file("f", small_source("#define NUMBER 4\n"), "13.0") != file);
    RuntimeSource other = source;
    other.text += " ";
    CHECK(cache_file("f", other, "13.0") != file);
    other = source;
    other.options[0] = "--gpu-architecture=sm_100";
    CHECK(cache_file("f", other, "13.0") != file);
  }

  TEST_CASE("a folder that cannot be written is a notice") {
    const Nvrtc* library = opened();
    if (library == nullptr) return;
    const Folder folder;
    std::ofstream(folder / "file") << "not a folder";
    const RuntimeCode code =
        runtime_compile(*library, small_source(), folder / "file/below", "a kernel");
    CHECK_FALSE(code.cubin.empty());
    CHECK(code.notice.find(folder / "file/below") != std::string::npos);
    CHECK(code.notice.find("HERMITE_CACHE") != std::string::npos);
    const RuntimeCode homeless = runtime_compile(*library, small_source(), "", "a kernel");
    CHECK_FALSE(homeless.cubin.empty());
    CHECK(homeless.notice.find("HERMITE_CACHE") != std::string::npos);
  }

  TEST_CASE("the folder: HERMITE_CACHE, else XDG_CACHE_HOME, else HOME") {
    const Variable home("HOME", "/h"), general("XDG_CACHE_HOME", "/x"), own("HERMITE_CACHE", "/c");
    CHECK(cache_folder() == "/c");
    const Variable no_own("HERMITE_CACHE", "");
    CHECK(cache_folder() == "/x/hermite");
    const Variable no_general("XDG_CACHE_HOME", nullptr);
    CHECK(cache_folder() == "/h/.cache/hermite");
    const Variable no_home("HOME", nullptr);
    CHECK(cache_folder().empty());
  }
}
