// Entries of a tuned table, and a table of them in a file.
#pragma once

#include <nlohmann/json.hpp>

#include "roofline/tune/tuned_table.hpp"
#include "tests/roofline/subject.hpp"

namespace hermite {

inline const TunedMachine here = {"NVIDIA H200", "CUDA 13.0", "nvcc 13.0", "0123456789abcdef"};

inline TunedEntry entry(int order, int cells, double seconds,
                        const std::string& variant = "march") {
  TunedEntry e;
  e.machine = here;
  e.system = "acoustics";
  e.dimension = 3;
  e.cells = {150, 150, 150};
  e.configuration.order = order;
  e.configuration.precision = Precision::single;
  e.configuration.kernel.variant = variant;
  e.configuration.kernel.cells_per_block = cells;
  e.configuration.kernel.planes_per_block = 25;
  e.seconds = seconds;
  e.date = "2026-11-21";
  e.measured = nlohmann::json::object();
  return e;
}

inline TunedQuery query(int order) {
  TunedQuery q;
  q.system = "acoustics";
  q.dimension = 3;
  q.cells = {150, 150, 150};
  q.wanted.order = order;
  q.wanted.precision = Precision::single;
  return q;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Written {
  Folder folder;
  std::string file = folder / "nvidia-h200.jsonl";

  explicit Written(const std::vector<TunedEntry>& entries) { TunedTable(file).merge(entries); }
  TunedChoice choose(const TunedQuery& q, const TunedMachine& machine = here) const {
    return TunedTable(file).choose(q, machine);
  }
};

}  // namespace hermite
