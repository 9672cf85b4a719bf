// The hash by which a tuned table knows the kernels that it was measured with (hermite/core/kernel_sources.cmake).
#include <cstdlib>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

// A tree with as many files as there are kinds.
struct SourceTree {
  Workplace place;
  SourceTree() {
    put("kernels/CMakeLists.txt", "add_library(kernels)\n");
    put("hermite/systems/waves.hpp", "struct Waves;\n");
    put("kernels/device/device.cu", "#include \"kernels/device/pack.hpp\"\nint device;\n");
    put("kernels/device/device.cpp", "#include \"kernels/device/pack.hpp\"\nint host;\n");
    put("kernels/device/pack.hpp", "int pack;  // of a row\n");
    put("kernels/hermite/shift.cu", "#include \"kernels/hermite/shift.hpp\"\n");
    put("kernels/hermite/shift.hpp", "#include \"hermite/order.hpp\"\n");
    put("kernels/hermite/instance.cu.in", "#include \"@INCLUDE@\"\n");
    put("kernels/hermite/runtime_entry.hpp", "int entry;\n");
    put("kernels/hermite/block_size.cpp", "int size;\n");
    put("hermite/order.hpp", "int order;\n");
    put("kernels/fdtd/yee.cu", "int yee;\n");
  }
  void put(const std::string& file, const std::string& text) const {
    fs::create_directories((place.folder / file).parent_path());
    place.write(file, text);
  }
  std::string hash(const std::string& device) const {
    place.write("hash.cmake",
                "cmake_minimum_required(VERSION 3.25)\n"
                "include(\"" HERMITE_SOURCE_DIR
                "/hermite/core/kernel_sources.cmake\")\n"
                "kernel_sources(hash " +
                    device + " hermite)\nfile(WRITE hash \"${hash}\")\n");
    fs::remove(place.folder / "hash");
    const std::string folder = place.folder.string();
    const int code = std::system(
        ("cd '" + folder + "' && cmake -DSOURCE='" + folder + "' -P hash.cmake 2>error").c_str());
    return code == 0 ? content(place.folder / "hash") : "";
  }
};

}  // namespace

TEST_CASE(
    "Kernels have another hash where what they are compiled from is another, and then alone") {
  const SourceTree tree;
  const std::string gpu = tree.hash("gpu"), host = tree.hash("host");
  CHECK(gpu.size() == 16);
  CHECK(host.size() == 16);
  CHECK(gpu != host);
  const auto renewed = [&](const std::string& file, const std::string& text) {
    const std::string before = content(tree.place.folder / file);
    tree.put(file, text);
    std::string which = tree.hash("gpu") != gpu ? "gpu " : "";
    which += tree.hash("host") != host ? "host" : "";
    tree.put(file, before);
    return which;
  };
  CHECK(renewed("kernels/device/pack.hpp", "int pack;\n// Of a row of nodes.\n").empty());
  CHECK(renewed("kernels/fdtd/yee.cu", "long yee;\n").empty());
  CHECK(renewed("kernels/device/pack.hpp", "long pack;\n") == "gpu host");
  CHECK(renewed("hermite/systems/waves.hpp", "class Waves;\n") == "gpu host");
  CHECK(renewed("hermite/order.hpp", "long order;\n") == "gpu ");  // by way of another header
  CHECK(renewed("kernels/hermite/shift.cu", "long shift;\n") == "gpu ");
  CHECK(renewed("kernels/hermite/runtime_entry.hpp", "long entry;\n") == "gpu ");
  CHECK(renewed("kernels/hermite/block_size.cpp", "long size;\n") == "host");
  tree.put("kernels/hermite/shift.cu", "#include \"kernels/hermite/none.hpp\"\n");
  CHECK(tree.hash("gpu").empty());
}
