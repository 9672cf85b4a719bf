// Checkpoints: what goes in comes out to the last bit, and nothing that is not whole is taken.
#include "hermite/output/checkpoint.hpp"

#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "hermite/core/error.hpp"
#include "hermite/output/seal.hpp"
#include "tests/folder.hpp"
#include "tests/hermite/complaint.hpp"
#include "tests/hermite/output/polynomial_state.hpp"

#include <doctest/doctest.h>

using namespace hermite;
namespace fs = std::filesystem;

namespace {

std::string bytes_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write_bytes(const std::string& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

Checkpoint example(const std::string& precision = "double") {
  Checkpoint c;
  c.program = "1.0, commit abc";
  c.resolved_case = R"({"system": "advection", "grid": {"cells": [8]}, "receivers": {"every": 1}})";
  c.precision = precision;
  c.step = 1234567890123;
  c.time = 0.1;
  c.dt = 0.3;
  c.seconds = 7;
  c.growth_peak = 1 / 3.0;
  c.growth_reference = 1 / 7.0;
  c.series["receivers"] = {{"step", "time", "p@1"}, {0, 0, 1e-300, 1, 0.1, -2.0 / 3}};
  c.series["norms"] = {{"step", "time"}, {}};
  return c;
}

/// As a full disk; a write beyond it fails, and is no signal.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

/// What the reader says of the file; empty: nothing.
std::string complaint(const std::string& file) {
  return complaint_of([&] { const CheckpointReader reader(file); });
}

}  // namespace

TEST_CASE("a checkpoint comes back bit for bit") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  for (const char* precision : {"double", "single"})
    for (int dimension = 1; dimension <= 3; ++dimension) {
      const bool single = precision == std::string("single");
      // Two states of different shape; with the values that are easily lost.
      PolynomialState first(dimension, 1, Stagger::primal, {3, 4, 2});
      PolynomialState second(dimension, 1, Stagger::dual, {3, 4, 2}, 1);
      second.state().name = "u_dual";
      const auto read = first.state().read_slice;
      first.state().read_slice = [&](long slice, double* values) {
        read(slice, values);
        values[0] = -0.0;
        values[1] = single ? double(std::numeric_limits<float>::denorm_min())
                           : std::numeric_limits<double>::denorm_min();
        for (size_t i = 0; single && i < first.state().slice_size(); ++i)
          values[i] = double(float(values[i]));
      };
      if (single)
        second.state().read_slice = [&](long, double* values) {
          for (size_t i = 0; i < second.state().slice_size(); ++i) values[i] = 0.1f;
        };
      write_checkpoint(file, example(precision), {first.state(), second.state()});
      CHECK_FALSE(fs::exists(file + ".partial"));
      const CheckpointReader reader(file);
      const Checkpoint &c = reader.content(), wanted = example(precision);
      CHECK(c.program == wanted.program);
      CHECK(c.resolved_case == wanted.resolved_case);
      CHECK(c.precision == precision);
      CHECK(c.step == wanted.step);
      CHECK(c.time == wanted.time);
      CHECK(c.dt == wanted.dt);
      CHECK(c.growth_peak == wanted.growth_peak);
      CHECK(c.growth_reference == wanted.growth_reference);
      CHECK(c.seconds == wanted.seconds);
      REQUIRE(c.series.size() == 2);
      for (const auto& [name, table] : wanted.series) {
        CHECK(c.series.at(name).columns == table.columns);
        CHECK(c.series.at(name).values == table.values);
      }
      for (const NodalState* state : {&first.state(), &second.state()})
        reader.read(*state, [&](const ReadSlice& saved) {
          std::vector<double> have(state->slice_size()), want(state->slice_size());
          for (long slice = state->slices(); slice-- > 0;) {
            saved(slice, have.data());
            state->read_slice(slice, want.data());
            CHECK(have == want);
            CHECK(std::signbit(have[0]) == std::signbit(want[0]));
          }
        });
      PolynomialState other(dimension, 1, Stagger::primal, {4, 4, 2});
      CHECK_THROWS_AS(reader.read(other.state(), [](const ReadSlice&) {}), CaseError);
    }
}

TEST_CASE("no changed byte and no missing one goes unseen") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  const PolynomialState state(1, 1, Stagger::primal, {2, 1, 1});
  write_checkpoint(file, example(), {state.state()});
  REQUIRE(complaint(file).empty());
  const std::string good = bytes_of(file);
  long unseen = 0;
  {
    std::fstream changed(file, std::ios::in | std::ios::out | std::ios::binary);
    for (size_t i = 0; i < good.size(); ++i)
      for (const int flip : {1 << (i % 8), 0xff}) {
        changed.seekp(long(i)).put(char(good[i] ^ flip)).flush();
        unseen += complaint(file).empty();
        changed.seekp(long(i)).put(good[i]).flush();
      }
  }
  CHECK(unseen == 0);
  REQUIRE(complaint(file).empty());
  for (size_t length = 0; length < good.size(); length += length < 600 ? 1 : 97) {
    write_bytes(file, good.substr(0, length));
    unseen += complaint(file).empty();
  }
  for (const std::string& more : {std::string(1, '\0'), std::string("x"), good}) {
    write_bytes(file, good + more);
    unseen += complaint(file).empty();
  }
  CHECK(unseen == 0);
}

TEST_CASE("a checksum tells data of any length that differ in a byte") {
  const auto sum = [](const std::string& data) {
    Checksum checksum;
    checksum.add(data.data(), data.size());
    return checksum.value();
  };
  for (std::size_t length = 1; length <= 17; ++length)
    for (std::size_t i = 0; i < length; ++i) {
      std::string data(length, 'a');
      const std::uint64_t before = sum(data);
      data[i] = 'b';
      CHECK(sum(data) != before);
    }
}

TEST_CASE("a checkpoint that is refused says why") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  const PolynomialState state(1, 1, Stagger::primal, {2, 1, 1});
  write_checkpoint(file, example(), {state.state()});
  const std::string good = bytes_of(file);
  CHECK(contains(complaint(folder / "none.h5"), "no such file"));
  CHECK(contains(complaint(folder.path.string()), "no such file"));
  write_bytes(file, good.substr(0, good.size() - 1));
  CHECK(contains(complaint(file), "cut short"));
  write_bytes(file, "\x89HDF\r\n" + good);
  CHECK(contains(complaint(file), "not a checkpoint"));
  std::string changed = good;
  changed[good.size() - 5] = char(changed[good.size() - 5] ^ 1);
  write_bytes(file, changed);
  CHECK(contains(complaint(file), "damaged"));
  changed = good;
  REQUIRE(changed.substr(0, 20) == "hermite checkpoint 2");
  changed[19] = '1';
  write_bytes(file, changed);
  CHECK(contains(complaint(file), "format 1"));
}

TEST_CASE("a checkpoint of another case is refused, with the key") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  const PolynomialState state(1, 1, Stagger::primal, {2, 1, 1});
  write_checkpoint(file, example(), {state.state()});
  const CheckpointReader reader(file);
  const auto difference = [&](const std::string& now) {
    try {
      reader.require_case(now);
      return std::string();
    } catch (const CaseError& error) {
      return std::string(error.what());
    }
  };
  CHECK(difference(example().resolved_case).empty());
  // What is recorded may change.
  CHECK(difference(R"({"grid": {"cells": [8]}, "system": "advection", "norms": {"every": 3}})")
            .empty());
  const std::string text = difference(R"({"grid": {"cells": [9]}, "system": "advection"})");
  CHECK(contains(text, "grid.cells: the checkpoint has [8], the case [9]"));
  CHECK(contains(difference(R"({"grid": {"cells": [8]}})"), "system: the checkpoint has"));
  CHECK(contains(difference(R"({"grid": {}, "system": "advection"})"),
                 "grid.cells: the checkpoint has [8], the case nothing"));
  CHECK(contains(difference(R"({"grid": {"cells": [8]}, "system": "advection", "precision": 1})"),
                 "precision: the checkpoint has nothing, the case 1"));
}

TEST_CASE("a checkpoint of another pipeline is refused, whichever the solver") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  const PolynomialState state(1, 1, Stagger::primal, {2, 1, 1});
  for (const std::string solver : {"fdtd", "hermite"}) {
    const auto resolved = [&](const std::string& pipeline) {
      return R"({"solver": ")" + solver + R"(", "kernel": {"pipeline": ")" + pipeline + R"("}})";
    };
    Checkpoint then = example();
    then.resolved_case = resolved("monolithic");
    write_checkpoint(file, then, {state.state()});
    const CheckpointReader reader(file);
    CHECK_NOTHROW(reader.require_case(resolved("monolithic")));
    try {
      reader.require_case(resolved("auto"));
      FAIL("accepted");
    } catch (const CaseError& error) {
      CHECK(contains(error.what(), "kernel.pipeline: the checkpoint has \"monolithic\""));
    }
  }
}

TEST_CASE("where a checkpoint cannot be written, the one before stays") {
  const Folder folder;
  const std::string file = folder / "c.h5";
  const PolynomialState state(1, 1, Stagger::primal, {2, 1, 1});
  write_checkpoint(file, example(), {state.state()});
  const std::string good = bytes_of(file);
  NodalState lost = state.state();
  lost.read_slice = [](long, double*) { throw MachineError("lost"); };
  CHECK_THROWS_AS(write_checkpoint(file, example(), {lost}), MachineError);
  CHECK(bytes_of(file) == good);
  CHECK_FALSE(fs::exists(file + ".partial"));
  fs::create_directory(file + ".partial");
  CHECK_THROWS_AS(write_checkpoint(file, example(), {state.state()}), MachineError);
  CHECK(bytes_of(file) == good);
  CHECK_THROWS_AS(write_checkpoint(folder / "no/c.h5", example(), {state.state()}), MachineError);
}

TEST_CASE("a disk without room for all of a checkpoint is told before any of it is read") {
  const Folder folder;
  // 64 slices of 64 kB, a limit of 1 MB.
  PolynomialState state(3, 1, Stagger::dual, {32, 32, 64}, 1);
  long slices = 0;
  state.state().read_slice = [&](long, double*) { ++slices; };
  const auto write = [&] { write_checkpoint(folder / "c.h5", example(), {state.state()}); };
  {
    const FileLimit limit(1 << 20);
    CHECK_THROWS_AS(write(), MachineError);
  }
  CHECK(slices == 0);
  CHECK_FALSE(fs::exists(folder / "c.h5.partial"));
  CHECK_NOTHROW(write());
  CHECK(slices == 64);
}
