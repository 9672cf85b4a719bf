#pragma once
// What the kernels of one half, velocities or stresses, are told. Freestanding.
//
// All fields and factors have equal strides: one `layout`. Fields are numbered as in
// hermite/systems/elastic_index.hpp. The derivative along an axis of velocity c (in stresses), or of
// the stress c,axis (in the velocity c), has the number [c][axis].

#include "hermite/grid/layout.hpp"
#include "hermite/systems/elastic_index.hpp"
#include "kernels/device/tiling.hpp"
#include "kernels/fdtd/block.hpp"
#include "kernels/fdtd/cpml.hpp"

namespace hermite {

// A factor of a component: a table and the number of each point's entry, a byte.
struct ElasticFactor {
  const void* table = nullptr;
  const void* numbers = nullptr;
};

constexpr int most_elastic_fields = 9;
// Of the stresses' factors; shear has one for each component.
enum ElasticFactorIndex { lambda_factor = 0, two_mu_factor = 1, shear_factor = 2 };

// From tables, or averaged from values at nodes (node_values.hpp).
enum class FactorKind { numbered, averaged };

struct ElasticArguments : FdtdBlock {
  void* field[most_elastic_fields] = {};
  NodeLayout layout;
  long nodes[most_elastic_fields][3] = {};  // up to the end of the box; walls go by `last`
  CellBox box;                              // covers the nodes of all that are written
  // [field][axis][lower, upper]: beyond the end of an axis a field is its own mirror image with this sign; 0:
  // what its halo holds.
  signed char mirror[most_elastic_fields][3][2] = {};
  int last[most_elastic_fields][3] = {};  // [field][axis]: its last node in the whole domain

  double per_h[3] = {};  // 1/h
  const void* ratio[3][2] =
      {};  // [axis][dual]: of a layer's nodes 1/(kappa h) where a derivative lies
  FactorKind kind = FactorKind::numbered;
  ElasticFactor factor[5];                            // of v_a dt/rho; or of stresses, times dt
  const void* inertia = nullptr;                      // of velocities
  const void *lambda = nullptr, *rigidity = nullptr;  // of stresses
  bool harmonic = true;                               // the mean of mu
  CpmlAxis cpml[3][2];                                // [axis][dual]; the same nodes, other values
  void* psi[3][3] = {};
  NodeLayout psi_layout[3];  // [axis]
  // The host's lanes are packs, and a pack lies in a layer across x or does not: blocks end there.
  bool cut_at_layers = true;
};

}  // namespace hermite
