#include "hermite/method/taylor_in_time.hpp"

#include <algorithm>

namespace hermite {

namespace {

using Index = Series::Index;

/// result += factor * d u/dz_axis; both have the same extents.
void add_derivative(Series& result, double factor, const Series& u, int axis) {
  const Index& extent = u.extents();
  Index i;
  for (i[2] = 0; i[2] < extent[2]; ++i[2])
    for (i[1] = 0; i[1] < extent[1]; ++i[1])
      for (i[0] = 0; i[0] < extent[0]; ++i[0]) {
        Index next = i;
        if (++next[axis] == extent[axis]) continue;
        result.coefficients()[result.position(i)] +=
            factor * next[axis] * u.coefficients()[u.position(next)];
      }
}

}  // namespace

void taylor_in_time(const std::vector<CoupledTerm>& terms, const std::array<double, 3>& h, double t,
                    int fields, Series* u) {
  Index extent{1, 1, 1};
  for (int f = 0; f < fields; ++f)
    for (int d = 0; d < 3; ++d) extent[d] = std::max(extent[d], u[f].extent(d));
  for (int f = 0; f < fields; ++f) {
    Series full = Series::zero(extent);
    Index i;
    for (i[2] = 0; i[2] < extent[2]; ++i[2])
      for (i[1] = 0; i[1] < extent[1]; ++i[1])
        for (i[0] = 0; i[0] < extent[0]; ++i[0])
          full.coefficients()[full.position(i)] = u[f].coefficient(i[0], i[1], i[2]);
    u[f] = full;
  }
  // A power takes one off one index, so after the sum of the highest ones nothing is left.
  const int powers = extent[0] + extent[1] + extent[2] - 3;
  std::vector<Series> power(u, u + fields);  // t^s / s! L^s u(0)
  for (int s = 1; s <= powers; ++s) {
    std::vector<Series> next(static_cast<std::size_t>(fields), Series::zero(extent));
    for (const CoupledTerm& term : terms)
      add_derivative(next[static_cast<std::size_t>(term.out)],
                     term.coefficient * t / s / h[static_cast<std::size_t>(term.axis)],
                     power[static_cast<std::size_t>(term.in)], term.axis);
    power = next;
    for (int f = 0; f < fields; ++f) u[f] += power[static_cast<std::size_t>(f)];
  }
}

}  // namespace hermite
