#pragma once
// The factors of all points, averaged from the media at the nodes: where v_a lies dt times 2/(rho + rho')
// of the two nodes beside it; at nodes dt lambda and 2 dt mu; where sigma_ab lies dt times the mean mu of
// the four nodes around it.
//
// Models of few media have few values: each component has a table and one byte per point. Others have
// the values themselves.

#include <cstdint>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/grid/layout.hpp"
#include "hermite/media/elastic_medium.hpp"
#include "kernels/fdtd/constants.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"

namespace hermite {

// The media of all nodes of a grid, numbered.
class NodeMedia {
 public:
  NodeMedia(const ElasticScene& scene, const Grid& grid, int threads);

  const ElasticScene& scene() const { return scene_; }
  const Grid& grid() const { return grid_; }
  // Of a node of this rank, or one next to these. Nodes one beyond a periodic axis are those of its other
  // end.
  int number(std::array<long, 3> node) const;
  const ElasticMedium& medium(int number) const {
    return distinct_[static_cast<std::size_t>(number)];
  }
  // 2/(rho + rho') where v_a lies, numbered by the node before it.
  double buoyancy(int a, const std::array<long, 3>& node) const;

 private:
  const ElasticScene& scene_;
  const Grid& grid_;
  std::array<long, 3> nodes_;   // of the whole grid
  std::array<long, 3> stored_;  // with one plane beyond this rank's
  long first_ = 0;              // of the last axis
  std::vector<ElasticMedium> distinct_;
  std::vector<std::int32_t> number_;  // [k][j][i]

  std::array<double, 3> place(long i, long j, long k) const;
};

// Sets kind and factor of both arguments, whose layout and nodes are set.
void set_factors(ElasticArguments& velocity, ElasticArguments& stress, const NodeMedia& media,
                 int dimension, double dt, Precision precision, Constants& constants);

}  // namespace hermite
