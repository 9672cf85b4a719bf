// What is given as a text of its own form: method.stages, and --set.
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
