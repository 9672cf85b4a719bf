#include "kernels/hermite/pipeline_choice.hpp"

#include <optional>

#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/stability.hpp"
#include "hermite/systems/mirror.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/hermite/shape.hpp"
#include "kernels/hermite/variant.hpp"

namespace hermite {

namespace {

HermiteMethod with_pipeline(HermiteMethod method, const std::string& pipeline) {
  method.kernel.pipeline = pipeline;
  return method;
}

// The operations of a series grow as n^(d+1) and with its stages, those of the matrices as n^(2d) whatever
// the stages: beyond so many columns, fields * n^d, they take the host longer, and leave its cores' caches.
constexpr int most_parity_columns = 256;

bool has_all_stages(const Grid& grid, const HermiteMethod& method) {
  return method.stages >= full_stages(grid.dimension, method.order);
}

bool is_parity_fast(const System& system, const Grid& grid, const HermiteMethod& method,
                    const Device& device) {
  const int fields = static_cast<int>(system.fields(grid.dimension).size());
  if (!mirror_of(fields, system.terms(grid.dimension)).exists) return false;
  if (!device.cuda())
    return has_all_stages(grid, method) &&
           fields * power(method.order + 1, grid.dimension) <= most_parity_columns;
  try {
    const std::string variant =
        chosen_variant(system, grid, with_pipeline(method, "parity"), device);
    // The matrix units sum in double precision.
    return variant == "registers" ||
           (variant == "matrix" && cuda_single_to_double(device.index()) <= 2);
  } catch (const MachineError&) {  // not compiled ahead, and not to be compiled now
    return false;
  }
}

// The fastest first.
std::vector<std::string> candidates(const System& system, const Grid& grid,
                                    const HermiteMethod& method, const Device& device) {
  std::vector<std::string> names;
  if (system.name() == "advection" && has_all_stages(grid, method)) names.push_back("full-step");
  if (is_parity_fast(system, grid, method, device)) names.push_back("parity");
  names.insert(names.end(), {"monolithic", "two-kernel"});
  return names;
}

}  // namespace

PipelineChoice first_possible(const std::vector<std::string>& names,
                              const std::function<void(const std::string&)>& attempt) {
  PipelineChoice choice;
  std::optional<Error> refused;
  for (const std::string& name : names) try {
      attempt(name);
      choice.name = name;
      if (!choice.notice.empty())
        choice.notice = "kernel.pipeline \"auto\" takes " + name + ": " + choice.notice;
      return choice;
    } catch (const Error& error) {
      const bool machine = error.code() == Exit::machine;
      if (!machine && error.code() != Exit::bad_case) throw;
      if (machine)
        choice.notice += (choice.notice.empty() ? "" : "; ") + name + " cannot be launched (" +
                         error.what() + ")";
      // What the device lacks tells more than that the others are not for it.
      if (!refused || refused->code() == Exit::bad_case) refused = error;
    }
  const std::string tried =
      std::string(refused->what()) + " (kernel.pipeline \"auto\" tried " + join(names) + ")";
  if (refused->code() == Exit::machine) throw MachineError(tried);
  throw Error(Exit::bad_case, tried);
}

PipelineChoice choose_pipeline(const System& system, const Grid& grid, const HermiteMethod& method,
                               const Device& device) {
  return first_possible(candidates(system, grid, method, device), [&](const std::string& name) {
    const HermiteMethod named = with_pipeline(method, name);
    refuse_idle_keys(named.kernel, grid.dimension);
    require_launches(system, grid, named, device);
  });
}

}  // namespace hermite
