// Exact identities of the half step and the full step, on any device.
#pragma once

#include "hermite/core/grow.hpp"
#include "tests/kernels/hermite/launch.hpp"

namespace hermite {

// A polynomial of degree 2N+1 per direction as a sum of two products, in s = x / (2 h) so that its
// values on a few cells stay of magnitude 1.
class Polynomial {
 public:
  explicit Polynomial(const Problem& p) : dimension_(p.dimension), n_(p.order + 1) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (auto& product : coefficients_)
      for (auto& factor : product)
        for (int k = 0; k < 2 * n_; ++k) factor.push_back(uniform(random));
  }
  // All scaled derivatives at the point x (in cells), i1 fastest.
  std::vector<long double> at(const long double (&x)[3]) const {
    std::vector<long double> sum;
    for (const auto& product : coefficients_) {
      std::vector<long double> values = {1};
      for (int d = dimension_ - 1; d >= 0; --d) {
        std::vector<long double> more;
        for (const long double value : values)
          for (int i = 0; i < n_; ++i) more.push_back(value * derivative(product[d], x[d] / 2, i));
        values = more;
      }
      sum.resize(values.size());
      for (std::size_t e = 0; e < values.size(); ++e) sum[e] += values[e];
    }
    return sum;
  }

 private:
  // (1/2)^i / i! D^i of sum_k c_k s^k.
  static long double derivative(const std::vector<double>& c, long double s, int i) {
    long double sum = 0;
    for (int k = int(c.size()) - 1; k >= i; --k) sum = sum * s + binomial(k, i) * c[std::size_t(k)];
    return std::ldexp(sum, -i);
  }
  int dimension_, n_;
  std::vector<double> coefficients_[2][3];  // [product][axis][k]
};

// One half step of the kernels `ids`, one after the other, on polynomial data; `first` as in
// StepArguments. Full q and any lam up to 1: the time series of a polynomial ends.
template <class T>
void check_polynomial(const Device& device, const Problem& p, const std::vector<KernelId>& ids,
                      Layout layout, int first) {
  const Polynomial polynomial(p);
  CellBox box, all;
  for (int d = 0; d < 3; ++d) {
    box.upper[d] = all.upper[d] = p.cells[std::size_t(d)];
    if (d >= p.dimension) continue;
    all.lower[d] -= 1;
    all.upper[d] += 1;
  }
  NodeArray<T> data(p, layout, p.entries(), T(0));
  std::vector<double> largest(std::size_t(p.entries()), 0.0);
  for_nodes(all, [&](const long(&m)[3]) {
    const long double x[3] = {m[0] - 1.0L, m[1] - 1.0L, m[2] - 1.0L};
    const auto exact = polynomial.at(x);
    for (int e = 0; e < p.entries(); ++e) {
      data.at(m, e) = T(exact[std::size_t(e)]);
      double& most = largest[std::size_t(e)];
      grow(most, double(std::abs(data.at(m, e))));
    }
  });
  for (const KernelId id : ids) {
    const Arguments a(id, p, id == KernelId::evolve ? 0 : first, box);
    NodeArray<T> result(p, layout, entries_out(id, p), T(0));
    launch(device, kernel_table().choose(key_of(id, p, PrecisionOf<T>::value, layout, device)),
           a.step, data, result);
    data = result;
  }
  const std::vector<double> bound = rounding_bound<T>(p, largest);
  double worst = 0;
  for_nodes(box, [&](const long(&m)[3]) {
    long double x[3];
    for (int d = 0; d < 3; ++d) x[d] = m[d] - 0.5L + first + (d < p.dimension ? p.lam(d) / 2 : 0.0);
    const auto exact = polynomial.at(x);
    for (int e = 0; e < p.entries(); ++e) {
      const double error = double(std::abs(data.at(m, e) - exact[std::size_t(e)]));
      const double share = error / bound[std::size_t(e)];
      if (!(share <= worst)) worst = share;
    }
  });
  CHECK(worst <= 1);
}

template <class T>
void check_polynomials(const Device& device, int dimension, int lowest, int highest) {
  for (int order = lowest; order <= highest; ++order) {
    Problem p;
    p.dimension = dimension;
    p.order = order;
    p.velocity = {-0.8, 1, 0.3};
    p.cells = {3, dimension > 1 ? 3 : 1, dimension > 2 ? 2 : 1};
    p.sides = {3, 3, 2};
    INFO(text_of(p));
    using K = KernelId;
    std::vector<std::vector<K>> ways = {
        {K::half_step_literal}, {K::monolithic_literal}, {K::reconstruct_literal, K::evolve}};
    if (dimension > 1) {
      ways.push_back({K::half_step_march});
      ways.push_back({K::monolithic_march});
      ways.push_back({K::reconstruct_march, K::evolve});
    }
    for (const auto& way : ways)
      for (const int first : {0, -1})
        check_polynomial<T>(device, p, way, first == 0 ? Layout::x1_innermost : Layout::node_major,
                            first);
  }
}

// lam = 1 in every direction: a full step moves the data by one cell against the velocity's sign.
template <class T>
void check_shift(const Device& device, Problem p, const Case::Kernel& kernel) {
  for (int d = 0; d < p.dimension; ++d)
    p.sides[std::size_t(d)] = 0.25 * double(p.cells[std::size_t(d)]);
  p.courant = 1;
  const std::string what = text_of(p) + "; " + text_of(kernel);
  INFO(what);
  std::vector<double> initial;
  for (double value : rough_data(p, 5)) initial.push_back(double(T(value)));
  const std::vector<double> end = advance(device, p, PrecisionOf<T>::value, kernel, initial);
  const auto bound = rounding_bound<T>(p, std::vector<double>(std::size_t(p.entries()), 1.0));
  long from[3], m[3];
  double worst = 0;
  for (m[2] = 0; m[2] < p.cells[2]; ++m[2])
    for (m[1] = 0; m[1] < p.cells[1]; ++m[1])
      for (m[0] = 0; m[0] < p.cells[0]; ++m[0])
        for (int e = 0; e < p.entries(); ++e) {
          for (int d = 0; d < 3; ++d) {
            const long cells = p.cells[std::size_t(d)];
            const long shift = d >= p.dimension ? 0 : p.velocity[std::size_t(d)] < 0 ? 1 : -1;
            from[d] = ((m[d] + shift * p.steps) % cells + cells) % cells;
          }
          const auto at = [&](const long(&node)[3]) {
            const long index = (node[2] * p.cells[1] + node[1]) * p.cells[0] + node[0];
            return std::size_t(index * p.entries() + e);
          };
          // Errors are shifted like the data, so those of 2 half steps per step add up.
          const double share =
              std::abs(end[at(m)] - initial[at(from)]) / (2 * p.steps * bound[std::size_t(e)]);
          if (!(share <= worst)) worst = share;
        }
  CHECK(worst <= 1);
}

template <class T>
void check_shifts(const Device& device, int dimension, int lowest, int highest) {
  for (int order = lowest; order <= highest; ++order)
    for (int signs = 0; signs < (1 << dimension); ++signs) {
      Problem p;
      p.dimension = dimension;
      p.order = order;
      p.cells = {5, dimension > 1 ? 3 : 1, dimension > 2 ? 4 : 1};
      for (int d = 0; d < dimension; ++d)
        p.velocity[std::size_t(d)] = (signs >> d) % 2 == 0 ? -1 : 1;
      for (const char* pipeline : {"two-kernel", "monolithic", "shift", "full-step"})
        check_shift<T>(device, p, kernel_of(pipeline));
      check_shift<T>(device, p, two_steps_of());
    }
}

}  // namespace hermite
