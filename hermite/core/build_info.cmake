# Run at every build: writes OUTPUT from TEMPLATE (build_info.cpp.in). SETTINGS holds what was known
# when CMake configured; the state of the checkout SOURCE is added here.
cmake_policy(SET CMP0057 NEW)  # if(... IN_LIST ...)
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

# What nvcc and NVRTC compile the kernels of each solver from, by content, so that it is the same in a tree
# without git: a speed that was measured with other sources can be told from one that holds. That is all CUDA
# sources and templates in these folders, and whatever headers they reach, without comments.
function(hash_sources result)
  file(GLOB queue RELATIVE "${SOURCE}" "${SOURCE}/kernels/CMakeLists.txt"
    "${SOURCE}/hermite/systems/*.hpp")  # the template of instances names them
  foreach(folder IN ITEMS device ${ARGN})
    file(GLOB found RELATIVE "${SOURCE}" "${SOURCE}/kernels/${folder}/*.cu"
      "${SOURCE}/kernels/${folder}/*.in" "${SOURCE}/kernels/${folder}/*.cmake")
    list(APPEND queue ${found})
  endforeach()
  set(seen "")
  set(hashes "")
  while(queue)
    list(POP_FRONT queue file)
    if(file IN_LIST seen OR NOT EXISTS "${SOURCE}/${file}")
      continue()
    endif()
    list(APPEND seen "${file}")
    file(READ "${SOURCE}/${file}" text)
    string(REGEX MATCHALL "#include \"[^\"]+" included "${text}")
    list(TRANSFORM included REPLACE "#include \"" "")
    list(APPEND queue ${included})
    string(REGEX REPLACE "[ \n]*//[^\n]*" "" text "${text}")
    string(SHA256 hash "${text}")
    list(APPEND hashes "${file} ${hash}")
  endwhile()
  list(SORT hashes)
  string(SHA256 hash "${hashes}")
  string(SUBSTRING "${hash}" 0 16 hash)
  set(${result} "${hash}" PARENT_SCOPE)
endfunction()

# What both staggered schemes share lies in kernels/fdtd itself.
hash_sources(HERMITE_HERMITE_SOURCES hermite)
hash_sources(HERMITE_YEE_SOURCES fdtd fdtd/maxwell)
hash_sources(HERMITE_STAGGERED_SOURCES fdtd fdtd/elastic)

configure_file("${TEMPLATE}" "${OUTPUT}" @ONLY)  # leaves the file alone when nothing changed
