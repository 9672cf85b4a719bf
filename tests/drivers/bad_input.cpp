// Every kind of bad input ends before the first step, in one message that names the place and the
// remedy, with its exit code, and leaves nothing behind.
#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <vector>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

struct BadInput {
  std::string arguments;  // of run, behind the good case
  int code;
  std::vector<std::string> parts;  // of the message
};

const BadInput values[] = {
    {"--set grid.cels=8", 3, {"--set", "grid.cels", "did you mean 'cells'", "lower"}},
    {"--set metod.order=2", 3, {"--set: metod", "did you mean 'method'"}},
    {"--set grid.cells=many", 3, {"--set", "grid.cells", "\"many\"", "whole number"}},
    {"--set grid.cells=0", 3, {"grid.cells", "found 0", "1 to"}},
    {"--set grid.cells=-4", 3, {"grid.cells", "found -4", "1 to"}},
    {"--set grid.cells=[8,8]", 3, {"grid.cells", "[8,8]"}},
    {"--set method.order=11", 3, {"method.order", "found 11", "0 to 10"}},
    {"--set method.order=-1", 3, {"method.order", "found -1", "0 to 10"}},
    {"--set method.courant=1.2", 3, {"--set", "method.courant", "1.2", "at most 1", "order 2"}},
    {"--set method.courant=1.0000001", 3, {"method.courant", "1.0000001", "at most 1"}},
    {"--set grid.cells=8,8", 3, {"grid.cells", "\"8,8\"", "in brackets"}},
    {"--set dimension=2 --set receivers.points=[0.2,0.3]",
     3,
     {"receivers.points", "the point [0.2]", "[[...]]"}},
    {"--set exact.kind=none --set initial.kind=gaussian --set initial.center=7",
     3,
     {"initial.center", "found [7.0]", "the domain"}},
    {"--set method.courant=0", 3, {"method.courant", "greater than 0"}},
    {"--set method.stages=many", 3, {"method.stages", "many", "\"full\", \"auto\""}},
    {"--set dimension=3 --set method.stages=7 --set method.courant=1",
     3,
     {"method.courant", "order 2", "with 7 stages", "more stages"}},
    {"--pipeline shift --set method.stages=2", 3, {"method.stages", "\"full\"", "shift"}},
    {"--pipeline shft", 3, {"--pipeline", "kernel.pipeline", "shft", "monolithic"}},
    {"--precision half", 3, {"--precision", "half", "double"}},
    {"--set time.final=-1", 3, {"time.final", "found -1", "greater than 0"}},
    {"--set time.final=1e999", 3, {"time.final", "1e999", "finite"}},
    {"--set 'time={\"final\":1,\"final\":2}'", 3, {"--set", "final", "twice"}},
    {"--set time.final=nan", 3, {"time.final", "nan", "number"}},
    {"--set time.final=1e300", 3, {"--set", "time.final", "1e+300", "steps", "1e+15"}},
    {"--pipeline monolithic --set kernel.slab=2",
     3,
     {"--set", "kernel.slab", "found 2", "monolithic", "two-kernel"}},
    {"--pipeline full-step --set grid.cells=1 --set kernel.steps_per_sweep=2",
     3,
     {"--set", "kernel.steps_per_sweep", "one cell along an axis"}},
    {"--pipeline shift --set kernel.steps_per_sweep=2",
     3,
     {"--set", "kernel.steps_per_sweep", "found 2", "full-step alone"}},
    {"--pipeline full-step --set kernel.steps_per_sweep=2 --set kernel.layout=node-major",
     3,
     {"--set", "kernel.layout", "\"node-major\"", "two_steps_"}},
    {"--set kernel.steps_per_sweep=3", 3, {"--set", "kernel.steps_per_sweep", "1 to 2"}},
    {"--set kernel.slab=2 --set kernel.rows_per_block=2",
     3,
     {"--set: kernel.rows_per_block", "found 2", "leave it out",
      "auto\" tried full-step, monolithic, two-kernel"}},
    {"--set kernel.variant=matrix", 3, {"--set", "kernel.variant", "\"matrix\"", "take auto"}},
    {"--set kernel.variant=registers", 3, {"--set", "kernel.variant", "registers", "1-D"}},
    {"--set dimension=2 --set kernel.variant=registers",
     3,
     {"--set", "kernel.variant", "\"registers\"", "2-D", "take auto, literal, march"}},
    {"--set dimension=3 --set kernel.variant=registers",
     4,
     {"kernel.variant", "registers", "--device cuda"}},
    {"--set dimension=3 --set kernel.variant=registers --set kernel.layout=node-major",
     3,
     {"--set: kernel.layout", "\"node-major\"", "registers", "take x1-innermost"}},
    {"--set dimension=3 --set system=acoustics --set initial.kind=zero --set exact.kind=none --set "
     "'material={\"density\":1,\"speed\":1}' "
     "--pipeline parity --set kernel.variant=matrix --set kernel.layout=node-major",
     3,
     {"--set: kernel.layout", "\"node-major\"", "matrix", "take x1-innermost"}},
    {"--pipeline shift --set kernel.truncate=false", 3, {"--set", "kernel.truncate", "shift"}},
    {"--pipeline full-step --set kernel.truncate=false", 3, {"kernel.truncate", "full-step"}},
    {"--set kernel.rows_per_block=2", 3, {"--set", "kernel.rows_per_block", "found 2"}},
    {"--set dimension=3 --pipeline shift --set kernel.variant=literal --set "
     "kernel.rows_per_block=2",
     3,
     {"kernel.rows_per_block", "half_step_literal"}},
    {"--set kernel.planes_per_block=4", 3, {"--set", "kernel.planes_per_block", "found 4"}},
    {"--set dimension=2 --set kernel.planes_per_block=9",
     3,
     {"--set", "kernel.planes_per_block", "found 9", "at most 8", "direction 2", "0: chosen"}},
    {"--cells-per-block 9",
     3,
     {"--cells-per-block", "kernel.cells_per_block", "found 9", "at most 8", "direction 1"}},
    {"--set dimension=3 --pipeline two-kernel --set kernel.rows_per_block=16",
     3,
     {"kernel.rows_per_block", "found 16", "at most 8", "direction 2"}},
    {"--set dimension=3 --set kernel.slab=9", 3, {"kernel.slab", "found 9", "at most 8"}},
    {"--set kernel.min_blocks=17", 3, {"--set", "kernel.min_blocks", "found 17", "0 to 16"}},
    {"--set kernel.min_blocks=2", 4, {"kernel.min_blocks", "found 2", "--device cuda"}},
    {"--set kernel.variant=march", 3, {"--set", "kernel.variant", "1-D"}},
    {"--set system=advektion", 3, {"system", "advektion", "advection"}},
    {"--set exact.kind=none --set initial.kind=file --set initial.path=none.npy",
     3,
     {"initial.path", "none.npy"}},
    {"--set grid.upper=1e300", 3, {"grid.upper", "1e+300", "1e100"}},
    {"--set dimension=3 --set grid.cells=100000", 4, {"memory", "fewer cells"}},
    {"--set dimension=3 --set grid.cells=1000000000", 4, {"memory", "grid.cells"}},
    {"--device cuda:7", 4, {"--device", "cuda:7", "host"}},
    {"--device gpu", 2, {"--device", "gpu", "host", "cuda:N"}},
    {"--out /proc/nowhere", 4, {"/proc/nowhere", "--out"}},
    {"--out good.json", 4, {"good.json", "--out"}},
    {"--json /proc/nowhere/a.json", 4, {"/proc/nowhere"}},
    {"--out ''", 2, {"hermite: --out: found \"\"", "not empty", "variable"}},
    {"--out=", 2, {"hermite: --out: found \"\"", "not empty"}},
    {"--json ''", 2, {"hermite: --json: found \"\"", "not empty"}},
    {"--precision ''", 2, {"hermite: --precision: found \"\"", "not empty"}},
    {"--set grid.cells", 2, {"--set", "path=value"}},
    {"--threads -1", 2, {"--threads", "-1"}},
    {"--stop-after -1", 2, {"--stop-after", "found -1", "whole number of steps"}},
    {"--stop-after 2.5", 2, {"--stop-after", "found 2.5", "whole number of steps"}},
    {"--nonsense", 2, {"--nonsense", "--help"}},
    {"--set grid.cells=9 grid.upper=2", 2, {"grid.upper=2", "write --set before each"}},
};

}  // namespace

TEST_CASE("a value that cannot be is refused by run and by check") {
  const Workplace place;
  for (const BadInput& bad : values) {
    const bool has_out = contains(bad.arguments, "--out") || contains(bad.arguments, "--json");
    const std::string out = has_out ? " " : " --out out ";
    if (!contains(bad.arguments, "--json"))
      check_refused(place, "run good.json" + out + bad.arguments, bad.code, bad.parts);
    if (has_out || contains(bad.arguments, "--stop-after")) continue;
    check_refused(place, "check good.json " + bad.arguments, bad.code, bad.parts);
  }
  check_refused(place, "run good.json --out /proc/nowhere --json a.json", 4, {"/proc/nowhere"});
}

TEST_CASE("a key that an option and --set name is refused, whichever comes first") {
  const Workplace place;
  struct Twice {
    std::string command, option, key;
  };
  for (const Twice& twice :
       std::vector<Twice>{{"run good.json", "--precision single", "precision"},
                          {"run good.json", "--pipeline shift", "kernel.pipeline"},
                          {"run good.json", "--cells-per-block 4", "kernel.cells_per_block"},
                          {"run good.json", "--checkpoint-every 4", "checkpoint.every"},
                          {"converge good.json --orders 1", "--cells 8", "grid.cells"},
                          {"converge good.json --cells 8", "--orders 1", "method.order"},
                          {"tune good.json", "--orders 1", "method.order"},
                          {"tune good.json", "--precisions single", "precision"},
                          {"tune good.json", "--pipelines shift", "kernel.pipeline"}}) {
    const std::string set = "--set " + twice.key,
                      name = twice.option.substr(0, twice.option.find(' '));
    check_refused(place, twice.command + " --out out " + twice.option + " " + set + "=4", 2,
                  {name + " and " + set + ": give one of them"});
    check_refused(place, twice.command + " --out out " + set + "=4 " + twice.option, 2,
                  {name + " and " + set + ": give one of them"});
  }
}

TEST_CASE("a file that is no case is refused with its place") {
  const Workplace place;
  place.write("comma.json", "{\n  \"system\": \"advection\",\n  \"dimension\": 1,,\n}\n");
  place.write("twice.json", "{\"dimension\": 1, \"dimension\": 2}");
  place.write("empty.json", "{}");
  check_refused(place, "run comma.json --out out", 3, {"comma.json:3:18", "JSON"});
  check_refused(place, "run twice.json --out out", 3, {"twice.json", "dimension", "twice"});
  check_refused(place, "run empty.json --out out", 3, {"empty.json", "system", "missing"});
  check_refused(place, "run absent.json --out out", 3, {"absent.json", "no such file"});
  REQUIRE(place.call("run good.json --out done").code == 0);
  for (const char* left : {"manifest.json", "results.json"})
    check_refused(place, std::string("check done/") + left, 3, {left, "no case", "case/resolved"});
}

TEST_CASE("keys that do not fit a system are refused with their place") {
  const Workplace place;
  place.write("light.json", R"({
  "system": "maxwell", "dimension": 3,
  "grid": { "cells": 4 },
  "material": { "permittivity": 1, "permeability": 1 },
  "initial": { "kind": "plane-wave", "waves": [1, 2, -1] },
  "time": { "final": 0.1 }
})");
  const std::string run = "run light.json --out out --set ";
  check_refused(place, run + "initial.polarization=[1,0]", 3,
                {"--set", "initial.polarization", "found 2 numbers", "three"});
  check_refused(place, run + "initial.polarization=[1,2,-1]", 3,
                {"initial.polarization", "parallel"});
  check_refused(place, run + "dimension=2 --set initial.waves=1 --set initial.polarization=[1,0]",
                3, {"initial.polarization", "leave it out", "light", "2-D"});
  check_refused(place, run + "material.polarization=te", 3,
                {"--set", "material.polarization", "\"te\"", "2-D only"});
  check_refused(place, run + "kernel.layout=node-major", 3,
                {"--set", "kernel.layout", "node-major", "maxwell", "x1-innermost"});
}

TEST_CASE("the keys of a block are taken where they are read") {
  const Workplace place;
  const std::string check = "check good.json --set dimension=3 --set kernel.";
  for (const char* keys :
       {"rows_per_block=2 --pipeline shift", "rows_per_block=2 --pipeline two-kernel",
        "planes_per_block=4", "slab=2 --pipeline two-kernel", "truncate=false",
        "cells_per_block=8 --pipeline monolithic", "planes_per_block=8", "slab=8",
        "rows_per_block=1 --set kernel.planes_per_block=1 --set kernel.variant=literal"}) {
    const Outcome outcome = place.call(check + keys);
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("what is read is not written over, whatever its name") {
  const Workplace place;
  const std::string good = content(place.folder / "good.json");
  REQUIRE(place.call("run good.json --out first").code == 0);
  fs::create_directory(place.folder / "here");
  fs::copy_file(place.folder / "good.json", place.folder / "here/tune.json");
  fs::create_symlink("good.json", place.folder / "link.json");
  for (const std::string command :
       {"run good.json --out out", "converge good.json --orders 1 --cells 8,16 --out out",
        "tune good.json --no-roof --out out", "roofline kernels good.json --quick"})
    for (const std::string name : {"./good.json", "link.json"})
      check_refused(place, command + " --json " + name, 2,
                    {"--json: " + name, "read too", "elsewhere"});
  check_refused(place, "tune here/tune.json --out here", 2, {"--out: here/tune.json", "read too"});
  check_refused(place,
                "run good.json --out first --set exact.kind=none --set initial.kind=file "
                "--set initial.path=first/final.npy",
                2, {"--out: first/final.npy", "read too"});
  CHECK(content(place.folder / "good.json") == good);
}

TEST_CASE("a folder that another program writes to is refused until that one ends") {
  const Workplace place;
  fs::create_directory(place.folder / "out");
  const int other = open((place.folder / "out").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(flock(other, LOCK_EX) == 0);
  for (const char* command : {"run good.json", "converge good.json --orders 1 --cells 8,16"}) {
    const Outcome outcome = place.call(std::string(command) + " --out out");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 4);
    CHECK(lines(outcome.error) == 1);
    CHECK(contains(outcome.error, "another hermite is writing to out"));
  }
  CHECK(fs::is_empty(place.folder / "out"));
  close(other);
  CHECK(place.call("run good.json --out out").code == 0);
}

TEST_CASE("nodal data of another shape are refused with the shape they should have") {
  const Workplace place;
  REQUIRE(place.call("run good.json --out first").code == 0);
  check_refused(place,
                "run good.json --out out --set exact.kind=none --set initial.kind=file "
                "--set initial.path=first/final.npy --set method.order=3",
                3, {"final.npy", "initial.path", "(1, 8, 3)", "(1, 8, 4)"});
}

TEST_CASE("converge refuses what it cannot judge, and bad lists") {
  const Workplace place;
  const std::string converge = "converge good.json --out out ";
  check_refused(place, converge + "--orders 1,x --cells 8", 2, {"--orders"});
  check_refused(place, converge + "--orders 1 --cells 8,0", 3,
                {"--cells", "grid.cells", "found 0"});
  check_refused(place, converge + "--orders 1,12 --cells 8", 3, {"--orders", "found 12"});
  check_refused(place, converge + "--orders 1 --cells 8 --set exact.kind=none", 3,
                {"exact.kind", "none", "exact solution"});
}

TEST_CASE("stability and document refuse what is not there") {
  const Workplace place;
  check_refused(place, "stability --system acoustic --dim 1 --orders 1 --courant 1 --out out", 3,
                {"acoustic", "advection"});
  check_refused(place, "stability --system advection --dim 4 --orders 1 --courant 1 --out out", 2,
                {"--dim"});
  check_refused(place, "stability --system advection --dim 1 --orders 11 --courant 1 --out out", 2,
                {"--orders"});
  check_refused(place, "roofline kernels --orders 11", 2, {"--orders", "11", "0 to 10"});
  check_refused(place, "roofline kernels --cells -1", 2, {"--cells", "-1", "0 to 1000000000;"});
  check_refused(place, "document", 2, {"--help"});
  check_refused(place, "walk", 2, {"no subcommand walk", "allowed are run"});
  check_refused(place, "rum", 2, {"no subcommand rum", "did you mean 'run'"});
  check_refused(place, "run good.json --thread 1", 2, {"--thread", "hermite run --help"});
  check_refused(place, "run good.json --threads abc", 2,
                {"--threads", "abc", "hermite run --help"});
  check_refused(place, "roofline plot --colour red", 2, {"hermite roofline plot --help"});
  check_refused(place, "", 2, {"subcommand", "--help"});
}
