#pragma once
// What the stages of the elastic scheme hold on the device beside their arrays: layer profiles, media,
// sources.

#include "hermite/grid/elastic_stagger.hpp"
#include "kernels/fdtd/constants.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"
#include "kernels/fdtd/elastic/node_media.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/fdtd/source_kernel.hpp"

namespace hermite {

struct ElasticTables {
  // All but the arrays and the block.
  ElasticArguments velocity, stress;
  SourceArguments forces, moments;               // their count is 0 where this rank has none
  bool has_forces = false, has_moments = false;  // on any rank
  std::vector<EnergyPart> energy;
  Constants constants;

  ElasticTables(const Device& device, Precision precision) : constants(device, precision) {}
};

// So that the 16 bytes of points of a GPU's thread (elastic_march.hpp) are in a layer or are not, and that the
// floats of an upper layer begin with a sector of memory, 32 bytes.
constexpr long layer_pack = 8;

// The nodes of an axis that are in its layers; without their tables. Both staggerings count alike, from the
// inner side of a layer on. Across x in packs of `layer_pack` nodes.
CpmlAxis elastic_layers(const CpmlProfile& cpml, const Grid& grid, int axis);

// `layout` is that of all fields.
void fill_tables(ElasticTables& tables, const Grid& grid, const ElasticMethod& method,
                 const Device& device, const NodeLayout& layout);

// Where sources act, and how strongly (sources.cpp).
void fill_sources(ElasticTables& tables, const Grid& grid, const ElasticMethod& method,
                  const NodeMedia& media, const NodeLayout& layout);

}  // namespace hermite
