// The cases of data/cases are good as they are shipped.
#include <algorithm>
#include <vector>

#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("every shipped case passes hermite check") {
  const Workplace place;
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(HERMITE_SOURCE_DIR "/data/cases"))
    if (entry.path().extension() == ".json") cases.push_back(entry.path());
  CHECK(cases.size() > 20);
  for (const fs::path& file : cases) {
    CAPTURE(file.filename().string());
    const Outcome outcome = place.call("check '" + file.string() + "'");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
  }
}
