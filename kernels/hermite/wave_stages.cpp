#include "kernels/hermite/wave_stages.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/method/operators.hpp"
#include "hermite/method/stability.hpp"
#include "kernels/hermite/launcher.hpp"
#include "kernels/hermite/shape.hpp"

namespace hermite {

namespace {

void refuse_what_does_not_fit(const System& system, const Grid& grid, const HermiteMethod& method) {
  const std::string& pipeline = method.kernel.pipeline;
  if (system.name() != "acoustics")
    throw Error(Exit::bad_case, "kernel.pipeline: " + pipeline +
                                    " is a form of acoustics only; for " + system.name() +
                                    " take monolithic or two-kernel");
  if (method.stages < full_stages(grid.dimension, method.order))
    throw Error(Exit::bad_case, "method.stages: found " + std::to_string(method.stages) +
                                    ", allowed \"full\" with the pipeline " + pipeline +
                                    ", which applies the whole series at once (or take "
                                    "monolithic)");
}

// `gradient`: the terms -(1/rho) dp/dx_d of v, else -K dv_d/dx_d of p. `widest`: fields of the
// larger of the two arrays.
std::shared_ptr<Common> wave_common(const System& system, const Grid& grid,
                                    const HermiteMethod& method, const Device& device,
                                    bool gradient, int widest) {
  auto common = begin_common("", grid, method, device);
  StepArguments& a = common->arguments;
  const int dimension = grid.dimension;
  const std::vector<CoupledTerm> terms = system.terms(dimension);
  a.fields = widest;
  a.stages = wave_powers(dimension, method.order);
  for (int d = 0; d < dimension; ++d) {
    const auto of_p = static_cast<std::size_t>(d), of_v = static_cast<std::size_t>(dimension + d);
    const double half = method.dt / 2 / grid.h(d);
    const double square = terms[of_p].coefficient * terms[of_v].coefficient;  // c^2
    a.rate[d] = square * half * half;
    a.rate[dimension + d] = terms[gradient ? of_v : of_p].coefficient * method.dt / grid.h(d);
    common->set_operator(d, interpolation(method.order));
  }
  return common;
}

class WaveBuilder {
 public:
  WaveBuilder(const System& system, const Grid& grid, const HermiteMethod& method,
              const Device& device)
      : system_(system), grid_(grid), method_(method), device_(device) {
    refuse_what_does_not_fit(system, grid, method);
    march_ = wants_march(method.kernel, grid.dimension);
    solver_ = begin_solver(system, grid, method.precision, method.kernel.rows,
                           largest_exchange(system, grid.dimension), device);
    solver_.states = {0, 1};
  }

  Solver build() {
    if (method_.kernel.pipeline == "conservative") {
      solver_.fields.resize(1);
      add_array("u", Stagger::primal, 0, 1, 0);
      add_array("u_dual", Stagger::dual, 0, 1, -0.5);
      const KernelId id = pick(KernelId::conservative_literal, KernelId::conservative_march);
      add_stage("u_dual", id, 0, 1, to_dual);
      add_stage("u", id, 1, 0, to_primal);
    } else {
      add_array("p", Stagger::primal, 0, 1, 0);
      add_array("v", Stagger::dual, 1, grid_.dimension, -0.5);
      add_stage("v", pick(KernelId::velocity_literal, KernelId::velocity_march), 0, 1, to_dual);
      add_stage("p", pick(KernelId::pressure_literal, KernelId::pressure_march), 1, 0, to_primal);
    }
    solver_.description = method_.kernel.pipeline + ": " + solver_.description;
    return solver_;
  }

 private:
  KernelId pick(KernelId literal, KernelId march) const { return march_ ? march : literal; }

  void add_array(const std::string& name, Stagger stagger, int first_field, int fields,
                 double time) {
    const Layout layout =
        method_.kernel.layout == "node-major" ? Layout::node_major : Layout::x1_innermost;
    solver_.arrays.push_back({name, fields, power(method_.order + 1, grid_.dimension), stagger,
                              grid_.extents(stagger), layout, first_field, time});
    solver_.arrays.back().planes = grid_.planes(stagger);
  }

  // Updates array `to` from array `from`.
  void add_stage(const std::string& name, KernelId id, int from, int to, const Reach& reach) {
    const auto in = static_cast<std::size_t>(from), out = static_cast<std::size_t>(to);
    const auto common =
        wave_common(system_, grid_, method_, device_, to == 1,
                    std::max(solver_.arrays[in].fields, solver_.arrays[out].fields));
    const Launcher run(common, id, reach.first, whole(grid_, reach.written),
                       wanted_size(method_.kernel));
    solver_.stages.push_back(
        {name,
         {access_of(grid_, from, reach), {to}},
         {to},
         [run, in, out](const std::vector<BoundArray>& arrays, const CellBox& box,
                        const LaunchTarget& target) { run(arrays[in], arrays[out], box, target); },
         [run] { return run.cost(); },
         {run.use()}});
    solver_.stages.back().by_boxes = true;
    run.describe(solver_);
  }

  const System& system_;
  const Grid& grid_;
  const HermiteMethod& method_;
  const Device& device_;
  bool march_ = false;
  Solver solver_;
};

}  // namespace

Solver wave_solver(const System& system, const Grid& grid, const HermiteMethod& method,
                   const Device& device) {
  return WaveBuilder(system, grid, method, device).build();
}

}  // namespace hermite
