// The case keys that the solver fdtd alone reads: losses, objects, absorbing layers. Those of
// sources are in case_sources.cpp.
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
  keys.add("lower", o.lower)
      .per_axis()
      .unit("m")
      .help(
          "lower corners, one point per body; what lies between nodes is not there: a plate holds "
          "a plane of them. A face midway between two planes of nodes acts where it is, to second "
          "order; one on a plane half a cell lower");
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
          "An interface between two planes of nodes acts midway between them, wherever it lies, "
          "and is of second order where that is where it is meant; one on a plane of nodes is of "
          "first order");

  keys.section("free_surface", "fdtd, elastic: grid.boundary \"free\".");
  keys.add("operators", c.free_surface.operators)
      .choices({"auto", "afda", "imaging"})
      .help(
          "auto: afda, but imaging where media change more than twofold within two cells below "
          "the surface, over which afda may grow in time; "
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
          "where it is not 0: sigma_max of each layer such that of a wave head on this part would "
          "come back from a layer without steps; grids near courant 1 return less, too few cells "
          "more");
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
          "factors (double precision: 128), with single steps; arrays: the two factors of its "
          "update themselves; auto: indices as far as they reach");
  keys.add("steps_per_sweep", c.kernel.steps_per_sweep)
      .range(1, 2)
      .help(
          "2 takes two steps at once wherever nobody looks at the fields in between. Hermite's "
          "full-step: the same result to round-off, faster on GPUs in 3-D for N = 1 to 3 and on "
          "the "
          "host for the lowest orders. fdtd, Maxwell's equations: the same result, faster on GPUs "
          "and slower on the host, and the fields are "
          "held twice; not with Mur's walls, a plane wave, transforms, variants but march, "
          "coefficients constant, media of H in more or fewer bytes than those of E, or "
          "cpml.kernels but fused. Both on one rank alone");
}

void declare_fdtd(Case& c, Keys& keys) {
  declare_material(c, keys);
  declare_media(c, keys);
  declare_layers_of_rock(c, keys);
  declare_layers(c, keys);
  declare_sources(c, keys);
}

}  // namespace hermite
