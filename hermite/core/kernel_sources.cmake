# kernel_sources(RESULT DEVICE FOLDER...): a hash of what the kernels in these folders of SOURCE/kernels are compiled
# from, for DEVICE gpu (by nvcc and NVRTC) or host: these sources and whatever headers they reach, without comments.

function(kernel_sources result device)
  file(GLOB queue RELATIVE "${SOURCE}" "${SOURCE}/kernels/CMakeLists.txt"
    "${SOURCE}/hermite/systems/*.hpp")  # the templates of instances name them
  if(device STREQUAL "gpu")
    set(folders device ${ARGN})
    set(kind cu)
    # Texts that only NVRTC sees, and how it is called.
    file(GLOB found RELATIVE "${SOURCE}" "${SOURCE}/kernels/device/runtime_compile.cpp"
      "${SOURCE}/kernels/hermite/runtime_entry.hpp")
    list(APPEND queue ${found})
  else()
    set(folders device halo stage ${ARGN})
    set(kind cpp)
  endif()
  foreach(folder IN LISTS folders)
    file(GLOB found RELATIVE "${SOURCE}" "${SOURCE}/kernels/${folder}/*.${kind}"
      "${SOURCE}/kernels/${folder}/*.in" "${SOURCE}/kernels/${folder}/*.cmake")
    list(APPEND queue ${found})
  endforeach()
  set(seen "")
  set(hashes "")
  while(queue)
    list(POP_FRONT queue file)
    # What CMake puts in the place of @INCLUDE@ is among the headers that are reached anyway.
    if(file IN_LIST seen OR file MATCHES "@")
      continue()
    endif()
    list(APPEND seen "${file}")
    file(READ "${SOURCE}/${file}" text)  # ends the build where there is no such header
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
