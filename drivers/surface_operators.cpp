#include "drivers/surface_operators.hpp"

#include <algorithm>
#include <cmath>

namespace hermite {

namespace {

constexpr double most_change = 0.25;                         // of a modulus or density
constexpr double depths[] = {0.25, 0.75, 1.25, 1.75, 1.99};  // in cells

bool differ(double a, double b) {
  return std::abs(a - b) > most_change * std::max(std::abs(a), std::abs(b));
}
bool differ(const ElasticMedium& a, const ElasticMedium& b) {
  return differ(a.density, b.density) || differ(a.mu, b.mu) ||
         differ(a.lambda + 2 * a.mu, b.lambda + 2 * b.mu);
}

// The media below one node of the surface and the next ones across, at all depths.
class Below {
 public:
  Below(const ElasticScene& scene, const Grid& grid, bool upper)
      : scene_(scene), grid_(grid), last_(static_cast<std::size_t>(grid.dimension - 1)) {
    const double h = grid.h(grid.dimension - 1);
    for (const double depth : depths)
      places_.push_back(upper ? grid.upper[last_] - depth * h : grid.lower[last_] + depth * h);
  }
  bool is_rough(long i, long j) const {
    const ElasticMedium first = at(i, j, 0);
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const ElasticMedium here = at(i, j, k);
      if (differ(first, here) || (i > 0 && differ(here, at(i - 1, j, k))) ||
          (j > 0 && differ(here, at(i, j - 1, k))))
        return true;
    }
    return false;
  }

 private:
  ElasticMedium at(long i, long j, std::size_t k) const {
    std::array<double, 3> x{grid_.node(0, i, Stagger::primal)};
    if (last_ == 2) x[1] = grid_.node(1, j, Stagger::primal);
    x[last_] = places_[k];
    return scene_.at(x, {grid_.h(0), grid_.h(1), grid_.h(2)});
  }

  const ElasticScene& scene_;
  const Grid& grid_;
  std::size_t last_;
  std::vector<double> places_;
};

}  // namespace

bool is_rough_at_surface(const ElasticScene& scene, const Grid& grid,
                         const std::array<bool, 2>& free) {
  if (scene.uniform()) return false;
  for (const bool upper : {false, true}) {
    if (!free[upper ? 1 : 0]) continue;
    const Below below(scene, grid, upper);
    const long rows = grid.dimension == 3 ? grid.cells[1] : 0;
    for (long j = 0; j <= rows; ++j)
      for (long i = 0; i <= grid.cells[0]; ++i)
        if (below.is_rough(i, j)) return true;
  }
  return false;
}

}  // namespace hermite
