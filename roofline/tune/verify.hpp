#pragma once
// Whether a configuration computes what it should, before it is timed: one sweep on random data, a step
// or two (space.hpp), into arrays poisoned with NaN, against the literal reference on the host.
//
// The reference is the pair reconstruct, evolve of the paper, cell by cell (for the pipelines of
// second-order form and for Yee's scheme their own literal form). With R its result in single precision,
// D that in double, and own = max |R - D| for each derivative index of each array (the largest of
// several steps with other data and another dt, because round-off is a random number), a
// configuration's result V passes where for each index
//   single   max |V - D| <= 2 own + 4 eps max |D|
//   double   max |V - D| <= 3 own eps_double / eps_single + 4 eps_double max |D|
// The reference's own error is proportional to eps, so that of D need not be measured in a wider
// precision; the third part is D's own, which stands between V and what D misses (triangle
// inequality).

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "kernels/stage/simulation.hpp"
#include "roofline/tune/space.hpp"

namespace hermite {

struct Verification {
  double share = 0;    // of the allowed difference, the largest; NaN where a value is
  long unwritten = 0;  // values that are still NaN
  std::uint64_t seed = 0;

  bool passed() const { return unwritten == 0 && share <= 1; }
  std::string text() const;
};

class Verifier {
 public:
  Verifier(const TuneSubject& subject, std::uint64_t seed);

  Verification check(const Case::Kernel& kernel, const Device& device);
  // The same for a solver made on the given grid in any way.
  Verification check(const Grid& grid, const Solver& solver, const Device& device);
  // A grid on which blocks of this size have neighbours and a ragged end.
  Grid grid_for(const Case::Kernel& kernel) const;

 private:
  using Arrays = std::vector<std::vector<double>>;  // states, and what a step keeps beside them
  struct Reference {
    Arrays end;      // D
    Arrays allowed;  // [array][derivative index]
  };

  const Reference& reference(const Grid& grid);
  Arrays reference_step(const Grid& grid, double dt, Precision precision, std::uint64_t seed) const;
  Arrays own_error(const Grid& grid, double dt, std::uint64_t seed, const Arrays& wide) const;
  int entries() const;

  TuneSubject subject_;
  std::uint64_t seed_;
  std::map<std::array<long, 3>, Reference> references_;  // by the grid's cells
  Arrays own_;                                           // of the small steps with other data
};

}  // namespace hermite
