#include "hermite/core/format.hpp"

#include <cstdarg>
#include <cstdio>

namespace hermite {

std::string format(const char* pattern, ...) {
  va_list arguments, again;
  va_start(arguments, pattern);
  va_copy(again, arguments);
  std::string text(static_cast<std::size_t>(std::vsnprintf(nullptr, 0, pattern, again)), '\0');
  std::vsnprintf(text.data(), text.size() + 1, pattern, arguments);
  va_end(again);
  va_end(arguments);
  return text;
}

}  // namespace hermite
