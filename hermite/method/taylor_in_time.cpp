#include "hermite/method/taylor_in_time.hpp"

#include <algorithm>

namespace hermite {

namespace {

using Index = Series::Index;

long size_of(const Index& extent) { return long{extent[0]} * extent[1] * extent[2]; }

/// result += factor * d u/dz_axis, of coefficients as those of a Series.
void add_derivative(double* result, double factor, const double* u, const Index& extent, int axis) {
  const long step = axis == 0 ? 1 : axis == 1 ? extent[0] : long{extent[0]} * extent[1];
  const long size = size_of(extent);
  for (long at = 0; at + step < size; ++at) {
    const long next = at / step % extent[axis] + 1;
    if (next < extent[axis]) result[at] += factor * static_cast<double>(next) * u[at + step];
  }
}

/// The same Series with these extents, which are not less.
Series extended(const Series& u, const Index& extent) {
  Series full = Series::zero(extent);
  Index i;
  for (i[2] = 0; i[2] < u.extent(2); ++i[2])
    for (i[1] = 0; i[1] < u.extent(1); ++i[1])
      for (i[0] = 0; i[0] < u.extent(0); ++i[0])
        full.coefficients()[full.position(i)] = u.coefficients()[u.position(i)];
  return full;
}

}  // namespace

void taylor_in_time(const std::vector<CoupledTerm>& terms, const std::array<double, 3>& h, double t,
                    int fields, Series* u) {
  Index extent{1, 1, 1};
  for (int f = 0; f < fields; ++f)
    for (std::size_t d = 0; d < 3; ++d) extent[d] = std::max(extent[d], u[f].extents()[d]);
  const long size = size_of(extent);
  std::vector<double> power(static_cast<std::size_t>(fields * size));  // t^s / s! L^s u(0)
  for (int f = 0; f < fields; ++f) {
    u[f] = extended(u[f], extent);
    std::copy_n(u[f].coefficients().begin(), size, power.begin() + f * size);
  }
  // A power takes one off one index, so after the sum of the highest ones nothing is left.
  const int powers = extent[0] + extent[1] + extent[2] - 3;
  std::vector<double> next(power.size());
  for (int s = 1; s <= powers; ++s) {
    std::fill(next.begin(), next.end(), 0.0);
    for (const CoupledTerm& term : terms)
      add_derivative(next.data() + term.out * size,
                     term.coefficient * t / s / h[static_cast<std::size_t>(term.axis)],
                     power.data() + term.in * size, extent, term.axis);
    power.swap(next);
    for (int f = 0; f < fields; ++f)
      for (long i = 0; i < size; ++i)
        u[f].coefficients()[static_cast<std::size_t>(i)] +=
            power[static_cast<std::size_t>(f * size + i)];
  }
}

}  // namespace hermite
