#pragma once
// The couplings that evolve kernels are compiled for: the lines of hermite/systems/systems.cmake.

#include <string>
#include <vector>

namespace hermite {

struct CompiledCoupling {
  std::string name;
  int dimension;
  std::string header;  // hermite/systems/acoustics.hpp
  std::string type;    // AcousticsCoupling<3>
  int fields;
  bool mirror;  // whether mirrors leave it as it is (hermite/systems/mirror.hpp)
};

const std::vector<CompiledCoupling>& compiled_couplings();

}  // namespace hermite
