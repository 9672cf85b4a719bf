#pragma once
// A block as a run tells of it: "128x4x1".

#include <string>

namespace hermite {

template <class Block>
std::string block_text(const Block& block) {
  return std::to_string(block.lanes) + "x" + std::to_string(block.rows) + "x" +
         std::to_string(block.planes);
}

}  // namespace hermite
