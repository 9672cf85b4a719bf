// Truncated Taylor arithmetic: functional equations, closed forms, exactness on polynomials.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "hermite/core/grow.hpp"
#include "hermite/method/operators.hpp"
#include "hermite/method/taylor.hpp"

using namespace hermite;

namespace {

constexpr double eps = 2.220446049250313e-16;

// Largest difference of coefficients over the largest coefficient: functional equations cancel
// large coefficients, so each is judged against the largest.
double difference(const Series& a, const Series& b) {
  double most = 0, size = 0;
  for (int i3 = 0; i3 < std::max(a.extent(2), b.extent(2)); ++i3)
    for (int i2 = 0; i2 < std::max(a.extent(1), b.extent(1)); ++i2)
      for (int i1 = 0; i1 < std::max(a.extent(0), b.extent(0)); ++i1) {
        const double x = a.coefficient(i1, i2, i3), y = b.coefficient(i1, i2, i3);
        grow(most, std::abs(x - y));
        size = std::max({size, std::abs(x), std::abs(y)});
      }
  return most / size;
}

// A series in three variables with every coefficient present, different each time.
Series scrambled(int n, unsigned seed) {
  Series a = Series::zero({n, n, n});
  for (double& c : a.coefficients()) {
    seed = seed * 1664525u + 1013904223u;
    c = (double(seed >> 8) / (1 << 24) - 0.5) / 4;
  }
  a.coefficients()[0] += 1.5;
  return a;
}

// Rounding grows with the number of products summed, here at most n^3, far from all in phase.
double bound(int n) { return 8 * n * n * n * eps; }

}  // namespace

TEST_CASE("functional equations of exp, sin, cos, sqrt and division") {
  for (int n : {1, 2, 4, 6}) {
    CAPTURE(n);
    const Series a = scrambled(n, 1), b = scrambled(n, 2);
    CHECK(difference(exp(a) * exp(b), exp(a + b)) < bound(n));
    CHECK(difference(sin(a) * sin(a) + cos(a) * cos(a), Series::constant(1)) < bound(n));
    CHECK(difference(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)) < bound(n));
    CHECK(difference(sqrt(a) * sqrt(a), a) < bound(n));
    CHECK(difference(a / b * b, a) < bound(n));
    CHECK(difference(1 / (1 / a), a) < 10 * bound(n));  // the reciprocal has a condition of its own
    CHECK(difference(exp(sqrt(a) * sqrt(a)), exp(a)) < bound(n));
  }
}

TEST_CASE("derivatives in closed form") {
  const int n = 11;
  const double x0 = 0.7, h = 0.25;
  const Series x = Series::variable(0, n, x0, h);
  const Series e = exp(x), s = sin(x), r = 1 / x, q = sqrt(x);
  double power = 1, root = std::sqrt(x0);  // h^j/j!, and C(1/2, j) x0^(1/2-j) h^j
  for (int j = 0; j < n; ++j) {
    CAPTURE(j);
    // j steps of a recurrence, a few roundings each.
    const double tolerance = 8 * (j + 1) * eps;
    CHECK(std::abs(e.coefficient(j) - power * std::exp(x0)) <= tolerance * e.coefficient(j));
    CHECK(std::abs(s.coefficient(j) - power * std::sin(x0 + j * std::acos(0.0))) <=
          tolerance * power);
    CHECK(std::abs(r.coefficient(j) - std::pow(-h / x0, j) / x0) <=
          tolerance * std::abs(r.coefficient(j)));
    CHECK(std::abs(q.coefficient(j) - root) <= tolerance * std::abs(root));
    power *= h / (j + 1);
    root *= (0.5 - j) / (j + 1) * h / x0;
  }
}

TEST_CASE("a series that does not depend on an axis stays short there") {
  const Series x = Series::variable(0, 4, 1, 0.5), y = Series::variable(1, 3, 2, 0.5);
  CHECK(sin(x).extents() == Series::Index{4, 1, 1});
  CHECK((x + y).extents() == Series::Index{4, 3, 1});
  CHECK((2 * x - 1).extents() == Series::Index{4, 1, 1});
  CHECK((1 / x * Series::constant(3)).extents() == Series::Index{4, 1, 1});
  CHECK(x.coefficient(0, 1) == 0);
  CHECK(x.coefficient(5) == 0);
}

TEST_CASE("a product of univariate series is the outer product, exactly") {
  const int n = 5;
  const Series f = sin(Series::variable(0, n, 0.3, 0.1)), g = exp(Series::variable(1, n, 0.2, 0.7)),
               k = cos(Series::variable(2, n, 0.9, 0.4));
  const Series product = f * g * k;
  for (int i3 = 0; i3 < n; ++i3)
    for (int i2 = 0; i2 < n; ++i2)
      for (int i1 = 0; i1 < n; ++i1)
        CHECK(product.coefficient(i1, i2, i3) ==
              f.coefficient(i1) * g.coefficient(0, i2) * k.coefficient(0, 0, i3));
}

TEST_CASE("the sine of a sum of variables in closed form is that of the recurrence") {
  const double slope[3] = {1.7, -0.6, 2.3};
  for (const int n : {1, 2, 4, 7}) {
    const Series x[3] = {Series::variable(0, n, 0.4, 0.3), Series::variable(1, n, -1.2, 0.2),
                         Series::variable(2, n, 0.9, 0.5)};
    Series sum = 0.25;
    for (int count = 1; count <= 3; ++count) {
      CAPTURE(n);
      CAPTURE(count);
      sum = sum + slope[count - 1] * x[count - 1];
      const Series wave = sin_of_sum(0.25, slope, x, count);
      CHECK(wave.extents() == sum.extents());
      CHECK(difference(wave, sin(sum)) < bound(n));
      CHECK(wave.value() == doctest::Approx(std::sin(sum.value())).epsilon(1e-15));
    }
  }
  const Series square = Series::variable(0, 3, 1, 1) * Series::variable(0, 3, 1, 1);
  CHECK_THROWS_AS(sin_of_sum(0, slope, &square, 1), std::invalid_argument);
}

TEST_CASE("what is added in place keeps the extents of both") {
  const Series x = Series::variable(0, 4, 1, 0.5), y = Series::variable(1, 3, 2, 0.25);
  Series sum = x;
  sum.add(-2, y);
  CHECK(sum.extents() == Series::Index{4, 3, 1});
  CHECK(sum.coefficients() == (x - 2 * y).coefficients());
  sum.add(3, x);
  CHECK(sum.value() == 0);
  CHECK(sum.coefficient(1, 0) == 2);
  CHECK(sum.coefficient(0, 1) == -0.5);
  const Series cut = Series::variable(0, 2, 1, 1) + exp(x);
  CHECK(cut.extents() == Series::Index{2, 1, 1});
  CHECK(cut.coefficient(1) == 1 + exp(x).coefficient(1));
}

TEST_CASE("polynomials with whole coefficients are exact") {
  const int n = 6;
  const Series x = Series::variable(0, n, 2, 1), y = Series::variable(1, n, -3, 1);
  Series power = 1;
  for (int k = 0; k < 5; ++k) power = power * (x + y);
  // (2 + z1 - 3 + z2)^5 = sum C(5,k) (-1)^(5-k) (z1 + z2)^k
  for (int i2 = 0; i2 < n; ++i2)
    for (int i1 = 0; i1 < n; ++i1) {
      const int k = i1 + i2;
      const double sign = k % 2 == 1 ? 1 : -1;
      CHECK(power.coefficient(i1, i2) == (k > 5 ? 0 : sign * binomial(5, k) * binomial(k, i1)));
    }
  CHECK((power / 4 * 4).coefficients() == power.coefficients());
  CHECK((power - power).value() == 0);
  CHECK((-power + power).coefficients() == Series::zero({n, n, 1}).coefficients());
}

TEST_CASE("mixed derivatives come in either order of axes") {
  const int n = 5;
  const Series x = Series::variable(0, n, 0.4, 0.2), z = Series::variable(2, n, 0.1, 0.2);
  const Series a = exp(x * z + x), b = exp(x * z) * exp(x);
  CHECK(difference(a, b) < bound(n));
  // exp(x z): the coefficient of z1 z3 is h^2 (1 + x z) exp(x z)
  const double exact = 0.04 * (1 + 0.04) * std::exp(0.04);
  CHECK(std::abs(exp(x * z).coefficient(1, 0, 1) - exact) < 8 * eps * exact);
}

TEST_CASE("what has no Taylor series is refused") {
  const Series x = Series::variable(0, 3, 0, 1);
  CHECK_THROWS_AS(1 / x, std::domain_error);
  CHECK_THROWS_AS(sqrt(x), std::domain_error);
  CHECK_THROWS_AS(Series::variable(0, 0, 0, 1), std::invalid_argument);
}
