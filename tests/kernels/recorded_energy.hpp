// The energy that a run's record has (hermite/output/nodal_energy.hpp), of fields that a test holds.
#pragma once

#include "hermite/output/nodal_energy.hpp"
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
  // Of the grid and arrays of a run, which must outlive it.
  RecordedEnergy(std::vector<EnergyPart> parts, const Grid& grid, StaggeredRun& run)
      : parts_(std::move(parts)), grid_(grid), run_(run) {}

  double of(const Fields& u) const {
    double energy = 0;
    for (const EnergyPart& part : parts_) {
      std::vector<NodalState> states;
      for (const int field : part.fields) {
        const ArraySpec& array = run_.simulation().state(field);
        NodalState state;
        state.dimension = grid_.dimension;
        state.order = 0;
        state.fields = {array.name};
        state.stagger = array.stagger;
        state.nodes = array.nodes;
        const std::size_t size = state.slice_size();
        state.read_slice = [&u, field, size](long slice, double* values) {
          std::copy_n(u[std::size_t(field)].data() + std::size_t(slice) * size, size, values);
        };
        states.push_back(state);
      }
      NodalEnergy nodal(states, grid_, part.row);
      for (long slice = 0; slice < nodal.slices(); ++slice) energy += nodal.of_slice(slice);
    }
    return energy;
  }
  // What the scheme conserves: the early fields' square is the product of theirs half a step before and after
  // the others'. <a, b> = (|a + b|^2 - |a - b|^2)/4. Takes a step.
  double of_step() const {
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
  std::vector<EnergyPart> parts_;
  const Grid& grid_;
  StaggeredRun& run_;
};

// Constant over the steps of the run, to the rounding of its squares; and the record between its bounds: of a wave
// that is known at n and n - 1/2, W (1 -+ s) with s = sin(w dt/2), which is at most `sharpest`.
inline void check_conserved(const RecordedEnergy& energy, StaggeredRun& run, double sharpest) {
  double first = 0, worst = 0;
  for (int n = 0; n < 60; ++n) {
    const double recorded = energy.of(fields_of(run)), conserved = energy.of_step();
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
