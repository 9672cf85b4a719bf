// Acoustics in second-order form is neutral: reversible in time, with a conserved form, all
// eigenvalues of a step on the unit circle for lam < 1.
#include <Eigen/Eigenvalues>

#include "hermite/core/grow.hpp"
#include "hermite/method/norms.hpp"
#include "tests/kernels/hermite/waves.hpp"

using namespace hermite;

namespace {

// The (N+1)-seminorm's scalar product <a, b> of nodal data of `fields` fields.
double product(const Problem& p, int fields, const std::vector<double>& a,
               const std::vector<double>& b) {
  NodalShape shape;
  shape.dimension = p.dimension;
  shape.order = p.order;
  shape.fields = fields;
  for (std::size_t d = 0; d < 3; ++d) {
    shape.cells[d] = int(p.cells[d]);
    shape.spacing[d] = p.h(int(d));
  }
  std::vector<double> sum = a, difference = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum[i] += b[i];
    difference[i] -= b[i];
  }
  return (std::pow(seminorm(shape, sum.data()), 2) -
          std::pow(seminorm(shape, difference.data()), 2)) /
         4;
}

Problem small_problem(int dimension, int order, double courant) {
  Problem p = wave_problem(dimension, order);
  p.cells = {dimension == 1 ? 12 : 4, dimension > 1 ? 4 : 1, dimension > 2 ? 3 : 1};
  p.courant = courant;
  return p;
}

// Largest | |eigenvalue| - 1 | of a step on a periodic grid, whose eigenvalues are those of the
// symbol at theta = 2 pi k / cells; the columns are steps of unit vectors.
double off_circle(const std::string& pipeline, int dimension, int order, double courant) {
  Problem p = wave_problem(dimension, order);
  p.cells = {dimension == 1 ? 8 : 4, dimension > 1 ? 4 : 1, 1};
  p.sides = {1, 1, 1};
  p.courant = courant;
  WaveRun run(host(), p, Precision::double_, kernel_of(pipeline));
  const auto size = Eigen::Index(run.size(2));
  Eigen::MatrixXd step(size, size);
  for (Eigen::Index c = 0; c < size; ++c) {
    std::vector<double> unit(std::size_t(size), 0.0);
    unit[std::size_t(c)] = 1;
    run.set(unit);
    run.steps(1);
    const auto column = run.get();
    step.col(c) = Eigen::Map<const Eigen::VectorXd>(column.data(), size);
  }
  const Eigen::VectorXcd values = step.eigenvalues();
  return (values.cwiseAbs().array() - 1).abs().maxCoeff();
}

}  // namespace

TEST_CASE("waves: a run goes back to where it came from") {
  for (const std::string pipeline : wave_pipelines)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 1; order <= (dimension == 3 ? 2 : 3); ++order) {
        CAPTURE(pipeline);
        CAPTURE(dimension);
        CAPTURE(order);
        const Problem p = small_problem(dimension, order, 0.9);
        const int steps = dimension == 3 ? 10 : 40;
        WaveRun run(host(), p, Precision::double_, kernel_of(pipeline));
        const auto initial = wave_data(p, pipeline, smooth_data(p, 2));
        const auto split = std::ptrdiff_t(run.size(1));
        // With u(T), w(T - 1/2), w(T + 1/2) known, the steps from u(T) and w(T + 1/2) (for leapfrog
        // -v, for v is odd in time) lead back.
        const auto turned = [&](const std::vector<double>& now, const std::vector<double>& next) {
          std::vector<double> data = next;
          std::copy(now.begin(), now.begin() + split, data.begin());
          if (pipeline == "leapfrog")
            for (auto v = data.begin() + split; v != data.end(); ++v) *v = -*v;
          return data;
        };
        run.set(initial);
        run.steps(1);
        const auto expected = turned(initial, run.get());
        run.steps(steps - 1);
        const auto now = run.get();
        run.steps(1);
        run.set(turned(now, run.get()));
        run.steps(steps);
        const auto end = run.get();
        double most = 0, error = 0;
        for (std::size_t i = 0; i < end.size(); ++i) {
          grow(most, std::abs(now[i]));
          grow(error, std::abs(end[i] - expected[i]));
        }
        // Rounding errors of a step, 20 eps, add up; that of the mean, which drifts, like steps^2.
        CHECK(error / most < 20 * 2.2e-16 * 2 * steps * steps);
      }
}

TEST_CASE("waves: the quadratic form of the seminorm is conserved, for any data") {
  for (const std::string pipeline : wave_pipelines)
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= (dimension == 3 ? 2 : 3); ++order)
        for (const double courant : {0.5, 0.9, 1.0}) {
          CAPTURE(pipeline);
          CAPTURE(dimension);
          CAPTURE(order);
          CAPTURE(courant);
          const Problem p = small_problem(dimension, order, courant);
          const bool leapfrog = pipeline == "leapfrog";
          WaveRun run(host(), p, Precision::double_, kernel_of(pipeline));
          run.set(wave_data(p, pipeline, rough_data(p, 3)));
          const auto split = std::ptrdiff_t(run.size(1));
          // |u|^2 - <w-, w+>, and |p|^2 / K + rho <v-, v+>
          const double of_first = leapfrog ? 1 / (wave_density * wave_speed * wave_speed) : 1.0;
          const double of_second = leapfrog ? wave_density : -1.0;
          double start = 0, size = 0, drift = 0;
          auto now = run.get();
          for (int step = 0; step < 20; ++step) {
            run.steps(1);
            const auto next = run.get();
            const std::vector<double> u(now.begin(), now.begin() + split);
            const std::vector<double> before(now.begin() + split, now.end());
            const std::vector<double> after(next.begin() + split, next.end());
            const double form = of_first * product(p, 1, u, u) +
                                of_second * product(p, leapfrog ? dimension : 1, before, after);
            if (step == 0) {
              start = form;
              size = of_first * product(p, 1, u, u) +
                     std::abs(of_second) * product(p, leapfrog ? dimension : 1, before, before);
            }
            grow(drift, std::abs(form - start));
            now = next;
          }
          // 40 half steps with errors of eps times |S| |H| (up to 1e3) of data without smoothness,
          // which the form squares.
          CHECK(drift / size < 1e-11);
        }
}

TEST_CASE("waves: all eigenvalues lie on the unit circle for lam < 1, and leave it beyond" *
          doctest::skip(sanitized)) {
  for (const char* pipeline : wave_pipelines)
    for (int dimension = 1; dimension <= 2; ++dimension)
      for (int order = 1; order <= (dimension == 1 ? 4 : 1); ++order) {
        CAPTURE(std::string(pipeline));
        CAPTURE(dimension);
        CAPTURE(order);
        // The constant mode is a double eigenvalue with one eigenvector, which errors of 1e-13 split
        // by their square root; so do nearly double ones.
        for (const double courant : {0.3, 0.75, 0.95})
          CHECK(off_circle(pipeline, dimension, order, courant) < 1e-5);
        CHECK(off_circle(pipeline, dimension, order, 1.05) > 1e-3);
      }
}
