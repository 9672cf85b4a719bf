# What is compiled ahead, in small files so that the compiler's work spreads over the cores: for the
# host one file for all orders of a family member and a precision, for CUDA, whose compiler takes longer,
# one for each order. Every other order runs on the host from the instances with the order at run time
# (any_order), on CUDA from what NVRTC compiles then (runtime_kernels.hpp).
#   tensor   kernels that apply 1-D operators: they serve every system
#   wave     kernels of the conservative and leapfrog forms
#   evolve   kernels that know a coupling: one for each line of hermite/systems/systems.cmake
#
# The templates know, of one file:
#   @NAME@ host_evolve_maxwell_tm_2d_float   @INCLUDE@ its family's or coupling's header
#   @CALLS@ of add_DEVICE_FAMILY<...>(table, "TAG"), one for each order
include(${PROJECT_SOURCE_DIR}/hermite/systems/systems.cmake)
set(scalars float double)

set(instances "")
set(INSTANCE_DECLARATIONS "")
set(INSTANCE_CALLS "")
set(COUPLING_INCLUDES "")
set(COUPLINGS "")
macro(add_instance_file name suffix)
  set(NAME ${name})
  set(file "${CMAKE_CURRENT_BINARY_DIR}/instances/${NAME}.${suffix}")
  configure_file(hermite/instance.${suffix}.in "${file}" @ONLY)
  list(APPEND instances "${file}")
  string(APPEND INSTANCE_DECLARATIONS "void add_${NAME}(KernelTable& table);\n")
  string(APPEND INSTANCE_CALLS "  add_${NAME}(table);\n")
endmacro()
# All orders and precisions of one family member on both sides.
macro(add_instances)
  foreach(scalar IN LISTS scalars)
    set(CALLS "")
    foreach(order IN LISTS HERMITE_ORDERS ITEMS any_order)
      string(APPEND CALLS
        "  add_host_${family}<${first_argument}, ${order}, ${scalar}>(table, \"${tag}\");\n")
    endforeach()
    add_instance_file(host_${family}_${member}_${scalar} cpp)
    if(HERMITE_CUDA_ENABLED)
      foreach(order IN LISTS HERMITE_ORDERS)
        set(CALLS
          "  add_cuda_${family}<${first_argument}, ${order}, ${scalar}>(table, \"${tag}\");\n")
        add_instance_file(cuda_${family}_${member}_n${order}_${scalar} cu)
      endforeach()
    endif()
  endforeach()
endmacro()

set(tag "")
foreach(family tensor wave)
  set(INCLUDE kernels/hermite/${family}_kernels.hpp)
  foreach(dimension 1 2 3)
    set(member ${dimension}d)
    set(first_argument ${dimension})
    add_instances()
  endforeach()
endforeach()

set(family evolve)
foreach(line IN LISTS HERMITE_SYSTEMS)
  hermite_parse_system("${line}")
  set(INCLUDE hermite/systems/${system_name}.hpp)
  string(APPEND COUPLING_INCLUDES "#include \"${INCLUDE}\"\n")
  foreach(coupling IN LISTS system_couplings)
    string(REGEX MATCH "^(.*)=(.*):(.*)$" matched "${coupling}")
    set(tag ${CMAKE_MATCH_1})
    set(type ${CMAKE_MATCH_2})
    string(REPLACE "," ";" dimensions "${CMAKE_MATCH_3}")
    foreach(dimension IN LISTS dimensions)
      set(member ${tag}_${dimension}d)
      set(first_argument "${type}Coupling<${dimension}>")
      string(APPEND COUPLINGS "      {\"${tag}\", ${dimension}, \"${INCLUDE}\", \"${first_argument}\", "
        "${first_argument}::fields, mirror_of<${first_argument}>().exists},\n")
      add_instances()
    endforeach()
  endforeach()
endforeach()

# The table: @INSTANCE_DECLARATIONS@ and @INSTANCE_CALLS@ name every instance once.
configure_file(hermite/instance_table.cpp.in
  "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp" @ONLY)
list(APPEND instances "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp")

# What NVRTC is told at run time: the couplings, and the text of all headers that kernels include.
configure_file(hermite/couplings.cpp.in "${CMAKE_CURRENT_BINARY_DIR}/instances/couplings.cpp" @ONLY)
list(APPEND instances "${CMAKE_CURRENT_BINARY_DIR}/instances/couplings.cpp")
file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" device/*.hpp hermite/*.hpp
  "${PROJECT_SOURCE_DIR}/hermite/systems/*.hpp" "${PROJECT_SOURCE_DIR}/hermite/grid/layout.hpp"
  "${PROJECT_SOURCE_DIR}/hermite/core/order.hpp")
set(embedded "${CMAKE_CURRENT_BINARY_DIR}/instances/headers.cpp")
list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/" OUTPUT_VARIABLE header_files)
list(JOIN headers "," headers)
add_custom_command(OUTPUT "${embedded}"
  COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DFILES=${headers}" "-DOUTPUT=${embedded}"
    -P "${CMAKE_CURRENT_SOURCE_DIR}/hermite/embed.cmake"
  DEPENDS ${header_files} hermite/embed.cmake COMMENT "" VERBATIM)
list(APPEND instances "${embedded}")
# In a target of its own the text waits for no library; without, all of hermite_core would be built before
# the first kernel.
add_custom_target(hermite_embedded_headers DEPENDS "${embedded}")
