#pragma once
// The journal of a tune, JSON lines that are only ever added to: what was found out of each
// configuration, so that a tune that was stopped goes on where it was. The first line says under
// which conditions the measurements hold (device, driver, sources, case); a journal of other
// conditions is set aside. Of a line that was cut off in the middle nothing is kept.

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "roofline/tune/space.hpp"

namespace hermite {

struct TuneSample {
  std::string phase;  // "crossed", or the axis that is refined and of which variants
  int round = 0;
  double seconds = 0;  // of one step
  long steps = 0;      // over which it was taken
  double clock = 0;    // Hz of a GPU's multiprocessors meanwhile; 0: not known
};
nlohmann::json to_json(const TuneSample& sample);

// What is known of a configuration.
struct TuneHistory {
  std::string skipped;  // why it was not measured; empty: it can be
  bool wrong = false;   // it was skipped because its results are wrong
  bool verified = false;
  std::vector<TuneSample> samples;

  bool has(const std::string& phase, int round) const;
};

class TuneJournal {
 public:
  // Reads what is there already, or begins a new one. `notices` takes a line where the old journal
  // could not be used whole.
  TuneJournal(const std::string& file, const nlohmann::json& conditions,
              std::vector<std::string>& notices);

  const TuneHistory& of(const Configuration& configuration) const;
  void skip(const Configuration& configuration, const std::string& reason, bool wrong = false);
  void verified(const Configuration& configuration, double share, std::uint64_t seed);
  void add(const Configuration& configuration, const TuneSample& sample);
  // Any other fact of these conditions, by name.
  void note(const std::string& name, const nlohmann::json& value);
  nlohmann::json noted(const std::string& name) const;  // null: nothing

  // Measurements that were there when it was opened.
  int resumed() const { return resumed_; }

 private:
  bool read(const nlohmann::json& conditions, std::vector<std::string>& notices);
  void take(const nlohmann::json& line);
  void write(const nlohmann::json& line);

  std::string file_;
  std::map<std::string, TuneHistory> histories_;  // by the configuration as JSON
  nlohmann::json notes_ = nlohmann::json::object();
  int resumed_ = 0;
  std::ofstream out_;
};

}  // namespace hermite
