#pragma once
// What the pipeline "auto" (key kernel.pipeline) stands for: the first of a system's list that reads all
// keys which the case sets in its section kernel, and whose blocks fit the device.
//
//   full-step    advection with all stages
//   parity       systems that mirrors leave as they are: on a GPU (Hopper and later) in registers, where a cell's results fit, or on
//                matrix units, where double precision is half as fast as single, as data centres have it (of both
//                in single precision the former, in double the latter); on the host with all stages, as long as the
//                matrices are small
//   monolithic   every system
//   two-kernel   every system; the only one in slabs

#include <functional>
#include <string>
#include <vector>

#include "kernels/hermite/stages.hpp"

namespace hermite {

struct PipelineChoice {
  std::string name;
  std::string notice;  // what the device refused before; empty: nothing
};

// Throws what the last of the list refuses, or what the device lacks, where none can be.
PipelineChoice choose_pipeline(const System& system, const Grid& grid, const HermiteMethod& method,
                               const Device& device);

// The first name that `attempt` does not refuse (Error: bad case or machine).
PipelineChoice first_possible(const std::vector<std::string>& names,
                              const std::function<void(const std::string&)>& attempt);

}  // namespace hermite
