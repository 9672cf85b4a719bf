// The systems there are, by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hermite/systems/system.hpp"

namespace hermite {

std::vector<std::string> system_names();

/// Throws Error (bad case) with the names there are.
std::unique_ptr<System> make_system(const std::string& name);

}  // namespace hermite
