# The one list of what is compiled ahead: system x dimension x order x precision, each a small file
# of its own so that the compiler's work spreads over the cores. Every other order runs on the host
# from the instances with the order at run time ("any"). To add a system, add its line here.
#
# The templates know, of one instance:
#   @SYSTEM@ advection   @SYSTEM_TYPE@ Advection   @DIMENSION@ 1   @SCALAR@ float
#   @ORDER@ 3 or any     @ORDER_VALUE@ 3 or -1
set(systems advection=Advection)
set(dimensions 1 2 3)
set(scalars float double)

set(instances "")
set(INSTANCE_DECLARATIONS "")
set(INSTANCE_CALLS "")
macro(add_instance device suffix)
  set(name ${SYSTEM}_${DIMENSION}d_n${ORDER}_${SCALAR})
  set(file "${CMAKE_CURRENT_BINARY_DIR}/instances/${name}.${suffix}")
  configure_file(hermite/instance.${suffix}.in "${file}" @ONLY)
  list(APPEND instances "${file}")
  string(APPEND INSTANCE_DECLARATIONS "void add_${device}_${name}(KernelTable& table);\n")
  string(APPEND INSTANCE_CALLS "  add_${device}_${name}(table);\n")
endmacro()

foreach(system IN LISTS systems)
  string(REGEX REPLACE "=.*" "" SYSTEM "${system}")
  string(REGEX REPLACE ".*=" "" SYSTEM_TYPE "${system}")
  foreach(DIMENSION IN LISTS dimensions)
    foreach(SCALAR IN LISTS scalars)
      foreach(ORDER IN LISTS HERMITE_ORDERS)
        set(ORDER_VALUE ${ORDER})
        add_instance(host cpp)
        if(HERMITE_CUDA_ENABLED)
          add_instance(cuda cu)
        endif()
      endforeach()
      set(ORDER any)
      set(ORDER_VALUE -1)
      add_instance(host cpp)
    endforeach()
  endforeach()
endforeach()

# The table: @INSTANCE_DECLARATIONS@ and @INSTANCE_CALLS@ name every instance once.
configure_file(hermite/instance_table.cpp.in
  "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp" @ONLY)
list(APPEND instances "${CMAKE_CURRENT_BINARY_DIR}/instances/instance_table.cpp")
