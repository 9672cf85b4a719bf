// Interpolants at points and on tensors of points, and the energy that is integrated from them.
#include <cmath>
#include <functional>
#include <limits>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/method/gauss.hpp"
#include "hermite/output/energy.hpp"
#include "hermite/output/plane_sampler.hpp"
#include "tests/approx.hpp"
#include "tests/hermite/output/polynomial_state.hpp"

#include <doctest/doctest.h>

using namespace hermite;

namespace {

const Stagger staggers[] = {Stagger::primal, Stagger::dual};

// The weights of a sample add some eps times their sum, which beside a wall, where dual cells are
// extrapolated by half a cell, grows like 6^N; a derivative is divided by h.
double tolerance(const NodalState& state, bool derived) {
  const double walls = state.stagger == Stagger::dual ? std::pow(6.0, state.order) : 1;
  return 200 * std::numeric_limits<double>::epsilon() * walls * (derived ? 10 : 1);
}

}  // namespace

TEST_CASE("polynomials of degree 2N+1 are reproduced, their derivatives too") {
  for (const Stagger stagger : staggers)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= 3; ++order) {
        CAPTURE(dimension);
        CAPTURE(order);
        const PolynomialState polynomial(dimension, order, stagger, {3, 4, 2});
        const NodalState& state = polynomial.state();
        for (int derived = -1; derived < dimension; ++derived) {
          Stencils stencils;
          std::array<std::vector<double>, 3> x{};
          for (int a = 0; a < dimension; ++a) {
            const AxisCells cells(state, a);
            const auto axis = size_t(a);
            for (int i = 0; i <= 7; ++i) {
              x[axis].push_back(state.lower[axis] +
                                i / 7.0 * (polynomial.upper[axis] - state.lower[axis]));
              stencils[axis].push_back(cells.at(x[axis].back(), a == derived));
            }
          }
          PlaneSampler sampler(state);
          const long points = sampler.points(stencils);
          std::vector<double> values(size_t(2 * points));
          double worst = 0;
          for (long plane = 0; plane < sampler.planes(stencils); ++plane) {
            sampler.sample(stencils, plane, values.data());
            for (int f = 0; f < 2; ++f)
              for (long p = 0; p < points; ++p) {
                std::array<double, 3> at{x[0][size_t(p % 8)], 0, 0};
                if (dimension == 2) at[1] = x[1][size_t(plane)];
                if (dimension == 3) at = {at[0], x[1][size_t(p / 8)], x[2][size_t(plane)]};
                const double error =
                    values[size_t(f * points + p)] - polynomial.value(f, at, derived);
                grow(worst, std::abs(error));
              }
          }
          CHECK(worst < tolerance(state, derived >= 0));
        }
      }
}

TEST_CASE("a periodic axis wraps: data moved by a node are the same field moved by a cell") {
  for (const Stagger stagger : staggers) {
    NodalState state;
    state.fields = {"u"};
    state.stagger = stagger;
    state.order = 2;
    state.nodes[0] = 5;
    state.lower[0] = 1;
    state.h[0] = 0.25;  // sums of it are exact
    long moved = 0;
    state.read_slice = [&](long, double* values) {
      for (long m = 0; m < 5; ++m)
        for (int i = 0; i < 3; ++i)
          values[m * 3 + i] = std::sin(1.0 + 3 * double((m + moved) % 5) + i);
    };
    const AxisCells cells(state, 0);
    std::vector<double> before(10), after(10);
    for (auto* values : {&before, &after}) {
      Stencils stencils;
      for (int i = 0; i < 10; ++i) stencils[0].push_back(cells.at(1 + (i + 2 * moved) * 0.125));
      if (moved == 1)  // point i of the moved data lies a cell further on
        for (int i = 0; i < 10; ++i) stencils[0][size_t(i)] = cells.at(1 + i * 0.125);
      PlaneSampler(state).sample(stencils, 0, values->data());
      moved = 1;
    }
    for (int i = 0; i < 10; ++i) CHECK(after[size_t(i)] == before[size_t((i + 2) % 10)]);
    // The end of the domain is its beginning.
    const AxisStencil end = cells.at(1 + 5 * 0.25), begin = cells.at(1);
    CHECK(end.left == begin.left);
    CHECK(end.weights == begin.weights);
  }
}

TEST_CASE("four nodes give polynomials of degree 3, between them and at the ends of the domain") {
  const auto polynomial = [](double x) { return ((0.7 * x - 2) * x + 0.3) * x + 1.1; };
  for (const Stagger stagger : staggers) {
    NodalState state;
    state.fields = {"u"};
    state.stagger = stagger;
    state.order = 0;
    state.nodes[0] = 6;
    state.lower[0] = -0.3;
    state.h[0] = 0.4;
    state.periodic[0] = false;
    const double first = -0.3 + (stagger == Stagger::dual ? 0.2 : 0);
    const auto value = [&](const AxisCells& cells, double x,
                           const std::function<double(double)>& f) {
      double sum = 0;
      for (const AxisStencil& s : cells.cubic_at(x))
        sum += s.weights[0] * f(first + double(s.left) * 0.4) +
               s.weights[1] * f(first + double(s.right) * 0.4);
      return sum;
    };
    const AxisCells cells(state, 0);
    for (int i = 0; i <= 50; ++i) {
      const double x = -0.3 + 0.04 * i;
      CHECK(value(cells, x, polynomial) == doctest::Approx(polynomial(x)).epsilon(1e-13));
    }
    // A node's own value, whatever the others are.
    const std::vector<AxisStencil> own = cells.cubic_at(first + 2 * 0.4);
    double others = 0;
    for (const AxisStencil& s : own)
      others += std::abs(s.left == 2 ? s.weights[0] - 1 : s.weights[0]) +
                std::abs(s.right == 2 ? s.weights[1] - 1 : s.weights[1]);
    CHECK(others < 1e-14);
    // Half way between nodes of a wave of n points 1 - 3/8 (pi/n)^4 of it is found.
    state.periodic[0] = true;
    state.nodes[0] = 16;
    const double wave = pi / (8 * 0.4), theta = pi / 16;
    const AxisCells around(state, 0);
    for (const long m : {0L, 5L, 15L}) {
      const double x = first + (double(m) + 0.5) * 0.4;
      const double found = value(around, x, [&](double at) { return std::cos(wave * (at - x)); });
      CHECK(1 - found == doctest::Approx(3.0 / 8 * std::pow(theta, 4)).epsilon(0.02));
    }
    // Three nodes are too few.
    state.nodes[0] = 3;
    CHECK(AxisCells(state, 0).cubic_at(0.2).size() == 1);
  }
}

TEST_CASE("one node between walls gives its Taylor polynomial") {
  NodalState state;
  state.fields = {"u"};
  state.stagger = Stagger::dual;
  state.order = 2;
  state.periodic[0] = false;
  const AxisStencil s = AxisCells(state, 0).at(0.75);  // a quarter beyond the node at 1/2
  CHECK(s.left == 0);
  CHECK(s.right == 0);
  CHECK(s.weights == std::vector<double>{1, 0.25, 0.0625, 0, 0, 0});
}

TEST_CASE("the energy of polynomials is their integral over the whole domain") {
  for (const Stagger stagger : staggers)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= 2; ++order) {
        const PolynomialState polynomial(dimension, order, stagger, {3, 2, 2});
        // E = [[2, 1], [1, 3]]: an integral of u_f u_g is a product of 1-D integrals, each by one
        // rule of more points than are needed.
        const double matrix[] = {2, 1, 1, 3};
        const GaussRule rule(20);
        double wanted = 0;
        for (int f = 0; f < 2; ++f)
          for (int g = 0; g < 2; ++g) {
            double product = 1;
            for (int a = 0; a < dimension; ++a) {
              const double lower = polynomial.state().lower[size_t(a)];
              const double length = polynomial.upper[size_t(a)] - lower;
              double integral = 0;
              for (size_t k = 0; k < rule.nodes.size(); ++k) {
                const double x = lower + length * (rule.nodes[k] + 0.5);
                integral += length * rule.weights[k] * polynomial.factor(f, a, x, 0) *
                            polynomial.factor(g, a, x, 0);
              }
              product *= integral;
            }
            wanted += matrix[2 * f + g] * product / 2;
          }
        StateEnergy energy(polynomial.state(), {2, 1, 1, 3});
        // Rounding, as for the samples.
        CHECK(std::abs(energy.value() - wanted) < tolerance(polynomial.state(), false));
      }
}

TEST_CASE("beyond the outermost nodes of order 0 values go on as their image, where there is one") {
  // Nodes at 1/2, 3/2, 5/2; walls at 0 and 3.
  NodalState state;
  state.order = 0;
  state.stagger = {Stagger::dual, Stagger::dual, Stagger::dual};
  state.nodes = {3, 1, 1};
  state.periodic = {false, false, false};
  const double values[] = {2, 5, 11};
  const auto at = [&](double x, int derivative) {
    const AxisStencil s = AxisCells(state, 0).at(x, derivative);
    return s.weights[0] * values[s.left] + s.weights[1] * values[s.right];
  };
  CHECK(at(0, 0) == nearly(0.5));
  CHECK(at(3, 0) == nearly(14));
  state.image[0] = {-1, 1};
  for (const double x : {0.0, 0.1, 0.5}) CHECK(at(x, 0) == nearly(4 * x));
  for (const double x : {2.5, 2.7, 3.0}) CHECK(at(x, 0) == nearly(11));
  CHECK(at(0.2, 1) == nearly(4));
  CHECK(at(2.9, 1) == nearly(0));
  state.image[0] = {1, -1};
  CHECK(at(0.2, 0) == nearly(2));
  CHECK(at(2.75, 0) == nearly(5.5));
  CHECK(at(2.75, 1) == nearly(-22));
  for (const double x : {0.9, 1.5, 2.2}) {
    const double inside = at(x, 0);
    state.image[0] = {0, 0};
    CHECK(at(x, 0) == inside);
    state.image[0] = {1, -1};
  }
  // Of a graded axis, with walls at 0 and 4: nodes at 1/2, 3/2, 3.
  state.corners[0] = {0, 1, 2, 4};
  CHECK(at(0.2, 0) == nearly(2));
  CHECK(at(3.5, 0) == nearly(5.5));
  CHECK(at(4, 0) == nearly(0));
}
