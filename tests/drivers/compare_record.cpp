// Which runs of an earlier `hermite compare` are taken over, of runs that are made up.
#include "drivers/compare/record.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("compare takes over runs that ended, were unstable or would take too long; no others") {
  const Workplace place;
  const std::string file = (place.folder / "compare.json").string();
  const nlohmann::json conditions = {{"case", "this"}, {"machines", {"H", "F"}}};
  const auto skipped = [](int cells, double predicted, bool unstable) {
    return CompareRun{"Yee", "fdtd", "double", 1, cells, {}, {}, {}, "why", predicted, unstable};
  };
  const CompareRun unstable = skipped(4, 1, true), slow = skipped(8, 100, false),
                   no_memory = skipped(16, 0, false);
  std::vector<std::string> notices;
  CompareRecord first(file, conditions, notices);
  for (const CompareRun& run : {unstable, slow, no_memory}) {
    CHECK(first.find(run, 10) == nullptr);
    first.add(run);
  }
  std::ofstream(file) << first.content();

  const CompareRecord second(file, conditions, notices);
  CHECK(second.remembered() == 3);
  CHECK(second.find(unstable, 10) != nullptr);
  CHECK(second.find(unstable, 1000) != nullptr);
  CHECK(second.find(slow, 10) != nullptr);
  CHECK(second.find(slow, 1000) == nullptr);  // may be tried
  CHECK(second.find(no_memory, 10) == nullptr);
  CHECK(notices.empty());

  // Of another case: set aside.
  CHECK(CompareRecord(file, {{"case", "other"}, {"machines", {"H", "F"}}}, notices).remembered() ==
        0);
  CHECK(notices.size() == 1);
  CHECK(place.has("compare.json.old"));
  CHECK_FALSE(place.has("compare.json"));
}

TEST_CASE("compare takes over the runs of the solver whose kernels are the same, and tells which") {
  const Workplace place;
  const std::string file = (place.folder / "compare.json").string();
  const auto of = [](const char* hermite, const char* fdtd) {
    return nlohmann::json{{"case", "this"}, {"machines", {hermite, fdtd}}};
  };
  std::vector<std::string> notices;
  CompareRecord first(file, of("H", "F"), notices);
  const auto run = [](const char* method, const char* solver) {
    return CompareRun{method, solver, "double", 1, 4, {}, {}, {}, "why", 1, true};
  };
  const CompareRun hermite = run("Hermite N=1", "hermite"), fdtd = run("Yee", "fdtd");
  first.add(hermite);
  first.add(fdtd);
  std::ofstream(file) << first.content();

  const CompareRecord second(file, of("H2", "F"), notices);
  CHECK(second.remembered() == 1);
  CHECK(second.find(hermite, 10) == nullptr);
  CHECK(second.find(fdtd, 10) != nullptr);
  REQUIRE(notices.size() == 1);
  CHECK(contains(notices[0], "but for fdtd"));
  CHECK(place.has("compare.json.old"));  // with the runs of both

  std::ofstream(file) << first.content();
  CHECK(CompareRecord(file, of("H2", "F2"), notices).remembered() == 0);
  CHECK(contains(notices.back(), "begins anew"));
  std::ofstream(file) << first.content();
  CHECK(CompareRecord(file, of("H", "F2"), notices).find(hermite, 10) != nullptr);
}
