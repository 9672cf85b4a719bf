// One key: reading and checking its value, and completing it. Its descriptions are in
// keys_document.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// Beyond this a double no longer tells neighbouring whole numbers apart.
constexpr double largest_whole = 9007199254740992.0;

template <class T>
bool is_whole_number_for(double value) {
  const double most = std::min(double(std::numeric_limits<T>::max()), largest_whole);
  return std::floor(value) == value && std::abs(value) <= most;
}

/// The value as it stands in the file, cut where it is long.
std::string found_text(const json& value) {
  const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() <= 80 ? text : text.substr(0, 77) + "...";
}

}  // namespace

Key::Key(std::string section, std::string name, Target target)
    : section_(std::move(section)),
      name_(std::move(name)),
      target_(std::move(target)),
      least_(-std::numeric_limits<double>::infinity()),
      most_(std::numeric_limits<double>::infinity()),
      default_(write().dump()) {}

Key& Key::range(double least, double most) {
  least_ = least;
  most_ = most;
  return *this;
}

Key& Key::positive() {
  positive_ = true;
  return *this;
}

bool Key::in_range(double value) const {
  return std::isfinite(value) && value >= least_ && value <= most_ && (!positive_ || value > 0);
}

template <class T>
bool Key::read_one(const json& value, T& target) const {
  if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) return false;
    target = value.get<std::string>();
    return choices_.empty() || std::count(choices_.begin(), choices_.end(), target) > 0;
  } else {
    if (!value.is_number()) return false;
    const double number = value.get<double>();
    if (!in_range(number)) return false;
    if (std::is_integral_v<T> && !is_whole_number_for<T>(number)) return false;
    target = T(number);
    return true;
  }
}

template <class T>
bool Key::read_target(const json& value, T* target) const {
  return read_one(value, *target);
}

template <class T>
bool Key::read_target(const json& value, std::vector<T>* target) const {
  const json list = value.is_array() ? value : json::array({value});
  // Where the default is an empty list, it stands for a choice that depends on other keys.
  if (list.empty() && (required_ || default_ != "[]")) return false;
  target->assign(list.size(), T());
  for (size_t i = 0; i < list.size(); ++i) {
    if (!read_one(list[i], (*target)[i])) return false;
  }
  return true;
}

bool Key::read_target(const json& value, bool* target) const {
  if (!value.is_boolean()) return false;
  *target = value.get<bool>();
  return true;
}

bool Key::read_target(const json& value, const TextValue& target) const {
  if (value.is_string()) return target.read(value.get<std::string>());
  if (!value.is_number() || !is_whole_number_for<long>(value.get<double>())) return false;
  return target.read(json(value.get<long>()).dump());
}

bool Key::read_target(const json& value, Points* target) const {
  // Where entries are no points of space, one value stands for all.
  if (!value.is_array() && per_axis_) return false;
  target->clear();
  for (const json& entry : value.is_array() ? value : json::array({value})) {
    const json point = entry.is_array() ? entry : json::array({entry});
    target->emplace_back(point.size());
    for (size_t i = 0; i < point.size(); ++i) {
      if (!read_one(point[i], target->back()[i])) return false;
    }
  }
  return true;
}

bool Key::read_target(const json& value, std::optional<double>* target) const {
  target->reset();
  return value.is_null() || read_one(value, target->emplace());
}

void Key::read(const json& value, const Source& source) {
  stated_ = true;
  if (std::visit([&](auto& target) { return read_target(value, target); }, target_)) return;
  std::string hint;
  for (const json& entry : value.is_array() ? value : json::array({value})) {
    if (!entry.is_string() || !hint.empty()) continue;
    const std::string near = nearest_name(entry.get<std::string>(), choices_);
    if (!near.empty() && near != entry.get<std::string>()) {
      hint = "; did you mean \"" + near + "\"?";
    }
  }
  if (value.is_string() && value.get<std::string>().find(',') != std::string::npos && hint.empty())
    hint = "; a list is written in brackets, [1, 2]";
  throw CaseError(source.place(path()), path(), found_text(value), allowed_text() + hint);
}

namespace {

struct Writer {
  json operator()(const TextValue& value) const {
    const std::string text = value.write();
    const bool number = !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    return number ? json(std::stol(text)) : json(text);
  }
  json operator()(const std::optional<double>* value) const {
    return *value ? json(**value) : json();
  }
  template <class T>
  json operator()(const T* value) const {
    return json(*value);
  }
};

}  // namespace

json Key::write() const { return std::visit(Writer{}, target_); }

json Key::default_value() const { return json::parse(default_); }

void Key::reset() { read(default_value(), {}); }

bool Key::is_default() const {
  const json value = write(), fresh = default_value();
  if (value == fresh || !fresh.is_array() || fresh.size() != 1) return value == fresh;
  return std::all_of(value.begin(), value.end(), [&](const json& v) { return v == fresh[0]; });
}

namespace {

template <class T>
void complete_list(std::vector<T>& list, int dimension, const Source& source,
                   const std::string& path) {
  const size_t wanted = size_t(dimension);
  if (list.empty()) return;  // a default that depends on other keys
  if (list.size() == 1) list.assign(wanted, T(list[0]));
  if (list.size() == wanted) return;
  std::string allowed = "1 value";
  if (dimension > 1) allowed += ", or " + std::to_string(dimension) + ", one per direction";
  throw CaseError(source.place(path), path,
                  std::to_string(list.size()) + " values, " + found_text(json(list)),
                  allowed + " (dimension is " + std::to_string(dimension) + ")");
}

void check_points(const Points& points, int dimension, const Source& source,
                  const std::string& path) {
  for (const std::vector<double>& point : points) {
    if (point.size() == size_t(dimension)) continue;
    // A list of numbers is read as points of one coordinate each.
    const bool one = points.size() == size_t(dimension) && point.size() == 1;
    throw CaseError(source.place(path), path, "the point " + found_text(json(point)),
                    std::to_string(dimension) + " coordinates, one per direction (dimension is " +
                        std::to_string(dimension) + ")" +
                        (one ? "; a list of one point has two pairs of brackets, [[...]]" : ""));
  }
}

}  // namespace

void Key::complete(int dimension, const Source& source) {
  if (!per_axis_) return;
  std::visit(
      [&](auto& target) {
        using T = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<T, std::vector<int>*> ||
                      std::is_same_v<T, std::vector<double>*> ||
                      std::is_same_v<T, std::vector<std::string>*>) {
          complete_list(*target, dimension, source, path());
        }
        if constexpr (std::is_same_v<T, Points*>) {
          check_points(*target, dimension, source, path());
        }
      },
      target_);
}

}  // namespace hermite
