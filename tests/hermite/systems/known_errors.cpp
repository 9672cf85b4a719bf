// The whole method in one dimension, with nothing but its matrices: full steps of u_t = u_x from
// exact nodal data of sin(2 pi x) on [0, 1], T = 1, lam = .5, and the error at the primal nodes.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/method/norms.hpp"
#include "hermite/method/operators.hpp"
#include "hermite/systems/advection.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

Eigen::MatrixXd nodal_data(const Advection& advection, int order, int cells, double t) {
  Initial initial;
  initial.waves = {1};
  Eigen::MatrixXd data(order + 1, cells);
  for (int m = 0; m < cells; ++m) {
    const Series x = Series::variable(0, order + 1, double(m) / cells, 1.0 / cells);
    Series u;
    advection.exact(Domain(), initial, &x, t, &u);
    for (int i = 0; i <= order; ++i) data(i, m) = u.coefficient(i);
  }
  return data;
}

ErrorNorms errors_after_one_period(int order, int cells, double lam) {
  const Advection advection({-1});
  const int n = order + 1, steps = int(std::lround(cells / lam));
  const Eigen::MatrixXd step = full_step(order, lam);
  Eigen::MatrixXd data = nodal_data(advection, order, cells, 0);
  for (int s = 0; s < steps; ++s) {
    const Eigen::MatrixXd old = data;
    for (int m = 0; m < cells; ++m)
      data.col(m) = step.leftCols(n) * old.col((m + cells - 1) % cells) +
                    step.middleCols(n, n) * old.col(m) +
                    step.rightCols(n) * old.col((m + 1) % cells);
  }
  const Eigen::MatrixXd exact = nodal_data(advection, order, cells, 1);
  ErrorNorms norms;
  for (int m = 0; m < cells; ++m) norms.add(data(0, m), exact(0, m));
  return norms;
}

// Largest error at the nodes for 8, 16, 32 cells.
struct Known {
  int order;
  double errors[3];
};
constexpr Known known[] = {
    {1, {2.402757e-2, 3.159283e-3, 4.002408e-4}},
    {2, {1.025052e-4, 3.234501e-6, 1.012844e-7}},
    {3, {2.923487e-7, 2.341912e-9, 1.841025e-11}},
};

}  // namespace

TEST_CASE("errors of 1-D advection are the known ones to their last digit") {
  for (const Known& row : known)
    for (int i = 0; i < 3; ++i) {
      CAPTURE(row.order);
      CAPTURE(i);
      const double error = errors_after_one_period(row.order, 8 << i, 0.5).max();
      // Half a unit of the seventh digit, or round-off of some 100 steps.
      CHECK(std::abs(error - row.errors[i]) <= std::max(5e-7 * row.errors[i], 5e-15));
    }
}

TEST_CASE("errors follow the law E_N (k c T) (k h)^(2N+1) and the order is 2N+1") {
  const double law[] = {8.463e-3, 5.524e-5, 2.608e-7, 5.820e-10};  // N = 1..4 at lam = .5
  const double k = 2 * std::acos(-1.0);
  for (int order = 1; order <= 4; ++order) {
    CAPTURE(order);
    const int cells = order <= 2 ? 32 : order == 3 ? 12 : 8;  // before round-off shows
    const double coarse = errors_after_one_period(order, cells, 0.5).max();
    const double fine = errors_after_one_period(order, 2 * cells, 0.5).max();
    // The law is the first term in k h, here at most 0.4 and coarse 0.8, with corrections of its square. Orders are
    // off by up to 0.024, errors by 0.5 %.
    CHECK(std::abs(std::log2(coarse / fine) - (2 * order + 1)) < 0.1);
    const double expected = law[order - 1] * k * std::pow(k / (2 * cells), 2 * order + 1);
    CHECK(fine == relative(expected, 0.03));
  }
}

TEST_CASE("at lam = 1 every order is exact after one period") {
  for (int order = 0; order <= 6; ++order) {
    CAPTURE(order);
    CHECK(errors_after_one_period(order, 10, 1).max() < 1e-14);  // the rounding of the sine alone
  }
}
