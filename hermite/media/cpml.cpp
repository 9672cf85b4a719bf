#include "hermite/media/cpml.hpp"

#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/media/medium.hpp"

namespace hermite {

namespace {

// In F/m, in which backgrounds have 1e-11 or some more, or in units in which it is 1 and they have as much or more.
double usual_vacuum(double background) { return background < 1e-6 ? 8.8541878128e-12 : 1; }

}  // namespace

CpmlValues cpml_at(const CpmlProfile& profile, int axis, double position, long cells, double h,
                   double dt, const Medium& background) {
  const auto& layers = profile.layers[std::size_t(axis)];
  const double length = double(cells);
  double r = 0, thickness = 1;
  for (const std::size_t side : {0, 1}) {
    const double cells_in = double(layers[side]);
    if (layers[side] == 0) continue;
    const double depth = side == 0 ? cells_in - position : position - (length - cells_in);
    if (depth / cells_in > r) r = depth / (thickness = cells_in);
  }
  if (r <= 0) return {};
  // Twice the integral of sigma eta0 sqrt(eps_r mu_r) over the layer is -ln R.
  const double multiple = profile.reflection > 0 ? -std::log(profile.reflection) / (1.6 * thickness)
                                                 : profile.sigma_max;
  const double eps = background.permittivity.middle(), mu = background.permeability.middle();
  const double eps0 = profile.vacuum_permittivity.value_or(usual_vacuum(eps));
  const double sigma_max =
      multiple * 0.8 * (profile.order + 1) * std::sqrt(eps / mu) / h * (eps0 / eps);
  const double grade = std::pow(r, profile.order);
  const double sigma = sigma_max * grade, kappa = 1 + (profile.kappa_max - 1) * grade;
  const double alpha = profile.alpha_max * std::pow(1 - r, profile.alpha_order);
  CpmlValues v{kappa, std::exp(-(sigma / kappa + alpha) * dt / eps0), 0};
  const double denominator = (sigma + kappa * alpha) * kappa;
  if (denominator > 0) v.c = sigma * (v.b - 1) / denominator;
  return v;
}

CpmlValues cpml_at(const CpmlProfile& profile, const Grid& grid, int axis, long node,
                   Stagger stagger, double dt, const Medium& background) {
  const long cells = grid.cells[std::size_t(axis)];
  if (!grid.graded(axis))
    return cpml_at(profile, axis, double(node) + (stagger == Stagger::dual ? 0.5 : 0), cells,
                   grid.h(axis), dt, background);
  const double x = grid.node(axis, node, stagger);
  for (const int side : {0, 1}) {
    const long layer = profile.layers[std::size_t(axis)][std::size_t(side)];
    const double wall = grid.node(axis, side == 0 ? 0 : cells, Stagger::primal);
    const double inner = grid.node(axis, side == 0 ? layer : cells - layer, Stagger::primal);
    const double share = (x - inner) / (wall - inner);  // of the layer's thickness
    if (layer == 0 || share <= 0) continue;
    const double way = double(layer) * (1 - share);  // to the wall, in mean sides
    return cpml_at(profile, axis, side == 0 ? way : double(cells) - way, cells,
                   std::abs(wall - inner) / double(layer), dt, background);
  }
  return {};
}

CpmlProfile make_cpml(const Case& input, const Grid& grid, const Source& source) {
  const Case::Cpml& keys = input.cpml;
  CpmlProfile profile{keys.order,      keys.alpha_order,        keys.sigma_max,
                      keys.kappa_max,  keys.alpha_max,          {},
                      keys.reflection, keys.vacuum_permittivity};
  for (std::size_t axis = 0; axis < std::size_t(grid.dimension); ++axis) {
    const long lower = keys.lower[axis], upper = keys.upper[axis], cells = grid.cells[axis];
    const std::string direction = " in direction " + std::to_string(axis + 1);
    const std::string path = lower > 0 ? "cpml.lower" : "cpml.upper";
    if (lower + upper > 0 && grid.periodic(int(axis)))
      throw CaseError(
          source.place(path), path, std::to_string(lower > 0 ? lower : upper) + direction,
          std::string(
              "0 there, for grid.boundary is \"periodic\"; or a wall behind the layer, as in ") +
              (input.system == "elastic" ? "\"symmetry\"" : "\"pec\""));
    if (lower + upper > cells)
      throw CaseError(source.place(path), path,
                      "layers of " + std::to_string(lower) + " and " + std::to_string(upper) +
                          " cells" + direction,
                      "together at most the " + std::to_string(cells) + " of grid.cells");
    profile.layers[axis] = {lower, upper};
  }
  return profile;
}

}  // namespace hermite
