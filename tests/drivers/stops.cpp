// A run that is stopped: by NaN, by growth, by a signal. What was recorded is kept.
#include <algorithm>
#include <limits>
#include <vector>

#include "hermite/output/npy.hpp"
#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

// Nodal data of order 1 on 6 x 5 x 4 cells, zero but for one value at node (2, 3, 1).
void write_one_value(const fs::path& file, double value) {
  const std::vector<long> shape = {1, 4, 5, 6, 2, 2, 2};
  std::vector<double> values(4 * 5 * 6 * 8, 0.25);
  values[((1 * 5 + 3) * 6 + 2) * 8] = value;
  write_npy(file.string(), shape, values.data());
}

const char* const from_file =
    "run good.json --out out --set dimension=3 --set grid.cells=[6,5,4] --set method.order=1 "
    "--set exact.kind=none --set initial.kind=file --set initial.path=data.npy";

}  // namespace

TEST_CASE("initial data that are not finite are refused with their place, and nothing is written") {
  const Workplace place;
  const auto complaint = [&](const std::string& command) {
    const Outcome outcome = place.call(command);
    CAPTURE(outcome.error);
    CHECK(outcome.code == 3);
    CHECK(lines(outcome.error) == 1);
    CHECK_FALSE(place.has("out"));
    return outcome.error;
  };
  for (const double value :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    write_one_value(place.folder / "data.npy", value);
    for (const char* part : {"data.npy", "initial.path", "[0, 1, 3, 2, 0, 0, 0]", "finite"})
      CHECK(contains(complaint(from_file), part));
  }
  // Finite in the file, but not in single precision.
  write_one_value(place.folder / "data.npy", 1e200);
  CHECK(contains(complaint(std::string(from_file) + " --precision single"),
                 "field u at node (2, 3, 1)"));
  const std::string large =
      complaint("run good.json --out out --precision single --set initial.amplitude=1e200");
  for (const char* part : {"good.json", "initial", "field u at node (", "initial.amplitude"})
    CHECK(contains(large, part));
}

TEST_CASE("overflow within a run stops it with the step, and keeps what there is") {
  const Workplace place;
  // Finite at first; the interpolation's coefficients are not.
  write_one_value(place.folder / "data.npy", 1.5e308);
  const Outcome outcome = place.call(std::string(from_file) + " --pipeline monolithic");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 5);
  CHECK(contains(outcome.error, "field u at node ("));
  CHECK_FALSE(contains(outcome.error, "step 0 of"));
  CHECK(place.has("out/final.npy"));
  CHECK(place.json("out/results.json")["rows"].size() == 1);
}

TEST_CASE("a field that is lost does not replace a checkpoint, whose run may be gone on with") {
  const Workplace place;
  const std::string run = std::string(from_file) + " --threads 1 --pipeline monolithic ";
  write_one_value(place.folder / "data.npy", 1);
  REQUIRE(place.call(run + "--stop-after 1").code == 0);
  const std::string before = content(place.folder / "out/checkpoint.h5");
  write_one_value(place.folder / "data.npy", 1.5e308);
  // Lost in the first step, before growth is looked for.
  const Outcome outcome = place.call(run + "--checkpoint-every 1");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 5);
  CHECK(contains(outcome.error, "step 1 of"));
  CHECK((content(place.folder / "out/checkpoint.h5") == before));
}

TEST_CASE("errors and energies that overflow are no result") {
  const Workplace place;
  // The fields are finite, their squares are not.
  const Outcome errors = place.call("run good.json --set initial.amplitude=1e200 --out out");
  CAPTURE(errors.error);
  CHECK(errors.code == 5);
  CHECK(lines(errors.error) == 1);
  for (const char* part : {"L2", "not a finite number", "initial.amplitude", "out"})
    CHECK(contains(errors.error, part));
  CHECK(place.has("out/final.npy"));
  CHECK(contains(place.json("out/manifest.json")["outcome"]["text"], "not a finite number"));
  const Outcome norms =
      place.call("run good.json --set initial.amplitude=1e200 --set norms.every=1 --out norms");
  CAPTURE(norms.error);
  CHECK(norms.code == 5);
  CHECK(contains(norms.error, "step 0: energy of norms.csv"));
  CHECK(place.has("norms/norms.csv"));
  // The fields are good all the same, and where it was to stop it may go on.
  CHECK(place.call("run good.json --set initial.amplitude=1e200 --stop-after 3 --out part").code ==
        5);
  CHECK(place.has("part/checkpoint.h5"));
  // It leaves what was there before, which may be of use.
  REQUIRE(place.call("run good.json --set snapshots.every=5 --out again").code == 0);
  CHECK(place.call("run good.json --set initial.amplitude=1e200 --out again").code == 5);
  CHECK(place.has("again/snapshot-000005.vti"));
  const Outcome study =
      place.call("converge good.json --orders 2 --cells 8 --set initial.amplitude=1e200 --out c");
  CHECK(study.code == 5);
  CHECK(contains(study.error, "L2"));
}

TEST_CASE("a signal ends a run cleanly after the step it came in") {
  const Workplace place;
  for (const char* signal : {"INT", "TERM"}) {
    // Long enough that it cannot finish; `timeout` sends the signal.
    const Outcome outcome =
        place.call("run good.json --set grid.cells=4096 --set time.final=1000 --out out",
                   std::string("timeout --foreground -s ") + signal + " --preserve-status 3");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 130);
    CHECK(contains(outcome.error, "interrupted after step"));
    const nlohmann::json outcome_record = place.json("out/manifest.json")["outcome"];
    CHECK(outcome_record["text"] == "interrupted");
    CHECK(outcome_record["steps"] > 0);
    CHECK(place.has("out/final.npy"));
    fs::remove_all(place.folder / "out");
  }
}

TEST_CASE("a signal ends a convergence study, and the rows that are done are kept") {
  const Workplace place;
  const Outcome outcome = place.call("converge good.json --orders 2 --cells 8,1000000 --out out",
                                     "timeout --foreground -s INT --preserve-status 2");
  CHECK(outcome.code == 130);
  CHECK(place.json("out/convergence.json")["rows"].size() == 1);
}
