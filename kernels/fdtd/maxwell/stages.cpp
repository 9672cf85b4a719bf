#include "kernels/fdtd/maxwell/stages.hpp"

#include <cmath>
#include <memory>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/block_text.hpp"
#include "kernels/fdtd/clock.hpp"
#include "kernels/fdtd/driven.hpp"
#include "kernels/fdtd/half_step_box.hpp"
#include "kernels/fdtd/maxwell/arrays.hpp"
#include "kernels/fdtd/maxwell/block_shape.hpp"
#include "kernels/fdtd/maxwell/half_step.hpp"
#include "kernels/fdtd/maxwell/incident_stages.hpp"
#include "kernels/fdtd/maxwell/mur_stages.hpp"
#include "kernels/fdtd/maxwell/pair_stages.hpp"
#include "kernels/fdtd/maxwell/shell.hpp"
#include "kernels/fdtd/maxwell/tables.hpp"
#include "kernels/fdtd/source_stage.hpp"
#include "kernels/observe/spectrum_stages.hpp"

namespace hermite {

namespace {

class Builder {
 public:
  Builder(const System& system, const Grid& grid, const FdtdMethod& method, const Device& device)
      : grid_(grid),
        method_(method),
        device_(device),
        solver_(begin_solver(system, grid, method.precision, method.kernel.rows,
                             largest_exchange(system, 3), device)) {
    choice_.precision = method.precision;
    choice_.cuda = device.cuda();
    for (const EdgeSource& source : method.sources) drive(solver_, source.waveform, method.dt);
    if (method.incident.on()) {
      double across = 0;  // seconds that a wave takes through the domain
      for (std::size_t d = 0; d < 3; ++d)
        across += (grid.upper[d] - grid.lower[d]) / method.scene.media.front().slowest();
      drive(solver_, method.incident.waveform, method.dt, across);
    }
    solver_.remedy = "take a smaller method.courant or double precision";
    psi_ = add_yee_arrays(solver_, grid, method);
    if (method.kernel.steps_per_sweep == 2) {
      require_pairs(method, grid);
      next_ = add_next_fields(solver_);
    }
    mur_ = add_mur_arrays(solver_, grid, method, choice_.cuda);
    if (method.incident.on()) line_ = add_incident_arrays(solver_, method.incident);
    if (solver_.driven_steps > 0 || method.transforms()) {
      clock_ = static_cast<int>(solver_.arrays.size());
      keep(clock_array(method.steps));
    }
    for (const Spectrum& s : method.spectra)
      sums_.push_back(s.on() ? add_spectrum_array(solver_, s) : -1);
    tables_ = std::make_shared<YeeTables>(device, method.precision);
    fill_tables(*tables_, grid, method, device, common_layout());
  }

  Solver build() {
    choose_block();
    solver_.states = {0, 1, 2, 3, 4, 5};
    add_stage(false);
    add_incident_stage(false);
    if (!mur_.empty()) solver_.stages.push_back(mur_stage(mur_, choice_, false));
    add_stage(true);
    add_incident_stage(true);
    if (clock_ >= 0) solver_.stages.push_back(sources_into(0));
    if (!mur_.empty()) solver_.stages.push_back(mur_stage(mur_, choice_, true));
    if (next_ >= 0) add_pair();
    for (int field = 0; field < 6; ++field)
      solver_.energy.push_back({{field}, tables_->energy[static_cast<std::size_t>(field)]});
    solver_.constants = tables_->constants.memory();
    for (std::size_t s = 0; s < sums_.size(); ++s)
      if (sums_[s] >= 0) add_spectrum_stage(solver_, method_.spectra[s], sums_[s], clock_, device_);
    solver_.notices = tables_->notices;
    return solver_;
  }

 private:
  void keep(const ArraySpec& array) {
    solver_.kept.push_back(static_cast<int>(solver_.arrays.size()));
    solver_.arrays.push_back(array);
  }

  NodeLayout common_layout() const {
    const NodeLayout layout = layout_of(solver_, 0);
    for (int field = 1; field < 6; ++field) {
      const NodeLayout other = layout_of(solver_, field);
      if (other.m2 != layout.m2 || other.m3 != layout.m3 || other.origin != layout.origin)
        throw Error(Exit::internal, "the components of Yee's grid have different strides");
    }
    return layout;
  }

  void choose_block() {
    choice_.schedule = chosen_schedule(method_.kernel, choice_.cuda);
    cpml_ = chosen_cpml(method_.kernel.cpml);
    const long row = tables_->electric.box.upper[0];
    block_ = chosen_block(method_.kernel, choice_.schedule, choice_.cuda, method_.precision, row);
    solver_.description = "yee: " + block_text(choice_.schedule, block_) +
                          (choice_.schedule == FdtdSchedule::tile ? " threads and planes per block"
                                                                  : " cells per block") +
                          (cpml_ == CpmlSchedule::fused ? "" : ", cpml " + method_.kernel.cpml);
    if (method_.incident.on() && method_.kernel.incident == "edges")
      solver_.description += ", incident wave value by value";
  }

  // E reads H one node back, H reads E one node on; across an axis, never along it.
  // `array` is that of the field.
  Access access(int field, int array) const {
    Access read{array};
    for (const int which : {0, 1}) {
      const int axis = axis_across(field % 3, which);
      const auto d = static_cast<std::size_t>(axis);
      if (field >= 3) {
        read.below[d] = 1;
        read.stops_below[d] = grid_.wall[d][0] == 1 && (axis < 2 || grid_.slab.begin == 0);
        // E has the last node itself, and needs H beyond its own last, but on an electric wall.
        if (grid_.walled_above(axis) && !ends_on_wall(grid_, method_, axis)) read.above[d] = 1;
      } else if (!grid_.walled_above(axis)) {
        read.above[d] = 1;
      }
    }
    return read;
  }

  YeeHalfStep half_step(bool electric, int written, int before, int read) const {
    YeeHalfStep half{tables_, electric ? tables_->electric : tables_->magnetic, choice_};
    half.written = written;
    half.before = before;
    half.read = read;
    half.ready.take(block_);
    half.choice.electric = electric;
    half.cpml = cpml_;
    half.cpml_block = block_of_threads(block_, choice_.schedule, choice_.cuda, choice_.precision);
    const int first = electric ? 0 : 3;
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t which = 0; which < 2; ++which)
        half.psi[c][which] = psi_[static_cast<std::size_t>(first) + c][which];
    return half;
  }
  // What it reads and writes.
  Stage stage_of(const YeeHalfStep& half) const {
    const int other = half.choice.electric ? 3 : 0;
    Stage stage;
    stage.name = half.choice.electric ? "E" : "H";
    for (int c = 0; c < 3; ++c) stage.writes.push_back(half.written + c);
    for (int c = 0; c < 3; ++c) stage.reads.push_back({half.before + c});
    for (int c = 0; c < 3; ++c) stage.reads.push_back(access(other + c, half.read + c));
    for (const auto& component : half.psi)
      for (const int psi : component) {
        if (psi < 0) continue;
        stage.reads.push_back({psi});
        stage.writes.push_back(psi);
      }
    return stage;
  }

  void add_stage(bool electric) {
    const int first = electric ? 0 : 3;
    const YeeHalfStep half = half_step(electric, first, first, 3 - first);
    Stage stage = stage_of(half);
    stage.constant_bytes_per_cell = 3 * half.ready.medium_bytes;
    stage.by_planes = true;
    add_kernels(stage, half);
    solver_.stages.push_back(stage);
  }

  void add_pair() {
    const PairPlan plan = plan_pairs(*tables_, choice_, grid_);
    if (!is_empty(plan.core))
      solver_.description +=
          ", two steps a sweep for " + percent_of(plan.core, tables_->electric.box);
    auto& stages = solver_.pair.stages;
    for (const bool second : {false, true})
      for (const bool electric : {false, true}) {
        const int first = electric ? 0 : 3, next = next_ + first;
        // H of the first step alone sees old fields of the other kind.
        const int read = second || electric ? next_ + 3 - first : 3 - first;
        const YeeHalfStep half = half_step(electric, next, second ? next : first, read);
        const std::vector<CellBox> shell = shell_of(plan, half, second);
        if (!shell.empty()) {
          Stage stage = stage_of(half);
          launch_boxes(stage, half, shell, method_.kernel.rows, device_);
          stages.push_back(stage);
        }
        if (electric && clock_ >= 0) stages.push_back(sources_into(next_));
      }
    if (!is_empty(plan.core))
      stages.push_back(core_stage(plan, tables_, choice_, 0, next_, clock_, device_));
    for (int field = 0; field < 6; ++field) solver_.pair.exchange.push_back({field, next_ + field});
  }

  void add_incident_stage(bool electric) {
    if (!method_.incident.on()) return;
    solver_.stages.push_back(incident_stage(tables_, choice_, line_, clock_, electric));
  }

  // Into E's three arrays from `first` on.
  Stage sources_into(int first) const {
    return source_stage({"sources", tables_->sources, tables_, first, 3, clock_}, choice_.precision,
                        choice_.cuda);
  }

  const Grid& grid_;
  const FdtdMethod& method_;
  const Device& device_;
  YeeChoice choice_;
  std::shared_ptr<YeeTables> tables_;
  std::vector<MurFace> mur_;
  YeePsi psi_;
  int clock_ = -1, line_ = -1;
  int next_ = -1;          // Ex, of the fields two steps later
  std::vector<int> sums_;  // arrays of the running transforms
  FdtdBlock block_;
  CpmlSchedule cpml_ = CpmlSchedule::fused;
  Solver solver_;
};

}  // namespace

std::string chosen_yee_variant(const Case::Kernel& kernel, const Device& device) {
  return name_of(chosen_schedule(kernel, device.cuda()));
}

Solver fdtd_maxwell_solver(const System& system, const Grid& grid, const FdtdMethod& method,
                           const Device& device) {
  return Builder(system, grid, method, device).build();
}

}  // namespace hermite
