// What is given as a text of its own form: method.stages, and --set.
#include <regex>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"

namespace hermite {

bool Stages::read(const std::string& text) {
  if (text == "full" || text == "auto") {
    kind = text == "full" ? Kind::full : Kind::automatic;
    return true;
  }
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
  if (!digits || text.size() > 4 || std::stoi(text) < 1) return false;
  kind = Kind::number;
  number = std::stoi(text);
  return true;
}

std::string Stages::text() const {
  if (kind == Kind::number) return std::to_string(number);
  return kind == Kind::full ? "full" : "auto";
}

std::string with_json_numbers(const std::string& text) {
  static const std::regex plus(R"((^|[\[,\s])\+(?=\.?\d))"),
      no_digit_before(R"((^|[^\d])\.(?=\d))"), no_digit_behind(R"((\d)\.(?!\d))");
  std::string json = std::regex_replace(text, plus, "$1");
  json = std::regex_replace(json, no_digit_before, "$010.");
  return std::regex_replace(json, no_digit_behind, "$1.0");
}

Override parse_override(const std::string& text) {
  const size_t equals = text.find('=');
  const std::string path = text.substr(0, equals);
  const bool gap = path.empty() || path.front() == '.' || path.back() == '.' ||
                   path.find("..") != std::string::npos;
  if (equals == std::string::npos || gap) {
    throw UsageError("--set " + text + ": write --set path=value, as in --set grid.cells=16");
  }
  return {path, text.substr(equals + 1)};
}

}  // namespace hermite
