// The case keys of what drives the fields of the solver fdtd.
#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

namespace {

void declare_points(Case& c, Keys& keys) {
  keys.section("sources",
               "fdtd: electric currents along edges of the grid, or given fields there, the "
               "nearest to each point; elastic: "
               "forces and moment tensors, spread over the nodes around the point. Lists have one "
               "entry per source, or one for all.");
  Case::Sources& s = c.sources;
  keys.add("points", s.points).per_axis().unit("m").help("where; anywhere in the domain");
  keys.add("fields", s.fields)
      .choices({"Ex", "Ey", "Ez", "vx", "vy", "vz", "moment", "double-couple"})
      .help(
          "the component that is driven, the current's direction; elastic: vx, vy, vz, a force "
          "along it; moment, a moment tensor; double-couple, that of slip on a fault (3-D)");
  keys.add("kind", s.kind)
      .choices({"soft", "hard"})
      .help(
          "soft: a current along the edge, J of eps E_t = curl H - J - sigma E (in a magnetic wall "
          "that of the mirrored whole space: as one of half the size just inside, where two such "
          "walls meet of a quarter); hard: E of the edge is amplitude times waveform at the end of "
          "each step, in perfect conductors too; 0 makes a conductor of the edge");
  keys.add("waveform", s.waveform)
      .choices({"gaussian", "differentiated-gaussian", "ricker", "harmonic", "step", "table"})
      .help(
          "of z = (t - delay)/width: exp(-z^2), -2z exp(-z^2), or step: (1 + erf z)/2; of a = pi "
          "frequency (t - delay): (1-2a^2) exp(-a^2); sin(2a) from t = delay on; table: what a "
          "file says at t - delay");
  keys.add("amplitude", s.amplitude)
      .unit("A")
      .help(
          "current at waveform 1; hard: E in V/m; elastic: force in N (2-D: N/m), moment in N m "
          "(2-D: N)");
  keys.add("delay", s.delay).unit("s").help("shift of the waveform in time");
  keys.add("width", s.width)
      .positive()
      .unit("s")
      .default_text("none")
      .help("of gaussian, differentiated-gaussian and step");
  keys.add("frequency", s.frequency)
      .positive()
      .unit("Hz")
      .default_text("none")
      .help("of ricker and harmonic");
  keys.add("table", s.table)
      .default_text("none")
      .help(
          "of table: a CSV file of times, ascending, and values, which are joined by cubics and "
          "kept before the first and after the last, # begins a comment; relative to the case");
  keys.add("moment", s.moment)
      .default_text("none")
      .help(
          "moment: [xx, yy, zz, xy, xz, yz] (2-D: [xx, yy, xy]) at amplitude 1, one list per "
          "source "
          "or one for all");
  keys.add("strike", s.strike)
      .range(-360, 360)
      .unit("degrees")
      .help("double-couple: of the fault, from north to east");
  keys.add("dip", s.dip)
      .range(0, 90)
      .unit("degrees")
      .help("double-couple: of the fault, from level");
  keys.add("rake", s.rake).range(-360, 360).unit("degrees").help("double-couple: of the slip");
  keys.add("axes", s.axes)
      .choices({"north-east-down", "east-north-up"})
      .help("double-couple: where x, y and z point");
}

void declare_incident(Case& c, Keys& keys) {
  keys.section("incident",
               "fdtd: a plane wave. In a box the fields hold the wave and what scatters "
               "it, outside it the scattered field alone.");
  Case::Incident& w = c.incident;
  keys.add("direction", w.direction)
      .choices({"none", "+x", "-x", "+y", "-y", "+z", "-z", "angles"})
      .help(
          "where it travels to, in a background without losses; angles: theta, phi and psi say it");
  keys.add("polarization", w.polarization)
      .choices({"Ex", "Ey", "Ez"})
      .help("its component of E, across an axis");
  keys.add("theta", w.theta)
      .range(0, 180)
      .unit("degrees")
      .help(
          "of its direction from the z axis; with phi the nearest is taken in which wave fronts "
          "go through whole numbers of nodes, up to 8 along an axis");
  keys.add("phi", w.phi)
      .range(-360, 360)
      .unit("degrees")
      .help("of its direction around the z axis, from the x axis");
  keys.add("psi", w.psi)
      .range(-360, 360)
      .unit("degrees")
      .help("of E, from the direction of growing theta to that of growing phi");
  keys.add("lower", w.lower)
      .per_axis()
      .unit("m")
      .default_text("none")
      .help(
          "lower corner of the box, at the nearest node; it ends within the domain, or fills a "
          "periodic direction");
  keys.add("upper", w.upper).per_axis().unit("m").default_text("none").help("upper corner");
  keys.add("waveform", w.waveform)
      .choices({"gaussian", "differentiated-gaussian", "ricker", "harmonic"})
      .help(
          "as of sources; E two cells before the face that it meets first, off the axes a few more "
          "before a corner");
  keys.add("amplitude", w.amplitude).unit("V/m").help("E at waveform 1");
  keys.add("delay", w.delay).unit("s").help("shift of the waveform in time");
  keys.add("width", w.width)
      .range(0, 1e300)
      .unit("s")
      .help("of gaussian and differentiated-gaussian");
  keys.add("frequency", w.frequency).range(0, 1e300).unit("Hz").help("of ricker and harmonic");
  keys.add("kernels", c.kernel.incident)
      .choices({"auto", "surface", "edges"})
      .help(
          "how the fields beside the box's faces are corrected: surface: places and factors "
          "computed from those of a face, which has to lie in one medium; edges: each value by an "
          "entry of its own, as is usual; auto: as surface, but edges on faces with several media. "
          "The results are the same");
}

}  // namespace

void declare_sources(Case& c, Keys& keys) {
  declare_points(c, keys);
  declare_incident(c, keys);
}

}  // namespace hermite
