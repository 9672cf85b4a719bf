// What `check` says of a run: its memory, the largest grid, what it writes.
#include <string>

#include "tests/approx.hpp"
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

namespace {

// "24.6 MB" before a word.
double bytes_before(const std::string& text, const std::string& word) {
  const auto end = text.find(word), unit = text.rfind(' ', end - 1);
  const auto number = text.rfind(' ', unit - 1) + 1;
  const std::size_t thousands = std::string("BkMGT").find(text[unit + 1]);
  REQUIRE(thousands != std::string::npos);
  return std::stod(text.substr(number, unit - number)) *
         std::pow(1000, static_cast<double>(thousands));
}

}  // namespace

TEST_CASE("check says what a run takes, and writes nothing") {
  const Workplace place;
  const Outcome outcome = place.call("check good.json --set grid.cells=1000");
  CHECK(outcome.code == 0);
  for (const char* text :
       {"1000 cells", "1250 steps", "lam = 0.8", "q = 5 (full)", "u_next", "in all"})
    CHECK(contains(outcome.out, text));
  CHECK_FALSE(place.has("results"));
}

TEST_CASE(
    "check says how large a grid would fit: its share of what is free is the case's of its "
    "memory") {
  const Workplace place;
  const Outcome outcome = place.call("check good.json --set grid.cells=100000");
  REQUIRE(outcome.code == 0);
  const auto at = outcome.out.find("about ");
  REQUIRE(at != std::string::npos);
  const double cells = std::stod(outcome.out.substr(at + 6));
  const double share =
      bytes_before(outcome.out, " in all") / bytes_before(outcome.out, " that are");
  // The bytes are printed with three digits.
  CHECK(cells * share == doctest::Approx(100000).epsilon(0.01));
}

TEST_CASE(
    "check says the same of how large a grid would fit, whatever the grid that it is asked with") {
  const Workplace place;
  std::vector<double> found;
  for (const int cells : {30, 120, 480}) {
    const Outcome outcome =
        place.call("check '" HERMITE_SOURCE_DIR "/data/cases/cube.json' --set grid.cells=" +
                   std::to_string(cells));
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    found.push_back(std::stod(outcome.out.substr(outcome.out.find("about ") + 6)));
  }
  // Rows have other ends, and memory that is free changes meanwhile.
  CHECK(found[1] == doctest::Approx(found[0]).epsilon(0.02));
  CHECK(found[2] == doctest::Approx(found[0]).epsilon(0.02));
}

TEST_CASE("check refuses fields that do not fit before it makes tables of media") {
  const Workplace place;
  const Outcome outcome =
      place.call("check '" HERMITE_SOURCE_DIR
                 "/data/cases/cube.json'"
                 " --set grid.cells=20000 --set objects.lower=[[0.1,0.1,0.1]] --set "
                 "objects.upper=[[0.2,0.2,0.2]] --set objects.permittivity=3");
  CHECK(outcome.code == 4);
  CHECK(contains(outcome.error, "the fields on 20000 x 20000 x 20000 cells take 192 TB"));
  CHECK(contains(outcome.error, "take fewer cells"));
}

TEST_CASE(
    "check: rows of whole lines where they fit, tight ones where these alone do, and a word") {
  const Workplace place;
  // Rows of 17 nodes and a halo: 32 values in lines of 128 bytes, 20 in those of 32.
  const auto check = [&](double planes) {
    return place.call("check good.json --set dimension=3 --set grid.cells=[17,33," +
                      std::to_string(std::lround(planes)) + "]");
  };
  const Outcome fits = check(1000);
  CAPTURE(fits.out);
  REQUIRE(fits.code == 0);
  CHECK_FALSE(contains(fits.out + fits.error, "whole lines"));
  CHECK(bytes_before(fits.out, " where memory is short") < bytes_before(fits.out, " in all"));
  const double plane = bytes_before(fits.out, " in all") / 1000,
               planes = bytes_before(fits.out, " that are") / plane;
  const Outcome tight = check(1.15 * planes);
  CAPTURE(tight.out);
  CAPTURE(tight.error);
  CHECK(tight.code == 0);
  CHECK(contains(tight.out + tight.error, "rows start at multiples of 32 bytes"));
  CHECK(bytes_before(tight.out, " in all") < bytes_before(tight.out, " that are"));
  CHECK(contains(tight.out, ", tight rows"));
  CHECK_FALSE(contains(tight.out, "where memory is short"));
  const Outcome none = check(1.8 * planes);
  CHECK(none.code == 4);
  CHECK(contains(none.error, "take fewer cells"));
}

TEST_CASE("check: Maxwell's equations by fdtd have tight rows where whole lines take much more") {
  const Workplace place;
  const auto check = [&](int cells, const std::string& more = "") {
    const Outcome outcome =
        place.call("check '" HERMITE_SOURCE_DIR "/data/cases/cube.json' --set grid.cells=" +
                   std::to_string(cells) + more);
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    return outcome.out;
  };
  // Rows of 200 values in single precision: 224 in lines of 128 bytes, 200 in those of 32; 256 fill either.
  const std::string lines = check(200, " --set kernel.rows=lines"), chosen = check(200);
  CHECK(contains(chosen, ", tight rows"));
  CHECK_FALSE(contains(lines, ", tight rows"));
  CHECK(bytes_before(chosen, " in all") < 0.92 * bytes_before(lines, " in all"));
  CHECK_FALSE(contains(check(256), ", tight rows"));
}

TEST_CASE("check says what a run would write to disk") {
  const Workplace place;
  // Names of files, each with the size of its values; heads and XML lie above.
  const auto written = [&](const std::string& keys, const std::string& text,
                           const std::string& begin, double values, double heads) {
    CAPTURE(keys);
    const std::string all = "good.json --set grid.cells=1000 --set time.final=0.01 " + keys;
    const Outcome check = place.call("check " + all);
    CAPTURE(check.out);
    CHECK(contains(check.out, text));
    REQUIRE(place.call("run " + all + " --out out").code == 0);
    double bytes = 0;
    for (const auto& entry : fs::directory_iterator(place.folder / "out"))
      if (entry.path().filename().string().rfind(begin, 0) == 0)
        bytes += static_cast<double>(fs::file_size(entry.path()));
    CHECK(bytes >= values);
    CHECK(bytes < values + heads);
  };
  // 1000 nodes of a periodic axis, N + 1 values in each.
  written("", "a run writes about 24 kB: the final state 24 kB\n", "final", 24000, 200);
  // 13 steps; 2001 points, of u and its derivative.
  written("--precision single --set snapshots.every=4 --set snapshots.derivatives=true",
          "4 snapshots 64 kB", "snapshot-", 4 * 2001 * 2 * 4, 4 * 2000);
  written("--set checkpoint.every=5", "the checkpoint 24 kB", "checkpoint", 24000, 30000);
  // 14 rows of 50 receivers; every number may take 24 letters.
  std::string points = "[0.37]";
  for (int more = 1; more < 50; ++more) points += ",[0.37]";
  written("--set receivers.points=[" + points + "]", "receivers.csv 16.8 kB", "receivers", 8000,
          8000);
  // Two lines of 9 points.
  CHECK(contains(place
                     .call("check good.json --set dimension=2 --set snapshots.every=100 --set "
                           "snapshots.y=[0.25,0.5] --set snapshots.points_per_cell=1")
                     .out,
                 "1 snapshot 144 B"));
}

TEST_CASE("check knows what a checkpoint takes, that of absorbing layers too") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  const std::string all = "driven.json --set checkpoint.every=5 --stop-after 6 --out out";
  const Outcome check = place.call("check driven.json --set checkpoint.every=5");
  const auto at = check.out.find("the checkpoint ");
  CAPTURE(check.out);
  REQUIRE(at != std::string::npos);
  std::istringstream text(check.out.substr(at + 15));
  double number = 0;
  std::string unit;
  text >> number >> unit;
  REQUIRE(unit.substr(0, 2) == "kB");
  REQUIRE(place.call("run " + all).code == 0);
  const auto bytes = static_cast<double>(fs::file_size(place.folder / "out/checkpoint.h5"));
  // Three digits; heads, names and the case lie above.
  CHECK(1000 * number < 1.005 * bytes);
  CHECK(1000 * number > bytes - 60000);
}
