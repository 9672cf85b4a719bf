// The energy that a run's record has (kernels/observe/nodal_energy.hpp), of fields that a test holds.
#pragma once

#include "kernels/observe/nodal_energy.hpp"
#include "tests/kernels/staggered_run.hpp"

namespace hermite {

using Fields = std::vector<std::vector<double>>;  // [field][k][j][i]

inline Fields fields_of(const StaggeredRun& run) {
  Fields all;
  for (int f = 0; f < run.fields(); ++f) all.push_back(run.values(f));
  return all;
}

class RecordedEnergy {
 public:
  // The run, which must outlive it, is one of the grid.
  RecordedEnergy(StaggeredRun& run, const Grid& grid) : run_(run), nodal_(run.simulation(), grid) {}

  double now() { return nodal_.value(); }
  // Of other values than the run's, which it has again afterwards.
  double of(const Fields& u) {
    const Fields before = fields_of(run_);
    run_.set_values(u);
    const double energy = now();
    run_.set_values(before);
    return energy;
  }
  // What the scheme conserves: the early fields' square is the product of theirs half a step before and after
  // the others'. <a, b> = (|a + b|^2 - |a - b|^2)/4. Takes a step.
  double of_step() {
    const Fields before = fields_of(run_);
    run_.step();
    const Fields after = fields_of(run_);
    Fields now = before, sum = before, difference = before;
    for (std::size_t f = 0; f < before.size(); ++f) {
      const bool early = run_.simulation().state(int(f)).time != 0;
      for (std::size_t i = 0; i < before[f].size(); ++i) {
        if (early) now[f][i] = 0;
        sum[f][i] = early ? before[f][i] + after[f][i] : 0;
        difference[f][i] = early ? before[f][i] - after[f][i] : 0;
      }
    }
    return of(now) + (of(sum) - of(difference)) / 4;
  }

 private:
  StaggeredRun& run_;
  NodalEnergy nodal_;
};

// Constant over the steps of the run, to the rounding of its squares; and the record between its bounds: of a wave
// that is known at n and n - 1/2, W (1 -+ s) with s = sin(w dt/2), which is at most `sharpest`.
inline void check_conserved(RecordedEnergy& energy, double sharpest) {
  double first = 0, worst = 0;
  for (int n = 0; n < 60; ++n) {
    const double recorded = energy.now(), conserved = energy.of_step();
    if (n == 0) first = conserved;
    grow(worst, std::abs(conserved - first));
    CHECK(recorded * (1 - sharpest) <= conserved);
    CHECK(recorded * (1 + sharpest) >= conserved);
  }
  CHECK(first > 0);
  // Some fifteen roundings of a value, twice in its square, in each of 60 steps.
  CHECK(worst < 60 * 2 * 15 * 1.2e-16 * first);
}

}  // namespace hermite
