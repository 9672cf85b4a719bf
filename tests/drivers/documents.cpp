// The files that the command writes about the keys are as it writes them now.
#include <algorithm>

#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("data/cases/KEYS.md and data/schema/case.json are fresh") {
  const Workplace place;
  const fs::path data = HERMITE_SOURCE_DIR "/data";
  CHECK(place.call("document --keys").out == content(data / "cases/KEYS.md"));
  CHECK(place.call("document --schema").out == content(data / "schema/case.json"));
}
