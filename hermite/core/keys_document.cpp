// What the declarations of the keys say about themselves: in messages, in Markdown, as a schema.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

struct TypeNames {
  const char* one;     // in a sentence
  const char* schema;  // in a JSON schema
  bool list;
};

TypeNames type_names(const Key::Target& target) {
  static const TypeNames names[] = {
      {"true or false", "boolean", false},  {"a whole number", "integer", false},
      {"a whole number", "integer", false}, {"a number", "number", false},
      {"a string", "string", false},        {"a whole number", "integer", true},
      {"a number", "number", true},         {"a string", "string", true},
      {"a string", "string", false},        {"a number", "number", true},
      {"a number", "number", false},
  };
  static_assert(std::size(names) == std::variant_size_v<Key::Target>);
  return names[target.index()];
}

std::string number_text(double value) {
  const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
  return whole ? std::to_string(long(value)) : json(value).dump();
}

/// 10, not 10.0, where the number is whole.
json number_json(double value) { return json::parse(number_text(value)); }

/// A list of one entry stands for all directions: shown as that entry.
json shown_default(const std::string& text) {
  const json value = json::parse(text);
  return value.is_array() && value.size() == 1 ? value[0] : value;
}

/// A "|" would end the cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string result;
  for (char c : text) result += c == '|' ? std::string("\\|") : std::string(1, c);
  return result;
}

}  // namespace

std::string Key::range_text() const {
  const bool least = std::isfinite(least_), most = std::isfinite(most_);
  std::string text = positive_ ? "greater than 0" : "";
  if (least && most) text = number_text(least_) + " to " + number_text(most_);
  if (least && !most) text = number_text(least_) + " or more";
  if (positive_ && most) text += " and up to " + number_text(most_);
  if (!positive_ && !least && most) text = "at most " + number_text(most_);
  return text;
}

std::string Key::allowed_text() const {
  if (!allowed_.empty()) return allowed_;
  if (std::holds_alternative<Points*>(target_))
    return "a list of points, each a list of numbers, one per direction";
  const TypeNames type = type_names(target_);
  std::string text = type.one;
  if (!choices_.empty()) text = "\"" + join(choices_, "\", \"") + "\"";
  if (!range_text().empty()) text += ", " + range_text();
  if (type.list) text += per_axis_ ? "; or a list, one per direction" : "; or a list of such";
  return text;
}

std::string Key::missing_text() const {
  std::string text = "missing; give it: " + allowed_text();
  if (!help_.empty()) text += " (" + help_ + (unit_.empty() ? "" : ", " + unit_) + ")";
  return text;
}

std::string Key::documentation_row() const {
  const std::string standard = required_               ? "required"
                               : default_text_.empty() ? "`" + shown_default(default_).dump() + "`"
                                                       : default_text_;
  return "| `" + path() + "` | " + cell(allowed_text()) + " | " + unit_ + " | " + cell(standard) +
         " | " + cell(help_) + " |\n";
}

json Key::schema() const {
  const TypeNames type = type_names(target_);
  json one = {{"type", type.schema}};
  if (std::holds_alternative<TextValue>(target_)) one = {{"type", {"string", "integer"}}};
  if (std::holds_alternative<std::optional<double>*>(target_)) one = {{"type", {"number", "null"}}};
  if (std::isfinite(least_)) one["minimum"] = number_json(least_);
  if (std::isfinite(most_)) one["maximum"] = number_json(most_);
  if (positive_) one["exclusiveMinimum"] = 0;
  if (!choices_.empty()) one["enum"] = choices_;
  json result = one;
  if (type.list) {
    json list = {{"type", "array"}, {"items", one}};
    if (required_ || default_ != "[]") list["minItems"] = 1;
    if (per_axis_) list["maxItems"] = 3;
    result = {{"anyOf", {one, list}}};
    // In 1-D a point may be a number.
    if (std::holds_alternative<Points*>(target_)) result = {{"type", "array"}, {"items", result}};
    if (std::holds_alternative<Points*>(target_) && !per_axis_) result = {{"anyOf", {one, result}}};
  }
  result["description"] = help_ + (unit_.empty() ? "" : " [" + unit_ + "]") +
                          (allowed_.empty() ? "" : " (" + allowed_ + ")");
  if (!required_ && default_text_.empty()) result["default"] = shown_default(default_);
  return result;
}

std::string Keys::documentation() const {
  std::ostringstream out;
  for (const Section& section : sections_) {
    std::string rows;
    for (const Key& key : keys_) {
      if (key.section() == section.name) rows += key.documentation_row();
    }
    if (rows.empty()) continue;
    if (!section.name.empty()) out << "### " << section.name << "\n\n";
    if (!section.help.empty()) out << section.help << "\n\n";
    out << "| key | allowed | unit | default | meaning |\n|---|---|---|---|---|\n" << rows << "\n";
  }
  return out.str();
}

json Keys::schema() const {
  const auto object = [](const std::string& help) {
    json result = {
        {"type", "object"}, {"properties", json::object()}, {"additionalProperties", false}};
    if (!help.empty()) result["description"] = help;
    return result;
  };
  json root = object(sections_.front().help);
  root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  root["properties"]["$schema"] = {{"type", "string"}};
  for (const Section& section : sections_) {
    json& place = section.name.empty() ? root : root["properties"][section.name];
    if (!section.name.empty()) place = object(section.help);
    for (const Key& key : keys_) {
      if (key.section() != section.name) continue;
      place["properties"][key.name()] = key.schema();
      if (key.is_required()) place["required"].push_back(key.name());
    }
    const bool needed = !section.name.empty() && place.contains("required");
    if (needed) root["required"].push_back(section.name);
  }
  return root;
}

}  // namespace hermite
