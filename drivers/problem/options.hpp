// Options that several subcommands share, each declared once.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hermite/core/case.hpp"

// Of CLI11 names are enough here: its headers take seconds to compile.
namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

namespace hermite {

/// Of options, single ones and lists.
const CLI::Validator& whole_number();
std::string positive_number(const std::string& text);

/// A list of an option: coarse to fine, each number once, whatever the order on the command line.
template <class T>
std::vector<T> ascending(std::vector<T> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Throws UsageError where --set names a key that an option names too.
void refuse_twice(const std::vector<Override>& changes, const std::string& path,
                  const std::string& option);

/// Has `option` replace the value of a key, unless `value` is empty. Throws UsageError where --set names the
/// key too.
void replace_by_option(std::vector<Override>& changes, const std::string& path,
                       const std::string& value, const std::string& option);

/// A case, and what may be changed about it on the command line.
struct CaseOptions {
  std::string file;
  std::vector<std::string> set;
  std::string precision, pipeline, cells_per_block;  // empty: as the case says
  std::string device = "host";
  int threads = 0;
  std::string tuned = "auto";

  /// The case, and where it runs.
  CLI::Option* declare_case(CLI::App& app);
  void declare(CLI::App& app);

  /// Those of --set, and those of the short options; a key that both name is refused.
  std::vector<Override> overrides() const;
};

/// Where results go.
struct OutputOptions {
  std::string folder;  // empty: results/CASE/SUBCOMMAND in the current folder
  std::string json;    // another copy of the results

  void declare(CLI::App& app);
};

}  // namespace hermite
