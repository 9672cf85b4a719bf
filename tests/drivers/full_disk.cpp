// A disk that fills up, played by a limit on the size of files.
#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

// final.npy has 4 MB, a checkpoint as much; a snapshot of one sample per cell 0.7 MB.
const char* const large = R"({
  "system": "advection", "dimension": 2,
  "grid": { "cells": 300 },
  "material": { "velocity": [-1, -1] },
  "initial": { "kind": "sines" },
  "method": { "order": 1, "courant": 0.9 },
  "time": { "final": 0.02 },
  "receivers": { "points": [[0.5, 0.5]] }
})";

// In the unit of the shell, 1024 bytes (bash) or 512 (dash): between the sizes above for both.
const char* const no_checkpoint = "ulimit -f 2500;";
const char* const no_snapshot = "ulimit -f 600;";

}  // namespace

TEST_CASE("a checkpoint that finds the disk full stops the run, and the one before stays") {
  const Workplace place;
  place.write("large.json", large);
  REQUIRE(place.call("run large.json --threads 1 --out out --stop-after 2").code == 0);
  const std::string before = content(place.folder / "out/checkpoint.h5");
  const Outcome outcome =
      place.call("run large.json --threads 1 --out out --checkpoint-every 2", no_checkpoint);
  CAPTURE(outcome.error);
  CHECK(outcome.code == 4);
  CHECK(lines(outcome.error) == 1);
  CHECK(contains(outcome.error, "stopped after step 2 of"));
  CHECK(contains(outcome.error, "cannot write out/checkpoint.h5: File too large"));
  CHECK((content(place.folder / "out/checkpoint.h5") == before));
  CHECK_FALSE(place.has("out/checkpoint.h5.partial"));
  // The receivers' records until then, and how it ended.
  CHECK(lines(content(place.folder / "out/receivers.csv")) == 1 + 3);
  CHECK(contains(place.json("out/manifest.json")["outcome"]["text"], "checkpoint.h5"));
  CHECK(place.call("run large.json --threads 1 --out out --resume out/checkpoint.h5").code == 0);
}

TEST_CASE("with on_failure continue the run goes on, and says so once") {
  const Workplace place;
  place.write("large.json", large);
  const Outcome outcome = place.call(
      "run large.json --threads 1 --out out --checkpoint-every 2 --set snapshots.every=1 "
      "--set checkpoint.on_failure=continue --set snapshots.on_failure=continue",
      no_snapshot);
  CAPTURE(outcome.error);
  CHECK(outcome.code == 4);  // for final.npy is lost as well
  CHECK(lines(outcome.error) == 3);
  CHECK(contains(outcome.error, "checkpoints may be missing"));
  CHECK(contains(outcome.error, "snapshots may be missing"));
  CHECK(contains(outcome.error, "final.npy"));
  CHECK(place.json("out/manifest.json")["outcome"]["text"] == "finished");
  for (const char* name : {"out/checkpoint.h5", "out/snapshots.pvd", "out/final.npy"})
    CHECK_FALSE(place.has(name));
  for (const auto& entry : fs::directory_iterator(place.folder / "out"))
    CHECK_FALSE(contains(entry.path().string(), ".part"));
}

TEST_CASE("a snapshot that finds the disk full stops the run") {
  const Workplace place;
  place.write("large.json", large);
  const Outcome outcome =
      place.call("run large.json --threads 1 --out out --set snapshots.every=2", no_snapshot);
  CHECK(outcome.code == 4);
  CHECK(contains(outcome.error, "stopped after step 0 of"));
  CHECK(contains(outcome.error, "snapshot-000000.vti"));
  CHECK(contains(outcome.error, "cannot write out/final.npy"));  // lost as well
  CHECK_FALSE(place.has("out/snapshots.pvd"));
}
