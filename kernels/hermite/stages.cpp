#include "kernels/hermite/stages.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "hermite/core/error.hpp"
#include "hermite/method/parity_blocks.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/systems/mirror.hpp"
#include "kernels/device/side_by_side.hpp"
#include "kernels/hermite/launcher.hpp"
#include "kernels/hermite/pipeline_choice.hpp"
#include "kernels/hermite/shape.hpp"
#include "kernels/hermite/variant.hpp"
#include "kernels/hermite/wave_stages.hpp"

namespace hermite {

namespace {

// The 1-D operator of a pipeline's kernels; full-step has one of two steps beside it.
Operator operator_of(const std::string& pipeline) {
  return pipeline == "shift"       ? Operator::half_step
         : pipeline == "full-step" ? Operator::full_step
                                   : Operator::interpolate;
}

std::shared_ptr<Common> make_common(const System& system, const Grid& grid,
                                    const HermiteMethod& method, const Device& device,
                                    Operator op) {
  auto common = begin_common(system.coupling(grid.dimension), grid, method, device);
  StepArguments& a = common->arguments;
  a.fields = static_cast<int>(system.fields(grid.dimension).size());
  const std::vector<CoupledTerm> terms = system.terms(grid.dimension);
  for (std::size_t t = 0; t < terms.size(); ++t)
    a.rate[t] = terms[t].coefficient * method.dt / 2 / grid.h(terms[t].axis);
  for (int axis = 0; axis < grid.dimension; ++axis) {
    double lam = 0;  // of u_t = a u_x, which is all that the shift knows
    for (const CoupledTerm& term : terms)
      if (term.axis == axis) lam = term.coefficient * method.dt / grid.h(axis);
    common->set_operator(axis, matrix_of(op, method.order, lam));
  }
  return common;
}

// A slab's kernels leave multiprocessors idle as they begin and end; those of another one fill them.
constexpr long slabs_side_by_side = 2;

class Builder {
 public:
  Builder(const System& system, const Grid& grid, const HermiteMethod& method, const Device& device)
      : grid_(grid),
        method_(method),
        common_(make_common(system, grid, method, device, operator_of(method.kernel.pipeline))),
        solver_(begin_solver(system, grid, method.precision, method.kernel.rows,
                             largest_exchange(system, grid.dimension), device)) {
    const std::string& pipeline = method.kernel.pipeline;
    kernel_ = gpu_kernel(method.kernel, *common_)
                  .value_or(first_kernel(pipeline, wants_march(method.kernel, grid.dimension)));
    if (is_shift(pipeline) && system.name() != "advection")
      throw Error(Exit::bad_case, "kernel.pipeline: " + method.kernel.pipeline +
                                      " is an exact form of advection only; for " + system.name() +
                                      " take another, as monolithic");
    if (is_parity(pipeline)) find_mirror(system);
    if (method.kernel.steps_per_sweep == 2 && pipeline == "full-step") {
      if (grid.slab.begin > 0 || !grid.ends_domain())
        throw Error(Exit::bad_case, "kernel.steps_per_sweep: found 2, allowed 1 on several ranks");
      // An image of a node is a node, not another image.
      for (int axis = 0; axis < grid.dimension; ++axis)
        if (grid.cells[static_cast<std::size_t>(axis)] < 2)
          throw Error(Exit::bad_case,
                      "kernel.steps_per_sweep: found 2, allowed 1 with one cell along an axis");
      of_two_steps_ = make_common(system, grid, method, device, Operator::two_steps);
    }
  }

  // The stages without what their launches read of memory.
  void add_stages() {
    const std::string& pipeline = method_.kernel.pipeline;
    if (pipeline == "two-kernel") {
      two_kernel();
    } else if (pipeline == "full-step") {
      add_nodal("u", Stagger::primal);
      add_nodal("u_next", Stagger::primal);
      // Who reads next may be a sweep of two steps.
      const Reach& next = of_two_steps_ ? far_around : around;
      solver_.stages.push_back(single("full step", common_, kernel_, 0, 1, around, next));
      solver_.exchange = {{0, 1}};
      if (of_two_steps_) {
        solver_.pair.stages.push_back(
            single("two steps", of_two_steps_, two_steps_kernel(kernel_), 0, 1, far_around, next));
        solver_.pair.exchange = solver_.exchange;
      }
    } else {
      add_nodal("u", Stagger::primal);
      add_nodal("u_dual", Stagger::dual);
      solver_.stages.push_back(single("to dual", common_, kernel_, 0, 1, to_dual, to_primal));
      solver_.stages.push_back(single("to primal", common_, kernel_, 1, 0, to_primal, to_dual));
    }
  }

  Solver build(const System& system) {
    if (is_parity(method_.kernel.pipeline)) set_parity(system.terms(grid_.dimension));
    add_stages();
    solver_.description = method_.kernel.pipeline + ": " + solver_.description;
    return solver_;
  }

 private:
  void find_mirror(const System& system) {
    mirror_ = mirror_of(common_->arguments.fields, system.terms(grid_.dimension));
    if (!mirror_.exists)
      throw Error(Exit::bad_case,
                  "kernel.pipeline: parity needs equations that mirrors leave as "
                  "they are; for " +
                      system.name() + " take monolithic or two-kernel");
  }
  void set_parity(std::vector<CoupledTerm> terms) {
    const std::vector<int> flips = {mirror_.flips, mirror_.flips + common_->arguments.fields};
    for (std::size_t t = 0; t < terms.size(); ++t)
      terms[t].coefficient = common_->arguments.rate[t];
    common_->set_parity(parity_blocks(grid_.dimension, method_.order, terms, flips, method_.stages),
                        flips, parity_format(kernel_, method_.precision));
  }

  int n() const { return method_.order + 1; }
  BlockSize wanted() const { return wanted_size(method_.kernel); }

  void add_array(const std::string& name, Stagger stagger, int entries,
                 const std::array<long, 3>& nodes, const Planes& planes) {
    solver_.arrays.push_back({name, static_cast<int>(solver_.fields.size()), entries, stagger,
                              nodes, common_->key.layout});
    solver_.arrays.back().planes = planes;
  }
  void add_nodal(const std::string& name, Stagger stagger) {
    add_array(name, stagger, power(n(), grid_.dimension), grid_.extents(stagger),
              grid_.planes(stagger));
  }
  Access access(int array, const Reach& reach) const { return access_of(grid_, array, reach); }

  // A stage that is one kernel; `next` reads what it writes.
  Stage single(const std::string& name, const std::shared_ptr<Common>& common, KernelId id, int in,
               int out, const Reach& reach, const Reach& next) {
    Launcher run(common, id, reach.first, whole(grid_, reach.written), wanted());
    run.describe(solver_);
    bool periodic = true;
    for (int axis = 0; axis < grid_.dimension; ++axis) periodic = periodic && grid_.periodic(axis);
    const bool fills_halo = periodic && run.write_images(access(out, next));
    const auto from = static_cast<std::size_t>(in), to = static_cast<std::size_t>(out);
    Stage stage{
        name,
        {access(in, reach)},
        {out},
        [run, from, to](const std::vector<BoundArray>& arrays, const CellBox& box,
                        const LaunchTarget& target) { run(arrays[from], arrays[to], box, target); },
        [run] { return run.cost(); },
        {run.use()}};
    stage.by_boxes = true;
    stage.fills_halo = fills_halo;
    return stage;
  }

  void two_kernel() {
    add_nodal("u", Stagger::primal);
    add_nodal("u_dual", Stagger::dual);
    const int last = grid_.dimension - 1;
    // One array serves both half steps; between walls the primal grid is the larger one.
    std::array<long, 3> nodes = grid_.extents(Stagger::primal);
    auto& planes = nodes[static_cast<std::size_t>(last)];
    const long all = planes, slab = method_.kernel.slab > 0 ? method_.kernel.slab : all;
    const long beside = common_->device->cuda() ? slabs_side_by_side : 1;
    planes = std::min(all, slab * beside);
    // Slabs take turns in it; the whole one has this rank's planes.
    add_array("coefficients", Stagger::dual, power(2 * n(), grid_.dimension), nodes,
              slab < all ? Planes{} : grid_.planes(Stagger::primal));
    for (const bool dual : {true, false}) add_slabs(dual, slab, beside, last);
  }

  // Reconstruct and evolve, slab by slab along the last axis; one slab is the whole grid where the
  // case does not ask for less, and then the paper's two kernels are two stages.
  void add_slabs(bool dual, long planes, long beside, int last) {
    const Reach reach = dual ? to_dual : to_primal;
    const std::size_t from = dual ? 0 : 1, to = dual ? 1 : 0;
    const CellBox cells = whole(grid_, reach.written);
    CellBox slab = cells;
    const bool is_whole = planes >= grid_.extents(Stagger::primal)[static_cast<std::size_t>(last)];
    slab.upper[last] = std::min(planes, slab.upper[last]);
    const Launcher reconstruct(common_, kernel_, reach.first, slab, wanted());
    const Launcher evolve(common_, second_kernel(kernel_), 0, slab, wanted());
    if (dual) {
      reconstruct.describe(solver_);
      evolve.describe(solver_);
    }
    // The k-th slab of a box, whose coefficients are in the i-th part of the array.
    const auto one_slab = [=](const std::vector<BoundArray>& arrays, const CellBox& box, long k,
                              long i, const LaunchTarget& target) {
      CellBox part = box;
      part.lower[last] = box.lower[last] + k * planes;
      part.upper[last] = std::min(part.lower[last] + planes, box.upper[last]);
      BoundArray coefficients = arrays[2];
      NodeLayout& layout = coefficients.layout;
      layout.origin += (i * planes - part.lower[last]) * (last == 2   ? layout.m3
                                                          : last == 1 ? layout.m2
                                                                      : layout.m1);
      reconstruct(arrays[from], coefficients, part, target);
      evolve(coefficients, arrays[to], part, target);
    };
    const auto in_slabs = [=, streams = std::make_shared<SideBySide>(*common_->device)](
                              const std::vector<BoundArray>& arrays, const CellBox& box,
                              const LaunchTarget& target) {
      const long slabs = (box.upper[last] - box.lower[last] + planes - 1) / planes;
      const long parts = std::min(beside, slabs);
      const auto in_turn = [&](std::size_t part, void* stream) {
        const auto i = static_cast<long>(part);
        for (long k = i; k < slabs; k += parts)
          one_slab(arrays, box, k, i, {target.threads, stream});
      };
      streams->run(static_cast<std::size_t>(parts), target.stream, in_turn);
    };
    const std::string goal = dual ? " to dual" : " to primal";
    if (!is_whole) {
      solver_.stages.push_back({"reconstruct and evolve" + goal,
                                {access(static_cast<int>(from), reach)},
                                {static_cast<int>(to)},
                                in_slabs,
                                [=] { return reconstruct.cost() + evolve.cost(); },
                                {reconstruct.use(), evolve.use()}});
      solver_.stages.back().by_boxes = true;
      solver_.stages.back().one_at_a_time = true;  // coefficients
      return;
    }
    solver_.stages.push_back(
        {"reconstruct" + goal,
         {access(static_cast<int>(from), reach)},
         {2},
         [=](const std::vector<BoundArray>& arrays, const CellBox& box, const LaunchTarget& t) {
           // Between walls the array has a node more than there are cells to the dual grid, and what
           // lies about that one is not in memory.
           CellBox part = box;
           for (int axis = 0; axis < 3; ++axis)
             part.upper[axis] = std::min(part.upper[axis], cells.upper[axis]);
           reconstruct(arrays[from], arrays[2], part, t);
         },
         [=] { return reconstruct.cost(); },
         {reconstruct.use()}});
    solver_.stages.back().by_boxes = true;
    solver_.stages.push_back({"evolve" + goal,
                              {{2, {0, 0, 0}, {0, 0, 0}}},
                              {static_cast<int>(to)},
                              [=](const std::vector<BoundArray>& arrays, const CellBox& box,
                                  const LaunchTarget& t) { evolve(arrays[2], arrays[to], box, t); },
                              [=] { return evolve.cost(); },
                              {evolve.use()}});
  }

  const Grid& grid_;
  const HermiteMethod& method_;
  std::shared_ptr<Common> common_,
      of_two_steps_;                    // the latter: of full-step, where it is asked for
  KernelId kernel_ = KernelId::evolve;  // of the first stage
  Mirror mirror_;                       // of parity
  Solver solver_;
};

}  // namespace

std::string chosen_variant(const System& system, const Grid& grid, const HermiteMethod& method,
                           const Device& device) {
  if (method.kernel.variant != "auto") return method.kernel.variant;
  const auto common =
      make_common(system, grid, method, device, operator_of(method.kernel.pipeline));
  const FirstKernels& kernels = first_kernels(method.kernel.pipeline);
  if (const auto id = gpu_kernel(method.kernel, *common)) return variant_of(*id);
  return kernels.march != kernels.literal && wants_march(method.kernel, grid.dimension) ? "march"
                                                                                        : "literal";
}

void require_launches(const System& system, const Grid& grid, const HermiteMethod& method,
                      const Device& device) {
  Builder(system, grid, method, device).add_stages();
}

Solver hermite_solver(const System& system, const Grid& grid, const HermiteMethod& method,
                      const Device& device) {
  if (leaves_open(method.kernel.pipeline)) {
    const PipelineChoice choice = choose_pipeline(system, grid, method, device);
    HermiteMethod named = method;
    named.kernel.pipeline = choice.name;
    Solver solver = hermite_solver(system, grid, named, device);
    if (!choice.notice.empty()) solver.notices.push_back(choice.notice);
    return solver;
  }
  if (is_wave(method.kernel.pipeline)) {
    gpu_kernel(method.kernel, *begin_common("", grid, method, device));  // refuses
    return wave_solver(system, grid, method, device);
  }
  return Builder(system, grid, method, device).build(system);
}

}  // namespace hermite
