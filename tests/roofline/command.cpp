// `hermite roofline` as a user calls it, on the host and on problems of a second.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/drivers/command.hpp"

using namespace hermite;
using nlohmann::json;

namespace {

const std::string tiny = " --quick --threads 2 --dim 1 --orders 1 --cells 64 ";

double ceiling(const json& content, const std::string& name) {
  for (const json& c : content["ceilings"]["list"])
    if (c["name"] == name) return c["value"];
  return std::nan("");
}

}  // namespace

TEST_CASE("what roofline cannot do is refused in one line") {
  const Workplace place;
  place.write("other.json", R"({"schema": 99, "ceilings": {}})");
  check_refused(place, "roofline", 2, {"subcommand", "--help"});
  check_refused(place, "roofline kernels --system acoustic", 3,
                {"acoustic", "did you mean", "acoustics"});
  check_refused(place, "roofline kernels --dim 4", 2, {"--dim"});
  check_refused(place, "roofline kernels --orders 1,x", 2, {"--orders"});
  check_refused(place, "roofline kernels --precision half", 2, {"--precision", "half", "single"});
  check_refused(place, "roofline kernels --cells -1", 2, {"--cells"});
  check_refused(place, "roofline kernels --filter [", 2, {"--filter", "regular expression"});
  check_refused(place, "roofline kernels --filter nothing", 2, {"--filter", "monolithic/march"});
  check_refused(place, "roofline kernels --device cuda:7", 4, {"--device", "cuda:7", "host"});
  check_refused(place, "roofline kernels --case absent.json --system maxwell", 2,
                {"--system", "--case"});
  check_refused(place, "roofline kernels --case absent.json --dim 2", 2, {"--dim", "--case"});
  check_refused(place, "roofline kernels --case absent.json", 3, {"absent.json", "no such file"});
  check_refused(place, "roofline kernels --ceilings good.json", 3,
                {"good.json", "hermite roofline"});
  check_refused(place, "roofline kernels --ceilings absent.json", 2,
                {"--ceilings", "no file absent.json", "hermite roofline ceilings --json"});
  check_refused(place, "roofline kernels --ceilings other.json", 3, {"other.json", "schema", "99"});
  check_refused(place, "roofline ceilings --json /proc/nowhere/a.json", 4, {"/proc/nowhere"});
  check_refused(place, "roofline plot good.json", 3, {"good.json", "hermite roofline"});
  check_refused(place, "roofline plot", 2, {"files"});
}

TEST_CASE("ceilings that cannot be are refused by file and name, before anything is timed") {
  const Workplace place;
  REQUIRE(place.call("roofline ceilings --quick --threads 1 --json good.json").code == 0);
  const json good = place.json("good.json");
  const auto refused = [&](const auto& damage, const std::vector<std::string>& words) {
    json bad = good;
    damage(bad["ceilings"]);
    place.write("bad.json", bad.dump());
    check_refused(place, "roofline kernels --threads 1 --quick --ceilings bad.json", 3, words);
  };
  refused([](json& c) { c["list"][0]["clocks"] = "fast"; }, {"bad.json: ceilings: ", "string"});
  refused([](json& c) { c["list"][0]["clocks"] = {2e9, -1}; }, {"copy", "clocks"});
  refused([](json& c) { c["list"][0]["value"] = 0; }, {"ceilings: copy", "found 0", "positive"});
  refused([](json& c) { c["list"].erase(0); }, {"\"copy\" is missing"});
  refused([](json& c) { c["copies"][1]["bytes"] = 1; }, {"ceilings: copies", "ascend"});
  refused([](json& c) { c = json::object(); }, {"bad.json: ceilings: ", "anew"});
  // The host's are known by its processor too.
  json other = good;
  other["manifest"]["machine"]["processor"] = "Another Processor";
  place.write("other.json", other.dump());
  check_refused(place, "roofline kernels --threads 1 --quick --ceilings other.json", 2,
                {"other.json is of another host, Another Processor", "--json FILE"});
  // What has no time cannot be drawn.
  for (const char* seconds : {"0", "-1", "\"1\"", "null"}) {
    json rows = good;
    rows["rows"] = {{{"seconds", {{"median", json::parse(seconds)}}}, {"model", {{"flops", 1}}}}};
    place.write("rows.json", rows.dump());
    check_refused(place, "roofline plot rows.json", 3,
                  {"rows.json: rows[0]/seconds/median", seconds});
  }
}

TEST_CASE("a grid that does not fit is refused with what is needed and what is free") {
  const Workplace place;
  REQUIRE(place.call("roofline ceilings --quick --threads 2 --json c.json").code == 0);
  const Outcome outcome = place.call(
      "roofline kernels --threads 2 --ceilings c.json --dim 3 --orders 3 --cells 5000 --filter "
      "monolithic/march/N3/double");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 4);
  for (const char* part : {"memory", "free", "needs", "fewer cells"})
    CHECK(contains(outcome.error, part));
}

TEST_CASE("ceilings leave every roof with its samples, and the checks of the harness") {
  const Workplace place;
  const Outcome outcome = place.call("roofline ceilings --quick --threads 2 --json c.json");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const json content = place.json("c.json");
  CHECK(content["kind"] == "ceilings");
  CHECK(content["ceilings"]["device"] == "host");
  CHECK(content["ceilings"]["quick"] == true);
  for (const char* name : {"copy", "copy_streaming", "triad", "read", "cache_read", "scratch",
                           "fma_single", "fma_double", "launch"}) {
    CAPTURE(name);
    CHECK(ceiling(content, name) > 0);
    CHECK(contains(outcome.out, name));
  }
  for (const json& c : content["ceilings"]["list"]) CHECK(c["samples"].size() >= 3);
  CHECK(content["ceilings"]["copies"].size() > 5);
  for (const json& check : content["checks"])
    if (check["expected"] == check["found"]) CHECK(check["passed"] == true);
}

TEST_CASE("kernels times every pipeline and variant of a system, and takes ceilings from a file") {
  const Workplace place;
  REQUIRE(place.call("roofline ceilings --quick --threads 2 --json c.json").code == 0);
  const Outcome outcome = place.call(
      "roofline kernels --quick --threads 2 --dim 2 --orders 1 --cells 32 --precision single "
      "--ceilings c.json --json k.json");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const json content = place.json("k.json");
  CHECK(content["ceilings"] == place.json("c.json")["ceilings"]);
  std::set<std::string> solvers;
  for (const json& row : content["rows"]) {
    solvers.insert(std::string(row["pipeline"]) + "/" + std::string(row["variant"]));
    CHECK(row["seconds"]["median"] > 0);
    CHECK(row["seconds"]["samples"].size() == 3);
    CHECK(row["model"]["flops"] > 0);
    CHECK(row["roof"]["share"] > 0);
    CHECK(row["grid"] == json({32, 32}));
    CHECK(row["in_cache"] == true);
    CHECK(row["counters"].is_null());
    CHECK(contains(outcome.out, row["name"]));
  }
  CHECK(solvers == std::set<std::string>{"monolithic/literal", "monolithic/march",
                                         "two-kernel/literal", "two-kernel/march", "shift/literal",
                                         "shift/march", "full-step/literal", "full-step/march"});
  const std::string start = "roofline kernels --quick --threads 2 --ceilings c.json --set ";
  const Outcome own = place.call(start + "grid.cells=8");
  CHECK(own.code == 2);
  CHECK(contains(own.error, "--cells"));
  const Outcome trial = place.call(
      "roofline kernels --threads 2 --ceilings c.json --dim 1 --orders 1 --cells 64 --filter "
      "shift/literal/N1/single");
  CHECK(trial.code == 0);
  CHECK(contains(trial.error, "notice: --ceilings: c.json is of a trial"));
  const Outcome unknown = place.call(start + "foo=1");
  CHECK(unknown.code == 3);
  CHECK(lines(unknown.error) == 1);
  const Outcome other = place.call("roofline kernels --quick --threads 1 --ceilings c.json");
  CHECK(other.code == 2);
  CHECK(contains(other.error, "--ceilings"));
}

TEST_CASE("report leaves a folder with a plot; plot draws it again beside another") {
  const Workplace place;
  const Outcome outcome =
      place.call("roofline report --out out --filter /N1/ --system acoustics" + tiny);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(
      contains(outcome.out, "the counted model stands alone"));  // there are no counters of a host
  const json content = place.json("out/roofline.json");
  CHECK(content["kind"] == "report");
  CHECK(content["manifest"]["machine"]["threads"] == 2);
  // Two steps of each of monolithic, parity, conservative and leapfrog, four of two-kernel; two
  // precisions.
  CHECK(content["rows"].size() == 24);
  const bool drawn = contains(outcome.out, "\nplots: ");
  CHECK((drawn || contains(outcome.out, "python3-matplotlib")));
  CHECK(place.has("out/roofline-single.png") == drawn);
  // Another report there leaves the first one.
  const Outcome second =
      place.call("roofline report --out out --filter /N1/single --system acoustics" + tiny);
  CHECK(second.code == 0);
  CHECK(contains(second.out, "set aside, an earlier report: out/roofline.json.old"));
  CHECK(place.json("out/roofline.json.old") == content);
  CHECK(place.json("out/roofline.json")["rows"].size() == 12);
  REQUIRE(place.call("roofline ceilings --quick --threads 1 --json c.json").code == 0);
  const Outcome again = place.call("roofline plot out/roofline.json c.json --out both");
  CAPTURE(again.error);
  CHECK(again.code == (drawn ? 0 : 4));
  CHECK(place.has("both/roofline-double.svg") == drawn);
  // By itself where the first file is.
  fs::create_directory(place.folder / "other");
  fs::copy(place.folder / "out/roofline.json", place.folder / "other/roofline.json");
  const Outcome beside = place.call("roofline plot other/roofline.json c.json");
  CHECK(beside.code == again.code);
  CHECK(place.has("other/roofline-double.svg") == drawn);
  CHECK_FALSE(place.has("results"));
}

TEST_CASE("counters fall back to the counted model with a word") {
  const Workplace place;
  const Outcome outcome =
      place.call("roofline counters --json r.json --precision double --filter monolithic" + tiny);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.out, "counters: none"));
  CHECK(contains(std::string(place.json("r.json")["counters"]), "counted model"));
}
