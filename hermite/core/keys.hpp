// One declaration per case key. From it come the reader and its messages, the suggestions for
// misspelt names, `--set`, the documentation, the JSON schema and the resolved case.
//
//   Keys keys;
//   keys.section("grid", "The grid of cells.");
//   keys.add("cells", grid.cells).per_axis().range(1, 1e9).required().help("cells per direction");
//   keys.read(json, {"a.json"});
//
// A key binds a variable; the value the variable has when it is declared is the default.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace hermite {

/// A value that is neither a number nor a plain list: read from a string or a whole number given
/// as text, written as text. `read` says whether the text is allowed.
struct TextValue {
  std::function<bool(const std::string&)> read;
  std::function<std::string()> write;
};

/// Points of space, each a list of one coordinate per direction.
using Points = std::vector<std::vector<double>>;

/// Where values come from: a file, and the options that replace some of them.
struct Source {
  std::string file;
  std::map<std::string, std::string> options = {};  // JSON path -> option, "--set" or "--pipeline"

  /// The file or the option that gives the value (or an entry, or the section) at `path`, or a part of it.
  std::string place(const std::string& path) const;
};

/// A declared key; the functions refine the declaration and return the key.
class Key {
 public:
  using Target = std::variant<bool*, int*, long*, double*, std::string*, std::vector<int>*,
                              std::vector<double>*, std::vector<std::string>*, TextValue, Points*,
                              std::optional<double>*>;
  Key(std::string section, std::string name, Target target);

  Key& help(const std::string& text) { return help_ = text, *this; }
  Key& unit(const std::string& text) { return unit_ = text, *this; }
  Key& range(double least, double most);
  /// Greater than zero.
  Key& positive();
  Key& choices(std::vector<std::string> names) { return choices_ = std::move(names), *this; }
  Key& required() { return required_ = true, *this; }
  /// A list with one entry per direction; one value stands for all directions. Points have one
  /// coordinate per direction.
  Key& per_axis() { return per_axis_ = true, *this; }
  /// What the default is, in words, where it depends on other keys.
  Key& default_text(const std::string& text) { return default_text_ = text, *this; }
  /// What is allowed, in words, where the type and the range do not say it.
  Key& allowed(const std::string& text) { return allowed_ = text, *this; }

  const std::string& name() const { return name_; }
  const std::string& section() const { return section_; }
  std::string path() const { return section_.empty() ? name_ : section_ + "." + name_; }
  bool is_required() const { return required_; }
  /// Whether the case, or an option, gives it.
  bool is_stated() const { return stated_; }
  /// Whether its value is the default, or so many times its one entry.
  bool is_default() const;
  nlohmann::json default_value() const;
  void reset();

  /// What may stand here, in words: "a whole number, 0 to 10".
  std::string allowed_text() const;
  void read(const nlohmann::json& value, const Source& source);
  nlohmann::json write() const;
  /// Fills up a per-axis list to `dimension` entries.
  void complete(int dimension, const Source& source);
  nlohmann::json schema() const;
  std::string documentation_row() const;
  std::string missing_text() const;

 private:
  std::string section_, name_;
  Target target_;
  std::string help_, unit_, allowed_, default_text_;
  double least_, most_;
  bool positive_ = false, required_ = false, per_axis_ = false, stated_ = false;
  std::vector<std::string> choices_;
  std::string default_;  // JSON text

  template <class T>
  bool read_one(const nlohmann::json& value, T& target) const;
  bool read_target(const nlohmann::json& value, bool* target) const;
  bool read_target(const nlohmann::json& value, const TextValue& target) const;
  bool read_target(const nlohmann::json& value, Points* target) const;
  bool read_target(const nlohmann::json& value, std::optional<double>* target) const;
  template <class T>
  bool read_target(const nlohmann::json& value, T* target) const;
  template <class T>
  bool read_target(const nlohmann::json& value, std::vector<T>* target) const;
  bool in_range(double value) const;
  std::string range_text() const;
};

class Keys {
 public:
  /// The keys added from here on belong to this section ("" is the top level).
  void section(const std::string& name, const std::string& help);
  Key& add(const std::string& name, Key::Target target);
  template <class T>
  Key& add(const std::string& name, T& value) {
    return add(name, Key::Target(&value));
  }

  /// Reads every key into its variable. Throws CaseError at the first that is wrong.
  void read(const nlohmann::json& case_json, const Source& source);
  /// Reads one key alone, without a look at the others.
  void read_key(const std::string& path, const nlohmann::json& case_json, const Source& source);
  /// Fills the per-axis lists up to `dimension` entries, and refuses those of another length.
  void complete(int dimension, const Source& source);
  /// All but optional numbers that are left open.
  nlohmann::json write() const;
  const std::deque<Key>& all() const { return keys_; }
  std::deque<Key>& all() { return keys_; }

  /// Markdown: one table per section.
  std::string documentation() const;
  /// JSON schema, draft 2020-12.
  nlohmann::json schema() const;

 private:
  struct Section {
    std::string name, help;
  };
  std::vector<Section> sections_ = {{"", ""}};
  std::string current_;
  std::deque<Key> keys_;  // a deque: `add` hands out references

  std::vector<std::string> names(const std::string& section) const;
  std::string unknown_text(const std::string& section, const std::string& name) const;
  void check_names(const nlohmann::json& object, const std::string& section,
                   const Source& source) const;
};

}  // namespace hermite
