#pragma once
// Schedule and block as a run tells of them: "march 128x4x1".

#include <string>

#include "kernels/fdtd/block.hpp"

namespace hermite {

inline std::string block_text(FdtdSchedule schedule, const FdtdBlock& block) {
  return std::string(name_of(schedule)) + " " + std::to_string(block.lanes) + "x" +
         std::to_string(block.rows) + "x" + std::to_string(block.planes);
}

}  // namespace hermite
