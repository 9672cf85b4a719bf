// The solver as a whole: known errors, the law of the error, the order 2N+1, and the seminorm that
// never grows.
#include <doctest/doctest.h>

#include <string>

#include "hermite/core/grow.hpp"
#include "hermite/method/norms.hpp"
#include "tests/approx.hpp"
#include "tests/kernels/hermite/problem.hpp"

using namespace hermite;

namespace {

// Exact nodal data of prod_d sin(2 pi x_d), moved for the time t.
std::vector<double> sine_data(const Problem& p, double t) {
  const Advection advection({p.velocity.begin(), p.velocity.end()});
  Domain domain;
  domain.dimension = p.dimension;
  domain.upper = p.sides;
  Initial initial;
  initial.waves.assign(std::size_t(p.dimension), 1);
  const Grid grid = p.grid();
  const int n = p.order + 1;
  std::vector<double> data;
  for (long m3 = 0; m3 < p.cells[2]; ++m3)
    for (long m2 = 0; m2 < p.cells[1]; ++m2)
      for (long m1 = 0; m1 < p.cells[0]; ++m1) {
        const long m[3] = {m1, m2, m3};
        Series x[3], u;
        for (int d = 0; d < p.dimension; ++d)
          x[d] = Series::variable(d, n, grid.node(d, m[d], Stagger::primal), grid.h(d));
        advection.exact(domain, initial, x, t, &u);
        for (int i3 = 0; i3 < (p.dimension > 2 ? n : 1); ++i3)
          for (int i2 = 0; i2 < (p.dimension > 1 ? n : 1); ++i2)
            for (int i1 = 0; i1 < n; ++i1) data.push_back(u.coefficient(i1, i2, i3));
      }
  return data;
}

Problem diagonal(int dimension, int order, long cells, double final) {
  Problem p;
  p.dimension = dimension;
  p.order = order;
  for (int d = 0; d < dimension; ++d) {
    p.cells[std::size_t(d)] = cells;
    p.velocity[std::size_t(d)] = -1;  // u_t = u_x + u_y + u_z
  }
  p.courant = 0.5;
  p.steps = int(std::lround(final * double(cells) / p.courant));
  return p;
}

// Largest error of the nodal values.
double final_error(const Problem& p, const Case::Kernel& kernel,
                   Precision precision = Precision::double_) {
  const auto end = advance(host(), p, precision, kernel, sine_data(p, 0));
  const auto exact = sine_data(p, p.steps * p.dt());
  double largest = 0;
  for (std::size_t i = 0; i < end.size(); i += std::size_t(p.entries())) {
    const double error = std::abs(end[i] - exact[i]);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

constexpr const char* pipelines[] = {"two-kernel", "monolithic", "shift", "full-step"};

}  // namespace

TEST_CASE("1-D advection has the known errors in every pipeline") {
  struct Known {
    int order;
    double errors[3];  // 8, 16, 32 cells
  };
  const Known known[] = {{1, {2.402757e-2, 3.159283e-3, 4.002408e-4}},
                         {2, {1.025052e-4, 3.234501e-6, 1.012844e-7}},
                         {3, {2.923487e-7, 2.341912e-9, 1.841025e-11}}};
  for (const Known& row : known)
    for (int i = 0; i < 3; ++i)
      for (const char* pipeline : pipelines) {
        CAPTURE(row.order);
        CAPTURE(std::string(pipeline));
        const double error = final_error(diagonal(1, row.order, 8L << i, 1), kernel_of(pipeline));
        // Half a unit of the seventh digit, or the rounding of some 100 half steps.
        CHECK(std::abs(error - row.errors[i]) <= std::max(5e-7 * row.errors[i], 5e-15));
      }
}

TEST_CASE("the error of small k h is E_N (k c T) (k h)^(2N+1), in d dimensions d times that") {
  const double law[] = {8.463e-3, 5.524e-5, 2.608e-7, 5.820e-10};  // lam = .5
  const double k = 2 * std::acos(-1.0), final = 0.25;
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 1; order <= (dimension == 1 ? 4 : 2); ++order) {
      CAPTURE(dimension);
      CAPTURE(order);
      const long cells = order == 4 ? 16 : 24;
      const Problem p = diagonal(dimension, order, cells, final);
      const double expected =
          dimension * law[order - 1] * k * final * std::pow(k / double(cells), 2 * order + 1);
      // The law is the first term of a series in (k h)^2 <= .15; up to 1.7 % were seen.
      CHECK(final_error(p, kernel_of("shift")) == relative(expected, 0.05));
    }
}

TEST_CASE("the observed order is 2N+1 in one, two and three dimensions" *
          doctest::skip(sanitized)) {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 1; order <= 3; ++order)
      for (const char* pipeline : {"monolithic", "full-step"}) {
        CAPTURE(dimension);
        CAPTURE(order);
        CAPTURE(std::string(pipeline));
        // Multiples of 4, so that the peaks of the sine are nodes of both grids.
        const double coarse = final_error(diagonal(dimension, order, 8, 0.25), kernel_of(pipeline));
        const double fine = final_error(diagonal(dimension, order, 16, 0.25), kernel_of(pipeline));
        // .2 is the project's measure of "observed".
        CHECK(std::abs(std::log2(coarse / fine) - (2 * order + 1)) < 0.2);
      }
}

TEST_CASE("single precision: the known error of N = 1 to the rounding of 128 half steps") {
  // Each half step rounds u by about eps/2 = 6e-8, errors of random sign: some 1e-6 in all.
  const double error =
      final_error(diagonal(1, 1, 32, 1), kernel_of("monolithic"), Precision::single);
  CHECK(std::abs(error - 4.002408e-4) < 5e-6);
}

TEST_CASE("the seminorm never grows with full q, for any data and lam <= 1") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 0; order <= (dimension == 1 ? 4 : 4 - dimension); ++order)
      for (const double lam : {0.3, 0.9, 1.0})
        for (const char* pipeline : pipelines) {
          Problem p;
          p.dimension = dimension;
          p.order = order;
          p.cells = {5, dimension > 1 ? 4 : 1, dimension > 2 ? 3 : 1};
          p.sides = {1, 0.6, 0.7};
          p.velocity = {1, -0.7, 0.8};
          p.courant = lam;
          INFO(text_of(p));
          CAPTURE(lam);
          CAPTURE(std::string(pipeline));
          NodalShape shape;
          shape.dimension = dimension;
          shape.order = order;
          for (int d = 0; d < dimension; ++d) {
            shape.cells[std::size_t(d)] = int(p.cells[std::size_t(d)]);
            shape.spacing[std::size_t(d)] = p.h(d);
          }
          const Device device = host();
          Run run(device, p, Precision::double_, kernel_of(pipeline));
          run.set(rough_data(p, 4));
          const double first = seminorm(shape, run.get().data());
          double before = first, growth = 0;
          for (int step = 0; step < 50; ++step) {
            run.steps(1);
            const double now = seminorm(shape, run.get().data());
            grow(growth, (now - before) / first);
            if (std::isnan(now)) growth = now;
            before = now;
          }
          // Rounding errors of a step are eps times |S| |H| (up to 1e3 here) of data that are no
          // larger than the first, which have no smoothness to lose: 2e-13 of their seminorm.
          CHECK(growth < 1e-12);
        }
}
