// The keys of what is solved: equations, domain, initial data.
#include "hermite/core/case.hpp"

#include "hermite/core/keys.hpp"

namespace hermite {

void declare_problem(Case& c, Keys& keys, const std::vector<std::string>& systems) {
  keys.section("", "");
  keys.add("description", c.description)
      .help("words on the case, which runs print; nothing depends on them");
  keys.add("solver", c.solver)
      .choices({"hermite", "fdtd"})
      .help("hermite, or fdtd: finite differences, maxwell in 3-D, elastic in 2-D and 3-D");
  keys.add("system", c.system).choices(systems).required().help("the equations that are solved");
  keys.add("dimension", c.dimension).range(1, 3).required().help("number of space dimensions");
  keys.add("precision", c.precision)
      .choices({"double", "single"})
      .help("floating-point numbers of the fields");

  keys.section("grid", "The domain and its cells.");
  keys.add("cells", c.grid.cells).per_axis().range(1, 1e9).required().help("number of cells");
  keys.add("lower", c.grid.lower).per_axis().unit("m").help("where the domain begins");
  keys.add("upper", c.grid.upper).per_axis().unit("m").help("where the domain ends");
  keys.add("boundary", c.grid.boundary)
      .per_axis()
      .allowed("\"periodic\", a wall of the system, or two walls as in \"rigid,pressure-release\"")
      .help(
          "one for all directions or one each: periodic; or the wall at both ends: rigid, "
          "pressure-release (acoustics, euler), pec, "
          "pmc (maxwell), mur (fdtd: absorbs, by Mur's first-order condition), symmetry, "
          "antisymmetry (elastic), free, clamped (elastic SH), free (fdtd, elastic, last "
          "direction: a free surface); or lower,upper");
  declare_grading(c, keys);

  keys.section("material", "The medium; its keys depend on the system.");
}

void declare_data(Case& c, Keys& keys) {
  keys.section("initial", "The fields at time zero.");
  keys.add("kind", c.initial.kind)
      .choices({"sines", "plane-wave", "gaussian", "zero", "file"})
      .required()
      .help(
          "sines: a product of sine waves, one factor per direction; plane-wave: one sine of the "
          "sum of the phases; gaussian: a pulse; zero: fields at rest; file: nodal data");
  keys.add("waves", c.initial.waves)
      .per_axis()
      .range(-1e6, 1e6)
      .help("sines and plane-wave: waves per side of the domain");
  keys.add("phase", c.initial.phase).help("plane-wave: phase at the lower corner, in whole waves");
  keys.add("mode", c.initial.mode)
      .default_text("the system's first")
      .help("plane-wave: which of the system's waves");
  keys.add("polarization", c.initial.polarization)
      .default_text("chosen")
      .help(
          "plane-wave in 3-D: direction of E, or of the velocity of a shear or vorticity wave, "
          "three numbers");
  keys.add("field", c.initial.field)
      .default_text("the system's first")
      .help("gaussian: the field of the pulse; the others are 0");
  keys.add("amplitude", c.initial.amplitude).help("largest value; not for file");
  keys.add("center", c.initial.center)
      .per_axis()
      .unit("m")
      .default_text("middle of the domain")
      .help("gaussian: its center");
  keys.add("width", c.initial.width)
      .positive()
      .unit("m")
      .help("gaussian: distance at which it has fallen to 1/e");
  keys.add("path", c.initial.path)
      .default_text("")
      .help("file: a .npy file, its path relative to the case");

  keys.section("exact", "The solution that errors are measured against.");
  keys.add("kind", c.exact.kind)
      .choices({"initial", "none"})
      .help("initial: the exact solution that starts from the initial data; none: no errors");
}

}  // namespace hermite
