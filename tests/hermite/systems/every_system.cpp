// What holds for every system u_t = sum_d A_d d_d u: its terms, mirrors, energy, speeds, plane waves.
#include <doctest/doctest.h>

#include "hermite/method/eigen.hpp"

#include <Eigen/Dense>
#include <random>
#include <set>

#include "hermite/core/error.hpp"
#include "hermite/core/grow.hpp"
#include "hermite/method/stability.hpp"
#include "hermite/systems/table.hpp"
#include "tests/hermite/systems/samples.hpp"

using namespace hermite;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double eps = 2.3e-16;

/// A_d for each axis.
std::vector<MatrixXd> matrices(int fields, int dimension, const std::vector<CoupledTerm>& terms) {
  std::vector<MatrixXd> a(std::size_t(dimension), MatrixXd::Zero(fields, fields));
  for (const CoupledTerm& term : terms)
    a[std::size_t(term.axis)](term.out, term.in) += term.coefficient;
  return a;
}

std::vector<MatrixXd> matrices(const Sample& s) {
  return matrices(s.fields, s.dimension, s.system->terms(s.dimension));
}

MatrixXd energy_matrix(const Sample& s) {
  const std::vector<double> e = s.system->energy(s.dimension);
  REQUIRE(int(e.size()) == s.fields * s.fields);
  return Eigen::Map<const MatrixXd>(e.data(), s.fields, s.fields);
}

bool has_mirror(const Sample& s, int axis) { return s.system->parity(0, axis, s.dimension) != 0; }

}  // namespace

TEST_CASE("every system of the table is among those that the tests go through") {
  std::set<std::string> tested;
  for (const Sample& s : samples()) tested.insert(s.system->name());
  const std::vector<std::string> names = system_names();
  CHECK(tested == std::set<std::string>(names.begin(), names.end()));
}

TEST_CASE("every system: the host's terms and fields follow the coupling that kernels read") {
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    CHECK(int(s.system->fields(s.dimension).size()) == s.fields);
    const auto terms = s.system->terms(s.dimension);
    REQUIRE(terms.size() == s.terms.size());
    std::set<std::array<int, 3>> seen;
    for (std::size_t t = 0; t < terms.size(); ++t) {
      CHECK(terms[t].out == s.terms[t].out);
      CHECK(terms[t].in == s.terms[t].in);
      CHECK(terms[t].axis == s.terms[t].axis);
      CHECK(s.terms[t].axis < s.dimension);
      CHECK(s.terms[t].in < s.fields);
      CHECK(s.terms[t].out < s.fields);
      seen.insert({terms[t].out, terms[t].in, terms[t].axis});
    }
    CHECK(seen.size() == terms.size());  // no term twice
  }
}

TEST_CASE("every system: a mirror leaves the equations as they are") {
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    for (int axis = 0; axis < s.dimension; ++axis)
      for (const CoupledTerm& term : s.system->terms(s.dimension)) {
        if (term.coefficient == 0) continue;  // no flow along this axis
        const int out = s.system->parity(term.out, axis, s.dimension);
        const int in = s.system->parity(term.in, axis, s.dimension);
        if (has_mirror(s, axis)) {
          CHECK(out * out == 1);
          CHECK(out == in * (term.axis == axis ? -1 : 1));
        } else {
          CHECK(out == 0);
          CHECK(in == 0);
        }
      }
    std::set<int> signs;
    for (const WallKind& wall : s.system->walls(s.dimension)) signs.insert(wall.sign);
    if (has_mirror(s, 0)) CHECK(signs == std::set<int>{-1, 1});
  }
}

TEST_CASE("every system: the energy is positive and conserved, so that the system is hyperbolic") {
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    const MatrixXd e = energy_matrix(s);
    CHECK(e == e.transpose());
    CHECK(e.llt().info() == Eigen::Success);
    const Vector3 speeds = s.system->speeds(s.dimension);
    const auto a = matrices(s);
    for (std::size_t d = 0; d < a.size(); ++d) {
      // d/dt 1/2 u.E u = u.E A_d d_d u is a divergence where E A_d is symmetric.
      const MatrixXd flux = e * a[d];
      // Rounding of products of a few numbers.
      CHECK((flux - flux.transpose()).norm() <= 16 * eps * e.norm() * a[d].norm());
      // The speeds: flux x = lambda E x. 1e-13: eps times the condition of E, below 100.
      const MatrixXd symmetric = (flux + flux.transpose()) / 2;
      const VectorXd lambda =
          Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(symmetric, e).eigenvalues();
      CHECK(lambda.cwiseAbs().maxCoeff() == doctest::Approx(speeds[d]).epsilon(1e-13));
    }
    for (std::size_t d = a.size(); d < 3; ++d) CHECK(speeds[d] == 0);
  }
}

TEST_CASE("every system: no field of the same energy is larger than the largest exchange") {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    const MatrixXd e = energy_matrix(s);
    const double most = largest_exchange(*s.system, s.dimension);
    double reached = 0;
    for (int f = 0; f < s.fields; ++f) {
      for (int trial = 0; trial < 1000; ++trial) {
        const VectorXd u = VectorXd::NullaryExpr(s.fields, [&] { return normal(random); });
        const double scale = std::sqrt(e(f, f) / u.dot(e * u));
        grow(reached, scale * u.cwiseAbs().maxCoeff());
      }
      // Where field g is largest: along column g of the inverse.
      for (int g = 0; g < s.fields; ++g) {
        const VectorXd u = e.llt().solve(VectorXd::Unit(s.fields, g));
        grow(reached, std::sqrt(e(f, f) / u.dot(e * u)) * std::abs(u(g)));
      }
    }
    CHECK(reached == doctest::Approx(most).epsilon(1e-13));
  }
  // The impedance, in SI units: of water, of vacuum, of rock.
  CHECK(largest_exchange(Acoustics(1000, 1500), 2) == doctest::Approx(1.5e6).epsilon(1e-13));
  CHECK(largest_exchange(Maxwell(8.8541878128e-12, 1.25663706212e-6), 3) ==
        doctest::Approx(376.730313667).epsilon(1e-11));
  CHECK(largest_exchange(Elastic(2700, 6000, 3464), 1) ==
        doctest::Approx(2700.0 * 6000).epsilon(1e-13));
}

TEST_CASE("every system: stability is sampled over media whose fastest speed is 1") {
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    for (const auto& terms : s.system->sampled_media(s.dimension)) {
      CHECK(terms.size() == s.terms.size());
      double fastest = 0;
      for (const MatrixXd& a : matrices(s.fields, s.dimension, terms))
        grow(fastest, a.eigenvalues().cwiseAbs().maxCoeff());
      // eps times the condition of the eigenvectors, 1000 for the gas at Mach 1000
      CHECK(fastest == doctest::Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("isotropic systems: mirrored and exchanged angles have the same spectral radius") {
  for (const Sample& s : samples()) {
    if (!s.system->isotropic()) continue;
    CAPTURE(s.title());
    for (const auto& terms : s.system->sampled_media(s.dimension)) {
      const auto radius = [&](const Vector3& theta) {
        const int order = s.dimension == 3 ? 0 : 1;
        return symbol_radius(s.fields, terms, s.dimension, order, 0.9, 1, theta);
      };
      const double expected = radius({0.7, 2, 1.3});
      // Rounding of eigenvalues of a matrix of up to 20 rows with entries of order 1.
      const auto same = [&](const Vector3& theta) {
        return std::abs(radius(theta) - expected) < 1e-13;
      };
      CHECK(same({-0.7, 2, 1.3}));
      if (s.dimension > 1) CHECK(same({0.7, -2, 1.3}));
      if (s.dimension == 2) CHECK(same({2, 0.7, 1.3}));
      if (s.dimension == 3) CHECK(same({1.3, -0.7, 2}));
    }
  }
}

TEST_CASE("every system: plane waves satisfy -frequency u = sum_d k_d A_d u") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Sample& s : samples()) {
    CAPTURE(s.title());
    const auto a = matrices(s);
    for (const std::string& mode : s.system->modes(s.dimension))
      for (int trial = 0; trial < 20; ++trial) {
        CAPTURE(mode);
        Vector3 k{0, 0, 0};
        for (int d = 0; d < s.dimension; ++d) k[std::size_t(d)] = 10 * uniform(random);
        if (trial == 1) k = {7, 0, 0};  // along an axis
        std::vector<double> polarization;
        if (trial > 1) polarization = {uniform(random), uniform(random), uniform(random)};
        const PlaneWave wave = s.system->plane_wave(s.dimension, mode, k, polarization);
        REQUIRE(int(wave.amplitude.size()) == s.fields);
        const VectorXd u = Eigen::Map<const VectorXd>(wave.amplitude.data(), s.fields);
        VectorXd left = wave.frequency * u, size = left.cwiseAbs();
        for (std::size_t d = 0; d < a.size(); ++d) {
          left += k[d] * a[d] * u;
          size += std::abs(k[d]) * a[d].cwiseAbs() * u.cwiseAbs();
        }
        // Rounding of the products, and of the polarization, which is normal to k to eps over the
        // angle between them.
        CHECK(left.cwiseAbs().maxCoeff() <= 64 * eps * size.maxCoeff());
        bool one = false;
        for (const double entry : wave.amplitude) one = one || std::abs(entry) == 1;
        CHECK(one);
      }
  }
}

TEST_CASE("the polarization chooses the wave: its part normal to k is the direction") {
  const Vector3 k{1, 2, 2};
  const std::vector<double> wanted{1, 1, 0};
  const Vector3 normal{1, 0.5, -1};  // wanted - (k . wanted / k . k) k = (2, 1, -2)/3, scaled to 1
  const std::vector<std::pair<std::shared_ptr<System>, std::string>> waves = {
      {std::make_shared<Maxwell>(0.9, 1.7), "light"},
      {std::make_shared<Elastic>(1.4, 1.1, 0.6), "S"},
      {std::make_shared<Euler>(1.3, 0.8), "vorticity"}};
  for (const auto& [system, mode] : waves) {
    const std::string name = system->name();  // lambdas cannot capture structured bindings
    CAPTURE(name);
    const PlaneWave wave = system->plane_wave(3, mode, k, wanted);
    const std::size_t first = mode == "vorticity" ? 1 : 0;
    for (std::size_t d = 0; d < 3; ++d)
      CHECK(std::abs(wave.amplitude[first + d] - normal[d]) < 8 * eps);
    for (const std::vector<double>& bad : {std::vector<double>{-2, -4, -4}, {0, 0, 0}})
      CHECK_THROWS_AS(system->plane_wave(3, mode, k, bad), Error);
  }
}

TEST_CASE("a material that is no medium is refused, with the key and the bound") {
  // Where d lambda + 2 mu > 0.
  CHECK_NOTHROW(Elastic(1, 1, 0.866).check_material(3));
  CHECK_THROWS_WITH_AS(Elastic(1, 1, 0.9).check_material(3),
                       "material.s_speed: found 0.9 with material.p_speed 1, allowed less than "
                       "0.866025 (p_speed^2 > 4/3 s_speed^2: the bulk modulus is positive)",
                       Error);
  CHECK_NOTHROW(Elastic(1, 1, 0.99).check_material(2));
  CHECK_THROWS_WITH_AS(Elastic(1, 1, 1).check_material(2),
                       "material.s_speed: found 1 with material.p_speed 1, allowed less than 1, "
                       "the p_speed (what plane strain needs for a positive energy)",
                       Error);
  CHECK_NOTHROW(Elastic(1, 1, 1.5).check_material(1));
  CHECK_THROWS_WITH_AS(Elastic(1, 0, 0.5).check_material(3),
                       "material.p_speed: missing, or 0; allowed a number above 0", Error);
  CHECK_NOTHROW(Elastic(1, 0, 0.5, "sh").check_material(2));
  CHECK_THROWS_AS(Elastic(1, 1, 0.5, "sh").check_material(3), Error);
  CHECK_NOTHROW(Maxwell(1, 1, "te").check_material(2));
  CHECK_THROWS_AS(Maxwell(1, 1, "te").check_material(1), Error);
  CHECK_THROWS_AS(Maxwell(1, 1, "te").check_material(3), Error);
}
