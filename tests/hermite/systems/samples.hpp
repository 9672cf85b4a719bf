// Every system in every dimension and variant it has, with material numbers that are nothing special:
// what the tests of all systems go through. A new system is a line in `samples`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/euler.hpp"
#include "hermite/systems/maxwell.hpp"

namespace hermite {

struct Sample {
  std::shared_ptr<System> system;
  int dimension;
  int fields;               // of the coupling
  std::vector<Term> terms;  // of the coupling

  std::string title() const {
    return system->coupling(dimension) + " " + std::to_string(dimension) + "-D";
  }
};

template <class Coupling, class Kind>
Sample sample(const Kind& system) {
  static_assert(Coupling::fields >= 1 && Coupling::dimension <= 3);
  Sample result{std::make_shared<Kind>(system), Coupling::dimension, Coupling::fields, {}};
  for (int t = 0; t < Coupling::terms; ++t) result.terms.push_back(Coupling::term(t));
  return result;
}

inline std::vector<Sample> samples() {
  const Advection advection({0.7, -1.3, 0.4});
  const Acoustics acoustics(1.3, 0.8);
  const Maxwell tm(0.9, 1.7), te(0.9, 1.7, "te");
  const Elastic psv(1.4, 1.1, 0.6), sh(1.4, 0, 0.6, "sh");
  const Euler still(1.3, 0.8), along_y(1.3, 0.8, {0, 0.5, 0}), fast(1.3, 0.8, {0.3, -1.9, 0.6});
  return {sample<AdvectionCoupling<1>>(advection), sample<AdvectionCoupling<2>>(advection),
          sample<AdvectionCoupling<3>>(advection), sample<AcousticsCoupling<1>>(acoustics),
          sample<AcousticsCoupling<2>>(acoustics), sample<AcousticsCoupling<3>>(acoustics),
          sample<MaxwellTmCoupling<1>>(tm),        sample<MaxwellTmCoupling<2>>(tm),
          sample<MaxwellTeCoupling<2>>(te),        sample<MaxwellCoupling<3>>(tm),
          sample<ElasticPsvCoupling<1>>(psv),      sample<ElasticPsvCoupling<2>>(psv),
          sample<ElasticShCoupling<2>>(sh),        sample<ElasticCoupling<3>>(psv),
          sample<EulerCoupling<1>>(still),         sample<EulerCoupling<2>>(along_y),
          sample<EulerCoupling<3>>(along_y),       sample<EulerCoupling<1>>(fast),
          sample<EulerCoupling<2>>(fast),          sample<EulerCoupling<3>>(fast)};
}

}  // namespace hermite
