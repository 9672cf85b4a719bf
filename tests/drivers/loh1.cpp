// The layer over a half-space LOH.1 against data/reference/loh1.csv. The source there has frequencies of
// 10 Hz, for which these grids are too coarse; so it is longer here, and the reference is smoothed
// to match: both moment rates are Gaussians, and a Gaussian of one width is a Gaussian of a smaller one, smoothed.
#include <array>
#include <cmath>

#include "hermite/core/grow.hpp"
#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

constexpr double short_source = 0.06,
                 short_centre = 0.36;  // s, of the reference: standard deviation
constexpr double long_source = 0.3, long_centre = 1.5;
const char* const columns[] = {"v_north", "v_east", "v_up"};

// The reference, as the long source would give it, `late` after its own time.
double smoothed(const Table& reference, int component, double time) {
  const double width = std::sqrt(long_source * long_source - short_source * short_source);
  const double late = long_centre - short_centre;
  double sum = 0, weights = 0;
  for (const std::vector<double>& row : reference.rows) {
    const double z = (time - late - row[0]) / width, weight = std::exp(-z * z / 2);
    sum += weight * row[std::size_t(component + 1)];
    weights += weight;
  }
  return sum / weights;
}

// Largest differences over the largest velocity of all components, of cells this long. `device`: options that name
// one.
std::array<double, 3> misfits(const Workplace& place, const Table& reference, int cell,
                              const std::string& device) {
  const std::string size = std::to_string(cell);
  const std::string cells = std::to_string(12000 / cell) + "," + std::to_string(14000 / cell) +
                            "," + std::to_string(6000 / cell);
  const Outcome outcome = place.call(
      "run " HERMITE_SOURCE_DIR "/data/cases/loh1.json --set grid.cells=[" + cells +
      "] --set sources.width=" + std::to_string(std::sqrt(2.0) * long_source) +
      " --set sources.delay=" + std::to_string(long_centre) + " --out h" + size + " " + device);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const Table traces = read_table(place.folder / ("h" + size) / "receivers.csv");
  const std::vector<double> time = traces.column("time");
  std::array<double, 3> worst{};
  double most = 0;
  for (int c = 0; c < 3; ++c) {
    // Here z points down.
    const std::vector<double> v = traces.column(std::string("v") + "xyz"[c] + "@1");
    for (std::size_t i = 0; i < time.size(); ++i) {
      const double wanted = (c == 2 ? -1 : 1) * smoothed(reference, c, time[i]);
      grow(most, std::abs(wanted));
      grow(worst[std::size_t(c)], std::abs(v[i] - wanted));
    }
  }
  for (double& w : worst) w /= most;
  return worst;
}

Table read_reference() {
  std::ifstream in(HERMITE_SOURCE_DIR "/data/reference/loh1.csv");
  Table table;
  for (std::string line, cell; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    table.rows.emplace_back();
    while (std::getline(cells, cell, ',')) table.rows.back().push_back(std::stod(cell));
  }
  return table;
}

void check_loh1(const std::string& device) {
  const Workplace place;
  const Table reference = read_reference();
  REQUIRE(reference.rows.size() == 901);
  const std::array<double, 3> coarse = misfits(place, reference, 250, device),
                              fine = misfits(place, reference, 125, device);
  // At order 1: nodes on the interface have harmonic means, also of what acts along it, where means are
  // arithmetic. Of the layer's 4 and 8 cells that is a part that arrives late.
  // Seen were 6.8, 9.0 and 10.9 %, then 4.0, 3.9 and 4.9 %; a fifth more is allowed.
  const double allowed[] = {0.082, 0.107, 0.131}, allowed_fine[] = {0.049, 0.047, 0.059};
  double sum = 0, sum_fine = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    MESSAGE(std::string(columns[c]), ": ", 100 * coarse[c], " % of the peak with cells of 250 m, ",
            100 * fine[c], " % with 125 m");
    CHECK(coarse[c] < allowed[c]);
    CHECK(fine[c] < allowed_fine[c]);
    CHECK(fine[c] < coarse[c] / 1.5);  // 1.7 to 2.3 were seen
    sum += coarse[c] * coarse[c];
    sum_fine += fine[c] * fine[c];
  }
  CHECK(sum > 1.9 * 1.9 * sum_fine);  // of 2, order 1, all three together: 2.1 was seen
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("LOH.1 converges to the traces of an independent code") { check_loh1(""); }
}

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA: LOH.1 converges to the traces of an independent code") {
    check_loh1("--device cuda");
  }
}
#endif
