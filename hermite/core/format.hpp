// Numbers in messages and tables, as printf writes them.
#pragma once

#include <string>

namespace hermite {

[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

/// As in "0.9" or "1e+06".
inline std::string short_number(double value) { return format("%g", value); }

}  // namespace hermite
