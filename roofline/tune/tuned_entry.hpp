#pragma once
// A tuned configuration, one JSON object: it holds for one system, dimension, pipeline, variant, order,
// precision and grid on one device, says with which driver, compiler and kernel sources it was
// measured, and is stale where one of these is another now.

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/device/device.hpp"
#include "roofline/tune/space.hpp"

namespace hermite {

// The conditions under which a measured time holds.
struct TunedMachine {
  std::string device;  // "NVIDIA H200"; of the host its processor and the threads
  std::string driver;  // of CUDA; empty on the host
  std::string compiler;
  std::string sources;  // hash of what the kernels of the solver are compiled from

  std::string file_name() const;  // "nvidia-h200.jsonl"
};
TunedMachine this_machine(const Device& device, const std::string& pipeline);
nlohmann::json to_json(const TunedMachine& machine);

struct TunedEntry {
  TunedMachine machine;
  std::string system;
  int dimension = 0;
  std::array<long, 3> cells = {1, 1, 1};
  Configuration configuration;
  double seconds = 0;       // of one step, the median
  std::string date;         // 2026-01-31
  nlohmann::json measured;  // all else that a line says

  bool fits(const TunedMachine& now) const;  // same device, and not stale
  bool of_whole_search() const;              // not cut short
  std::string key() const;                   // an entry with the same one is replaced
};
nlohmann::json to_json(const TunedEntry& entry);
// Throws json::exception, or Error with the reason, where it is none.
TunedEntry tuned_entry_from(const nlohmann::json& line);

}  // namespace hermite
