// The list of keys: matching the JSON of a case against it.
#include "hermite/core/keys.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// The one key that no part of the code reads: editors look up the schema of the file under it.
const char* const schema_key = "$schema";

std::string join_path(const std::string& section, const std::string& name) {
  return section.empty() ? name : section + "." + name;
}

/// A name as it can stand in a message: a NUL would end it.
std::string printable(std::string name) {
  for (char& c : name) c = static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return name;
}

}  // namespace

std::string Source::place(const std::string& path) const {
  // An option gives the value at its own path and at all paths below.
  for (std::string above = path; !above.empty();) {
    const auto option = options.find(above);
    if (option != options.end()) return option->second;
    const size_t dot = above.rfind('.');
    above = dot == std::string::npos ? "" : above.substr(0, dot);
  }
  // An unknown section, or an object in place of a value, is there by the option for what is below.
  const auto below = options.lower_bound(path + ".");
  const bool made = below != options.end() && below->first.rfind(path + ".", 0) == 0;
  return made ? below->second : file;
}

void Keys::section(const std::string& name, const std::string& help) {
  current_ = name;
  for (Section& known : sections_) {
    if (known.name != name) continue;
    if (known.help.empty()) known.help = help;
    return;
  }
  sections_.push_back({name, help});
}

Key& Keys::add(const std::string& name, Key::Target target) {
  keys_.emplace_back(current_, name, std::move(target));
  return keys_.back();
}

std::vector<std::string> Keys::names(const std::string& section) const {
  std::vector<std::string> result;
  for (const Key& key : keys_) {
    if (key.section() == section) result.push_back(key.name());
  }
  if (!section.empty()) return result;
  for (const Section& known : sections_) {
    if (!known.name.empty()) result.push_back(known.name);
  }
  return result;
}

std::string Keys::unknown_text(const std::string& section, const std::string& name) const {
  const std::vector<std::string> known = names(section);
  std::string hint = did_you_mean(name, known);
  for (const Key& key : keys_) {
    if (hint.empty() && key.name() == name) hint = "did you mean '" + key.path() + "'? ";
  }
  const std::string where = section.empty() ? "a case" : section;
  if (known.empty()) return "unknown key; " + hint + where + " has no keys";
  return "unknown key; " + hint + "keys of " + where + ": " + join(known);
}

void Keys::read_key(const std::string& path, const json& case_json, const Source& source) {
  for (Key& key : keys_) {
    if (key.path() != path) continue;
    const json* object = &case_json;
    if (!key.section().empty()) {
      const auto found = case_json.find(key.section());
      object = found == case_json.end() ? nullptr : &*found;
    }
    if (object && object->is_object() && object->contains(key.name())) {
      key.read((*object)[key.name()], source);
    } else if (key.is_required()) {
      throw CaseError(source.place(path), path, key.missing_text());
    }
  }
}

void Keys::check_names(const json& object, const std::string& section, const Source& source) const {
  const std::vector<std::string> known = names(section);
  for (const auto& [name, value] : object.items()) {
    if (section.empty() && name == schema_key) continue;
    const std::string path = join_path(section, printable(name));
    if (std::count(known.begin(), known.end(), name) == 0) {
      throw CaseError(source.place(path), path, unknown_text(section, name));
    }
  }
}

void Keys::read(const json& case_json, const Source& source) {
  if (!case_json.is_object()) {
    throw CaseError(source.file, "", case_json.type_name(), "an object: { \"system\": ... }");
  }
  check_names(case_json, "", source);
  for (const Section& section : sections_) {
    const auto found = case_json.find(section.name);
    if (section.name.empty() || found == case_json.end()) continue;
    if (!found->is_object()) {
      throw CaseError(source.place(section.name), section.name, found->dump(),
                      "an object with the keys " + join(names(section.name)));
    }
    check_names(*found, section.name, source);
  }
  for (const Key& key : keys_) read_key(key.path(), case_json, source);
}

void Keys::complete(int dimension, const Source& source) {
  for (Key& key : keys_) key.complete(dimension, source);
}

json Keys::write() const {
  json result = json::object();
  for (const Key& key : keys_) {
    json& object = key.section().empty() ? result : result[key.section()];
    const json value = key.write();
    if (!value.is_null()) object[key.name()] = value;
  }
  return result;
}

}  // namespace hermite
