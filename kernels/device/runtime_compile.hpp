#pragma once
// Kernels compiled while the program runs, each once: what NVRTC made of a source is kept on disk, under
// a name that is a hash of all that it depends on.
//
//   FOLDER/0123456789abcdef.cubin    hermite cubin 1, 54904 bytes, checksum 0123456789abcdef\n...

#include "kernels/device/nvrtc.hpp"

namespace hermite {

struct RuntimeCode {
  std::string cubin;
  double seconds = 0;  // that NVRTC took; 0: it was on disk
  std::string notice;  // why it could not be kept; else empty
};

// $HERMITE_CACHE, else $XDG_CACHE_HOME/hermite, else ~/.cache/hermite; empty where all are unset.
std::string cache_folder();
// The file of a source that this NVRTC compiles.
std::string cache_file(const std::string& folder, const RuntimeSource& source,
                       const std::string& nvrtc_version);

// From the folder where it is there and undamaged, else compiled now and left there. `what` stands on
// the terminal meanwhile.
RuntimeCode runtime_compile(const Nvrtc& nvrtc, const RuntimeSource& source,
                            const std::string& folder, const std::string& what);

}  // namespace hermite
