// Keys that a case sets and nobody would read: those of another solver or system, of a section that is
// off, of another kind. They are refused, but for what is left of a file where an option takes another
// kind, and of a section that is switched off in words ("cpml": { "lower": 0, ... }, or by an option): these
// take their defaults, so that the resolved case holds what is read alone.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

using nlohmann::json;

namespace {

using List = std::vector<std::string>;

// `keys`, or all keys of sections, are read where one of `by` has an entry among `values`; a switch, which
// has no values, where one of `by` is not at its default.
struct Rule {
  List keys, by, values = {};

  bool is_switch() const { return values.empty(); }
  // A key of another problem is never let pass, be its section off or not: it could not be switched on. The
  // resolved case has it at its default.
  bool is_of_problem() const { return by.front() == "solver" || by.front() == "system"; }
  bool names(const Key& key) const {
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& name) {
      return name == key.path() || name == key.section();
    });
  }
};

// The first that refuses speaks: solvers and systems, then sections, then kinds.
const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = {
      {{"grid.x", "grid.y", "grid.z", "kernel.coefficients", "anisotropy", "conductivity", "voxels",
        "objects", "layers", "free_surface", "cpml", "sources", "incident", "spectra", "far_field"},
       {"solver"},
       {"fdtd"}},
      {{"kernel.steps_per_sweep"}, {"system"}, {"maxwell", "advection"}},
      {{"grid.x", "grid.y", "grid.z", "kernel.coefficients", "anisotropy", "conductivity",
        "objects.kind", "objects.permittivity", "objects.permeability", "objects.conductivity",
        "objects.magnetic_conductivity", "cpml.vacuum_permittivity", "cpml.kernels", "sources.kind",
        "incident", "spectra", "far_field"},
       {"system"},
       {"maxwell"}},
      {{"objects.density", "objects.p_speed", "objects.s_speed", "layers", "free_surface",
        "sources.moment", "sources.strike", "sources.dip", "sources.rake", "sources.axes"},
       {"system"},
       {"elastic"}},

      {{"voxels"}, {"voxels.path"}},
      {{"objects"}, {"objects.lower"}},
      {{"layers.density", "layers.p_speed", "layers.s_speed"}, {"layers.begin"}},
      {{"layers.averages"}, {"layers.begin", "objects.lower", "voxels.path"}},
      {{"free_surface"}, {"grid.boundary"}, {"free"}},
      {{"cpml"}, {"cpml.lower", "cpml.upper"}},
      {{"sources"}, {"sources.points"}},
      {{"incident"}, {"incident.direction"}},
      {{"receivers"}, {"receivers.points"}},
      {{"snapshots"}, {"snapshots.every"}},
      {{"spectra"}, {"spectra.frequencies"}},
      {{"far_field"}, {"far_field.frequencies"}},
      {{"checkpoint"}, {"checkpoint.every"}},

      {{"material.p_speed"}, {"material.motion"}, {"p-sv"}},
      {{"initial.waves"}, {"initial.kind"}, {"sines", "plane-wave"}},
      {{"initial.phase", "initial.mode", "initial.polarization"}, {"initial.kind"}, {"plane-wave"}},
      {{"initial.field", "initial.center", "initial.width"}, {"initial.kind"}, {"gaussian"}},
      {{"initial.amplitude"}, {"initial.kind"}, {"sines", "plane-wave", "gaussian"}},
      {{"initial.path"}, {"initial.kind"}, {"file"}},
      {{"objects.permittivity", "objects.permeability", "objects.conductivity",
        "objects.magnetic_conductivity"},
       {"objects.kind"},
       {"medium"}},
      {{"cpml.sigma_max"}, {"cpml.reflection"}, {"0.0"}},
      {{"cpml.alpha_order", "cpml.vacuum_permittivity"}, {"cpml.alpha_max"}},
      {{"sources.width"}, {"sources.waveform"}, {"gaussian", "differentiated-gaussian", "step"}},
      {{"sources.frequency"}, {"sources.waveform"}, {"ricker", "harmonic"}},
      {{"sources.table"}, {"sources.waveform"}, {"table"}},
      {{"sources.moment"}, {"sources.fields"}, {"moment"}},
      {{"sources.strike", "sources.dip", "sources.rake", "sources.axes"},
       {"sources.fields"},
       {"double-couple"}},
      {{"incident.polarization"}, {"incident.direction"}, {"+x", "-x", "+y", "-y", "+z", "-z"}},
      {{"incident.theta", "incident.phi", "incident.psi"}, {"incident.direction"}, {"angles"}},
      {{"incident.width"}, {"incident.waveform"}, {"gaussian", "differentiated-gaussian"}},
      {{"incident.frequency"}, {"incident.waveform"}, {"ricker", "harmonic"}},
  };
  return all;
}

const Key& named(const Keys& keys, const std::string& path) {
  for (const Key& key : keys.all())
    if (key.path() == path) return key;
  throw Error(Exit::internal, "no key " + path + ", which a rule of unread keys names");
}

// What stands between commas is a value too: of a wall at one end, "free,symmetry".
bool has_value(const Key& key, const List& values) {
  const json found = key.write(), entries = found.is_array() ? found : json::array({found});
  return std::any_of(entries.begin(), entries.end(), [&](const json& entry) {
    const std::string text = entry.is_string() ? entry.get<std::string>() : entry.dump();
    return std::any_of(values.begin(), values.end(), [&](const std::string& value) {
      return ("," + text + ",").find("," + value + ",") != std::string::npos;
    });
  });
}

bool holds(const Rule& rule, const Keys& keys) {
  return std::any_of(rule.by.begin(), rule.by.end(), [&](const std::string& path) {
    const Key& by = named(keys, path);
    return rule.is_switch() ? !by.is_default() : has_value(by, rule.values);
  });
}

// Whether the case says that it does without `key`: that its section is off, or, by an option beside what
// stands in the file, that a kind is another one. What an option sets itself is wanted now.
bool lets_pass(const Rule& rule, const Key& key, const Keys& keys, const Source& source) {
  const auto is_option = [&](const std::string& path) { return source.place(path) != source.file; };
  if (is_option(key.path())) return false;
  return std::any_of(rule.by.begin(), rule.by.end(), [&](const std::string& path) {
    return rule.is_switch() ? named(keys, path).is_stated() : is_option(path);
  });
}

std::string reason(const Rule& rule, const Keys& keys) {
  List found;
  for (const std::string& path : rule.by) {
    const Key& by = named(keys, path);
    if (by.is_stated() || !rule.is_switch()) found.push_back(path + " is " + by.write().dump());
  }
  std::string text = "is read with " + join(rule.by, " or ");
  if (!rule.is_switch()) text += " " + join(rule.values, " or ");
  return text + " only" + (found.empty() ? ", which the case does not give" : "; " + join(found));
}

}  // namespace

std::vector<std::string> names_in_rules_of_unread_keys() {
  List names;
  for (const Rule& rule : rules()) {
    names.insert(names.end(), rule.keys.begin(), rule.keys.end());
    names.insert(names.end(), rule.by.begin(), rule.by.end());
  }
  return names;
}

void refuse_unread_keys(Keys& keys, const Source& source) {
  for (Key& key : keys.all()) {
    if (key.is_default()) continue;
    const Rule* broken = nullptr;
    bool pass = false;
    for (const Rule& rule : rules()) {
      if (!rule.names(key) || holds(rule, keys)) continue;
      if (!broken) broken = &rule;
      pass = !broken->is_of_problem() && (pass || lets_pass(rule, key, keys, source));
    }
    if (broken && !pass)
      throw CaseError(source.place(key.path()), key.path(),
                      reason(*broken, keys) + "; leave it out, or at its default, " +
                          key.default_value().dump());
    if (broken) key.reset();
  }
}

}  // namespace hermite
