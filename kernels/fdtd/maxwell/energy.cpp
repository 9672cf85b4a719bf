#include "kernels/fdtd/maxwell/energy.hpp"

#include "hermite/grid/yee.hpp"
#include "hermite/media/component_media.hpp"

namespace hermite {

namespace {

double constant_of(const Medium& medium, int field) {
  if (field >= 3) return medium.permeability[field % 3];
  return medium.pec ? 0 : medium.permittivity[field];
}

RowEnergy row_of(const Scene& scene, const Grid& grid, int field) {
  std::vector<double> constants;
  for (const Medium& medium : scene.media) constants.push_back(constant_of(medium, field));
  return
      [media = ComponentMedia(scene, grid, yee_staggering(field)), constants](
          const std::array<long, 3>& first, long nodes, const double* const* u, double* density) {
        for (long i = 0; i < nodes; ++i) {
          const int medium = media.at({i, first[1], first[2]});
          density[i] = constants[static_cast<std::size_t>(medium)] * u[0][i] * u[0][i];
        }
      };
}

}  // namespace

std::vector<EnergyPart> yee_energy(const Scene& scene, const Grid& grid) {
  std::vector<EnergyPart> parts;
  for (int field = 0; field < 6; ++field) parts.push_back({{field}, row_of(scene, grid, field)});
  return parts;
}

}  // namespace hermite
