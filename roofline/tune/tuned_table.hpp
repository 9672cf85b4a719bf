#pragma once
// The tables of tuned configurations, data/tuned/DEVICE.jsonl: one entry (tuned_entry.hpp) a line, written
// by `hermite tune`, read by runs.
//
// Chosen is, of the entries that are not stale, the most specific:
//   tuned   same system, dimension, pipeline, order, precision (layout, truncation, rows, steps per
//           sweep) and grid; of several variants the fastest, where the case leaves it open
//   near    the same but for the order, which is the nearest, or the grid, which is the nearest in size
//   default nothing: the code chooses
// March length and slab belong to a grid, so they are taken over on the same grid only, and min_blocks
// to an order's registers. A number of cells that the case gives, or min_blocks, always wins: then
// nothing is looked up.

#include <array>
#include <string>
#include <vector>

#include "roofline/tune/tuned_entry.hpp"

namespace hermite {

// What a run looks for.
struct TunedQuery {
  std::string system;
  int dimension = 0;
  std::array<long, 3> cells = {1, 1, 1};
  Configuration wanted;                   // as the case says
  bool stale = false;                     // whether stale entries are welcome too
  bool asked_for = false;                 // whether it is told of a table that has nothing
  std::vector<std::string> refused = {};  // variants that turned out not to run here
};

struct TunedChoice {
  // "tuned (...)", "near: N=2's (...)", "near: of 150x150x150 cells (...)", "default"
  std::string text = "default";
  Case::Kernel kernel;  // the case's, completed
  bool found = false;
  bool of_other_order = false;  // whose variant may not be for this one
  std::vector<std::string> notices;
};

class TunedTable {
 public:
  // A file that is not there is an empty table. A line that is damaged is left out, and `problems`
  // names it; the others serve.
  explicit TunedTable(const std::string& file);

  TunedChoice choose(const TunedQuery& query, const TunedMachine& machine) const;
  // Puts entries in the place of those with the same key, in the file as it is by now; writes it, damaged lines too.
  // One from a whole search stays, unless it is stale, where one that was cut short found nothing faster;
  // of each of these a line is returned.
  std::vector<std::string> merge(const std::vector<TunedEntry>& entries);

  const std::string& file() const { return file_; }
  const std::vector<std::string>& problems() const { return problems_; }
  // Throws CaseError, with the option that named the file, where it has lines and no entry among them.
  void require_table(const std::string& option) const;
  std::vector<TunedEntry> entries() const;

 private:
  struct Line {
    std::string text;
    TunedEntry entry;
    bool good = false;
  };

  std::vector<const TunedEntry*> matching(const TunedQuery& query) const;

  std::string file_;
  std::vector<Line> lines_;
  std::vector<std::string> problems_;
};

// data/tuned/DEVICE.jsonl in the data folder.
std::string tuned_file(const TunedMachine& machine);

}  // namespace hermite
