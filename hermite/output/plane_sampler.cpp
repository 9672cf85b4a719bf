#include "hermite/output/plane_sampler.hpp"

namespace hermite {

namespace {

// Below this many values waking the threads costs more than they save.
constexpr long worth_threads = 20000;

/// out[e] = sum_i weights[i] left[i * entries + e] + weights[n + i] right[i * entries + e]
void contract(const std::vector<double>& weights, int n, long entries, const double* left,
              const double* right, double* out) {
  for (long e = 0; e < entries; ++e) {
    double sum = 0;
    for (long i = 0; i < n; ++i) {
      sum += weights[size_t(i)] * left[i * entries + e];
      sum += weights[size_t(i + n)] * right[i * entries + e];
    }
    out[e] = sum;
  }
}

}  // namespace

long PlaneSampler::planes(const Stencils& stencils) const {
  return state_.dimension == 1 ? 1 : long(stencils[size_t(state_.dimension - 1)].size());
}

long PlaneSampler::points(const Stencils& stencils) const {
  return long(stencils[0].size() * (state_.dimension == 3 ? stencils[1].size() : 1));
}

const PlaneSampler::Slice& PlaneSampler::slice(long index, long keep) {
  for (const Slice& held : held_)
    if (held.index == index) return held;
  Slice& free = held_[held_[0].index == keep ? 1 : 0];
  free.values.resize(state_.slice_size());
  free.index = -1;
  state_.read_slice(index, free.values.data());
  free.index = index;
  return free;
}

void PlaneSampler::contract_last(const AxisStencil& last) {
  const int n = state_.n();
  const long entries = state_.entries() / n;
  const long nodes = long(state_.slice_size()) / state_.entries();  // of all fields
  const double* left = slice(last.left, last.right).values.data();
  const double* right = slice(last.right, last.left).values.data();
  face_.resize(size_t(nodes * entries));
#pragma omp parallel for schedule(static) if (nodes * n * entries > worth_threads)
  for (long m = 0; m < nodes; ++m)
    contract(last.weights, n, entries, left + m * n * entries, right + m * n * entries,
             face_.data() + m * entries);
}

void PlaneSampler::sample(const Stencils& stencils, long plane, double* values) {
  const int n = state_.n(), dimension = state_.dimension;
  const long fields = long(state_.fields.size()), columns = state_.nodes[0];
  const double* face;
  if (dimension == 1) {
    face = slice(0, -1).values.data();
  } else {
    contract_last(stencils[size_t(dimension - 1)][size_t(plane)]);
    face = face_.data();
  }
  const long along = long(stencils[0].size()), rows = points(stencils) / along;
#pragma omp parallel for schedule(static) \
    collapse(2) if (rows > 1 && rows * (along + columns * n) * n > worth_threads)
  for (long f = 0; f < fields; ++f)
    for (long s2 = 0; s2 < rows; ++s2) {
      std::vector<double> mixed;  // [m1][i1], in 3-D
      const double* line = face + f * columns * n;
      if (dimension == 3) {
        const AxisStencil& row = stencils[1][size_t(s2)];
        const double* field = face + f * state_.nodes[1] * columns * n * n;
        mixed.resize(size_t(columns * n));
        for (long m1 = 0; m1 < columns; ++m1)
          contract(row.weights, n, n, field + (row.left * columns + m1) * n * n,
                   field + (row.right * columns + m1) * n * n, mixed.data() + m1 * n);
        line = mixed.data();
      }
      for (long s1 = 0; s1 < along; ++s1) {
        const AxisStencil& point = stencils[0][size_t(s1)];
        contract(point.weights, n, 1, line + point.left * n, line + point.right * n,
                 values + (f * rows + s2) * along + s1);
      }
    }
}

}  // namespace hermite
