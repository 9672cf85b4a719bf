# Run at every build: writes OUTPUT from TEMPLATE (build_info.cpp.in). SETTINGS holds what was known
# when CMake configured; the state of the checkout SOURCE is added here.
include("${SETTINGS}")

# Without git, or when SOURCE is no checkout of its own, the commit is unknown and not dirty.
set(HERMITE_GIT_COMMIT "unknown")
set(HERMITE_GIT_DIRTY 0)
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --verify HEAD
    OUTPUT_VARIABLE commit RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed)
    set(HERMITE_GIT_COMMIT "${commit}")
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" status --porcelain
      OUTPUT_VARIABLE changes OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT changes STREQUAL "")
      set(HERMITE_GIT_DIRTY 1)
    endif()
  endif()
endif()

# What the compiled kernels depend on, by content, so that it is the same in a tree without git: a
# speed that was measured with other sources can be told from one that holds.
set(patterns "")
foreach(kind hpp cpp cu in cmake txt)
  list(APPEND patterns "${SOURCE}/kernels/*.${kind}" "${SOURCE}/hermite/systems/*.${kind}")
endforeach()
file(GLOB_RECURSE kernel_files RELATIVE "${SOURCE}" ${patterns} "${SOURCE}/hermite/grid/layout.hpp"
  "${SOURCE}/hermite/core/order.hpp")
list(SORT kernel_files)
set(kernel_hashes "")
foreach(file IN LISTS kernel_files)
  file(SHA256 "${SOURCE}/${file}" hash)
  string(APPEND kernel_hashes "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${kernel_hashes}")
string(SUBSTRING "${hash}" 0 16 HERMITE_KERNEL_SOURCES)

configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)  # leaves the file alone when nothing changed
