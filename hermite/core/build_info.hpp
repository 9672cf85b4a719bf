// What this program was built from and how; the values come from CMake (build_info.cpp.in).
#pragma once

#include <string>

namespace hermite {

/// Hashes of what the kernels of each solver are compiled from.
struct KernelSources {
  std::string hermite, yee, staggered;
};

struct BuildInfo {
  std::string version;
  std::string git_commit;  // "unknown" outside a git checkout
  bool git_dirty = false;
  std::string compiler, flags, build_type;
  std::string cuda_compiler, cuda_architectures;  // empty without CUDA
  std::string source_data;                        // data/ of the source tree
  std::string install_data;                       // where `install` puts it
  KernelSources on_gpu, on_host;
};

const BuildInfo& build_info();

}  // namespace hermite
