// The case keys of all that looks at a run on its way.
#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

namespace {

constexpr double most_steps = 1e12;

}  // namespace

void declare_observers(Case& c, Keys& keys) {
  const auto on_failure = [&](std::string& choice) {
    keys.add("on_failure", choice)
        .choices({"stop", "continue"})
        .help("what to do when it cannot be written: stop ends the run, continue goes on without");
  };
  keys.section("receivers", "Points at which the fields are recorded: receivers.csv.");
  keys.add("points", c.receivers.points).per_axis().unit("m").help("where; anywhere in the domain");
  keys.add("fields", c.receivers.fields).default_text("all").help("names of the fields");
  keys.add("every", c.receivers.every).range(1, most_steps).help("steps between two records");

  keys.section("snapshots", "Pictures of the fields for ParaView: snapshots.pvd.");
  keys.add("every", c.snapshots.every).range(0, most_steps).help("steps between two; 0: none");
  keys.add("fields", c.snapshots.fields).default_text("all").help("names of the fields");
  keys.add("points_per_cell", c.snapshots.points_per_cell)
      .range(1, 64)
      .help("samples per cell and direction");
  keys.add("derivatives", c.snapshots.derivatives)
      .help("the first derivatives too, named p_x, p_y, ...");
  on_failure(c.snapshots.on_failure);

  keys.section("norms", "Energy and, where it is known, error over time: norms.csv.");
  keys.add("every", c.norms.every).range(0, most_steps).help("steps between two records; 0: none");

  keys.section("checkpoint", "States to resume from (`hermite run --resume`): checkpoint.h5.");
  keys.add("every", c.checkpoint.every)
      .range(0, most_steps)
      .help("steps between two; 0: only when the run is stopped");
  on_failure(c.checkpoint.on_failure);
}

bool is_observation(const std::string& section) {
  return section == "receivers" || section == "snapshots" || section == "norms" ||
         section == "checkpoint";
}

}  // namespace hermite
