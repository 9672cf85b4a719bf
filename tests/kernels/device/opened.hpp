// NVRTC, or null and a word in each test that asks for it where there is none: what needs it is left out then.
#pragma once

#include <doctest/doctest.h>

#include "hermite/core/error.hpp"
#include "kernels/device/nvrtc.hpp"

namespace hermite {

inline const Nvrtc* opened() {
  try {
    return &nvrtc();
  } catch (const MachineError& error) {
    MESSAGE("what NVRTC compiles is left out: ", std::string(error.what()));
    return nullptr;
  }
}

}  // namespace hermite
