#pragma once
// A search that is quick, and what its journal holds.
#include "roofline/tune/tuner.hpp"

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/roofline/subject.hpp"

namespace hermite {

inline TuneOptions quick() {
  TuneOptions options;
  options.rounds = 3;
  options.sample_seconds = 1e-4;
  options.seconds = 300;
  return options;
}

inline std::vector<nlohmann::json> lines_in(const std::string& text) {
  std::vector<nlohmann::json> lines;
  std::istringstream all(text);
  for (std::string line; std::getline(all, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

inline TuneResult search(const Small& small, const TuneSetting& setting, const std::string& file,
                         const TuneOptions& options) {
  std::vector<std::string> notices;
  TuneJournal journal(file, {{"case", "test"}}, notices);
  const Device host("host", 1);
  return Tuner(small.subject, setting, host, journal, options).search();
}

}  // namespace hermite
