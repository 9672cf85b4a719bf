#include "roofline/tune_verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

constexpr int samples = 6;  // of the reference's own error
constexpr long worth_threads =
    1 << 15;  // values; for fewer, waking threads costs more than it saves

constexpr double eps_of(Precision precision) {
  return precision == Precision::single ? double(std::numeric_limits<float>::epsilon())
                                        : std::numeric_limits<double>::epsilon();
}

// splitmix64, the finaliser of a counter: any element by itself.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

std::vector<double> states_of(const Simulation& simulation) {
  std::vector<double> all;
  for (int state = 0; state < simulation.states(); ++state)
    simulation.read(
        [&](long, const double* values) {
          all.insert(all.end(), values, values + simulation.slice_size(state));
        },
        state);
  return all;
}

// One step from random data. An array is poisoned before it is written, unless it is updated.
std::vector<double> random_step(const Solver& solver, const Device& device, std::uint64_t seed) {
  Simulation simulation(solver, device);
  for (int array = 0; array < static_cast<int>(solver.arrays.size()); ++array)
    simulation.poison(array);
  fill_random(simulation, seed);
  simulation.step([&](const Stage& stage) {
    for (const int written : stage.writes)
      if (std::none_of(stage.reads.begin(), stage.reads.end(),
                       [&](const Access& read) { return read.array == written; }))
        simulation.poison(written);
  });
  return states_of(simulation);
}

// Largest |a - b| by derivative index; NaN where a value is.
std::vector<double> largest_difference(const std::vector<double>& a, const std::vector<double>& b,
                                       int entries) {
  std::vector<double> largest(static_cast<std::size_t>(entries), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    double& most = largest[i % static_cast<std::size_t>(entries)];
    const double difference = std::abs(a[i] - b[i]);
    if (!(difference <= most)) most = difference;
  }
  return largest;
}

}  // namespace

void fill_random(Simulation& simulation, std::uint64_t seed) {
  for (int state = 0; state < simulation.states(); ++state) {
    const auto size = static_cast<long>(simulation.slice_size(state));
    const std::uint64_t stream = mixed(seed + 1000003u * static_cast<std::uint64_t>(state));
    simulation.write(
        [&](long slice, double* values) {
          const auto first = stream + static_cast<std::uint64_t>(slice * size);
#pragma omp parallel for schedule(static) \
    num_threads(simulation.device().threads()) if (size > worth_threads)
          for (long i = 0; i < size; ++i) {
            // 23 bits and a half: odd multiples of 2^-23.
            const auto bits = mixed(first + static_cast<std::uint64_t>(i)) >> 41;
            values[i] = (2.0 * static_cast<double>(bits) + 1) / 8388608.0 - 1;
          }
        },
        state);
  }
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

// Two blocks along each axis, the second one cell short of a whole or shorter; few such grids, so
// that they share references. What the code chooses is chosen for this grid.
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
  if (last > 0) cells[last] = over(std::max(kernel.planes_per_block, kernel.slab), {8, 32, 128});
  for (std::size_t axis = 0; axis <= last; ++axis) {
    const double h = grid.h(static_cast<int>(axis));
    grid.cells[axis] = cells[axis];
    grid.upper[axis] = grid.lower[axis] + h * static_cast<double>(cells[axis]);
  }
  return grid;
}

std::vector<double> Verifier::reference_step(const Grid& grid, double dt, Precision precision,
                                             std::uint64_t seed) const {
  static const Device one("host", 1), all("host");
  const Device& host = grid.nodes(Stagger::primal) * entries() > worth_threads ? all : one;
  HermiteMethod method = subject_.method;
  method.dt = dt;
  method.precision = precision;
  Case::Kernel kernel;
  kernel.pipeline = is_wave(method.kernel.pipeline) ? method.kernel.pipeline : "two-kernel";
  kernel.variant = "literal";
  kernel.truncate = false;
  method.kernel = kernel;
  return random_step(hermite_solver(*subject_.system, grid, method, host), host, seed);
}

std::vector<double> Verifier::own_error(const Grid& grid, double dt, std::uint64_t seed,
                                        const std::vector<double>& wide) const {
  return largest_difference(reference_step(grid, dt, Precision::single, seed), wide, entries());
}

const Verifier::Reference& Verifier::reference(const Grid& grid) {
  const auto known = references_.find(grid.cells);
  if (known != references_.end()) return known->second;
  const auto keep_larger = [](std::vector<double>& most, const std::vector<double>& more) {
    most.resize(more.size(), 0);
    for (std::size_t e = 0; e < more.size(); ++e) most[e] = std::max(most[e], more[e]);
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
  std::vector<double> own = own_;
  keep_larger(own, own_error(grid, dt, seed_, reference.end));
  double field = 0;
  for (const double value : reference.end) field = std::max(field, std::abs(value));
  const Precision precision = subject_.method.precision;
  const double eps = eps_of(precision);
  const double factor = precision == Precision::single ? 2 : 3 * eps / eps_of(Precision::single);
  for (const double error : own) reference.allowed.push_back(factor * error + 4 * eps * field);
  return references_[grid.cells] = reference;
}

Verification Verifier::check(const Grid& grid, const Solver& solver, const Device& device) {
  const Reference& expected = reference(grid);
  const std::vector<double> end = random_step(solver, device, seed_);
  Verification verdict;
  verdict.seed = seed_;
  if (end.size() != expected.end.size()) {
    verdict.share = std::numeric_limits<double>::quiet_NaN();
    return verdict;
  }
  verdict.unwritten = std::count_if(end.begin(), end.end(), [](double v) { return std::isnan(v); });
  const std::vector<double> differences = largest_difference(end, expected.end, entries());
  for (std::size_t e = 0; e < differences.size(); ++e) {
    const double share = differences[e] / expected.allowed[e];
    if (!(share <= verdict.share)) verdict.share = share;
  }
  return verdict;
}

Verification Verifier::check(const Case::Kernel& kernel, const Device& device) {
  TuneSubject small = subject_;
  small.grid = grid_for(kernel);
  return check(small.grid, solver_of(small, kernel, device), device);
}

}  // namespace hermite
