// The case of Michea and Komatitsch (2010), a fault below a soft layer, with cells of 100 m as they had it, of 50 and
// of 25 m. At 7 Hz the first have 3.5 points per S wave: too few. Source, media, free surface, means of moduli and
// steps are theirs; the receiver is nearer, on the same side, and the domain ends as soon, with layers as thick
// for all three, so that only the cells differ.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hermite/core/grow.hpp"
#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

const char* const components[] = {"vx@1", "vy@1", "vz@1"};

// The receiver's record with `fine` cells in 100 m, steps of 8 ms over `fine`. `device`: options that name one.
Table seismogram(const Workplace& place, int fine, const std::string& device) {
  const auto times = [&](int n) { return std::to_string(n * fine); };
  const std::string out = "fine" + times(1), layer = times(5);
  const Outcome outcome = place.call(
      "run " HERMITE_SOURCE_DIR "/data/cases/two-layers-540x484x189.json --set grid.cells=[" +
      times(20) + "," + times(18) + "," + times(31) +
      "] --set grid.lower=[1400,3400,0] --set grid.upper=[3400,5200,3100] --set cpml.lower=[" +
      layer + "," + layer + ",0] --set cpml.upper=" + layer +
      " --set receivers.points=[[2800,4600,0]] --set time.final=1.44 --out " + out + " " + device);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  return read_table(place.folder / out / "receivers.csv");
}

// At the times of the coarser one, which has every second.
double largest_difference(const Table& coarse, const Table& fine, const std::string& component) {
  const std::vector<double> t = coarse.column("time"), late = fine.column("time"),
                            a = coarse.column(component), b = fine.column(component);
  REQUIRE(late.size() + 1 == 2 * t.size());
  double most = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    REQUIRE(std::abs(t[i] - late[2 * i]) < 1e-9);  // a millionth of a step
    grow(most, std::abs(a[i] - b[2 * i]));
  }
  return most;
}

void check_two_layers(const std::string& device) {
  const Workplace place;
  const std::array<Table, 3> records = {seismogram(place, 1, device), seismogram(place, 2, device),
                                        seismogram(place, 4, device)};
  double peak = 0;
  for (const char* c : components)
    for (const double v : records[2].column(c)) grow(peak, std::abs(v));
  REQUIRE(peak > 0);
  for (const std::string c : components) {
    const double first = largest_difference(records[0], records[1], c),
                 second = largest_difference(records[1], records[2], c);
    MESSAGE(c, ": 100 m and 50 m differ by ", 100 * first / peak,
            " % of the peak, 50 m and 25 m by ", 100 * second / peak, " %");
    // As at order 2, that of the time step, or better, though an interface is of order 1: so much too coarse are 100 m.
    // Seen were 5.4 to 13 times less, and 2.0 to 3.1 % of the peak. What 25 m still lack is no more than the second
    // difference.
    CHECK(second < first / 4);
    CHECK(second < 0.04 * peak);
  }
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("the case two-layers converges with cells of 100, 50 and 25 m") {
    check_two_layers("");
  }
}

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA: the case two-layers converges with cells of 100, 50 and 25 m") {
    check_two_layers("--device cuda");
  }
}
#endif
