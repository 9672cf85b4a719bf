// The sweeps of the kernels in registers, on the host: each result of a cell's Taylor series, of every
// number of stages, is that of the series by its definition.
#include "kernels/hermite/sweep.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "hermite/core/grow.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/maxwell.hpp"

using namespace hermite;

namespace {

template <class Coupling, int Order>
struct Cell {
  static constexpr int fields = Coupling::fields, terms = Coupling::terms, n = Order + 1, m = 2 * n;
  static constexpr int size = fields * m * m * m;
  std::vector<double> b = std::vector<double>(size);
  double rate[terms];  // coefficient * tau / h

  Cell() {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> any(-1, 1);
    for (double& value : b) value = any(random);
    for (double& value : rate) value = .3 * any(random);
  }
  static int at(int f, int i3, int i2, int i1) { return ((f * m + i3) * m + i2) * m + i1; }

  // w <- b, then w <- b + (1 / k) sum_terms rate D_axis w for k = q..1.
  std::vector<double> by_definition(int stages) const {
    std::vector<double> w = b;
    for (int k = stages; k >= 1; --k) {
      std::vector<double> next = b;
      for (int t = 0; t < terms; ++t) {
        const Term term = Coupling::term(t);
        for (int i3 = 0; i3 < m; ++i3)
          for (int i2 = 0; i2 < m; ++i2)
            for (int i1 = 0; i1 < m; ++i1) {
              int i[3] = {i1, i2, i3};
              const int factor = ++i[term.axis];
              if (factor == m) continue;
              next[at(term.out, i3, i2, i1)] +=
                  rate[t] / k * factor * w[at(term.in, i[2], i[1], i[0])];
            }
      }
      w = next;
    }
    return w;
  }

  // What sweeps read: b times i!.
  struct Derivatives {
    const std::vector<double>& b;
    double operator()(int f, int i3, int i2, int i1) const {
      return b[at(f, i3, i2, i1)] * std::tgamma(i3 + 1) * std::tgamma(i2 + 1) * std::tgamma(i1 + 1);
    }
  };

  // Every result is emitted once, and is what the definition gives.
  template <class Run>
  void check(int stages, const Run& run) const {
    const std::vector<double> expected = by_definition(stages);
    std::vector<int> times(size, 0);
    double worst = 0;
    run(Derivatives{b}, [&](int f, int i3, int i2, int i1, double value) {
      const int i = at(f, i3, i2, i1);
      ++times[i];
      grow(worst, std::abs(value - expected[i]));
    });
    // Values of a few, of up to twenty products each, which a compiler may contract: 4e-16 was seen.
    CHECK(worst < 1e-14);
    for (int f = 0; f < fields; ++f)
      for (int i3 = 0; i3 < m; ++i3)
        for (int i2 = 0; i2 < m; ++i2)
          for (int i1 = 0; i1 < m; ++i1)
            REQUIRE(times[at(f, i3, i2, i1)] == (i1 < n && i2 < n && i3 < n ? 1 : 0));
  }
};

template <class Coupling, int Order, int Chains>
void check() {
  using Sweep = DegreeSweep<Coupling, Order, double, Chains>;
  CAPTURE(Order);
  CAPTURE(Chains);
  const Cell<Coupling, Order> cell;
  for (const int stages : {1, 2, 3 * Order, Sweep::top}) {
    CAPTURE(stages);
    typename Sweep::Rates rates;
    rates.set(cell.rate, stages);
    cell.check(stages, [&](const auto& b, const auto& emit) {
      Sweep sweep;
      // Whatever was there before, no result is made of it.
      std::fill_n(&sweep.r_w[0][0][0][0], sizeof(sweep.r_w) / sizeof(double), std::nan(""));
      for (int group = 0; group < Sweep::groups; ++group) sweep.run(group * Chains, rates, b, emit);
    });
  }
}

}  // namespace

TEST_CASE("The sweeps of a cell, one or two at a time, give its Taylor series") {
  check<AdvectionCoupling<3>, 1, 1>();
  check<AdvectionCoupling<3>, 1, 2>();
  check<AdvectionCoupling<3>, 2, 1>();
  check<AdvectionCoupling<3>, 2, 2>();
  check<AdvectionCoupling<3>, 3, 1>();
  check<AdvectionCoupling<3>, 3, 2>();
  check<AdvectionCoupling<3>, 4, 1>();
  check<AcousticsCoupling<3>, 1, 1>();
  check<AcousticsCoupling<3>, 2, 1>();
  check<MaxwellCoupling<3>, 1, 1>();
  check<ElasticCoupling<3>, 1, 1>();
}
