// The case keys of all that looks at a run on its way.
#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

namespace {

constexpr double most_steps = 1e12;

void declare_spectra(Case& c, Keys& keys) {
  const auto sampling = [&](auto& section) {
    keys.add("every", section.every)
        .range(1, most_steps)
        .help("steps between two samples; those of a tenth of a period are enough for a pulse");
    keys.add("begin", section.begin)
        .range(0, 1e300)
        .unit("s")
        .help(
            "time after which steps are sampled; where a source is harmonic that of a steady "
            "state, with whole periods from there to the end");
  };
  keys.section(
      "spectra",
      "fdtd: running Fourier transforms of fields, dt every sum u(t) exp(-2 pi i f t), in a "
      "box, on a plane or at a point: spectra.json.");
  keys.add("frequencies", c.spectra.frequencies)
      .positive()
      .unit("Hz")
      .default_text("none")
      .help("at which; none: no transforms");
  keys.add("fields", c.spectra.fields)
      .choices({"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"})
      .default_text("all")
      .help("names of the fields");
  keys.add("lower", c.spectra.lower)
      .per_axis()
      .unit("m")
      .default_text("the domain's")
      .help("lower corner of the box; where a field has no nodes in it, its nearest");
  keys.add("upper", c.spectra.upper)
      .per_axis()
      .unit("m")
      .default_text("the domain's")
      .help("upper corner; a plane where it equals lower in one direction");
  sampling(c.spectra);

  keys.section(
      "far_field",
      "fdtd: far fields, and scattering cross-sections where there is an incident wave, from "
      "the fields on a closed box: far_field.csv, far_field.json.");
  keys.add("frequencies", c.far_field.frequencies)
      .positive()
      .unit("Hz")
      .default_text("none")
      .help("at which; none: no far field");
  keys.add("lower", c.far_field.lower)
      .per_axis()
      .unit("m")
      .default_text("none")
      .help(
          "lower corner of the box, at the nearest node, in the background, around all sources and "
          "bodies, and a cell or more around the box of the incident wave");
  keys.add("upper", c.far_field.upper)
      .per_axis()
      .unit("m")
      .default_text("none")
      .help("upper corner");
  keys.add("theta", c.far_field.theta)
      .range(0, 180)
      .unit("degrees")
      .default_text("0 to 180 by 5")
      .help("angles from the z axis");
  keys.add("phi", c.far_field.phi)
      .range(-360, 360)
      .unit("degrees")
      .default_text("0 and 90")
      .help("angles around it from the x axis, each with all theta");
  sampling(c.far_field);
}

}  // namespace

void declare_observers(Case& c, Keys& keys) {
  const auto on_failure = [&](std::string& choice) {
    keys.add("on_failure", choice)
        .choices({"stop", "continue"})
        .help("what to do when it cannot be written: stop ends the run, continue goes on without");
  };
  keys.section("receivers", "Points at which the fields are recorded: receivers.csv.");
  keys.add("points", c.receivers.points)
      .per_axis()
      .unit("m")
      .help(
          "where; anywhere in the domain. With fdtd between a field's own nodes: linear, half way "
          "between which a wave of n points is (pi/n)^2/2 too small; elastic by four nodes along "
          "each axis, 3/8 (pi/n)^4");
  keys.add("fields", c.receivers.fields).default_text("all").help("names of the fields");
  keys.add("every", c.receivers.every).range(1, most_steps).help("steps between two records");
  keys.add("sac", c.receivers.sac)
      .help("each record as a file of SAC too: receivers-FIELD@NUMBER.sac");

  keys.section("snapshots", "Pictures of the fields for ParaView: snapshots.pvd.");
  keys.add("every", c.snapshots.every).range(0, most_steps).help("steps between two; 0: none");
  keys.add("fields", c.snapshots.fields).default_text("all").help("names of the fields");
  for (const std::string axis : {"x", "y", "z"})
    keys.add(axis, c.snapshots.planes[static_cast<std::size_t>(axis[0] - 'x')])
        .unit("m")
        .default_text("none")
        .help("planes across " + axis +
              ", where; with planes (in 2-D lines) of any direction these alone are written");
  keys.add("points_per_cell", c.snapshots.points_per_cell)
      .range(1, 64)
      .help("samples per cell and direction");
  keys.add("derivatives", c.snapshots.derivatives)
      .help("the first derivatives too, named p_x, p_y, ...");
  on_failure(c.snapshots.on_failure);

  keys.section("norms", "Energy and, where it is known, error over time: norms.csv.");
  keys.add("every", c.norms.every).range(0, most_steps).help("steps between two records; 0: none");

  declare_spectra(c, keys);

  keys.section("checkpoint", "States to resume from (`hermite run --resume`): checkpoint.h5.");
  keys.add("every", c.checkpoint.every)
      .range(0, most_steps)
      .help("steps between two; 0: only when the run is stopped");
  on_failure(c.checkpoint.on_failure);
}

bool is_observation(const std::string& section) {
  return section == "description" || section == "receivers" || section == "snapshots" ||
         section == "norms" || section == "checkpoint";
}

}  // namespace hermite
