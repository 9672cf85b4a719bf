// Every kernel by itself on poisoned memory: it reads the nodes of its stencil and no others, it
// writes every value of every cell of its box, and it writes nothing else.
#pragma once

#include <algorithm>
#include <cstring>

#include "tests/kernels/hermite/launch.hpp"
#include "tests/kernels/hermite/systems.hpp"

namespace hermite {

template <class T>
bool same_bits(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

// The box leaves a rim of one cell per axis, and has sizes that no block divides.
template <class T>
void check_what_is_touched(const Device& device, const KernelEntry& entry, int order) {
  Problem p = problem_of(entry.key);
  p.order = order;
  p.velocity = {-1, 0.5, -0.7};
  CellBox box, stencil;
  static const long most[3][3] = {{24, 1, 1}, {22, 7, 1}, {36, 4, 4}};
  const KernelId id = entry.key.id;
  const int first = portable_form(id) == KernelId::evolve ? 0 : std::min(-1, first_node(id));
  for (int d = 0; d < p.dimension; ++d) {
    p.cells[std::size_t(d)] = most[p.dimension - 1][d];
    box.lower[d] = 1;
    box.upper[d] = p.cells[std::size_t(d)] - 1;
    stencil.lower[d] = box.lower[d] + first;
    stencil.upper[d] = box.upper[d] + first + points_of(id) - 1;
  }
  const T poison = std::numeric_limits<T>::quiet_NaN();
  const int read = entries_in(id, p), written = entries_out(id, p);
  NodeArray<T> in(p, entry.key.layout, read, poison), out(p, entry.key.layout, written, poison);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for_nodes(stencil, [&](const long(&m)[3]) {
    for (int f = 0; f < p.fields(); ++f)
      for (int e = 0; e < read; ++e) in.at(m, e, f) = T(uniform(random));
  });

  Arguments a(id, p, first, box);
  if (portable_form(id) == KernelId::parity_literal)
    a.set_parity(p, parity_format(id, entry.key.precision), device);
  // A GPU's shared memory holds fewer cells of high order and many fields, in the end not one.
  while (a.step.lanes > 1 && entry.needs(a.step).scratch_bytes > device.scratch_limit())
    --a.step.lanes;
  if (device.cuda() && entry.needs(a.step).scratch_bytes > device.scratch_limit()) return;
  launch(device, entry, a.step, in, out);

  long unwritten = 0, elsewhere = 0;
  for_nodes(box, [&](const long(&m)[3]) {
    for (int f = 0; f < p.fields(); ++f)
      for (int e = 0; e < written; ++e) {
        if (!std::isfinite(out.at(m, e, f))) ++unwritten;
        out.at(m, e, f) = poison;
      }
  });
  for (const T& value : out.values) elsewhere += same_bits(value, poison) ? 0 : 1;
  CHECK(unwritten == 0);
  CHECK(elsewhere == 0);
}

// All kernels of the table for the device, of the orders that `wanted` accepts; any_order runs as
// an order that is not compiled ahead.
template <class Wanted>
void check_kernels(const Device& device, Wanted wanted) {
  int checked = 0;
  for (const KernelEntry& entry : kernel_table().entries()) {
    if ((entry.key.backend == Backend::cuda) != device.cuda() || !wanted(entry.key)) continue;
    if (has(entry.key.id, Trait::in_place)) continue;  // poison would spread

    const int order = entry.key.order == any_order ? 1 : entry.key.order;
    const std::string what = kernel_name(entry.key.id) + ", " +
                             std::to_string(entry.key.dimension) +
                             "-D, N = " + std::to_string(entry.key.order);
    INFO(what);
    if (entry.key.precision == Precision::single)
      check_what_is_touched<float>(device, entry, order);
    else
      check_what_is_touched<double>(device, entry, order);
    ++checked;
  }
  CHECK(checked > 0);
}

}  // namespace hermite
