// Every system, periodic and between walls: every schedule equals the paper's algorithm, the order is
// 2N+1 up to the corners, and the energy of the seminorm never grows.
#include "tests/kernels/hermite/systems.hpp"
#include "hermite/core/grow.hpp"

#include <doctest/doctest.h>

#include "hermite/method/norms.hpp"
#include "tests/kernels/hermite/equality.hpp"

using namespace hermite;

namespace {

// Root mean square of the errors of the nodal values, all fields, at t = 1/4 on `cells` cells per
// direction; as many steps per cell on every grid.
double final_error(Problem p, long cells) {
  for (int d = 0; d < p.dimension; ++d) p.cells[std::size_t(d)] = cells;
  const double final = 0.25;
  const long per_four_cells = std::lround(std::ceil(final / p.dt() * 4 / double(cells)));
  p.steps = int(per_four_cells * cells / 4);
  p.courant *= final / p.steps / p.dt();
  Initial wave = wave_of(p);
  // One wave per side, or two half waves.
  for (int d = 0; d < p.dimension; ++d)
    wave.waves[std::size_t(d)] = p.wall[std::size_t(d)][0] != 0 ? 2 : d == 2 ? -1 : 1;
  const auto end =
      advance(host(), p, Precision::double_, kernel_of("monolithic"), exact_data(p, wave, 0));
  const auto exact = exact_data(p, wave, final);
  ErrorNorms error;
  for (std::size_t i = 0; i < end.size(); i += std::size_t(p.entries()))
    error.add(end[i], exact[i]);
  return error.l2();
}

// The energy of D_1^(N+1) .. D_d^(N+1) u: sum_fg E_fg <f, g>, from the seminorms of sums of fields.
double energy_seminorm(const Problem& p, const std::vector<double>& data) {
  NodalShape shape;
  shape.dimension = p.dimension;
  shape.order = p.order;
  for (int d = 0; d < p.dimension; ++d) {
    shape.cells[std::size_t(d)] = int(p.cells[std::size_t(d)]);
    shape.spacing[std::size_t(d)] = p.h(d);
  }
  const std::size_t fields = std::size_t(p.fields()), size = data.size() / fields;
  const std::vector<double> energy = p.system()->energy(p.dimension);
  const auto square = [&](const std::vector<double>& field) {
    const double norm = seminorm(shape, field.data());
    return norm * norm;
  };
  double sum = 0;
  for (std::size_t f = 0; f < fields; ++f)
    for (std::size_t g = 0; g < fields; ++g) {
      if (energy[f * fields + g] == 0) continue;
      std::vector<double> plus(size), minus(size);  // <f, g> = (|f + g|^2 - |f - g|^2) / 4
      for (std::size_t i = 0; i < size; ++i) {
        plus[i] = data[f * size + i] + data[g * size + i];
        minus[i] = data[f * size + i] - data[g * size + i];
      }
      sum += energy[f * fields + g] * (square(plus) - square(minus)) / 4;
    }
  return sum;
}

}  // namespace

TEST_CASE("systems: every schedule equals the paper's algorithms, float") {
  check_systems<float>(host(), {0, 1, 2, 3});
}
TEST_CASE("systems: every schedule equals the paper's algorithms, double") {
  check_systems<double>(host(), {0, 1, 2, 3});
}

TEST_CASE("systems: the order is 2N+1, periodic and between walls, corners included" *
          doctest::skip(sanitized)) {
  for (const Sample& s : other_systems())
    for (int walls = 0; walls < (has_mirror(s) ? 4 : 1); ++walls)
      for (int order = 1; order <= (s.dimension == 3 ? 2 : 3); ++order) {
        const int dimension = s.dimension;
        if (dimension == 3 && order == 2 && walls != s.fields % 4 && has_mirror(s)) continue;
        Problem p = system_problem(s, order, walls);
        // A wave (1, 1, -1) off the diagonals of the cells.
        p.sides = {1, dimension > 1 ? 0.8 : 1, dimension > 2 ? 1.25 : 1};
        p.courant = 0.8;
        INFO(text_of(p));
        // Fine enough for the first term of the error's series, coarse enough to stay above round-off.
        const long cells = dimension == 3 ? 8 : 16;
        const double observed = std::log2(final_error(p, cells) / final_error(p, 2 * cells));
        CHECK(std::abs(observed - (2 * order + 1)) < 0.2);  // the project's measure of "observed"
      }
}

TEST_CASE("systems: the energy of the seminorm never grows with full q, for any data, lam <= 1") {
  for (const Sample& s : other_systems())
    for (int order = 0; order <= (s.dimension == 3 ? 1 : 3); ++order)
      for (const double lam : {0.6, 1.0}) {
        Problem p = system_problem(s, order, 0);
        p.courant = lam;
        if (s.dimension == 3) p.cells = {3, 2, 2};
        INFO(text_of(p));
        CAPTURE(lam);
        const Device device = host();
        Run run(device, p, Precision::double_, kernel_of("monolithic"));
        run.set(rough_data(p, 4));
        const double first = energy_seminorm(p, run.get());
        double before = first, growth = 0;
        for (int step = 0; step < 10; ++step) {
          run.steps(1);
          const double now = energy_seminorm(p, run.get());
          grow(growth, (now - before) / first);
          if (std::isnan(now)) growth = now;
          before = now;
        }
        // As for advection: rounding errors of a step are eps |S| |H| of the first data.
        CHECK(growth < 1e-12);
      }
}
