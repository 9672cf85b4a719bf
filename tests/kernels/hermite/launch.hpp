// Kernels launched by themselves, on arrays whose every value a test sets and sees: halos, padding
// and all.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "hermite/method/operators.hpp"
#include "kernels/hermite/block_size.hpp"
#include "kernels/hermite/launcher.hpp"
#include "kernels/hermite/parity_storage.hpp"
#include "kernels/hermite/shape.hpp"
#include "tests/kernels/hermite/parity_problem.hpp"
#include "tests/kernels/hermite/problem.hpp"

namespace hermite {

// A node array with two halo layers on every side; `values` is all of its memory, on the host.
template <class T>
struct NodeArray {
  NodeLayout layout;
  std::vector<T> values;

  NodeArray(const Problem& p, Layout kind, int entries, T fill) {
    NodeExtents x;
    x.fields = p.fields();
    x.entries = entries;
    for (int d = 0; d < 3; ++d) {
      x.nodes[d] = p.cells[std::size_t(d)];
      x.below[d] = x.above[d] = d < p.dimension ? 2 : 0;
    }
    layout = make_layout(kind, x, sizeof(T));
    values.assign(std::size_t(layout.size), fill);
  }
  T& at(const long (&m)[3], int entry, int field = 0) {
    return values[std::size_t(layout.at(field, m[2], m[1], m[0], entry))];
  }
};

// Visits the nodes of a box: f(m).
template <class F>
void for_nodes(const CellBox& box, F&& f) {
  long m[3];
  for (m[2] = box.lower[2]; m[2] < box.upper[2]; ++m[2])
    for (m[1] = box.lower[1]; m[1] < box.upper[1]; ++m[1])
      for (m[0] = box.lower[0]; m[0] < box.upper[0]; ++m[0]) f(m);
}

inline Operator operator_of(KernelId id) {
  if (id == KernelId::half_step_literal || portable_form(id) == KernelId::half_step_march)
    return Operator::half_step;
  if (id == KernelId::full_step_literal || portable_form(id) == KernelId::full_step_march)
    return Operator::full_step;
  if (id == KernelId::two_steps_literal || portable_form(id) == KernelId::two_steps_march)
    return Operator::two_steps;
  return Operator::interpolate;
}
inline int points_of(KernelId id) {
  return portable_form(id) == KernelId::evolve ? 1 : points_of(operator_of(id));
}
// Of the nodes around a cell, relative to it: of shifts that end on the grid where they began.
inline int first_node(KernelId id) {
  const int points = points_of(id);
  return points > 2 ? -points / 2 : 0;
}
inline int entries_in(KernelId id, const Problem& p) {
  return portable_form(id) == KernelId::evolve ? power(2 * p.order + 2, p.dimension) : p.entries();
}
inline int entries_out(KernelId id, const Problem& p) {
  const bool coefficients =
      id == KernelId::reconstruct_literal || portable_form(id) == KernelId::reconstruct_march;
  return coefficients ? power(2 * p.order + 2, p.dimension) : p.entries();
}

// The arguments of one kernel for a problem, with the operators that they point to.
struct Arguments {
  std::vector<double> operators[3];
  StepArguments step;

  Arguments(const Arguments&) = delete;
  Arguments(KernelId id, const Problem& p, int first, const CellBox& box) {
    for (int d = 0; d < p.dimension; ++d) {
      const Eigen::MatrixXd m = matrix_of(operator_of(id), p.order, p.lam(d));
      for (Eigen::Index r = 0; r < m.rows(); ++r)
        for (Eigen::Index c = 0; c < m.cols(); ++c) operators[d].push_back(m(r, c));
      step.operators[d] = operators[d].data();
      step.operator_values = static_cast<int>(operators[d].size());
    }
    const std::vector<CoupledTerm> terms = p.system()->terms(p.dimension);
    for (std::size_t t = 0; t < terms.size(); ++t)
      step.rate[t] = terms[t].coefficient * p.dt() / 2 / p.h(terms[t].axis);
    step.fields = p.fields();
    step.box = box;
    step.first = first;
    step.order = p.order;
    step.stages = p.stages();
    step.lanes = 3;
    step.rows = 2;
    step.planes = 2;
  }

  // For the kernels of parity: their matrices, on the device.
  void set_parity(const Problem& p, const ParityFormat& format, const Device& device) {
    const ParityProblem parity(p);
    storage = std::make_unique<ParityStorage>(parity.blocks, parity.flips, format, device);
    step.parity = storage->on_device();
  }
  std::unique_ptr<ParityStorage> storage;
};

// Copies both arrays to the device, runs the kernel, copies `out` back.
template <class T>
void launch(const Device& device, const KernelEntry& entry, StepArguments a, const NodeArray<T>& in,
            NodeArray<T>& out) {
  const Buffer in_buffer(device, in.values.size() * sizeof(T));
  const Buffer out_buffer(device, out.values.size() * sizeof(T));
  device.upload(in_buffer.data(), in.values.data(), in_buffer.bytes());
  device.upload(out_buffer.data(), out.values.data(), out_buffer.bytes());
  a.in = in_buffer.data();
  a.in_layout = in.layout;
  a.out = out_buffer.data();
  a.out_layout = out.layout;
  entry.launch(a, {device.threads(), nullptr});
  device.synchronize();
  device.download(out.values.data(), out_buffer.data(), out_buffer.bytes());
}

inline KernelKey key_of(KernelId id, const Problem& p, Precision precision, Layout layout,
                        const Device& device) {
  return {id,
          has(id, Trait::coupled) ? p.system()->coupling(p.dimension) : "",
          p.dimension,
          p.order,
          precision,
          layout,
          device.cuda() ? Backend::cuda : Backend::host};
}

// Every order of a kernel that is compiled for CUDA; some must be.
inline std::vector<int> cuda_orders(KernelId id, const std::string& coupling) {
  const std::vector<int> orders = kernel_table().orders(
      {id, coupling, 1, 0, Precision::double_, Layout::x1_innermost, Backend::cuda});
  CHECK(!orders.empty());
  return orders;
}

// How far rounding can take a half step's results from the exact ones, by derivative index, for
// data whose derivative i is at most `largest[i]`: the rounding errors of the longest chain of
// operations, times the magnitudes |S| |H| |data| that a result is the sum of. The chain: H with 2n
// products and sums per axis, or A = S H of double precision with as many again for S and for the
// product; then q stages of a factor (three roundings), a product, and a sum over the axes and b.
template <class T>
std::vector<double> rounding_bound(const Problem& p, std::vector<double> largest) {
  const int n = p.order + 1;
  long fast = 1;
  for (int d = 0; d < p.dimension; ++d, fast *= n) {
    const Eigen::MatrixXd weights =
        shift_rows(p.order, std::abs(p.lam(d))) * interpolation(p.order).cwiseAbs();
    const Eigen::MatrixXd both = weights.leftCols(n) + weights.rightCols(n);
    const std::vector<double> from = largest;  // [slow][n][fast]
    for (std::size_t e = 0; e < from.size(); ++e) {
      const long i = long(e) / fast % n, base = long(e) - i * fast;
      largest[e] = 0;
      for (int j = 0; j < n; ++j) largest[e] += both(i, j) * from[std::size_t(base + j * fast)];
    }
  }
  const double chain = 6 * n * p.dimension + (5 + p.dimension) * p.stages();
  for (double& bound : largest) bound *= chain * double(std::numeric_limits<T>::epsilon());
  return largest;
}

}  // namespace hermite
