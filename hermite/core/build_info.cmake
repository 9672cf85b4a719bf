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

# What the compiled kernels of each solver depend on, by content, so that it is the same in a tree without
# git: a speed that was measured with other sources can be told from one that holds.
function(hash_sources result)
  set(patterns "${SOURCE}/kernels/CMakeLists.txt")
  foreach(folder IN ITEMS device halo stage ${ARGN})
    foreach(kind IN ITEMS hpp cpp cu in cmake)
      list(APPEND patterns "${SOURCE}/kernels/${folder}/*.${kind}")
    endforeach()
  endforeach()
  file(GLOB files RELATIVE "${SOURCE}" ${patterns} "${SOURCE}/hermite/systems/*.hpp"
    "${SOURCE}/hermite/systems/*.cpp"
    "${SOURCE}/hermite/grid/layout.hpp" "${SOURCE}/hermite/core/order.hpp")
  list(SORT files)
  set(hashes "")
  foreach(file IN LISTS files)
    file(SHA256 "${SOURCE}/${file}" hash)
    string(APPEND hashes "${file} ${hash}\n")
  endforeach()
  string(SHA256 hash "${hashes}")
  string(SUBSTRING "${hash}" 0 16 hash)
  set(${result} "${hash}" PARENT_SCOPE)
endfunction()

# What both staggered schemes share lies in kernels/fdtd itself.
hash_sources(HERMITE_HERMITE_SOURCES hermite)
hash_sources(HERMITE_YEE_SOURCES fdtd fdtd/maxwell)
hash_sources(HERMITE_STAGGERED_SOURCES fdtd fdtd/elastic)

configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)  # leaves the file alone when nothing changed
