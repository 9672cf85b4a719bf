// The search: what it measures, skips and resumes, and its report.
#include "tests/roofline/tuner.hpp"

#include "hermite/core/error.hpp"
#include "roofline/tune/report.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

// All but these two are out of the way.
Ceilings ceilings(double copy, double flops) {
  Ceilings c;
  const auto add = [&](const char* name, double value) {
    c.list.push_back({name, "", value, timing_of({1}, 1)});
  };
  add("copy", copy);
  add("read", copy);
  for (const char* const name : {"cache_read", "scratch"}) add(name, 1e30);
  for (const char* const name : {"fma_single", "fma_double"}) add(name, flops);
  add("launch", 0);
  return c;
}

long lines_of(const std::string& file) {
  const std::string text = text_in(file);
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("a search verifies and measures what can run, and names a best of each variant") {
  const Folder folder;
  const Small small("acoustics", 2, "two-kernel");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8, 16, 16, 4000};
  const TuneResult result = search(small, setting, folder / "j", quick());
  CHECK(result.complete);
  REQUIRE(result.best.size() == 2);
  CHECK(result.candidates[result.best[0]].configuration.kernel.variant !=
        result.candidates[result.best[1]].configuration.kernel.variant);
  REQUIRE(result.standard.has_value());
  int skipped = 0;
  bool slab = false, march = false;
  for (const TuneCandidate& c : result.candidates) {
    // In a slab of few planes it may be the same as another.
    march = march || c.configuration.kernel.planes_per_block > 0;
    if (!c.skipped.empty()) {
      ++skipped;
      CHECK(c.skipped.find("the same blocks as") == 0);  // the grid has 40 cells, not 4000
      CHECK(c.samples.empty());
      continue;
    }
    CHECK(c.verified);
    CHECK(c.samples.size() >= 1);
    if (!c.dropped) CHECK(c.samples.size() >= 3);
    slab = slab || c.configuration.kernel.slab > 0;
  }
  CHECK(skipped >= 1);
  CHECK(slab);
  CHECK(march);
}

TEST_CASE("a step that takes far longer than a sample is a sample by itself") {
  const Folder folder;
  const Small small("advection", 2, "monolithic");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8};
  TuneOptions options = quick();
  for (const double seconds : {1e-9, 0.02}) {
    CAPTURE(seconds);
    options.sample_seconds = seconds;
    options.rounds = 1;
    const TuneResult result =
        search(small, setting, folder / ("j" + std::to_string(seconds)), options);
    for (const TuneCandidate& c : result.candidates) {
      if (!c.skipped.empty()) continue;
      REQUIRE(c.samples.size() >= 1);
      CHECK((c.samples[0].steps == 1) == (seconds < 1e-3));
      CHECK(c.samples[0].seconds > 1e-8);  // of a step: more than ten samples of the first kind
    }
  }
}

TEST_CASE("a search that is repeated measures nothing again; one with more rounds only those") {
  const Folder folder;
  const Small small("advection", 1, "shift");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8, 16};
  const std::string file = folder / "j";
  const TuneResult first = search(small, setting, file, quick());
  const long lines = lines_of(file);
  const TuneResult again = search(small, setting, file, quick());
  CHECK(lines_of(file) == lines);
  REQUIRE(again.candidates.size() == first.candidates.size());
  CHECK(again.best == first.best);
  for (std::size_t i = 0; i < first.candidates.size(); ++i)
    CHECK(again.candidates[i].median() == first.candidates[i].median());
  TuneOptions more = quick();
  more.rounds = 4;
  search(small, setting, file, more);
  const long added = lines_of(file) - lines;
  CHECK(added >= 1);
  CHECK(added <= long(first.candidates.size()));  // one more round, no verification
}

TEST_CASE("a search that was cut off at any line of its journal ends like the whole one") {
  const Folder folder;
  const Small small("advection", 1, "shift");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8, 16};
  const std::string file = folder / "j";
  TuneOptions options = quick();
  search(small, setting, file, options);
  const std::string whole = text_in(file);
  for (std::size_t end = whole.find('\n') + 1; end < whole.size();
       end = whole.find('\n', end) + 1) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, end);
    const TuneResult result = search(small, setting, file, options);
    CHECK(result.complete);
    CHECK(text_in(file).rfind(whole.substr(0, end), 0) == 0);
    for (const TuneCandidate& c : result.candidates)
      for (std::size_t i = 0; i < c.samples.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          CHECK_FALSE((c.samples[i].phase == c.samples[j].phase &&
                       c.samples[i].round == c.samples[j].round));
  }
}

TEST_CASE("without time only what the code takes by itself is measured") {
  const Folder folder;
  const Small small("acoustics", 2, "monolithic");
  TuneOptions options = quick();
  options.seconds = 0;
  const TuneResult result = search(small, small.setting(), folder / "j", options);
  CHECK_FALSE(result.complete);
  REQUIRE(result.standard.has_value());
  REQUIRE(result.best.size() == 1);
  CHECK(result.best.front() == *result.standard);
  for (std::size_t place = 0; place < result.candidates.size(); ++place)
    CHECK(result.candidates[place].samples.size() == (place == *result.standard ? 1 : 0));
}

TEST_CASE("without time for what was asked for nothing is measured, and what there is says so") {
  const Folder folder;
  const Small small("acoustics", 2, "monolithic");
  TuneOptions options = quick();
  options.seconds = 0;
  TuneSetting setting = small.setting();
  setting.variants = {"literal"};  // the code takes march
  const TuneResult result = search(small, setting, folder / "j", options);
  CHECK_FALSE(result.complete);
  CHECK(result.best.empty());
  const Device host;
  const TuneReport report(small.subject, result, ceilings(1e9, 1e9), host);
  CHECK(report.entries({}, "2026-01-01").empty());
  CHECK(report.line().find("nothing was measured") != std::string::npos);
  for (const auto& row : report.group().at("rows"))
    CHECK((row.at("status") == "not reached" || row.at("status") == "skipped"));
}

TEST_CASE("a phase that was cut short does not dethrone the best by a single time") {
  const Folder folder;
  const Small small("acoustics", 2, "monolithic");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8};
  setting.variants = {"march"};
  const std::string file = folder / "j";
  const TuneResult whole = search(small, setting, file, quick());
  REQUIRE(whole.complete);
  // The journal up to the first time of a march length, which is made a thousand times as fast; then
  // no time is left.
  std::string cut;
  for (nlohmann::json json : lines_in(text_in(file))) {
    const bool refined = json.value("phase", "") == "planes_per_block";
    if (refined && json["configuration"]["planes_per_block"] == 0) continue;
    if (refined) json["seconds"] = json["seconds"].get<double>() / 1000;
    cut += json.dump() + "\n";
    if (refined) break;
  }
  std::ofstream(file, std::ios::binary) << cut;
  TuneOptions none = quick();
  none.seconds = 0;
  const TuneResult result = search(small, setting, file, none);
  CHECK_FALSE(result.complete);
  REQUIRE(result.best.size() == 1);
  CHECK(result.candidates[result.best.front()].configuration.kernel.planes_per_block == 0);
}

TEST_CASE("what was dropped does not win when the machine becomes slow") {
  const Folder folder;
  const Small small("acoustics", 2, "monolithic");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8, 16};
  setting.variants = {"literal"};
  const std::string file = folder / "j";
  REQUIRE(search(small, setting, file, quick()).complete);
  // Blocks of 16 cells: 1 s, and later 100 s each time; of 8: 1.6 s in the first round, after which they
  // are dropped. Whichever it was that this machine had dropped.
  std::string slow;
  for (nlohmann::json json : lines_in(text_in(file))) {
    if (!json.contains("seconds")) {
      slow += json.dump() + "\n";
      continue;
    }
    if (json.at("round") != 1) continue;
    const bool of_16 = json.at("configuration").at("cells_per_block") == 16;
    for (int round = 1; round <= (of_16 ? 3 : 1); ++round) {
      json["round"] = round;
      json["seconds"] = !of_16 ? 1.6 : round == 1 ? 1.0 : 100.0;
      slow += json.dump() + "\n";
    }
  }
  std::ofstream(file, std::ios::binary) << slow;
  const long before = lines_of(file);
  const TuneResult result = search(small, setting, file, quick());
  CHECK(lines_of(file) == before);
  CHECK(result.complete);
  REQUIRE(result.best.size() == 1);
  const TuneCandidate& best = result.candidates[result.best.front()];
  CHECK(best.configuration.kernel.cells_per_block == 16);
  CHECK(best.samples.size() == 3);
}

TEST_CASE("a configuration that cannot be is skipped with the reason") {
  const Folder folder;
  Small small("advection", 1, "shift");
  small.subject.method.kernel.variant = "march";
  const TuneResult result = search(small, small.setting(), folder / "j", quick());
  CHECK(result.best.empty());
  for (const TuneCandidate& c : result.candidates)
    CHECK(c.skipped.find("kernel.variant: found \"march\", which shift in 1-D has not") !=
          std::string::npos);
  const Device host;
  const TuneReport report(small.subject, result, std::nullopt, host);
  CHECK(report.line().find("kernel.variant: found \"march\"") != std::string::npos);
}

TEST_CASE("the share is the floor time over the median, and the limiter the slowest roof") {
  const Folder folder;
  const Small small("advection", 1, "shift");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8};
  const TuneResult result = search(small, setting, folder / "j", quick());
  REQUIRE_FALSE(result.best.empty());
  // Two stages, each reads and writes 40 nodes of 2 floats.
  const double bytes = 2 * 2 * 40 * 2 * 4, copy = 1e9;
  const Device host;
  const TuneReport memory(small.subject, result, ceilings(copy, 1e30), host);
  const nlohmann::json group = memory.group();
  CHECK(group.at("floor_seconds").get<double>() == relative(bytes / copy, 1e-14));
  const nlohmann::json& row = group.at("rows").at(result.best.front());
  CHECK(row.at("share").get<double>() == nearly(bytes / copy / row.at("seconds").get<double>()));
  CHECK(row.at("floor_seconds") == group.at("floor_seconds"));
  CHECK(row.at("bytes") == group.at("bytes"));
  CHECK(row.at("registers").is_null());
  const auto limiter = [&](const TuneReport& report) {
    const std::vector<TunedEntry> entries = report.entries({"x", "", "c", "s"}, "2026-01-01");
    REQUIRE(entries.size() == 1);
    CHECK(entries.front().seconds == result.candidates[result.best.front()].median());
    return entries.front().measured.at("limiter");
  };
  CHECK(limiter(memory) == "memory");
  CHECK(limiter(TuneReport(small.subject, result, ceilings(1e30, 1e9), host)) == "flops");
  const TuneReport unknown(small.subject, result, std::nullopt, host);
  CHECK(limiter(unknown).is_null());
  CHECK(unknown.group().at("floor_seconds").is_null());
}
