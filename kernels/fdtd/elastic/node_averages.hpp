#pragma once
// What a component meets of the media at the nodes around it: where v_a lies the mean density of the two
// nodes beside it; at nodes lambda and mu; where sigma_ab lies the mean mu of the four nodes around it.

#include <array>

#include "kernels/fdtd/elastic/node_media.hpp"

namespace hermite {

class NodeAverages {
 public:
  using Nodes = std::array<int, 4>;  // the media of these nodes, -1 where they are fewer
  using Values = std::array<double, 2>;

  // The media must outlive it.
  explicit NodeAverages(const NodeMedia& media)
      : media_(media), dimension_(media.grid().dimension) {}

  const NodeMedia& media() const { return media_; }
  // `node` numbers the points of the field.
  Nodes around(int field, const std::array<long, 3>& node) const;
  // {density, 0}, {lambda, mu} or {mu, 0}
  Values of(int field, const Nodes& around) const;
  // Whether the points of a line, or plane, across the axis have what those before it have.
  bool repeats(int axis, long node) const {
    return media_.repeats(axis, node) && media_.repeats(axis, node + 1);
  }

 private:
  const NodeMedia& media_;
  int dimension_;

  int beside(std::array<long, 3> node, int a, int b) const;
};

}  // namespace hermite
