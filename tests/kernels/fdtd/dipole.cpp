// A Hertzian dipole in free space, I dl along z at the origin, tau = r/c, S = q + tau I, q the integral of I:
//   Ex = x z (3 S + tau^2 I') dl/(4 pi eps0 r^5)
//   Ez = ((2 z^2 - x^2 - y^2) S - (x^2 + y^2) tau^2 I') dl/(4 pi eps0 r^5)
//   Hx = -y (I + tau I') dl/(4 pi r^3),   Hy = x (I + tau I') dl/(4 pi r^3)
// all at t - tau, each component at its own place and time.
#include <map>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "tests/kernels/fdtd/known_problems.hpp"

namespace hermite {

namespace {

constexpr double eps0 = 8.8541878128e-12, c = 299792458.0;
constexpr double h = 1e-3;  // dl

double dipole_field(int field, const std::array<double, 3>& place, double time) {
  const auto [x, y, z] = place;
  const double r = std::sqrt(x * x + y * y + z * z), tau = r / c, width = dipole_width;
  const double u = (time - tau - 1 / dipole_frequency) / width;
  const double q = std::exp(-u * u), I = -2 * u / width * q;
  const double dI = (4 * u * u - 2) / (width * width) * q, S = q + tau * I;
  const double electric = h / (4 * pi * eps0 * std::pow(r, 5)), magnetic = h / (4 * pi * r * r * r);
  if (field == 0) return electric * x * z * (3 * S + tau * tau * dI);
  if (field == 2)
    return electric * ((2 * z * z - x * x - y * y) * S - (x * x + y * y) * tau * tau * dI);
  return magnetic * (I + tau * dI) * (field == 3 ? -y : x);
}

void check_dipole_of(const Device& device, Precision precision, const Case::Kernel& kernel) {
  CAPTURE(epsilon_of(precision));
  const KnownProblem known = dipole_problem(precision);
  YeeProblem p = known.yee;
  p.method.kernel = kernel;
  YeeRun run(p, device);
  const long node = known.node[0], away = node - 50;  // along each axis
  struct Errors {
    double worst = 0, most = 0;
  };
  std::map<int, Errors> errors;
  std::vector<double> slice;
  for (long n = 1; double(n) * p.method.dt < known.final; ++n) {
    run.step();
    for (const int field : {0, 2, 3, 4}) {
      const Staggering stagger = yee_staggering(field);
      std::array<double, 3> place;  // from the middle of the edge, half a cell above its node
      for (std::size_t d = 0; d < 3; ++d)
        place[d] =
            h * (double(away) + (stagger[d] == Stagger::dual ? 0.5 : 0) - (d == 2 ? 0.5 : 0));
      slice.resize(run.simulation().slice_size(field));
      run.simulation().read_slice(node, slice.data(), field);
      const double found = slice[std::size_t(node * p.grid.extents(stagger)[0] + node)];
      const double time = (double(n) - (field < 3 ? 0 : 0.5)) * p.method.dt;
      const double exact = dipole_field(field, place, time);
      Errors& e = errors[field];
      grow(e.worst, std::abs(found - exact));
      grow(e.most, std::abs(exact));
    }
  }
  // In double, where dispersion over 35 cells of waves down to a hundred cells long and what the layers reflect are left,
  // 0.12, 0.02, 0.04 and 0.04 were seen; at places without their halves of a cell Ex is off by 0.31, H by 0.75. In single
  // roundings by the edge are heard too: E is there (r/h)^3 of what it is here, a rounding of it radiates as 1/r, and so
  // comes to some (r/h)^2 eps, 0.01 %, a step here, many steps at a time. 0.16, 0.33, 0.28 and 0.23 were seen, with and without FMA.
  const bool single = precision == Precision::single;
  const double magnetic = single ? 0.4 : 0.05;
  const std::map<int, double> percent = {
      {0, single ? 0.25 : 0.15}, {2, single ? 0.4 : 0.03}, {3, magnetic}, {4, magnetic}};
  for (const auto& [field, e] : errors) {
    MESSAGE("dipole, field ", field, ": ", 100 * e.worst / e.most, " %");
    CHECK(e.worst < 0.01 * percent.at(field) * e.most);
  }
}

}  // namespace

void check_dipole(const Device& device) {
  for_each_schedule([&](const Case::Kernel& kernel) {
    check_dipole_of(device, Precision::single, kernel);
    if (kernel.cpml == "fused") check_dipole_of(device, Precision::double_, kernel);
  });
}

}  // namespace hermite

using namespace hermite;

TEST_SUITE("slow") {
  TEST_CASE("A Hertzian dipole's field is that of the formula") {
    const Device device("host");
    check_dipole(device);
  }
}
