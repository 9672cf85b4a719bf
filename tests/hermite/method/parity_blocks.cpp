// The half step as one matrix for each parity: which classes there are, and what their matrices do to data
// whose half step is known.
#include "hermite/method/parity_blocks.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "hermite/method/operators.hpp"
#include "hermite/method/stability.hpp"
#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/euler.hpp"
#include "hermite/systems/maxwell.hpp"
#include "hermite/systems/mirror.hpp"
#include "tests/approx.hpp"

namespace hermite {

namespace {

Mirror mirror_in(const System& system, int dimension) {
  return mirror_of(int(system.fields(dimension).size()), system.terms(dimension));
}

// dt/2 = 0.3, cells of unit size.
std::vector<ParityBlock> blocks_of(const System& system, int dimension, int order, int stages) {
  const Mirror mirror = mirror_in(system, dimension);
  std::vector<CoupledTerm> terms = system.terms(dimension);
  for (CoupledTerm& term : terms) term.coefficient *= 0.3;
  return parity_blocks(dimension, order, terms,
                       {mirror.flips, mirror.flips + system.fields(dimension).size()}, stages);
}

}  // namespace

TEST_SUITE("parity blocks") {
  TEST_CASE("the parities that the terms imply are those that the system states") {
    const Acoustics acoustics;
    const Maxwell maxwell, te(1, 1, "te");
    const Elastic elastic;
    const System* systems[] = {&acoustics, &maxwell, &te, &elastic};
    for (const System* system : systems)
      for (int dimension = 1; dimension <= 3; ++dimension) {
        if (system == &te && dimension != 2) continue;
        CAPTURE(system->name());
        CAPTURE(dimension);
        const Mirror mirror = mirror_in(*system, dimension);
        REQUIRE(mirror.exists);
        for (int f = 0; f < int(system->fields(dimension).size()); ++f)
          for (int axis = 0; axis < dimension; ++axis) {
            const bool differs =
                system->parity(f, axis, dimension) != system->parity(0, axis, dimension);
            CHECK(differs == ((mirror.flips[f] >> axis & 1) != 0));
          }
      }
  }

  TEST_CASE("a flow has no mirror along it") {
    CHECK_FALSE(mirror_in(Advection({1, 0, 0}), 3).exists);
    CHECK_FALSE(mirror_in(Euler(), 2).exists);
  }

  TEST_CASE("classes have the number of results that is known, and share them out") {
    const Acoustics acoustics;
    const auto sizes = [&](int order) {
      std::multiset<std::size_t> all;
      for (const ParityBlock& block : blocks_of(acoustics, 3, order, 1))
        all.insert(block.results.size());
      return all;
    };
    CHECK(sizes(1) == std::multiset<std::size_t>{4, 4, 4, 4, 4, 4, 4, 4});
    CHECK(sizes(2) == std::multiset<std::size_t>{7, 11, 11, 11, 16, 16, 16, 20});
    CHECK(sizes(3) == std::multiset<std::size_t>{32, 32, 32, 32, 32, 32, 32, 32});

    std::set<int> met;
    for (const ParityBlock& block : blocks_of(Elastic(), 3, 2, 1)) {
      CHECK(block.matrix.cols() == 9 * 27);
      CHECK(block.matrix.rows() == Eigen::Index(block.results.size()));
      for (const int result : block.results) CHECK(met.insert(result).second);
    }
    CHECK(met.size() == 9 * 27);
  }

  TEST_CASE("a field that is the same everywhere stays as it is") {
    // Of corners that are all alike only the value itself remains, 2^d times: its class is that without
    // odd axes, and its result is the value.
    for (int dimension = 1; dimension <= 3; ++dimension)
      for (int order = 0; order <= 3; ++order) {
        CAPTURE(dimension);
        CAPTURE(order);
        const Acoustics acoustics;
        const int node = int(std::lround(std::pow(order + 1, dimension)));
        const Mirror mirror = mirror_in(acoustics, dimension);
        const auto blocks = blocks_of(acoustics, dimension, order, full_stages(dimension, order));
        for (int f = 0; f <= dimension; ++f) {
          const ParityBlock& block = blocks[std::size_t(mirror.flips[f])];
          const Eigen::VectorXd column = block.matrix.col(f * node) * std::pow(2, dimension);
          for (std::size_t row = 0; row < block.results.size(); ++row)
            CHECK(column(Eigen::Index(row)) == nearly(block.results[row] == f * node ? 1 : 0));
        }
      }
  }

  TEST_CASE("in 1-D the sums of both waves of acoustics move as the exact shift does") {
    // p + v moves one way, p - v the other: the class of even p holds both.
    const int order = 2, n = order + 1;
    const Acoustics acoustics;
    const auto blocks = blocks_of(acoustics, 1, order, full_stages(1, order));
    const Eigen::MatrixXd shift = half_step(order, 2 * -0.3);  // of u_t = -u_x
    // Data r at the right end, none at the left: sums e = o = r, in all classes alike.
    for (int j = 0; j < n; ++j) {
      Eigen::VectorXd data = Eigen::VectorXd::Zero(2 * n);
      data(j) = data(n + j) = 1;  // p = v
      Eigen::VectorXd result = Eigen::VectorXd::Zero(2 * n);
      for (const ParityBlock& block : blocks)
        for (std::size_t row = 0; row < block.results.size(); ++row)
          result(block.results[row]) += block.matrix.row(Eigen::Index(row)).dot(data);
      for (int i = 0; i < n; ++i) {
        CHECK(result(i) == nearly(shift(i, n + j)));
        CHECK(result(n + i) == nearly(shift(i, n + j)));
      }
    }
  }
}

}  // namespace hermite
