#include "roofline/tune/verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hermite/core/grow.hpp"
#include "hermite/method/pipelines.hpp"
#include "roofline/random_data.hpp"

namespace hermite {

namespace {

using Arrays = std::vector<std::vector<double>>;

constexpr int samples = 6;  // of the reference's own error

constexpr double eps_of(Precision precision) {
  return precision == Precision::single ? double(std::numeric_limits<float>::epsilon())
                                        : std::numeric_limits<double>::epsilon();
}

// All that a step leaves to the next one: states, and what is kept beside them.
int arrays_of(const Simulation& simulation) { return simulation.states() + simulation.kept(); }

Arrays values_of(const Simulation& simulation) {
  Arrays all(static_cast<std::size_t>(arrays_of(simulation)));
  for (int state = 0; state < arrays_of(simulation); ++state) {
    std::vector<double>& one = all[static_cast<std::size_t>(state)];
    simulation.read(
        [&](long, const double* values) {
          one.insert(one.end(), values, values + simulation.slice_size(state));
        },
        state);
  }
  return all;
}

// So many steps from random data. An array is poisoned before it is written, unless it is updated.
Arrays random_steps(const Solver& solver, const Device& device, std::uint64_t seed, int steps) {
  Simulation simulation(solver, device);
  for (int array = 0; array < static_cast<int>(solver.arrays.size()); ++array)
    simulation.poison(array);
  fill_random(simulation, seed);
  for (int step = 0; step < steps; ++step)
    simulation.step([&](const Stage& stage) {
      for (const int written : stage.writes)
        if (std::none_of(stage.reads.begin(), stage.reads.end(),
                         [&](const Access& read) { return read.array == written; }))
          simulation.poison(written);
    });
  return values_of(simulation);
}

// Largest |a - b| by derivative index of each array; NaN where a value is.
Arrays largest_difference(const Arrays& a, const Arrays& b, int entries) {
  Arrays largest(a.size(), std::vector<double>(static_cast<std::size_t>(entries), 0));
  for (std::size_t array = 0; array < a.size(); ++array)
    for (std::size_t i = 0; i < a[array].size(); ++i) {
      grow(largest[array][i % static_cast<std::size_t>(entries)],
           std::abs(a[array][i] - b[array][i]));
    }
  return largest;
}

bool same_sizes(const Arrays& a, const Arrays& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const auto& x, const auto& y) { return x.size() == y.size(); });
}

// The literal form of the pipeline's algorithm.
Case::Kernel reference_kernel(const std::string& pipeline) {
  Case::Kernel kernel;
  const bool own_form = is_wave(pipeline) || is_difference(pipeline);
  kernel.pipeline = own_form ? pipeline : "two-kernel";
  kernel.variant = "literal";
  kernel.truncate = false;
  return kernel;
}

}  // namespace

// Sources, incident waves and what is recorded have places on the grid of the case.
Verifier::Verifier(const TuneSubject& subject, std::uint64_t seed)
    : subject_(subject), seed_(seed) {
  if (subject_.fdtd) {
    subject_.fdtd->sources.clear();
    subject_.fdtd->incident = {};
    subject_.fdtd->spectra.clear();
  }
  if (subject_.elastic) subject_.elastic->sources.clear();
}

std::string Verification::text() const {
  if (unwritten > 0) return std::to_string(unwritten) + " values were not written";
  return "the difference from the reference is " + std::to_string(share) + " of what is allowed";
}

int Verifier::entries() const {
  int entries = 1;
  for (int axis = 0; axis < subject_.grid.dimension; ++axis) entries *= subject_.method.order + 1;
  return entries;
}

// Two blocks along each axis, the second one cell short of a whole or shorter, and slabs that take turns in
// their memory; few such grids, so that they share references. What the code chooses is chosen for this grid.
Grid Verifier::grid_for(const Case::Kernel& kernel) const {
  const auto over = [](long block, std::initializer_list<long> steps) {
    for (const long step : steps)
      if (block <= step) return step + 3;
    return 2 * block - 1;
  };
  Grid grid = subject_.grid;
  std::array<long, 3> cells = {over(kernel.cells_per_block, {32, 128, 512}),
                               over(kernel.rows_per_block, {4, 16}), 1};
  const auto last = static_cast<std::size_t>(grid.dimension) - 1;
  if (last > 0)
    cells[last] = over(std::max(kernel.planes_per_block, 2 * kernel.slab), {8, 32, 128});
  for (std::size_t axis = 0; axis <= last; ++axis) {
    const double h = grid.h(static_cast<int>(axis));
    // Layers, and what lies between them.
    const auto make_room = [&](const CpmlProfile& cpml, long between) {
      cells[axis] = std::max(cells[axis], cpml.layers[axis][0] + cpml.layers[axis][1] + between);
    };
    if (subject_.fdtd) make_room(subject_.fdtd->cpml, 3);
    if (subject_.elastic) make_room(subject_.elastic->cpml, least_cells_below_surface);
    grid.cells[axis] = cells[axis];
    grid.upper[axis] = grid.lower[axis] + h * static_cast<double>(cells[axis]);
  }
  return grid;
}

Arrays Verifier::reference_step(const Grid& grid, double dt, Precision precision,
                                std::uint64_t seed) const {
  static const Device one("host", 1), all("host");
  const Device& host = grid.nodes(Stagger::primal) * entries() > worth_threads ? all : one;
  TuneSubject subject = subject_;
  subject.grid = grid;
  subject.method.dt = dt;
  subject.method.precision = precision;
  const Case::Kernel kernel = reference_kernel(subject.method.kernel.pipeline);
  return random_steps(solver_of(subject, kernel, host), host, seed,
                      steps_per_sweep(subject.method.kernel));
}

Arrays Verifier::own_error(const Grid& grid, double dt, std::uint64_t seed,
                           const Arrays& wide) const {
  return largest_difference(reference_step(grid, dt, Precision::single, seed), wide, entries());
}

const Verifier::Reference& Verifier::reference(const Grid& grid) {
  const auto known = references_.find(grid.cells);
  if (known != references_.end()) return known->second;
  const auto keep_larger = [](Arrays& most, const Arrays& more) {
    most.resize(more.size());
    for (std::size_t array = 0; array < more.size(); ++array) {
      most[array].resize(more[array].size(), 0);
      for (std::size_t e = 0; e < more[array].size(); ++e)
        most[array][e] = std::max(most[array][e], more[array][e]);
    }
  };
  const double dt = subject_.method.dt;
  if (own_.empty()) {
    Case::Kernel small;
    small.pipeline = subject_.method.kernel.pipeline;
    const Grid little = grid_for(small);
    for (int sample = 1; sample < samples; ++sample) {
      const double other = dt * (1 - 0.0123456789 * sample);
      const std::uint64_t seed = seed_ + static_cast<std::uint64_t>(sample);
      keep_larger(own_, own_error(little, other, seed,
                                  reference_step(little, other, Precision::double_, seed)));
    }
  }
  Reference reference;
  reference.end = reference_step(grid, dt, Precision::double_, seed_);
  Arrays own = own_;
  keep_larger(own, own_error(grid, dt, seed_, reference.end));
  const Precision precision = subject_.method.precision;
  const double eps = eps_of(precision);
  const double factor = precision == Precision::single ? 2 : 3 * eps / eps_of(Precision::single);
  reference.allowed = own;
  for (std::size_t array = 0; array < own.size(); ++array) {
    double field = 0;
    for (const double value : reference.end[array]) field = std::max(field, std::abs(value));
    for (double& error : reference.allowed[array]) error = factor * error + 4 * eps * field;
  }
  return references_[grid.cells] = reference;
}

Verification Verifier::check(const Grid& grid, const Solver& solver, const Device& device) {
  const Reference& expected = reference(grid);
  const Arrays end = random_steps(solver, device, seed_, 1);
  Verification verdict;
  verdict.seed = seed_;
  if (!same_sizes(end, expected.end)) {
    verdict.share = std::numeric_limits<double>::quiet_NaN();
    return verdict;
  }
  for (const std::vector<double>& array : end)
    verdict.unwritten +=
        std::count_if(array.begin(), array.end(), [](double v) { return std::isnan(v); });
  const Arrays differences = largest_difference(end, expected.end, entries());
  for (std::size_t array = 0; array < differences.size(); ++array)
    for (std::size_t e = 0; e < differences[array].size(); ++e) {
      grow(verdict.share, differences[array][e] / expected.allowed[array][e]);
    }
  return verdict;
}

Verification Verifier::check(const Case::Kernel& kernel, const Device& device) {
  TuneSubject small = subject_;
  small.grid = grid_for(kernel);
  return check(small.grid, solver_of(small, kernel, device), device);
}

}  // namespace hermite
