#include "roofline/format.hpp"

#include <cstdarg>
#include <cstdio>

namespace hermite {

std::string format(const char* pattern, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

}  // namespace hermite
