// In a periodic box no place is special: sources that are moved by whole cells, past its ends too, move their
// waves.
#include "tests/kernels/elastic/elastic.hpp"

using namespace hermite;

namespace {

constexpr long steps = 12;

// A force and a moment of all components at a place in units of h, which is a power of 2: parts of cells are then the
// same bits everywhere.
std::vector<std::vector<double>> waves_of(ElasticProblem p, double place) {
  const double h = p.grid.h(0);
  PointSource s;
  for (int d = 0; d < p.grid.dimension; ++d) s.point[std::size_t(d)] = place * h;
  s.force = {1, -0.5, 0.7};
  s.moment = {0.3, -0.4, 0.5, 1, -0.7, 0.2};
  s.waveform = {"gaussian", 4 * p.method.dt, 3 * p.method.dt, 1};
  p.method.sources = {s};
  ElasticRun run(p, one_thread());
  run.step(steps);
  std::vector<std::vector<double>> all;
  for (int f = 0; f < run.fields(); ++f) all.push_back(run.values(f));
  return all;
}

// Moved on by so many cells along every axis.
std::vector<double> moved(const std::vector<double>& u, const Grid& grid, long cells) {
  const std::array<long, 3>& n = grid.cells;
  const auto at = [&](std::size_t d, long i) {
    return int(d) < grid.dimension ? (i + cells) % n[d] : i;
  };
  std::vector<double> result(u.size());
  for (long k = 0; k < n[2]; ++k)
    for (long j = 0; j < n[1]; ++j)
      for (long i = 0; i < n[0]; ++i)
        result[std::size_t((at(2, k) * n[1] + at(1, j)) * n[0] + at(0, i))] =
            u[std::size_t((k * n[1] + j) * n[0] + i)];
  return result;
}

}  // namespace

TEST_CASE("elastic: in a periodic box a source's waves go with it, from its middle to both ends") {
  for (const int dimension : {2, 3}) {
    ElasticProblem p = elastic_box(dimension, {8, 8, 8}, {1, 1, 1}, 0);
    p.complete();
    // Beside the first node, and beside the last place of either staggering.
    for (const double part : {0.25, 0.75}) {
      const std::vector<std::vector<double>> middle = waves_of(p, 3 + part);
      for (const long cell : {0L, 7L}) {
        CAPTURE(dimension);
        CAPTURE(part);
        CAPTURE(cell);
        const std::vector<std::vector<double>> end = waves_of(p, double(cell) + part);
        for (std::size_t f = 0; f < end.size(); ++f) {
          const std::vector<double> wanted = moved(middle[f], p.grid, cell + 8 - 3);
          CHECK(largest(wanted) > 0);
          // At most fifteen roundings a step, as lanes at the ends of rows may be compiled in another way.
          CHECK(largest_difference(end[f], wanted) <=
                15 * steps * epsilon_of(Precision::double_) * largest(wanted));
        }
      }
    }
  }
}
