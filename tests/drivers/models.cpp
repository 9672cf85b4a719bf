// The cases that scripts generate, at a small scale: they are good, they run, and something is there.
#include <cmath>

#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"

using namespace hermite;

namespace {

// False where no Python with NumPy is found.
bool generate(const Workplace& place, const std::string& script, const std::string& options) {
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    const std::string line = "cd '" + place.folder.string() + "' && " + python + " -B '" +
                             HERMITE_SOURCE_DIR "/drivers/" + script + "' . " + options +
                             " 2> python-said";
    const int status = std::system(line.c_str());
    if (status == 0) return true;
    CAPTURE(content(place.folder / "python-said"));
    const bool missing =
        WIFEXITED(status) && (WEXITSTATUS(status) == 3 || WEXITSTATUS(status) == 127);
    REQUIRE(missing);
  }
  MESSAGE("left out: ", script, " needs python3-numpy");
  return false;
}

void check_run(const Workplace& place, const std::string& name, const std::string& options) {
  const Outcome check = place.call("check " + name + ".json");
  CAPTURE(check.error);
  CHECK(check.code == 0);
  for (const char* part : {"voxels and", "media", "psi_Ex_y", "psi_Hz_x"}) {
    CAPTURE(part);
    CHECK(contains(check.out, part));
  }
  const Outcome run = place.call("run " + name + ".json --out out " + options);
  CAPTURE(run.error);
  CHECK(run.code == 0);
  double largest = 0;
  for (const double value : read_table(place.folder / "out/receivers.csv").column("Ez@1"))
    largest = std::max(largest, std::abs(value));
  CHECK(largest > 0);
}

}  // namespace

TEST_CASE("mri-coil: a body in a coil, on a graded grid") {
  const Workplace place;
  if (!generate(place, "make_mri_coil.py", "--scale 8")) return;
  check_run(place, "mri-coil", "--set time.final=3e-9");
  // The voxels are those of this grid alone.
  CHECK(contains(place.call("check mri-coil.json --set grid.cells=[82,84,82]").error,
                 "voxels.spacing: found \"cells\" with a model of 41 x 42 x 41 voxels"));
}

TEST_CASE("car: a shell under a plane wave") {
  const Workplace place;
  if (!generate(place, "make_car.py", "--scale 8")) return;
  check_run(place, "car", "--set time.final=3e-8");
}
