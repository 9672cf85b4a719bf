// Slices of a simulation are all nodes with one index along the last axis, canonical order
// [field][m2][m1][i3][i2][i1] in 3-D, [field][m1][i2][i1] in 2-D and 1-D (where there is one).
#include "drivers/problem/initial.hpp"

#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "drivers/problem/fluid_stresses.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/method/taylor.hpp"
#include "hermite/method/taylor_in_time.hpp"
#include "hermite/systems/waves.hpp"

namespace hermite {

namespace {

/// Where the values of a slice belong.
struct Slice {
  std::array<long, 3> begin{0, 0, 0};  // its first node
  long columns, rows;                  // nodes along x1 and, in 3-D, x2
  long nodes() const { return columns * rows; }
  std::array<long, 3> node(long index) const {
    return {index % columns, begin[1] + index / columns, begin[2]};
  }
};

Slice slice_of(int dimension, const ArraySpec& array, long slice) {
  Slice s{{0, 0, 0}, array.nodes[0], dimension == 3 ? array.nodes[1] : 1};
  if (dimension > 1) s.begin[static_cast<std::size_t>(dimension - 1)] = slice;
  return s;
}

// The system's field that is field f of an array.
std::size_t field_of(const ArraySpec& array, int f) {
  return static_cast<std::size_t>(array.first_field) + static_cast<std::size_t>(f);
}

// Index i_d of an entry along each axis; i_1 is the fastest.
std::array<int, 3> indices(int entry, int n) { return {entry % n, entry / n % n, entry / (n * n)}; }

// Whether the fields at time t are known only by a Taylor series in time from those at time zero.
bool needs_series(const Problem& problem, double t) {
  return t != 0 && !problem.system->has_exact(problem.input.initial.kind);
}

template <class Scalar>
auto exact_of(const Problem& problem) {
  return exact_function<Scalar>(*problem.system, problem.domain, problem.input.initial);
}

// Calls visit(k, u) for each node k of a slice, u the values of the exact solution there.
template <class Visit>
void visit_exact_values(const Problem& problem, const ArraySpec& array, const Slice& slice,
                        double t, const Visit& visit) {
  const auto exact = exact_of<double>(problem);
#pragma omp parallel
  {
    std::vector<double> u(static_cast<std::size_t>(problem.system_fields()));
#pragma omp for schedule(static)
    for (long k = 0; k < slice.nodes(); ++k) {
      const std::array<long, 3> m = slice.node(k);
      double x[3] = {0, 0, 0};
      for (int d = 0; d < problem.grid.dimension; ++d)
        x[d] = problem.grid.node(d, m[static_cast<std::size_t>(d)], array.stagger[d]);
      exact(x, t, u.data());
      visit(k, u);
    }
  }
}

// The array's fields at time t where nodes hold values alone: no Taylor arithmetic.
void fill_exact_values(const Problem& problem, const ArraySpec& array, const Slice& slice, double t,
                       const FluidStresses& fluids, double* values) {
  visit_exact_values(problem, array, slice, t, [&](long k, std::vector<double>& u) {
    fluids.make_pressure(array, slice.node(k), u);
    for (int f = 0; f < array.fields; ++f) values[f * slice.nodes() + k] = u[field_of(array, f)];
  });
}

// What an array holds at 0 there is 0, whatever the initial data.
void clear_zero_ends(const ArraySpec& array, const Slice& slice, double* values) {
  if (array.is_zero_at == decltype(array.is_zero_at){}) return;
  const auto is_zero = [&](const std::array<long, 3>& m) {
    for (std::size_t d = 0; d < 3; ++d)
      if ((array.is_zero_at[d][0] && m[d] == 0) ||
          (array.is_zero_at[d][1] && m[d] == array.nodes[d] - 1))
        return true;
    return false;
  };
  for (long k = 0; k < slice.nodes(); ++k)
    if (is_zero(slice.node(k)))
      for (int f = 0; f < array.fields; ++f)
        std::fill_n(values + (f * slice.nodes() + k) * array.entries, array.entries, 0.0);
}

// The array's fields at time t, with all derivatives.
void fill_exact(const Problem& problem, const ArraySpec& array, const Slice& slice, double t,
                const FluidStresses& fluids, double* values) {
  const int dimension = problem.grid.dimension, n = problem.nodal_order + 1;
  const bool in_time = needs_series(problem, t);
  if (n == 1 && !in_time) return fill_exact_values(problem, array, slice, t, fluids, values);
  const int extent = in_time ? 2 * n : n;  // a series in time uses up derivatives
  const auto exact = exact_of<Series>(problem);
  const auto fields = static_cast<std::size_t>(problem.system_fields());
  const std::vector<CoupledTerm> terms = problem.system->terms(dimension);
  std::array<double, 3> h{1, 1, 1};
  for (int d = 0; d < dimension; ++d) h[static_cast<std::size_t>(d)] = problem.grid.h(d);
#pragma omp parallel for schedule(static)
  for (long k = 0; k < slice.nodes(); ++k) {
    const std::array<long, 3> m = slice.node(k);
    Series x[3];
    for (int d = 0; d < dimension; ++d)
      x[d] = Series::variable(
          d, extent, problem.grid.node(d, m[static_cast<std::size_t>(d)], array.stagger[d]),
          problem.grid.h(d));
    std::vector<Series> u(fields);
    exact(x, in_time ? 0 : t, u.data());
    if (in_time) taylor_in_time(terms, h, t, static_cast<int>(fields), u.data());
    fluids.make_pressure(array, m, u);
    for (int f = 0; f < array.fields; ++f)
      for (int e = 0; e < array.entries; ++e) {
        const std::array<int, 3> i = indices(e, n);
        values[(f * slice.nodes() + k) * array.entries + e] =
            u[field_of(array, f)].coefficient(i[0], i[1], i[2]);
      }
  }
}

ErrorNorms slice_error(const Problem& problem, const ArraySpec& array, const Slice& slice,
                       const double* values, double t) {
  // Merged in the order of the threads: the result repeats bit for bit.
  std::vector<ErrorNorms> parts(static_cast<std::size_t>(omp_get_max_threads()));
  visit_exact_values(problem, array, slice, t, [&](long k, const std::vector<double>& u) {
    ErrorNorms& mine = parts[static_cast<std::size_t>(omp_get_thread_num())];
    for (int f = 0; f < array.fields; ++f)
      mine.add(values[(f * slice.nodes() + k) * array.entries], u[field_of(array, f)]);
  });
  ErrorNorms norms;
  for (const ErrorNorms& part : parts) norms.merge(part);
  return norms;
}

// A slice in a .npy array: field f begins at (f * slices + slice) * values_per_field.
struct NpyPlace {
  long slices, per_field;

  NpyPlace(const Simulation& simulation, int state)
      : slices(simulation.slices(state)),
        per_field(static_cast<long>(simulation.slice_size(state)) /
                  simulation.state(state).fields) {}
  long of(long field, long slice) const { return (field * slices + slice) * per_field; }
};

// Where entry `index` of an array of this shape stands: "[0, 5, 2]".
std::string index_text(long index, const std::vector<long>& shape) {
  std::vector<std::string> indices(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0; index /= shape[axis])
    indices[axis] = std::to_string(index % shape[axis]);
  return "[" + join(indices) + "]";
}

void require_finite(const Case& input, const NpyArray& array) {
  const auto bad = std::find_if(array.values.begin(), array.values.end(),
                                [](double value) { return !std::isfinite(value); });
  if (bad == array.values.end()) return;
  throw CaseError(input.initial.path, "initial.path",
                  std::string(std::isnan(*bad) ? "NaN" : "infinity") + " at " +
                      index_text(bad - array.values.begin(), array.shape) + " of the array",
                  "finite numbers");
}

}  // namespace

NpyArray read_initial_file(const Problem& problem) {
  const Case& input = problem.input;
  if (input.initial.kind != "file") return {};
  if (problem.solver.states.size() > 1)
    throw CaseError(input.file, "initial.kind",
                    "\"file\" holds the fields at one time; the pipeline " + input.kernel.pipeline +
                        " needs some half a step earlier: take monolithic");
  NpyArray array = read_npy(input.initial.path);
  const std::vector<long> shape = nodal_shape(problem.fields(), problem.grid, problem.nodal_order);
  if (array.shape == shape) {
    require_finite(input, array);
    return array;
  }
  throw CaseError(input.initial.path, "initial.path", "shape " + shape_text(array.shape),
                  shape_text(shape) +
                      ": fields, nodes and N+1 derivatives per direction (grid.cells, "
                      "method.order), the last direction first");
}

// At a wall a field of parity p is its own mirror image, so that of its entries those vanish whose indices along the
// axis have the parity -p.
std::vector<std::string> notices_of_walls(const Problem& problem, const NpyArray& file) {
  const int dimension = problem.grid.dimension;
  const auto depth = static_cast<std::size_t>(dimension);
  bool walls = false;
  for (int axis = 0; axis < dimension; ++axis) walls = walls || !problem.domain.periodic(axis);
  if (!walls || file.values.empty()) return {};
  // Fields have units: values are compared by their energies.
  const auto fields = static_cast<std::size_t>(file.shape.front());
  const auto per_field = file.values.size() / fields;
  const std::vector<double> energy = problem.system->energy(dimension);
  const auto all = static_cast<std::size_t>(problem.system_fields());
  std::vector<double> unit(fields);
  double size = 0;
  for (std::size_t f = 0; f < fields; ++f) unit[f] = std::sqrt(energy[f * all + f]);
  for (std::size_t n = 0; n < file.values.size(); ++n)
    grow(size, unit[n / per_field] * std::abs(file.values[n]));
  std::vector<long> at(file.shape.size());  // [field][m3][m2][m1][i3][i2][i1]
  for (std::size_t n = 0; n < file.values.size(); ++n) {
    if (unit[n / per_field] * std::abs(file.values[n]) <= 1e-6 * size) continue;
    long rest = static_cast<long>(n);
    for (std::size_t d = at.size(); d-- > 0; rest /= file.shape[d]) at[d] = rest % file.shape[d];
    for (std::size_t axis = 0; axis < depth; ++axis) {
      if (problem.domain.periodic(static_cast<int>(axis))) continue;
      const long node = at[depth - axis], entry = at[2 * depth - axis];
      const bool lower = node == 0;
      if (!lower && node != file.shape[depth - axis] - 1) continue;
      const int parity =
          problem.domain.wall[axis][lower ? 0 : 1] *
          problem.system->parity(static_cast<int>(at[0]), static_cast<int>(axis), dimension);
      if (parity * (entry % 2 == 0 ? 1 : -1) < 0)
        return {"initial.path: " + index_text(static_cast<long>(n), file.shape) + " is " +
                short_number(file.values[n]) + ", and would be 0 by the wall " +
                (lower ? "below" : "above") + " in direction " + std::to_string(axis + 1) +
                ": data that contradict a wall begin with a jump"};
    }
  }
  return {};
}

void write_initial(const Problem& problem, const NpyArray& file, Simulation& simulation) {
  const int dimension = problem.grid.dimension;
  const FluidStresses fluids(problem);
  for (int state = 0; state < simulation.states(); ++state) {
    const ArraySpec& array = simulation.state(state);
    const double t = array.time * problem.time.dt;
    const NpyPlace place(simulation, state);
    const auto fill = [&](long slice, double* values) {
      if (problem.input.initial.kind == "zero") {
        std::fill_n(values, simulation.slice_size(state), 0.0);
        return;
      }
      if (problem.input.initial.kind != "file") {
        const Slice part = slice_of(dimension, array, slice);
        fill_exact(problem, array, part, t, fluids, values);
        return clear_zero_ends(array, part, values);
      }
      for (long f = 0; f < array.fields; ++f)
        std::copy_n(file.values.begin() + place.of(f, slice), place.per_field,
                    values + f * place.per_field);
    };
    simulation.write(fill, state);
  }
  const LargestValue largest = simulation.largest();
  if (!std::isfinite(largest.value))
    throw CaseError(problem.input.file, "initial",
                    simulation.place_of(largest) + " is not a finite number in " +
                        problem.input.precision +
                        " precision; take a smaller initial.amplitude, or smoother data");
}

ErrorNorms measure_error(const Problem& problem, const Simulation& simulation, double t) {
  const int dimension = problem.grid.dimension;
  ErrorNorms mine;
  for (int state = 0; state < simulation.states(); ++state) {
    const ArraySpec& array = simulation.state(state);
    const double time = t + array.time * problem.time.dt;
    const Planes own = simulation.own_slices(state);
    std::vector<double> values(simulation.slice_size(state));
    for (long slice = own.begin; slice < own.end; ++slice) {
      simulation.read_slice(slice, values.data(), state);
      mine.merge(
          slice_error(problem, array, slice_of(dimension, array, slice), values.data(), time));
    }
  }
  ErrorNorms norms;
  for (const ErrorNorms& of_rank : simulation.ranks().all(mine)) norms.merge(of_rank);
  return norms;
}

std::string final_file(const Problem& problem, int state) {
  if (state == 0 && !is_fdtd(problem.input)) return "final.npy";
  const int array = problem.solver.states[static_cast<std::size_t>(state)];
  return "final-" + problem.solver.arrays[static_cast<std::size_t>(array)].name + ".npy";
}

void write_state(const Problem& problem, const Simulation& simulation, int state,
                 const std::string& file) {
  const ArraySpec& array = simulation.state(state);
  const NpyPlace place(simulation, state);
  const std::vector<long> shape =
      nodal_shape(array.fields, problem.grid, problem.nodal_order, array.stagger);
  const bool single = problem.solver.precision == Precision::single;
  write_npy(file, shape, single, [&](const PutValues& put) {
    const auto put_slice = [&](long slice, const double* values) {
      for (long f = 0; f < array.fields; ++f)
        put(place.of(f, slice), values + f * place.per_field, place.per_field);
    };
    simulation.read(put_slice, state);
  });
}

}  // namespace hermite
