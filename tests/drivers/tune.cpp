// hermite tune as a user calls it: what it leaves, that it goes on, that runs use what it found and say
// so.
#include <cctype>
#include <set>
#include <vector>

#include "tests/drivers/command.hpp"
#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

namespace {

// Small enough for a second; `more` are further options.
std::string tune(const std::string& more, const std::string& pipelines = "shift") {
  return "tune good.json --threads 1 --pipelines " + pipelines +
         " --cells-per-block 2,4 --rounds 3 --no-roof --table table.jsonl --out out " + more;
}

std::vector<nlohmann::json> read_lines(const fs::path& file) {
  std::vector<nlohmann::json> all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) all.push_back(nlohmann::json::parse(line));
  return all;
}

const std::string run = "run good.json --threads 1 --pipeline shift --out run --tuned ";

}  // namespace

TEST_CASE("tune finds a best, keeps what it measured, and runs use it") {
  const Workplace place;
  const Outcome first = place.call(tune("--orders 1,2 --budget 60"));
  CAPTURE(first.error);
  REQUIRE(first.code == 0);
  CHECK(contains(first.out, "N=1 double shift: literal"));
  CHECK(contains(first.out, "N=2 double shift: literal"));

  // The table: an entry an order, whose time is the median of what the results have.
  const std::vector<nlohmann::json> table = read_lines(place.folder / "table.jsonl");
  REQUIRE(table.size() == 2);
  const nlohmann::json results = place.json("out/tune.json");
  CHECK(results.at("schema") == "hermite-tune-1");
  for (std::size_t i = 0; i < 2; ++i) {
    const nlohmann::json& group = results.at("groups").at(i);
    CHECK(group.at("order") == int(i) + 1);
    CHECK(group.at("complete") == true);
    // Which is the best in the end pairs of times say, not the least median (roofline/tune/winner.hpp).
    int best = 0;
    for (const nlohmann::json& row : group.at("rows")) {
      if (row.at("status") == "measured") {
        CHECK(row.at("verified") == true);
        CHECK(row.at("samples").size() >= 3);
      }
      if (row.at("configuration") != table[i].at("configuration")) continue;
      ++best;
      CHECK(row.at("status") == "measured");
      CHECK(row.at("seconds") == table[i].at("seconds"));
    }
    CHECK(best == 1);
    CHECK(table[i].at("configuration").at("order") == int(i) + 1);
  }

  // Runs: the order's own, another's, none for this precision, none asked for, the case's own.
  const int lanes = table[1].at("configuration").at("cells_per_block");
  const Outcome used = place.call(run + "table.jsonl");
  CHECK(used.code == 0);
  CHECK(contains(used.out, "| block     tuned ("));
  if (lanes > 0) CHECK(contains(used.out, std::to_string(lanes) + " cells per block"));
  CHECK(contains(place.json("run/manifest.json").at("block"), "tuned ("));
  CHECK(contains(place.call(run + "table.jsonl --set method.order=4").out, "near: N=2's ("));
  CHECK(contains(place.call(run + "table.jsonl --precision single").out, "| block     default"));
  CHECK(contains(place.call(run + "off").out, "| block     default"));
  CHECK(contains(place.call(run + "table.jsonl --cells-per-block 3").out, "as the case says"));
  CHECK(
      contains(place.call(run + "table.jsonl --set kernel.rows=lines").out, "| block     tuned ("));
  CHECK(
      contains(place.call(run + "table.jsonl --set kernel.rows=tight").out, "| block     default"));

  // The same command again measures nothing; its table and times are the same.
  const std::string journal = content(place.folder / "out/journal.jsonl");
  const Outcome again = place.call(tune("--orders 1,2 --budget 60"));
  CHECK(again.code == 0);
  CHECK(contains(again.out, "going on after"));
  CHECK_FALSE(place.has("out/tune.json.old"));
  CHECK(content(place.folder / "out/journal.jsonl") == journal);
  CHECK(read_lines(place.folder / "table.jsonl")[1].at("seconds") == table[1].at("seconds"));

  // Another grid is another case: its journal begins anew.
  const Outcome other = place.call(tune("--set grid.cells=6 --budget 60"));
  CHECK(other.code == 0);
  CHECK(contains(other.error, "set aside"));
  CHECK(place.has("out/journal.jsonl.old"));
  CHECK(contains(other.error, "tune.json: of another tune; set aside"));
  CHECK(place.json("out/tune.json.old").at("groups") == results.at("groups"));
  CHECK(read_lines(place.folder / "table.jsonl").size() == 3);
  CHECK(contains(place.call(run + "table.jsonl --set grid.cells=7").out, "near: of "));
}

TEST_CASE(
    "a table that is stale, from elsewhere or damaged is told of in a line; the run goes on") {
  const Workplace place;
  REQUIRE(place.call(tune("--budget 60")).code == 0);
  nlohmann::json entry = read_lines(place.folder / "table.jsonl").at(0);
  nlohmann::json old = entry, foreign = entry;
  old["sources"] = "0000000000000000";
  foreign["device"] = "NVIDIA GeForce GTX 980";
  struct Case {
    std::string line, said;
  };
  nlohmann::json unknown = entry, impossible = entry, elsewhere = entry;
  elsewhere["configuration"]["pipeline"] = "full-step";
  unknown["configuration"]["variant"] = "waltz";
  impossible["configuration"]["variant"] = "registers";  // not in 1-D
  impossible["seconds"] = 1e-9;                          // which is tried first
  const std::string good = "\n" + entry.dump();
  for (const Case& c :
       {Case{old.dump(), "tuned with other kernels"},
        Case{foreign.dump(), "tuned on NVIDIA GeForce GTX 980"},
        Case{elsewhere.dump(), "bad.jsonl has nothing for advection in 1-D by shift in double"},
        Case{impossible.dump(), "are not used: "}, Case{impossible.dump() + good, "are not used: "},
        Case{entry.dump().substr(0, 40) + good, "bad.jsonl:1: "},
        Case{unknown.dump() + good,
             "bad.jsonl:1: not an entry of a tuned table (no variant \"waltz\""}}) {
    place.write("bad.jsonl", c.line + "\n");
    const Outcome outcome = place.call(run + "bad.jsonl");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
    CHECK(lines(outcome.error) == 1);
    CHECK(contains(outcome.error, "notice: "));
    CHECK(contains(outcome.error, c.said));
    CHECK(contains(outcome.out,
                   contains(c.line, good) ? "| block     tuned (" : "| block     default"));
  }
  // Of near ones the best that runs, without a word.
  nlohmann::json nearest = entry, next = entry;
  nearest["configuration"]["order"] = 5;
  next["configuration"]["order"] = 6;
  nearest["configuration"]["variant"] = "registers";  // not in 1-D
  place.write("near.jsonl", nearest.dump() + "\n" + next.dump() + "\n");
  const Outcome near = place.call(run + "near.jsonl --set method.order=4");
  CAPTURE(near.error);
  CHECK(near.code == 0);
  CHECK(near.error.empty());
  CHECK(contains(near.out, "near: N=6's ("));
  // In the data folder, with --tuned stale.
  fs::create_directories(place.folder / "data/tuned");
  const std::string machine = entry.at("device");
  std::string name;
  for (const char c : machine)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      name += char(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  place.write("data/tuned/" + name + ".jsonl", old.dump() + "\n");
  const Outcome stale = place.call(run + "stale", "HERMITE_DATA=data");
  CHECK(stale.code == 0);
  CHECK(contains(stale.out, "tuned ("));
  CHECK(contains(stale.out, "stale)"));
  const Outcome fresh = place.call(run + "auto", "HERMITE_DATA=data");
  CHECK(contains(fresh.out, "| block     default"));
  CHECK(contains(fresh.error, "other kernels"));
}

TEST_CASE(
    "tune of fdtd times every variant, also in the same blocks, and the code's own by its "
    "name") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome outcome = place.call(
      "tune driven.json --threads 1 --no-roof --precisions single --cells-per-block 16 --budget 60 "
      "--rounds 3 --table table.jsonl --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  std::set<std::string> timed;
  const nlohmann::json group = place.json("out/tune.json").at("groups").at(0);
  for (const nlohmann::json& row : group.at("rows"))
    if (row.at("status") != "skipped") timed.insert(row.at("configuration").at("variant"));
  CHECK(timed == std::set<std::string>{"literal", "march", "tile"});
  // The code's own is literal on the host; where another wins it is compared with that.
  const std::string why = group.at("why");
  CHECK((!contains(why, "the default") || contains(why, "the default (literal)")));
}

TEST_CASE("tune of tight rows leaves entries of their own, beside those of whole lines") {
  const Workplace place;
  const std::string quick = tune("--orders 1 --budget 60 ");
  REQUIRE(place.call(quick).code == 0);
  const Outcome outcome = place.call(quick + "--set kernel.rows=tight");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  const std::vector<nlohmann::json> table = read_lines(place.folder / "table.jsonl");
  REQUIRE(table.size() % 2 == 0);  // of each variant
  const std::size_t half = table.size() / 2;
  for (std::size_t i = 0; i < table.size(); ++i) {
    CHECK(table[i].at("configuration").value("rows", "none") == (i < half ? "none" : "tight"));
    CHECK(table[i].at("configuration").at("variant") ==
          table[i % half].at("configuration").at("variant"));
  }
  CHECK(contains(place.call(run + "table.jsonl --set method.order=1 --set kernel.rows=tight").out,
                 "| block     tuned ("));
}

TEST_CASE("tune of a case that records spectra verifies the fields that steps make") {
  const Workplace place;
  place.write("driven.json", driven_maxwell);
  const Outcome outcome = place.call(
      "tune driven.json --set spectra.frequencies=0.05 --threads 1 --rounds 3 --no-roof --budget 2 "
      "--table table.jsonl --out out");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  CHECK(read_lines(place.folder / "table.jsonl").size() >= 1);
}

TEST_CASE("tune says why where no configuration runs") {
  const Workplace place;
  const Outcome none = place.call(tune("--set dimension=3 --set grid.cells=4000"));
  CAPTURE(none.error);
  CHECK(none.code == 4);
  for (const char* part : {"no configuration runs here", "memory: it needs", "fewer cells"})
    CHECK(contains(none.error, part));
}

TEST_CASE("tune finds blocks of sweeps of two steps, and runs of such use them") {
  const Workplace place;
  const std::string two = " --set kernel.steps_per_sweep=2";
  for (const std::string& sweeps : {std::string(), two}) {
    const Outcome tuned = place.call(tune("--budget 60", "full-step") + sweeps);
    CAPTURE(tuned.error);
    REQUIRE(tuned.code == 0);
    CHECK(contains(tuned.out, "full-step, two steps a sweep: ") == !sweeps.empty());
  }
  std::set<int> steps;
  for (const nlohmann::json& line : read_lines(place.folder / "table.jsonl"))
    steps.insert(line.at("configuration").value("steps_per_sweep", 1));
  CHECK(steps == std::set<int>{1, 2});
  CHECK(contains(place
                     .call("run good.json --threads 1 --pipeline full-step --out run --tuned "
                           "table.jsonl" +
                           two)
                     .out,
                 "| block     tuned ("));
}

TEST_CASE("tune says that sweeps of two steps of Yee's scheme have blocks of their own") {
  const Workplace place;
  place.write("yee.json", driven_maxwell);
  const Outcome outcome = place.call(
      "tune yee.json --threads 1 --cells-per-block 8 --rounds 3 --no-roof --budget 60 --table "
      "table.jsonl --out out --set kernel.steps_per_sweep=2");
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  CHECK(contains(outcome.error, "kernel.steps_per_sweep: blocks of single steps are tuned"));
}

TEST_CASE("too small a budget ends with what there is, and the next call goes on") {
  const Workplace place;
  const Outcome none = place.call(tune("--budget 1e-6"));
  CHECK(none.code == 4);
  CHECK(contains(none.error, "nothing was tuned"));
  CHECK_FALSE(place.has("table.jsonl"));
  CHECK(place.has("out/journal.jsonl"));
  CHECK(place.call(tune("--budget 60")).code == 0);
  CHECK(place.has("table.jsonl"));
}
