// The manifest of a run: all that is needed to say how its numbers came about.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace hermite {

constexpr int manifest_schema = 1;

struct Manifest {
  std::vector<std::string> argv;
  std::string case_file;
  std::string resolved_case;                      // JSON text
  std::map<std::string, std::string> case_files;  // that it names: checksums
  std::string device;                             // host or cuda:NAME
  std::string processor;                          // model of the host's processor
  std::string driver;                             // of the device; empty on the host
  std::string block;  // of the kernels, and whether it is tuned; empty where it is no run
  int threads = 1;
  int ranks = 1;
  // Between ranks: what brings them, and the part of the time loop that ranks waited for them.
  struct Messages {
    std::string by;
    double waiting_mean = 0, waiting_most = 0;
  } messages;
  std::string started;                    // UTC, 2026-01-31T12:00:00Z
  std::map<std::string, double> seconds;  // of each part of the run
};

/// A manifest with argv, processor and start time filled in.
Manifest start_manifest(int argc, const char* const* argv);

/// Model of the host's processor.
std::string processor_name();

/// With schema version, hash of the case, and how the program was built.
nlohmann::json to_json(const Manifest& manifest);

/// FNV-1a, 64 bits.
std::uint64_t fnv1a(const std::string& text);
/// The same as 16 hex digits.
std::string hash_text(const std::string& text);
/// Hash of a JSON text that depends neither on spaces nor on the order of keys.
std::string hash_json(const std::string& text);

}  // namespace hermite
