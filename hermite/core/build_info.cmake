# Run at every build: writes OUTPUT from TEMPLATE (build_info.cpp.in). SETTINGS holds what was known
# when CMake configured; the state of the checkout SOURCE is added here.
cmake_minimum_required(VERSION 3.25)
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

# A speed that was measured with other sources can be told from one that holds, in a tree without git too.
include("${CMAKE_CURRENT_LIST_DIR}/kernel_sources.cmake")
# What both staggered schemes share lies in kernels/fdtd itself.
foreach(device IN ITEMS gpu host)
  string(TOUPPER "${device}" DEVICE)
  kernel_sources(HERMITE_HERMITE_ON_${DEVICE} ${device} hermite)
  kernel_sources(HERMITE_YEE_ON_${DEVICE} ${device} fdtd fdtd/maxwell)
  kernel_sources(HERMITE_STAGGERED_ON_${DEVICE} ${device} fdtd fdtd/elastic)
endforeach()

configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)  # leaves the file alone when nothing changed
