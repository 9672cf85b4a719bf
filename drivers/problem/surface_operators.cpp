#include "drivers/problem/surface_operators.hpp"

#include <algorithm>
#include <cmath>

namespace hermite {

namespace {

constexpr double most_change = 0.5;  // of a modulus or density, over the larger one
// In cells below the surface: of nodes, of either staggering, that are less than two deep.
constexpr double depths[] = {0.001, 0.5, 1, 1.5, 1.999};
constexpr double deepest = 2;

bool differ(double a, double b) {
  return std::abs(a - b) > most_change * std::max(std::abs(a), std::abs(b));
}
bool differ(const ElasticMedium& a, const ElasticMedium& b) {
  return differ(a.density, b.density) || differ(a.mu, b.mu) ||
         differ(a.lambda + 2 * a.mu, b.lambda + 2 * b.mu);
}

// Below one end of the last axis.
class Ground {
 public:
  Ground(const ElasticScene& scene, const Grid& grid, bool upper)
      : near_(scene), grid_(grid), last_(static_cast<std::size_t>(grid.dimension - 1)) {
    for (int d = 0; d < grid.dimension; ++d) h_[static_cast<std::size_t>(d)] = grid.h(d);
    surface_ = upper ? grid.upper[last_] : grid.lower[last_];
    down_ = upper ? -h_[last_] : h_[last_];
    const double bottom = surface_ + deepest * down_;
    near_.places.keep_between(grid.last(), std::min(surface_, bottom), std::max(surface_, bottom));
  }
  bool uniform() const { return near_.uniform(); }
  // Whether media change on the way down from a node of the surface.
  bool changes_below(long i, long j) const {
    std::array<double, 3> x{grid_.node(0, i, Stagger::primal)};
    if (last_ == 2) x[1] = grid_.node(1, j, Stagger::primal);
    ElasticMedium above;
    for (const double depth : depths) {
      x[last_] = surface_ + depth * down_;
      const ElasticMedium here = near_.at(x, h_);
      if (depth != depths[0] && differ(above, here)) return true;
      above = here;
    }
    return false;
  }

 private:
  ElasticScene near_;
  const Grid& grid_;
  std::size_t last_;
  std::array<double, 3> h_{};
  double surface_, down_;
};

}  // namespace

bool is_rough_at_surface(const ElasticScene& scene, const Grid& grid,
                         const std::array<bool, 2>& free) {
  bool rough = false;
  for (const bool upper : {false, true}) {
    if (!free[upper ? 1 : 0]) continue;
    const Ground ground(scene, grid, upper);
    if (ground.uniform()) continue;
    const long rows = grid.dimension == 3 ? grid.cells[1] : 0;
#pragma omp parallel for reduction(|| : rough)
    for (long j = 0; j <= rows; ++j)
      for (long i = 0; i <= grid.cells[0] && !rough; ++i) rough = ground.changes_below(i, j);
  }
  return rough;
}

}  // namespace hermite
