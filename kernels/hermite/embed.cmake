# cmake -DSOURCE=... -DFILES=a.hpp,b.hpp -DOUTPUT=... -P embed.cmake: writes the text of the headers into
# a source file, for kernels that are compiled at run time.
set(content [[// Made by CMake (kernels/hermite/embed.cmake): headers as text.
#include "kernels/hermite/runtime_kernels.hpp"

namespace hermite {

const std::vector<RuntimeHeader>& kernel_headers() {
  static const std::vector<RuntimeHeader> headers = {
]])
string(REPLACE "," ";" files "${FILES}")
foreach(file IN LISTS files)
  file(READ "${SOURCE}/${file}" text)
  string(APPEND content "{\"${file}\", R\"hermite(${text})hermite\"},\n")
endforeach()
string(APPEND content "  };\n  return headers;\n}\n\n}  // namespace hermite\n")
file(WRITE "${OUTPUT}" "${content}")
