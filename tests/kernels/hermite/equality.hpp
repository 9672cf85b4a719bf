// Equality of variants. A variant's error against the reference run in the next wider precision is
// at most twice the reference's own error plus 4 eps of the field's maximum, for each derivative
// index; parity's, which is no schedule of the same operations, plus what its sums lose (parity_rounding.hpp).
// Everything starts from the same data, rounded to the precision under test.
#pragma once

#include <doctest/doctest.h>

#include <limits>

#include "hermite/core/error.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/hermite/block_size.hpp"
#include "kernels/hermite/kernel_table.hpp"
#include "kernels/hermite/variant.hpp"
#include "tests/kernels/hermite/parity_rounding.hpp"
#include "tests/kernels/hermite/problem.hpp"
#include "tests/reference/paper.hpp"

namespace hermite {

template <class T>
struct WiderType;
template <>
struct WiderType<float> {
  using type = double;
};
template <>
struct WiderType<double> {
  using type = long double;
};

// What a problem's end is, and how much a variant may differ from it.
template <class T>
struct Expected {
  using Wide = typename WiderType<T>::type;
  std::vector<double> initial;
  std::vector<Wide> end;
  std::vector<Wide> allowed;            // by derivative index
  std::vector<Wide> allowed_of_parity;  // empty where the system has none
};

inline bool has_pipeline(const Problem& p, const std::string& name) {
  const std::vector<std::string> all = pipelines_of(p.system()->name());
  return std::find(all.begin(), all.end(), name) != all.end();
}

template <class T>
std::vector<T> paper_run(const Problem& p, const std::vector<double>& initial) {
  PaperProblem paper_problem;
  paper_problem.dimension = p.dimension;
  paper_problem.order = p.order;
  paper_problem.fields = p.fields();
  paper_problem.cells = p.cells;
  paper_problem.h = {p.h(0), p.h(1), p.h(2)};
  paper_problem.terms = p.system()->terms(p.dimension);
  paper_problem.q = p.stages();
  paper_problem.wall = p.wall;
  for (int f = 0; f < p.fields(); ++f) {
    paper_problem.parity.push_back({0, 0, 0});
    for (int d = 0; d < p.dimension; ++d)
      paper_problem.parity.back()[std::size_t(d)] = p.system()->parity(f, d, p.dimension);
  }
  const Paper<T> paper(paper_problem);
  std::vector<T> u(initial.begin(), initial.end());
  for (int i = 0; i < p.steps; ++i) paper.step(u, T(p.dt()));
  return u;
}

template <class A, class B>
std::vector<A> largest_difference(const std::vector<A>& a, const std::vector<B>& b, int entries) {
  std::vector<A> largest(std::size_t(entries), A(0));
  for (std::size_t i = 0; i < a.size(); ++i) {
    grow(largest[i % std::size_t(entries)], std::abs(a[i] - A(b[i])));
  }
  return largest;
}

// The variants run on one set of data. The reference's own error is its largest over several, each
// in another unit of length: round-off is a random number, that of the data and that of the factors
// dt, h, a, and one small grid with one set of factors shows too few of them. At high orders one factor
// rounded badly weighs more, and is met more seldom: in 2-D at N = 5 the largest of 48 samples is up to
// 1.8 times that of 12.
template <class T>
Expected<T> expect(const Problem& p) {
  using Wide = typename Expected<T>::Wide;
  Expected<T> expected;
  expected.allowed.assign(std::size_t(p.entries()), Wide(0));
  const int samples = p.order > 3 && p.dimension < 3 ? 48 : 12;
#pragma omp parallel for schedule(dynamic)
  for (int sample = 0; sample < samples; ++sample) {
    Problem scaled = p;
    for (double& side : scaled.sides) side *= 1 + 0.1234567 * sample;
    std::vector<double> initial;
    for (double value : smooth_data(scaled, unsigned(sample + 1)))
      initial.push_back(double(T(value)));
    const std::vector<Wide> end = paper_run<Wide>(scaled, initial);
    const auto own = largest_difference(end, paper_run<T>(scaled, initial), p.entries());
#pragma omp critical
    {
      for (std::size_t e = 0; e < own.size(); ++e) grow(expected.allowed[e], own[e]);
      if (sample == 0) {
        expected.initial = initial;
        expected.end = end;
      }
    }
  }
  Wide field = 0;
  for (const Wide& value : expected.end) grow(field, std::abs(value));
  for (Wide& allowed : expected.allowed)
    allowed = 2 * allowed + 4 * Wide(std::numeric_limits<T>::epsilon()) * field;
  if (has_pipeline(p, "parity")) {
    const std::vector<double> lost = parity_rounding(p, expected.initial);
    expected.allowed_of_parity = expected.allowed;
    for (std::size_t e = 0; e < lost.size(); ++e)  // a step is two half steps
      expected.allowed_of_parity[e] +=
          2 * p.steps * Wide(std::numeric_limits<T>::epsilon()) * Wide(lost[e]);
  }
  return expected;
}

// The largest error as a multiple of what is allowed; not <= 1 where there is a NaN.
template <class Wide>
double worst_share(const std::vector<Wide>& expected, const std::vector<Wide>& allowed,
                   const std::vector<double>& end) {
  const auto errors = largest_difference(expected, end, int(allowed.size()));
  double worst = 0;
  for (std::size_t e = 0; e < errors.size(); ++e) grow(worst, double(errors[e] / allowed[e]));
  return worst;
}

// What make(kernel) gives; where a GPU's shared memory holds fewer cells of a high order than are asked for, with as
// many as the code chooses.
template <class Make>
auto with_blocks_that_fit(Case::Kernel kernel, Make&& make) {
  try {
    return make(kernel);
  } catch (const MachineError& error) {
    if (std::string(error.what()).find("take fewer cells") == std::string::npos) throw;
  }
  kernel.cells_per_block = kernel.rows_per_block = 0;
  return make(kernel);
}

// The end of a run; none where shared memory does not hold one cell.
inline std::vector<double> end_of(const Device& device, const Problem& p, Precision precision,
                                  const Case::Kernel& kernel, const std::vector<double>& initial) {
  try {
    return with_blocks_that_fit(kernel, [&](const Case::Kernel& block) {
      return advance(device, p, precision, block, initial);
    });
  } catch (const MachineError& error) {
    if (std::string(error.what()).find("method.order: one cell of ") != 0) throw;
  }
  return {};
}

// Schedules that no block size of the device can run, which may be where a list is given for them.
using Refused = std::vector<std::string>;

template <class T>
void check_variant(const Device& device, const Problem& p, const Expected<T>& expected,
                   const Case::Kernel& kernel, Refused* refused) {
  const std::string what =
      text_of(p) + "; " + name_of(PrecisionOf<T>::value) + "; " + text_of(kernel);
  INFO(what);
  const std::vector<double> end =
      end_of(device, p, PrecisionOf<T>::value, kernel, expected.initial);
  if (end.empty() && refused != nullptr) {
    refused->push_back(what);
    return;
  }
  REQUIRE(end.size() == expected.end.size());
  // On matrix units the long sums are in double precision.
  const bool sums_as_data =
      is_parity(kernel.pipeline) && !(kernel.variant == "matrix" && sizeof(T) < sizeof(double));
  CHECK(worst_share(expected.end, sums_as_data ? expected.allowed_of_parity : expected.allowed,
                    end) <= 1);
}

// All schedules of a problem, with block sizes that change from one to the next and fit neither the
// grid nor a vector register.
inline std::vector<Case::Kernel> all_variants(const Problem& p) {
  static const int lanes[] = {3, 1, 10, 17, 16}, rows[] = {2, 1, 3}, planes[] = {3, 1, 2, 4};
  std::vector<Case::Kernel> variants;
  std::size_t count = 0;
  const auto add = [&](const char* pipeline, const char* variant, bool truncate, int slab,
                       int steps_per_sweep = 1) {
    for (const char* layout : {"x1-innermost", "node-major"}) {
      // That layout is advection's, and of single steps.
      if ((p.other || steps_per_sweep > 1) && std::string(layout) == "node-major") continue;
      Case::Kernel k = kernel_of(pipeline, variant);
      k.truncate = truncate;
      k.slab = slab;
      k.layout = layout;
      k.steps_per_sweep = steps_per_sweep;
      k.cells_per_block = lanes[count % 5];
      k.rows_per_block = rows[count % 3];
      k.planes_per_block = planes[count % 4];
      ++count;
      variants.push_back(k);
    }
  };
  for (const char* variant : {"literal", "march"}) {
    if (p.dimension == 1 && std::string(variant) == "march") continue;
    for (const bool truncate : {true, false}) {
      add("two-kernel", variant, truncate, 0);
      add("two-kernel", variant, truncate, truncate ? 2 : 3);
      add("monolithic", variant, truncate, 0);
    }
    if (p.q != 0 || p.other) continue;  // the exact shift has no stages, and is advection's
    add("shift", variant, true, 0);
    add("full-step", variant, true, 0);
    add("full-step", variant, true, 0, 2);
  }
  if (has_pipeline(p, "parity")) add("parity", "literal", true, 0);
  variants.push_back(kernel_of("monolithic"));  // everything chosen by the code
  variants.push_back(kernel_of("two-kernel"));
  return variants;
}

// What only GPUs run.
inline bool has_registers(const Problem& p, Precision precision, KernelId id) {
  return kernel_table().has({id, has(id, Trait::coupled) ? p.system()->coupling(p.dimension) : "",
                             p.dimension, p.order, precision, Layout::x1_innermost, Backend::cuda});
}

inline std::vector<Case::Kernel> variants_of_gpus(const Problem& p, Precision precision) {
  std::vector<Case::Kernel> variants;
  const auto add = [&](const char* pipeline, KernelId id, bool truncate, int planes, int slab = 0) {
    if (!has_registers(p, precision, id)) return;
    Case::Kernel kernel = kernel_of(pipeline, variant_of(id));
    kernel.truncate = truncate;
    kernel.planes_per_block = planes;
    kernel.slab = slab;
    variants.push_back(kernel);
  };
  add("monolithic", KernelId::monolithic_registers, true, 2);
  add("monolithic", KernelId::monolithic_registers, false, 0);
  add("two-kernel", KernelId::evolve_registers, true, 2);
  add("two-kernel", KernelId::evolve_registers, false, 0);
  add("two-kernel", KernelId::evolve_registers, true, 1, 2);
  add("parity", KernelId::parity_matrix, true, 0);
  add("parity", KernelId::parity_matrix, true, 8);  // two boxes of cells, if there are so many
  add("parity", KernelId::parity_registers, true, 2);
  add("parity", KernelId::parity_registers, true,
      3);  // a march of more than a pair, and half of one
  if (p.q != 0 || p.other) return variants;
  add("shift", KernelId::half_step_registers, true, 2);
  add("full-step", KernelId::full_step_registers, true, 2);
  if (has_registers(p, precision, KernelId::two_steps_registers)) {
    variants.push_back(two_steps_of("registers"));
    variants.back().planes_per_block = 2;
  }
  return variants;
}

template <class T>
void check_of_gpus(const Device& device, const Problem& p, const Expected<T>& expected) {
  for (const Case::Kernel& kernel : variants_of_gpus(p, PrecisionOf<T>::value))
    check_variant(device, p, expected, kernel, nullptr);
}

// Without a list for those that the device refuses, none may be.
template <class T>
void check_all(const Device& device, const Problem& p, Refused* refused = nullptr) {
  const Expected<T> expected = expect<T>(p);
  for (const Case::Kernel& kernel : all_variants(p))
    check_variant(device, p, expected, kernel, refused);
  if (device.cuda()) check_of_gpus(device, p, expected);
}

// Problems whose velocities have every sign, and whose cells are not cubes.
inline Problem sample_problem(int dimension, int order, int number) {
  static const std::array<double, 3> velocities[] = {
      {-1, -1, -1}, {0.7, -1.3, 0.4}, {-0.6, 0, 1.1}, {0, 0.9, -0.5}};
  Problem p;
  p.dimension = dimension;
  p.order = order;
  p.velocity = velocities[std::size_t(number % 4)];
  p.sides = {1, dimension > 1 ? 0.7 : 1, dimension > 2 ? 1.2 : 1};
  if (dimension == 1) p.cells = {37, 1, 1};
  if (dimension == 2) p.cells = {19, 5, 1};
  if (dimension == 3) p.cells = {7, 3, 5};
  if (dimension == 3) p.steps = 2;
  return p;
}

// The same problem with few Taylor stages.
inline Problem with_few_stages(Problem p) {
  p.q = 2 * p.order + 2;
  p.courant = 0.5;
  return p;
}

}  // namespace hermite
