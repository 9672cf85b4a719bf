// Bad input: each ends in one message that names the place and what is allowed there.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/keys.hpp"
#include "tests/folder.hpp"

#include <doctest/doctest.h>

using namespace hermite;
namespace fs = std::filesystem;

namespace {

const char* const good_case = R"({
  "system": "drift",
  "dimension": 2,
  "grid": { "cells": [8, 16] },
  "material": { "velocity": -1 },
  "initial": { "kind": "sines" },
  "time": { "final": 1 }
})";

/// One made-up system with one material key.
struct Drift {
  std::vector<double> velocity;
  SystemTable table() {
    return {{"drift"}, [this](const std::string&, Keys& keys) {
              keys.add("velocity", velocity).per_axis().unit("m/s").required().help("of the drift");
            }};
  }
};

/// What the reader says about a text, with options in the manner of --set; "" where it is content.
std::string complaint(const std::string& text, const std::vector<std::string>& options = {}) {
  const Folder folder;
  const std::string file = folder.file("a.json", text);
  std::vector<Override> changes;
  for (const std::string& option : options) changes.push_back(parse_override(option));
  Drift drift;
  try {
    read_case(file, changes, drift.table());
  } catch (const CaseError& error) {
    CHECK(error.code() == Exit::bad_case);
    const std::string what = error.what(), prefix = folder.path.string() + "/";
    return what.rfind(prefix, 0) == 0 ? what.substr(prefix.size()) : what;
  }
  return "";
}

std::string complaint_at(const std::string& option) { return complaint(good_case, {option}); }

/// The good case with one part of its text replaced.
std::string complaint_with(const std::string& part, const std::string& by) {
  std::string text = good_case;
  const size_t at = text.find(part);
  REQUIRE(at != text.npos);
  return complaint(text.replace(at, part.size(), by));
}

#define CHECK_STARTS(text, start)     \
  do {                                \
    const std::string said = text;    \
    INFO(said);                       \
    CHECK(said.rfind(start, 0) == 0); \
  } while (false)

}  // namespace

TEST_CASE("a good case is read without complaint") { CHECK(complaint(good_case) == ""); }

TEST_CASE("malformed JSON: file, line and column") {
  CHECK_STARTS(complaint("{\n  \"system\": \"drift\",\n  \"dimension\" 2\n}"),
               "a.json:3:15: not JSON: ");
  CHECK_STARTS(complaint(""), "a.json:1:1: not JSON: ");
  CHECK_STARTS(complaint("{ \"a\": 1"), "a.json:1:9: not JSON: ");
  // Of a file that is none the message has no byte that is not text.
  const std::string binary = complaint("\x93NUMPY");
  CHECK_STARTS(binary, "a.json:1:1: not JSON: ");
  CHECK(binary.find("\\x93") != std::string::npos);
  CHECK(std::all_of(binary.begin(), binary.end(), [](char c) { return c > 0; }));
  CHECK_STARTS(complaint("[1, 2]"), "a.json: found array, allowed an object");
  CHECK_STARTS(complaint("{\n\"system\": 1e999}"),
               "a.json:2:11: found 1e999, allowed a number that is finite");
}

TEST_CASE("a key that stands twice is refused") {
  CHECK_STARTS(complaint_with("\"dimension\": 2", "\"dimension\": 2, \"dimension\": 3"),
               "a.json: dimension: the key stands twice");
  CHECK_STARTS(complaint_with("[8, 16]", "8, \"cells\": 9"), "a.json: cells: the key stands twice");
}

TEST_CASE("misspelt and unknown keys: the near one is suggested") {
  CHECK_STARTS(complaint_with("\"cells\"", "\"cels\""),
               "a.json: grid.cels: unknown key; did you mean 'cells'? keys of grid: cells, lower");
  CHECK_STARTS(complaint_with("\"grid\"", "\"gird\""),
               "a.json: gird: unknown key; did you mean 'grid'? ");
  CHECK_STARTS(complaint_with("\"velocity\"", "\"velocty\""),
               "a.json: material.velocty: unknown key; did you mean 'velocity'? ");
  CHECK_STARTS(complaint_with("\"dimension\"", "\"order\": 3, \"dimension\""),
               "a.json: order: unknown key; did you mean 'method.order'? ");
  CHECK_STARTS(complaint_at("method.ordr=3"),
               "--set: method.ordr: unknown key; did you mean 'order'? ");
  CHECK_STARTS(complaint_at("grid.cells.x=3"), "--set: grid.cells.x: unknown key; ");
  CHECK_STARTS(complaint_with("\"sines\"", "\"sinse\""),
               "a.json: initial.kind: found \"sinse\", allowed \"sines\", \"plane-wave\", "
               "\"gaussian\", \"zero\", \"file\"; did you mean \"sines\"?");
  CHECK_STARTS(complaint_with("\"drift\"", "\"drfit\""),
               "a.json: system: found \"drfit\", allowed \"drift\"; did you mean \"drift\"?");
}

TEST_CASE("missing keys") {
  CHECK_STARTS(complaint_with("\"final\": 1", ""),
               "a.json: time.final: missing; give it: a number, greater than 0");
  CHECK_STARTS(complaint_with(",\n  \"time\": { \"final\": 1 }", ""),
               "a.json: time.final: missing");
  CHECK_STARTS(complaint_with("\"velocity\": -1", ""), "a.json: material.velocity: missing");
  CHECK_STARTS(complaint_with("\"system\": \"drift\",", ""), "a.json: system: missing");
  CHECK_STARTS(complaint("{}"), "a.json: system: missing");
}

TEST_CASE("wrong types") {
  CHECK_STARTS(complaint_at("dimension=two"), "--set: dimension: found \"two\", allowed a whole");
  CHECK_STARTS(complaint_at("grid=8"), "--set: grid: found 8, allowed an object with the keys");
  CHECK_STARTS(complaint_at("kernel.truncate=1"),
               "--set: kernel.truncate: found 1, allowed true or false");
  CHECK_STARTS(complaint_at("precision=16"), "--set: precision: found 16, allowed \"double\", ");
  CHECK_STARTS(complaint_at("material.velocity=null"), "--set: material.velocity: found null");
  CHECK_STARTS(complaint_at("grid.cells=[]"), "--set: grid.cells: found [], allowed a whole");
  CHECK_STARTS(complaint_at("grid.cells=[[8]]"), "--set: grid.cells: found [[8]], allowed");
  CHECK_STARTS(complaint_at("grid.cells=8,16"), "--set: grid.cells: found \"8,16\", allowed");
}

TEST_CASE("numbers of options are those of a person; lists of options are JSON") {
  for (const char* whole : {"method.stages=5.", "method.stages=+5", "method.stages=5.0",
                            "method.order=5.", "grid.cells=[5., +5]", "receivers.every=1."})
    CHECK(complaint_at(whole) == "");
  for (const char* good : {"grid.lower=[.5,-.5]", "grid.lower=[+.5, -1.]", "grid.lower=.5",
                           "grid.lower=-1.", "grid.lower=+0.5", "grid.upper=[1.e0,+1]"})
    CHECK(complaint_at(good) == "");
  CHECK(with_json_numbers("[.5,-.5,+1.5, 1.,1.e3]") == "[0.5,-0.5,1.5, 1.0,1.0e3]");
  CHECK(with_json_numbers("+x") == "+x");
  CHECK(with_json_numbers("./a.csv") == "./a.csv");
  for (const char* bad : {"[1,2", "[a,b]", "{1}"})
    CHECK(complaint_at(std::string("grid.cells=") + bad) ==
          "--set: grid.cells: found " + std::string(bad) +
              ", allowed JSON, as in [0.5, 1] or [\"pec\", \"pmc\"]");
}

TEST_CASE("cells: whole numbers from 1") {
  for (const char* bad : {"0", "-4", "8.5", "[8, 0]", "2e9", "1e30", "true"}) {
    CHECK_STARTS(complaint_at(std::string("grid.cells=") + bad), "--set: grid.cells: found ");
  }
  CHECK_STARTS(complaint_with("[8, 16]", "[8, -16]"),
               "a.json: grid.cells: found [8,-16], allowed a whole number, 1 to 1000000000; or a "
               "list, one per direction");
  CHECK(complaint_at("grid.cells=8.0") == "");
}

TEST_CASE("lists: one entry, or one per direction") {
  CHECK_STARTS(complaint_with("[8, 16]", "[8, 16, 32]"),
               "a.json: grid.cells: found 3 values, [8,16,32], allowed 1 value, or 2, one per "
               "direction (dimension is 2)");
  CHECK_STARTS(complaint_at("dimension=3"), "a.json: grid.cells: found 2 values");
  CHECK_STARTS(complaint_at("material.velocity=[1,2,3]"), "--set: material.velocity: found 3");
}

TEST_CASE("order, Courant number, stages, final time") {
  for (const char* bad : {"-1", "11", "2.5", "two"}) {
    CHECK_STARTS(complaint_at(std::string("method.order=") + bad), "--set: method.order: found ");
  }
  CHECK_STARTS(complaint_at("method.order=12"),
               "--set: method.order: found 12, allowed a whole number, 0 to 10");
  CHECK(complaint_at("method.order=0") == "");
  CHECK(complaint_at("method.order=10") == "");
  for (const char* bad : {"0", "-1", "nan", "inf", "1e999", "-1e999", "\"1\""}) {
    CHECK_STARTS(complaint_at(std::string("time.final=") + bad), "--set: time.final: found ");
    CHECK_STARTS(complaint_at(std::string("method.courant=") + bad), "--set: method.courant: ");
  }
  for (const char* bad : {"0", "-1", "1.5", "most", "100000", "true", "[1]"}) {
    CHECK_STARTS(
        complaint_at(std::string("method.stages=") + bad),
        "--set: method.stages: found " + std::string(bad == std::string("most") ? "\"" : ""));
  }
  CHECK_STARTS(complaint_with("\"final\": 1", "\"final\": 1e999"), "a.json:7:22: found 1e999");
}

TEST_CASE("upper lies beyond lower") {
  CHECK_STARTS(complaint_at("grid.upper=0"),
               "--set: grid.upper: found 0.0 in direction 1, allowed a number greater than "
               "grid.lower, 0.0");
  CHECK_STARTS(complaint_at("grid.lower=[0, 2]"), "a.json: grid.upper: found 1.0 in direction 2");
}

TEST_CASE("initial data from a file: it must be given and be there") {
  CHECK_STARTS(complaint_at("initial.kind=file"), "--set: initial.path: missing; ");
  CHECK_STARTS(complaint(good_case, {"initial.kind=file", "initial.path=/none.npy"}),
               "--set: initial.path: found no file /none.npy");
}

TEST_CASE("a path in a case is relative to the case, one in an option to the working folder") {
  const Folder folder;
  Drift drift;
  folder.file("data.npy", "");
  const std::string file = folder.file("a.json", good_case);
  const auto read = [&](const std::string& path) {
    return read_case(file,
                     {{"initial.kind", "file"}, {"initial.path", path}, {"exact.kind", "none"}},
                     drift.table());
  };
  const std::string there = (folder.path / "data.npy").string();
  CHECK(read(there).initial.path == there);
  CHECK_THROWS_AS(read("data.npy"), CaseError);
  std::string text = good_case;
  text.replace(text.find("\"sines\""), 7, R"("file", "path": "./data.npy")");
  const std::string b = folder.file("b.json", text);
  CHECK_THROWS_WITH_AS(read_case(b, {}, drift.table()),
                       doctest::Contains("b.json: exact.kind: found \"initial\", allowed \"none\""),
                       CaseError);
  CHECK(read_case(b, {{"exact.kind", "none"}}, drift.table()).initial.path == there);
}

TEST_CASE("an option names itself in messages") {
  const Folder folder;
  Drift drift;
  const std::string file = folder.file("a.json", good_case);
  CHECK_THROWS_WITH_AS(read_case(file, {{"kernel.pipeline", "shft", "--pipeline"}}, drift.table()),
                       doctest::Contains("--pipeline: kernel.pipeline: found \"shft\""), CaseError);
}

TEST_CASE("an option whose path has too many parts, or an unknown section, is to blame") {
  CHECK_STARTS(complaint_at("a.b=2"), "--set: a: unknown key; ");
  CHECK_STARTS(complaint_at("a.b.c=2"), "--set: a: unknown key; ");
  CHECK_STARTS(complaint_at("method.order.x=2"), "--set: method.order: found {\"x\":2}, allowed ");
  CHECK_STARTS(complaint_at("method.ordr.x=2"), "--set: method.ordr: unknown key; did you mean");
  CHECK_STARTS(complaint_at("grid.cells.x=2"), "--set: grid.cells.x: unknown key; ");
  CHECK_STARTS(complaint(R"({"a": {}})", {"dimension=2"}), "a.json: ");
}

TEST_CASE("--set without a path or a value") {
  for (const char* bad : {"grid.cells", "=3", ".cells=3", "grid..cells=3", "grid.=3"}) {
    CHECK_THROWS_WITH_AS(parse_override(bad), doctest::Contains("write --set path=value"),
                         UsageError);
  }
}

TEST_CASE("a file that is not there, a folder that is no file") {
  Drift drift;
  CHECK_THROWS_WITH_AS(read_case("/none/a.json", {}, drift.table()), "/none/a.json: no such file",
                       CaseError);
  CHECK_THROWS_WITH_AS(read_case("/tmp", {}, drift.table()), doctest::Contains("/tmp: is a folder"),
                       CaseError);
}

TEST_CASE("folders that cannot be written") {
  const Folder folder;
  const std::string file = folder.file("plain", "text");
  // A file where a folder is wanted stops the superuser as well.
  CHECK_THROWS_WITH_AS(require_writable_folder(file),
                       doctest::Contains((file + " is no folder").c_str()), MachineError);
  CHECK_THROWS_WITH_AS(require_writable_folder("/proc/hermite"), doctest::Contains("/proc/hermite"),
                       MachineError);
  CHECK_THROWS_WITH_AS(write_text(file + "/a.json", "{}"), doctest::Contains(file.c_str()),
                       MachineError);
  CHECK(read_text(file) == "text");
}

TEST_CASE("a writer that fails leaves the old file and nothing beside it") {
  const Folder folder;
  const std::string file = folder.file("a.txt", "old");
  const auto fail = [](std::ostream& out) {
    out << "half";
    throw std::runtime_error("stop");
  };
  CHECK_THROWS(write_atomically(file, fail));
  CHECK(read_text(file) == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}
