#include "roofline/ncu_output.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

// The fields of a line, with the commas and doubled quotes that stand inside quotes.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else if (line[i] != '\r') {
      fields.back() += line[i];
    }
  }
  return fields;
}

// To SI, and none for what is a count or a percentage.
double factor_of(const std::string& unit) {
  static const std::map<std::string, double> factors = {
      {"nsecond", 1e-9}, {"ns", 1e-9},   {"usecond", 1e-6}, {"us", 1e-6},   {"msecond", 1e-3},
      {"ms", 1e-3},      {"Kbyte", 1e3}, {"Mbyte", 1e6},    {"Gbyte", 1e9}, {"Tbyte", 1e12},
      {"Kinst", 1e3},    {"Minst", 1e6}, {"Ginst", 1e9}};
  const auto found = factors.find(unit);
  return found == factors.end() ? 1 : found->second;
}

[[noreturn]] void refuse(long number, const std::string& what) {
  throw MachineError("the output of ncu, line " + std::to_string(number) + ": " + what +
                     "; is it a version of Nsight Compute that prints --csv --page raw otherwise?");
}

class Table {
 public:
  explicit Table(const std::string& text) : lines_(text) {}

  std::vector<NcuKernel> read() {
    std::string line;
    while (next(line)) {
      const std::vector<std::string> fields = fields_of(line);
      if (names_.empty())
        take_names(fields);
      else if (units_.empty())
        units_ = fields;
      else
        take_kernel(fields);
    }
    if (names_.empty()) refuse(number_, "there is no line of column names (\"ID\", ...)");
    return kernels_;
  }

 private:
  // Lines of the table alone: ncu and the program it runs print others between them.
  bool next(std::string& line) {
    while (std::getline(lines_, line)) {
      ++number_;
      if (!line.empty() && line.front() == '"' && line.rfind("\"==", 0) != 0) return true;
    }
    return false;
  }

  void take_names(const std::vector<std::string>& fields) {
    if (fields.front() != "ID") return;
    const auto kernel = std::find(fields.begin(), fields.end(), "Kernel Name");
    if (kernel == fields.end()) refuse(number_, "no column \"Kernel Name\"");
    name_column_ = static_cast<std::size_t>(kernel - fields.begin());
    names_ = fields;
  }

  void take_kernel(const std::vector<std::string>& fields) {
    if (fields.size() != names_.size() || fields.size() != units_.size())
      refuse(number_, "found " + std::to_string(fields.size()) + " columns, the names are " +
                          std::to_string(names_.size()));
    NcuKernel kernel;
    kernel.name = fields[name_column_];
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (names_[i].find("__") == std::string::npos) continue;  // not a metric
      std::string digits;
      std::copy_if(fields[i].begin(), fields[i].end(), std::back_inserter(digits),
                   [](char c) { return c != ','; });
      char* end = nullptr;
      const double value = std::strtod(digits.c_str(), &end);
      // Attributes of the device come unasked, and some are words.
      if (!digits.empty() && *end == '\0') kernel.metrics[names_[i]] = value * factor_of(units_[i]);
    }
    kernels_.push_back(kernel);
  }

  std::istringstream lines_;
  long number_ = 0;
  std::vector<std::string> names_, units_;
  std::size_t name_column_ = 0;
  std::vector<NcuKernel> kernels_;
};

}  // namespace

std::vector<NcuKernel> parse_ncu_table(const std::string& text) { return Table(text).read(); }

std::set<std::string> parse_ncu_metrics(const std::string& text) {
  std::set<std::string> names;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string word = line.substr(0, line.find_first_of(" \t\r"));
    if (word.find("__") != std::string::npos) names.insert(word);
  }
  return names;
}

}  // namespace hermite
