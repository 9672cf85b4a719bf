// The file of a tuned table: damaged lines, what takes whose place in it, several tunes at a time, its name.
#include "tests/roofline/tuned_table.hpp"

#include <thread>

using namespace hermite;
using nlohmann::json;

TEST_CASE("every damaged line is named, and the others serve") {
  json missing = to_json(entry(2, 99, 1)), type = missing, schema = missing, negative = missing,
       variant = missing, time = missing, steps = missing;
  missing["configuration"].erase("cells_per_block");
  type["configuration"]["cells_per_block"] = "many";
  schema["schema"] = "hermite-tuned-9";
  negative["configuration"]["rows_per_block"] = -1;
  variant["configuration"]["variant"] = "dance";
  time["seconds"] = 0;
  steps["configuration"]["steps_per_sweep"] = 2;  // of monolithic
  const std::vector<std::string> damaged = {"{\"schema\": \"hermite-tun",
                                            "nonsense",
                                            "[1, 2]",
                                            "null",
                                            missing.dump(),
                                            type.dump(),
                                            schema.dump(),
                                            negative.dump(),
                                            variant.dump(),
                                            time.dump(),
                                            steps.dump()};
  for (const std::string& line : damaged) {
    CAPTURE(line);
    const Written table({entry(2, 16, 2)});
    std::ofstream(table.file, std::ios::app) << line << "\n\n" << to_json(entry(3, 8, 3)).dump();
    const TunedTable read(table.file);
    REQUIRE(read.problems().size() == 1);
    CHECK(contains(read.problems().front(), table.file + ":2: "));
    CHECK(read.entries().size() == 2);
    const TunedChoice choice = read.choose(query(3), here);
    CHECK(choice.kernel.cells_per_block == 8);
    CHECK(choice.notices == read.problems());
    // Written again, what could not be read is kept as it is.
    TunedTable(table.file).merge({entry(2, 17, 1)});
    CHECK(contains(text_in(table.file), line + "\n"));
    CHECK(table.choose(query(2)).kernel.cells_per_block == 17);
  }
}

TEST_CASE("a new entry takes the place of the old one, and no other's") {
  TunedEntry other_grid = entry(2, 3, 1);
  other_grid.cells = {20, 20, 20};
  const Written table({entry(1, 32, 1), entry(2, 16, 2), entry(2, 24, 3, "literal"), other_grid});
  TunedEntry again = entry(2, 12, 2);
  again.machine.sources = "fedcba9876543210";
  TunedTable(table.file).merge({again});
  const std::vector<TunedEntry> entries = TunedTable(table.file).entries();
  REQUIRE(entries.size() == 4);
  CHECK(entries[1].configuration.kernel.cells_per_block == 12);
  CHECK(entries[2].configuration.kernel.cells_per_block == 24);
}

TEST_CASE(
    "what was found in a whole search stays, unless it is stale or less of a search beats it") {
  TunedEntry whole = entry(2, 16, 2), part = entry(2, 12, 3);
  whole.measured["complete"] = true;
  part.measured["complete"] = false;
  const auto left = [&](const TunedEntry& old, const TunedEntry& found) {
    const Written table({old});
    const std::vector<std::string> kept = TunedTable(table.file).merge({found});
    const std::vector<TunedEntry> entries = TunedTable(table.file).entries();
    REQUIRE(entries.size() == 1);
    const bool stays = to_json(entries.front()) == to_json(old);
    CHECK(stays != (to_json(entries.front()) == to_json(found)));
    REQUIRE(kept.size() == (stays ? 1 : 0));
    if (stays) CHECK(contains(kept.front(), "march, stays as of 2026-11-21"));
    return stays;
  };
  CHECK(left(whole, part));
  TunedEntry faster = part, again = whole, stale = whole;
  faster.seconds = 1;
  again.seconds = 4;
  stale.machine.driver = "CUDA 12.9";
  CHECK_FALSE(left(whole, faster));
  CHECK_FALSE(left(whole, again));
  CHECK_FALSE(left(part, again));
  CHECK_FALSE(left(stale, part));
}

TEST_CASE("two tunes at a time lose nothing of one table") {
  const Written table({entry(1, 32, 1)});
  TunedTable one(table.file), other(table.file);
  one.merge({entry(2, 16, 2)});
  other.merge({entry(3, 8, 3)});
  CHECK(TunedTable(table.file).entries().size() == 3);
  std::vector<std::thread> tunes;
  for (int t = 0; t < 4; ++t)
    tunes.emplace_back([&table, t] {
      for (int order = 1; order <= 5; ++order) {
        TunedEntry mine = entry(order, 4, 2);
        mine.cells = {30 + t, 30, 30};
        TunedTable(table.file).merge({mine});
      }
    });
  for (std::thread& tune : tunes) tune.join();
  CHECK(TunedTable(table.file).entries().size() == 23);
}

TEST_CASE("a file that is not there is an empty table, and devices have file names") {
  const Folder folder;
  const TunedTable none(folder / "none.jsonl");
  TunedQuery asked = query(1);
  CHECK(none.choose(asked, here).text == "default");
  CHECK(none.choose(asked, here).notices.empty());
  asked.asked_for = true;
  REQUIRE(none.choose(asked, here).notices.size() == 1);
  CHECK(contains(none.choose(asked, here).notices.front(), "none.jsonl, a file that is not there"));
  CHECK(here.file_name() == "nvidia-h200.jsonl");
  TunedMachine host;
  host.device = "AMD EPYC 9B45 (R), 2 threads";
  CHECK(host.file_name() == "amd-epyc-9b45-r-2-threads.jsonl");
  const TunedMachine real = this_machine(Device("host", 1), "monolithic");
  CHECK(contains(real.device, "1 threads"));
  CHECK(real.sources.size() == 16);
  // Each solver's kernels have their own, whatever its pipeline.
  const auto sources = [](const char* pipeline) {
    return this_machine(Device("host", 1), pipeline).sources;
  };
  CHECK(sources("full-step") == real.sources);
  CHECK(sources("yee") != real.sources);
  CHECK(sources("staggered") != real.sources);
  CHECK(sources("staggered") != sources("yee"));
}
