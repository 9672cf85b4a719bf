// Checkpoints: all that a run needs to go on as if it had never stopped.
//
//   512 bytes   the seal (seal.hpp)
//   HDF5        attributes  format, program, precision, step, time, dt, seconds, growth_peak, growth_reference
//               case        the resolved case, JSON text
//               states/NAME [field][m3][m2][m1][entry], float or double as the run's precision,
//                           entry = scaled derivative [i3][i2][i1]
//               series/NAME/{columns,values}   what was recorded so far, [row][column]
//
// h5dump and h5py open it as it is.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hermite/output/csv.hpp"
#include "hermite/output/nodal_state.hpp"

namespace hermite {

/// A checkpoint but for the states.
struct Checkpoint {
  std::string program;        // version and commit that wrote it
  std::string resolved_case;  // JSON text
  std::string precision;      // single or double
  long step = 0;
  double time = 0;
  double dt = 0;       // of a step
  double seconds = 0;  // spent in the time loop so far
  // What the watch for instability has seen (GrowthWatch::Seen).
  double growth_peak = 0, growth_reference = 0;
  std::map<std::string, CsvTable> series;
};

/// Replaces the file as a whole. Throws MachineError where it cannot; the old file then stays.
void write_checkpoint(const std::string& file, const Checkpoint& checkpoint,
                      const std::vector<NodalState>& states);

/// An open checkpoint. Throws CaseError where it is none, damaged, or of another format.
class CheckpointReader {
 public:
  explicit CheckpointReader(std::string file);

  const Checkpoint& content() const { return content_; }
  /// Of the case that it was made with; empty: it names none.
  std::string pipeline() const;
  /// Likewise (free_surface.operators).
  std::string surface_operators() const;
  /// Throws CaseError that names the first key in which the case is another one. Sections that do
  /// not change the solution (is_observation) may differ, and how long it runs.
  void require_case(const std::string& resolved_case) const;
  /// The same of solver, system and dimension alone, from which all other keys follow.
  void require_equations(const std::string& resolved_case) const;
  /// Throws CaseError where a run to time `final` in so many steps does not go on by the checkpoint's steps.
  void require_steps(double final, long steps) const;
  /// Hands to `use` what reads the slices of a state.
  void read(const NodalState& state, const std::function<void(const ReadSlice&)>& use) const;

 private:
  void require_same(const std::string& resolved_case, bool all_keys) const;

  std::string file_;
  Checkpoint content_;
};

}  // namespace hermite
