// Acoustics in second-order form: every schedule against the literal reference, polynomials that a
// step advances exactly, repeatability, and what is refused.
#include "hermite/core/grow.hpp"
#include "hermite/method/taylor_in_time.hpp"
#include "tests/kernels/hermite/waves.hpp"
#include "tests/kernels/step_cost.hpp"

using namespace hermite;

namespace {

template <class T>
void check_orders(int dimension) {
  for (int order = 0; order <= 5; ++order)
    check_wave_variants<T>(host(), wave_problem(dimension, order));
}

// The coefficients about a point `delta` away, in units of h.
Series moved(Series u, int dimension, const std::array<double, 3>& delta) {
  for (int d = 0; d < dimension; ++d) {
    const Series from = u;
    Series::Index i;
    for (i[2] = 0; i[2] < u.extent(2); ++i[2])
      for (i[1] = 0; i[1] < u.extent(1); ++i[1])
        for (i[0] = 0; i[0] < u.extent(0); ++i[0]) {
          double sum = 0;
          for (Series::Index j = i; j[d] < u.extent(d); ++j[d])
            sum += binomial(j[d], i[d]) * std::pow(delta[std::size_t(d)], j[d] - i[d]) *
                   from.coefficients()[from.position(j)];
          u.coefficients()[u.position(i)] = sum;
        }
  }
  return u;
}

// Largest error of one step, relative to the data, for polynomials of degree `degree` per direction
// in all fields. The grid is periodic and they are not, so only nodes whose data come from inside
// are looked at: the dual ones 0 and 1, the primal one 1 of 3 per direction.
double polynomial_error(const std::string& pipeline, int dimension, int order, int degree) {
  Problem p = wave_problem(dimension, order);
  p.cells = {3, dimension > 1 ? 3 : 1, dimension > 2 ? 3 : 1};
  const std::array<double, 3> h{p.h(0), p.h(1), p.h(2)};
  Series::Index extent{1, 1, 1};
  for (int d = 0; d < dimension; ++d) extent[d] = degree + 1;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Series> start(std::size_t(p.fields()), Series::zero(extent));
  for (Series& u : start)
    for (double& c : u.coefficients()) c = uniform(random);

  WaveRun run(host(), p, Precision::double_, kernel_of(pipeline));
  const auto exact = [&](double t) {
    const int n = order + 1;
    std::vector<double> data;
    for (int s = 0; s < 2; ++s) {
      const ArraySpec& array = run.simulation().state(s);
      std::vector<Series> u = start;  // about the middle, node 1
      taylor_in_time(p.system()->terms(dimension), h, t + array.time * p.dt(), p.fields(),
                     u.data());
      for (int f = 0; f < array.fields; ++f)
        for (long node = 0; node < array.nodes[0] * array.nodes[1] * array.nodes[2]; ++node) {
          const long m[3] = {node % 3, node / 3 % 3, node / 9};
          std::array<double, 3> delta{0, 0, 0};
          for (int d = 0; d < dimension; ++d)
            delta[std::size_t(d)] = double(m[d] - 1) + (array.stagger == Stagger::dual ? .5 : 0);
          const Series here = moved(u[std::size_t(array.first_field + f)], dimension, delta);
          for (int e = 0; e < array.entries; ++e)
            data.push_back(here.coefficient(e % n, e / n % n, e / (n * n)));
        }
    }
    return data;
  };
  run.set(exact(0));
  run.steps(1);
  const std::vector<double> end = run.get(), expected = exact(p.dt());
  double most = 0, error = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    const bool dual = i >= run.size(1);
    const long node = long((dual ? i - run.size(1) : i) / std::size_t(p.entries())) % p.nodes();
    const long m[3] = {node % 3, node / 3 % 3, node / 9};
    bool inside = true;
    for (int d = 0; d < dimension; ++d) inside = inside && (dual ? m[d] < 2 : m[d] == 1);
    if (!inside) continue;
    grow(most, std::abs(expected[i]));
    grow(error, std::abs(end[i] - expected[i]));
  }
  return error / most;
}

}  // namespace

TEST_CASE("1-D waves: every schedule equals the literal reference, float") {
  check_orders<float>(1);
}
TEST_CASE("1-D waves: every schedule equals the literal reference, double") {
  check_orders<double>(1);
}
TEST_CASE("2-D waves: every schedule equals the literal reference, float") {
  check_orders<float>(2);
}
TEST_CASE("2-D waves: every schedule equals the literal reference, double") {
  check_orders<double>(2);
}
TEST_CASE("3-D waves: every schedule equals the literal reference, float") {
  check_orders<float>(3);
}
TEST_CASE("3-D waves: every schedule equals the literal reference, double") {
  check_orders<double>(3);
}

TEST_CASE("waves: polynomials of degree 2N+1 per direction are advanced exactly, higher ones not") {
  // Interpolation reproduces them and the series end, so every term of the formulas is exact.
  for (const char* pipeline : wave_pipelines)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= (dimension == 3 ? 2 : 4); ++order) {
        CAPTURE(std::string(pipeline));
        CAPTURE(dimension);
        CAPTURE(order);
        // Some (2N+2)^2 d roundings of coefficients, and of the exact values, which are sums of up to
        // (2N+2)^d terms of magnitude 1.5^(2N+1) d.
        CHECK(polynomial_error(pipeline, dimension, order, 2 * order + 1) < 1e-12);
        // (N = 0: central differences, which gain a degree.)
        if (order > 0) CHECK(polynomial_error(pipeline, dimension, order, 2 * order + 2) > 1e-6);
      }
}

TEST_CASE("waves: runs repeat bit for bit, whatever the block size and the threads") {
  for (const char* pipeline : wave_pipelines)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 1; order <= 3; ++order) {
        const Problem p = wave_problem(dimension, order);
        INFO(text_of(p));
        CAPTURE(std::string(pipeline));
        const auto initial = wave_data(p, pipeline, rough_data(p, 1));
        Case::Kernel kernel = kernel_of(pipeline);
        const auto first = advance_wave(host(), p, Precision::double_, kernel, initial);
        kernel.cells_per_block = 5;
        kernel.planes_per_block = 3;
        const Device two("host", 2);
        CHECK(count_differences(first, advance_wave(two, p, Precision::double_, kernel, initial)) ==
              0);
      }
}

TEST_CASE("waves: arrays, memory and cost say what the formulas need") {
  const Problem p = wave_problem(3, 2);
  const auto solver = [&](const char* pipeline) {
    return hermite_solver(*p.system(), p.grid(),
                          {p.order, p.dt(), p.stages(), Precision::double_, kernel_of(pipeline)},
                          host());
  };
  const Solver conservative = solver("conservative"), leapfrog = solver("leapfrog");
  CHECK(conservative.fields == std::vector<std::string>{"p"});
  CHECK(leapfrog.fields == p.system()->fields(3));
  for (const Solver& s : {conservative, leapfrog}) {
    CHECK(s.states == std::vector<int>{0, 1});
    CHECK(s.arrays[0].time == 0);
    CHECK(s.arrays[1].time == -0.5);
  }
  // Each half step reads two arrays and writes one: 3 + 3 values of one field, and of p and v
  // 1 + 3 + 3 and 3 + 1 + 1.
  CHECK(moved_bytes(conservative) == 8 * 27 * (3 + 3));
  CHECK(moved_bytes(leapfrog) == 8 * 27 * (7 + 5));
  CHECK(flops_of(conservative) < flops_of(leapfrog));
  CHECK(flops_of(leapfrog) < flops_of(solver("monolithic")));
}

TEST_CASE("waves are forms of acoustics alone, with the whole series") {
  Problem p = wave_problem(2, 1);
  const auto solver = [&](const System& system, int q) {
    return hermite_solver(system, p.grid(),
                          {p.order, p.dt(), q, Precision::double_, kernel_of("leapfrog")}, host());
  };
  CHECK_THROWS_WITH_AS(solver(Advection({1, 1}), p.stages()),
                       "kernel.pipeline: leapfrog is a form of acoustics only; for advection take "
                       "monolithic or two-kernel",
                       Error);
  CHECK_THROWS_WITH_AS(solver(*p.system(), 2), doctest::Contains("method.stages: found 2"), Error);
}
