// The matrices of parity for a problem whose equations mirrors leave as they are.
#pragma once

#include <doctest/doctest.h>

#include "hermite/method/parity_blocks.hpp"
#include "hermite/systems/mirror.hpp"
#include "tests/kernels/hermite/problem.hpp"

namespace hermite {

struct ParityProblem {
  std::vector<int> flips;  // of each field: bit a, odd under the mirror image along axis a
  std::vector<ParityBlock> blocks;

  explicit ParityProblem(const Problem& p) {
    std::vector<CoupledTerm> terms = p.system()->terms(p.dimension);
    const Mirror mirror = mirror_of(p.fields(), terms);
    REQUIRE(mirror.exists);
    for (CoupledTerm& term : terms)
      term.coefficient = term.coefficient * p.dt() / 2 / p.h(term.axis);
    flips.assign(mirror.flips, mirror.flips + p.fields());
    blocks = parity_blocks(p.dimension, p.order, terms, flips, p.stages());
  }
};

}  // namespace hermite
