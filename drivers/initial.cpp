// Slices of a simulation are all nodes with one index along the last axis, canonical order
// [field][m2][m1][i3][i2][i1] in 3-D, [field][m1][i2][i1] in 2-D and 1-D (where there is one).
#include "drivers/initial.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/method/taylor.hpp"

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

Slice slice_of(const Problem& problem, long slice) {
  const Grid& grid = problem.grid;
  Slice s{{0, 0, 0}, grid.cells[0], grid.dimension == 3 ? grid.cells[1] : 1};
  if (grid.dimension > 1) s.begin[static_cast<std::size_t>(grid.dimension - 1)] = slice;
  return s;
}

// Index i_d of an entry along each axis; i_1 is the fastest.
std::array<int, 3> indices(int entry, int n) { return {entry % n, entry / n % n, entry / (n * n)}; }

void fill_exact(const Problem& problem, const Slice& slice, double* values) {
  const int dimension = problem.grid.dimension, n = problem.input.method.order + 1;
  const int fields = problem.fields(), entries = problem.per_node();
#pragma omp parallel for schedule(static)
  for (long k = 0; k < slice.nodes(); ++k) {
    const std::array<long, 3> m = slice.node(k);
    Series x[3];
    for (int d = 0; d < dimension; ++d)
      x[d] = Series::variable(d, n,
                              problem.grid.node(d, m[static_cast<std::size_t>(d)], Stagger::primal),
                              problem.grid.h(d));
    std::vector<Series> u(static_cast<std::size_t>(fields));
    problem.system->exact(problem.domain, problem.input.initial, x, 0, u.data());
    for (int f = 0; f < fields; ++f)
      for (int e = 0; e < entries; ++e) {
        const std::array<int, 3> i = indices(e, n);
        values[(f * slice.nodes() + k) * entries + e] =
            u[static_cast<std::size_t>(f)].coefficient(i[0], i[1], i[2]);
      }
  }
}

ErrorNorms slice_error(const Problem& problem, const Slice& slice, const double* values, double t) {
  const int fields = problem.fields(), entries = problem.per_node();
  ErrorNorms norms;
#pragma omp parallel
  {
    ErrorNorms mine;
    std::vector<double> u(static_cast<std::size_t>(fields));
#pragma omp for schedule(static)
    for (long k = 0; k < slice.nodes(); ++k) {
      const std::array<long, 3> m = slice.node(k);
      double x[3] = {0, 0, 0};
      for (int d = 0; d < problem.grid.dimension; ++d)
        x[d] = problem.grid.node(d, m[static_cast<std::size_t>(d)], Stagger::primal);
      problem.system->exact(problem.domain, problem.input.initial, x, t, u.data());
      for (int f = 0; f < fields; ++f)
        mine.add(values[(f * slice.nodes() + k) * entries], u[static_cast<std::size_t>(f)]);
    }
#pragma omp critical
    norms.merge(mine);
  }
  return norms;
}

// A slice in a .npy array: field f begins at (f * slices + slice) * values_per_field.
long position(const Simulation& simulation, long field, long slice, long per_field) {
  return (field * simulation.slices() + slice) * per_field;
}

long values_per_field(const Problem& problem, const Simulation& simulation) {
  return static_cast<long>(simulation.slice_size()) / problem.fields();
}

}  // namespace

NpyArray read_initial_file(const Problem& problem) {
  const Case& input = problem.input;
  if (input.initial.kind != "file") return {};
  NpyArray array = read_npy(input.initial.path);
  const std::vector<long> shape = nodal_shape(problem.fields(), problem.grid, input.method.order);
  if (array.shape == shape) return array;
  throw CaseError(input.initial.path, "initial.path", "shape " + shape_text(array.shape),
                  shape_text(shape) +
                      ": fields, nodes and N+1 derivatives per direction (grid.cells, "
                      "method.order), the last direction first");
}

void write_initial(const Problem& problem, const NpyArray& file, Simulation& simulation) {
  const long per_field = values_per_field(problem, simulation);
  simulation.write([&](long slice, double* values) {
    if (problem.input.initial.kind != "file")
      return fill_exact(problem, slice_of(problem, slice), values);
    for (long f = 0; f < problem.fields(); ++f)
      std::copy_n(file.values.begin() + position(simulation, f, slice, per_field), per_field,
                  values + f * per_field);
  });
}

ErrorNorms measure_error(const Problem& problem, const Simulation& simulation, double t) {
  ErrorNorms norms;
  simulation.read([&](long slice, const double* values) {
    norms.merge(slice_error(problem, slice_of(problem, slice), values, t));
  });
  return norms;
}

void write_state(const Problem& problem, const Simulation& simulation, const std::string& file) {
  const long per_field = values_per_field(problem, simulation);
  const std::vector<long> shape =
      nodal_shape(problem.fields(), problem.grid, problem.input.method.order);
  const bool single = problem.solver.precision == Precision::single;
  write_npy(file, shape, single, [&](const PutValues& put) {
    simulation.read([&](long slice, const double* values) {
      for (long f = 0; f < problem.fields(); ++f)
        put(position(simulation, f, slice, per_field), values + f * per_field, per_field);
    });
  });
}

}  // namespace hermite
