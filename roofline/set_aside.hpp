#pragma once
// Files that stand in the way of new ones.

#include <string>

namespace hermite {

// Renames the file to the first of FILE.old, FILE.old2, ... that is free: nothing is lost. Returns that name.
std::string set_aside(const std::string& file);

}  // namespace hermite
