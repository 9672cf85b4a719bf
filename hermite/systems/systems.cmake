# The table of systems, one line each: its name, its class in hermite/systems/NAME.hpp, and the
# couplings whose kernels are compiled, as coupling=Type:dimensions. From it CMake makes the table that
# cases name systems from (table.cpp.in) and the kernels' instances (kernels/hermite/instances.cmake).
set(HERMITE_SYSTEMS
  "advection Advection advection=Advection:1,2,3"
  "acoustics Acoustics acoustics=Acoustics:1,2,3"
  "maxwell Maxwell maxwell=Maxwell:3 maxwell_tm=MaxwellTm:1,2 maxwell_te=MaxwellTe:2"
  "elastic Elastic elastic=Elastic:3 elastic_psv=ElasticPsv:1,2 elastic_sh=ElasticSh:2"
  "euler Euler euler=Euler:1,2,3"
)

# hermite_parse_system(LINE) sets system_name, system_type and system_couplings.
macro(hermite_parse_system line)
  string(REGEX REPLACE " +" ";" system_couplings "${line}")
  list(POP_FRONT system_couplings system_name system_type)
endmacro()
