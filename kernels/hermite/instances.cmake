# What is compiled ahead, each a small file of its own so that the compiler's work spreads over the
# cores. Every other order runs on the host from the instances with the order at run time ("any").
#   tensor   kernels that apply 1-D operators: they serve every system
#   wave     kernels of acoustics in second-order form
#   evolve   kernels that know a coupling: one for each line of hermite/systems/systems.cmake
#
# The templates know, of one instance:
#   @NAME@ evolve_maxwell_tm_2d_n3_float   @FAMILY@ evolve   @INCLUDE@ its coupling's header
#   @ARGUMENTS@ of the template add_FAMILY_kernels   @TAG@ of the coupling, "" where it has none
include(${PROJECT_SOURCE_DIR}/hermite/systems/systems.cmake)
set(scalars float double)

set(instances "")
set(INSTANCE_DECLARATIONS "")
set(INSTANCE_CALLS "")
macro(add_instance device suffix order order_value scalar)
  set(NAME ${device}_${FAMILY}_${family_name}_n${order}_${scalar})
  set(ARGUMENTS "${first_argument}, ${order_value}, ${scalar}")
  set(file "${CMAKE_CURRENT_BINARY_DIR}/instances/${NAME}.${suffix}")
  configure_file(hermite/instance.${suffix}.in "${file}" @ONLY)
  list(APPEND instances "${file}")
  string(APPEND INSTANCE_DECLARATIONS "void add_${NAME}(KernelTable& table);\n")
  string(APPEND INSTANCE_CALLS "  add_${NAME}(table);\n")
endmacro()
# All orders and precisions of one family member on both sides.
macro(add_instances)
  foreach(scalar IN LISTS scalars)
    foreach(order IN LISTS HERMITE_ORDERS)
      add_instance(host cpp ${order} ${order} ${scalar})
      if(HERMITE_CUDA_ENABLED)
        add_instance(cuda cu ${order} ${order} ${scalar})
      endif()
    endforeach()
    add_instance(host cpp any -1 ${scalar})
  endforeach()
endmacro()

set(FAMILY tensor)
set(INCLUDE kernels/hermite/tensor_kernels.hpp)
set(TAG "")
foreach(dimension 1 2 3)
  set(family_name ${dimension}d)
  set(first_argument ${dimension})
  add_instances()
endforeach()

set(FAMILY wave)
set(INCLUDE kernels/hermite/wave_kernels.hpp)
foreach(dimension 1 2 3)
  set(family_name ${dimension}d)
  set(first_argument ${dimension})
  add_instances()
endforeach()

set(FAMILY evolve)
foreach(line IN LISTS HERMITE_SYSTEMS)
  hermite_parse_system("${line}")
  set(INCLUDE hermite/systems/${system_name}.hpp)
  foreach(coupling IN LISTS system_couplings)
    string(REGEX MATCH "^(.*)=(.*):(.*)$" matched "${coupling}")
    set(TAG ${CMAKE_MATCH_1})
    set(type ${CMAKE_MATCH_2})
    string(REPLACE "," ";" dimensions "${CMAKE_MATCH_3}")
    foreach(dimension IN LISTS dimensions)
      set(family_name ${TAG}_${dimension}d)
      set(first_argument "${type}Coupling<${dimension}>")
      add_instances()
    endforeach()
  endforeach()
endforeach()

# The table: @INSTANCE_DECLARATIONS@ and @INSTANCE_CALLS@ name every instance once.
configure_file(hermite/instance_table.cpp.in
  "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp" @ONLY)
list(APPEND instances "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp")
