// The case keys that the solver fdtd alone reads: losses, objects, absorbing layers, sources.
#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

namespace {

constexpr double most_cells = 1e6;

const char* const one_or_three = ", or three of x, y and z; or a list of such";

void declare_material(Case& c, Keys& keys) {
  keys.section("anisotropy", "fdtd: directions of the material.");
  keys.add("permittivity", c.anisotropy.permittivity)
      .per_axis()
      .positive()
      .help("eps of Ex, Ey, Ez, as multiples of material.permittivity");
  keys.add("permeability", c.anisotropy.permeability)
      .per_axis()
      .positive()
      .help("mu of Hx, Hy, Hz, as multiples of material.permeability");

  keys.section("conductivity", "fdtd: losses of the material.");
  keys.add("electric", c.conductivity.electric)
      .per_axis()
      .range(0, 1e300)
      .unit("S/m")
      .help("sigma of eps E_t = curl H - sigma E");
  keys.add("magnetic", c.conductivity.magnetic)
      .per_axis()
      .range(0, 1e300)
      .unit("Ohm/m")
      .help("sigma_m of mu H_t = -curl E - sigma_m H");
}

void declare_media(Case& c, Keys& keys) {
  keys.section("voxels", "fdtd: media voxel by voxel.");
  keys.add("path", c.voxels.path)
      .default_text("none")
      .help(
          "the .json of a voxel model (hermite/media/voxels.hpp, drivers/make_voxels.py), which "
          "fills the domain; relative to the case. With elastic media by index, or values of "
          "density and speeds in every voxel");
  keys.add("spacing", c.voxels.spacing)
      .choices({"equal", "cells"})
      .help("equal: voxels are of one size; cells: voxel i, j, k is the grid's cell i, j, k");

  keys.section(
      "objects",
      "fdtd: bodies of other media, in a background or in voxels. A component takes the "
      "medium of the last body that holds its own place. Lists have one entry per body, or "
      "one for all.");
  Case::Objects& o = c.objects;
  keys.add("lower", o.lower).per_axis().unit("m").help("lower corners, one point per body");
  keys.add("upper", o.upper).per_axis().unit("m").help("upper corners");
  keys.add("shape", o.shape)
      .choices({"box", "ellipsoid", "cylinder-x", "cylinder-y", "cylinder-z"})
      .help(
          "box: lower <= x < upper in every direction; ellipsoid, cylinder along an axis: that "
          "which "
          "touches the box from within, with its surface. A layer is a box as wide as the domain, "
          "a "
          "sphere an ellipsoid in a cube");
  keys.add("kind", o.kind)
      .choices({"medium", "pec"})
      .help("medium: what the keys below say; pec: a perfect electric conductor");
  const std::string positive = "a number greater than 0", zero = "a number, 0 or more";
  keys.add("permittivity", o.permittivity)
      .positive()
      .allowed(positive + one_or_three)
      .unit("F/m")
      .default_text("the material's")
      .help("eps");
  keys.add("permeability", o.permeability)
      .positive()
      .allowed(positive + one_or_three)
      .unit("H/m")
      .default_text("the material's")
      .help("mu");
  keys.add("conductivity", o.conductivity)
      .range(0, 1e300)
      .allowed(zero + one_or_three)
      .default_text("0")
      .unit("S/m")
      .help("sigma");
  keys.add("magnetic_conductivity", o.magnetic_conductivity)
      .range(0, 1e300)
      .allowed(zero + one_or_three)
      .default_text("0")
      .unit("Ohm/m")
      .help("sigma_m");
  keys.add("density", o.density)
      .positive()
      .unit("kg/m^3")
      .default_text("the material's")
      .help("elastic: rho");
  keys.add("p_speed", o.p_speed)
      .positive()
      .unit("m/s")
      .default_text("the material's")
      .help("elastic: vp");
  keys.add("s_speed", o.s_speed)
      .range(0, 1e100)
      .unit("m/s")
      .default_text("the material's")
      .help("elastic: vs; 0 in a fluid");
}

void declare_layers_of_rock(Case& c, Keys& keys) {
  keys.section("layers",
               "fdtd, elastic: layers normal to the last direction, under the bodies of `objects`. "
               "Each goes on to where the next begins.");
  Case::Layers& l = c.layers;
  keys.add("begin", l.begin)
      .unit("m")
      .default_text("none")
      .help("where each begins along the last direction, ascending");
  keys.add("density", l.density).positive().unit("kg/m^3").default_text("none").help("rho");
  keys.add("p_speed", l.p_speed).positive().unit("m/s").default_text("none").help("vp");
  keys.add("s_speed", l.s_speed)
      .range(0, 1e100)
      .unit("m/s")
      .default_text("none")
      .help("vs; 0 in a fluid");
  keys.add("averages", l.averages)
      .choices({"harmonic", "arithmetic"})
      .help(
          "of the moduli where a component lies between media; the density's are arithmetic. "
          "Harmonic ones put an interface where it is, to a part of a cell");

  keys.section("free_surface", "fdtd, elastic: grid.boundary \"free\".");
  keys.add("operators", c.free_surface.operators)
      .choices({"afda", "imaging"})
      .help(
          "afda: one-sided differences of 4th order across the surface; imaging: odd images of the "
          "stresses, and velocities at 2nd order");
}

void declare_layers(Case& c, Keys& keys) {
  keys.section("cpml",
               "fdtd: absorbing layers inside the domain, in front of the walls of grid.boundary. "
               "r is the depth in the layer, 0 at its inner side and 1 at the wall.");
  keys.add("lower", c.cpml.lower)
      .per_axis()
      .range(0, most_cells)
      .help("cells of the layer at the lower face; 0: none");
  keys.add("upper", c.cpml.upper)
      .per_axis()
      .range(0, most_cells)
      .help("cells of the layer at the upper face; 0: none");
  keys.add("order", c.cpml.order).range(0, 10).help("m of sigma and kappa - 1, which go as r^m");
  keys.add("alpha_order", c.cpml.alpha_order).range(0, 10).help("ma of alpha = alpha_max (1-r)^ma");
  keys.add("sigma_max", c.cpml.sigma_max)
      .range(0, 1e6)
      .help(
          "sigma at the wall, as a multiple of 0.8 (m+1)/(eta0 h sqrt(eps_r mu_r)) of the "
          "material; "
          "elastic: of 0.8 (m+1) vp/h of the fastest medium");
  keys.add("reflection", c.cpml.reflection)
      .range(0, 1)
      .help(
          "where it is not 0: sigma_max of each layer such that a wave head on comes back with "
          "this "
          "part of itself");
  keys.add("kappa_max", c.cpml.kappa_max).range(1, 1e6).help("kappa at the wall");
  keys.add("alpha_max", c.cpml.alpha_max)
      .range(0, 1e300)
      .unit("S/m")
      .help(
          "alpha at the inner side, whose rate is alpha/eps0 in any material, eps0 being "
          "cpml.vacuum_permittivity; elastic: in 1/s, pi times the main frequency is good");
  keys.add("vacuum_permittivity", c.cpml.vacuum_permittivity)
      .positive()
      .unit("F/m")
      .default_text("8.8541878128e-12 where material.permittivity is less than 1e-6, else 1")
      .help("eps0 in the units of the case, by which alpha goes");
  keys.add("kernels", c.kernel.cpml)
      .choices({"auto", "fused", "regions", "faces", "faces-naive"})
      .help(
          "auto: as tuned, else fused: in the kernels of the fields; regions: one kernel more for "
          "each field, over all "
          "regions of the layers; faces: one more for each face; faces-naive, for comparison: the "
          "same with a thread for each row of the layers across x. The results are the same");
}

void declare_sources(Case& c, Keys& keys) {
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
          "soft: the current along an edge adds to its E; hard: E of the edge is amplitude times "
          "waveform at the end of each step, in perfect conductors too; 0 makes a conductor of the "
          "edge");
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
          "kept before the first and after the last; relative to the case");
  keys.add("moment", s.moment)
      .default_text("none")
      .help(
          "moment: [xx, yy, zz, xy, xz, yz] (2-D: [xx, yy, xy]) at amplitude 1, one list per "
          "source "
          "or one for all");
  keys.add("strike", s.strike)
      .unit("degrees")
      .help("double-couple: of the fault, from north to east");
  keys.add("dip", s.dip).unit("degrees").help("double-couple: of the fault");
  keys.add("rake", s.rake).unit("degrees").help("double-couple: of the slip");
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
      .help("where it travels to; angles: theta, phi and psi say it");
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
      .help("lower corner of the box, at the nearest node");
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
}

}  // namespace

void declare_grading(Case& c, Keys& keys) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    keys.add(std::string(1, "xyz"[axis]), c.grid.segments[axis])
        .allowed("a list of segments, [cells, first side, last side] each")
        .default_text("equal cells")
        .help("fdtd: cells of different sides along " + std::string(1, "xyz"[axis]) +
              ". Sides grow by equal factors in a segment, and are scaled to fill the domain; the "
              "cells are those of grid.cells, or a whole part of them, each of which is divided");
}

void declare_coefficients(Case& c, Keys& keys) {
  keys.add("coefficients", c.kernel.coefficients)
      .choices({"auto", "indices", "constant", "arrays"})
      .help(
          "fdtd: what media are for each component and node: indices of a table, one or two bytes; "
          "constant: one byte, of a table in a GPU's constant memory, of up to 256 pairs of "
          "factors "
          "(double precision: 128), with cpml.kernels fused and single steps; "
          "arrays: the two factors of its update themselves; auto: indices as far as they reach");
  keys.add("steps_per_sweep", c.kernel.steps_per_sweep)
      .range(1, 2)
      .help(
          "fdtd, Maxwell's equations: 2 takes two steps at once wherever nobody looks at the "
          "fields in between; the same result, and the fields are held twice");
}

void declare_fdtd(Case& c, Keys& keys) {
  declare_material(c, keys);
  declare_media(c, keys);
  declare_layers_of_rock(c, keys);
  declare_layers(c, keys);
  declare_sources(c, keys);
  declare_incident(c, keys);
}

}  // namespace hermite
