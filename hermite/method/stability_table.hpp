// The stability tables data/stability/SYSTEM.json, written by `hermite stability` and read where
// `stages` is "auto" or a Courant number has to be judged.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hermite/method/stability.hpp"

namespace hermite {

struct StabilityTable {
  std::string system;
  std::vector<StabilityRow> rows;  // sorted by dimension, order, courant

  /// The smallest q >= 2N+1 that is stable at every tabulated Courant number up to the first one
  /// at or above `courant`; 2N+1, for fewer lose order. Nothing where the table does not reach.
  std::optional<int> automatic(int dimension, int order, double courant) const;

  /// The largest tabulated Courant number up to which q is stable (0: not even at the least); 1
  /// for full q, by theory. Nothing where there is no row.
  std::optional<double> limit(int dimension, int order, int stages) const;

  /// Adds rows, in place of those of the same dimension, order and Courant number.
  void merge(const std::vector<StabilityRow>& more);

  std::vector<StabilityRow> select(int dimension, int order) const;
};

/// data/stability/SYSTEM.json in the data folder.
std::string stability_file(const std::string& system);

/// The table of a system, from its file in the data folder or another; one without rows where there is no file.
StabilityTable read_stability(const std::string& system);
StabilityTable read_stability_file(const std::string& file, const std::string& system);
void write_stability_file(const std::string& file, const StabilityTable& table);

}  // namespace hermite
