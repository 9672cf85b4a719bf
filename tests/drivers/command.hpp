// Calls the command `hermite` as a user does, and looks at what it says and leaves.
#pragma once

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/folder.hpp"

namespace hermite {

namespace fs = std::filesystem;

struct Outcome {
  int code;
  std::string out, error;
};

inline std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// A working folder with a good case.
class Workplace {
  Folder own_;

 public:
  Workplace() {
    write("good.json", R"({
  "system": "advection",
  "dimension": 1,
  "grid": { "cells": 8 },
  "material": { "velocity": -1 },
  "initial": { "kind": "sines" },
  "method": { "order": 2, "courant": 0.8 },
  "time": { "final": 1 }
})");
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }

  /// `hermite ARGUMENTS`, in the folder, after `prefix` (another program, or variables).
  Outcome call(const std::string& arguments, const std::string& prefix = "") const {
    const fs::path out = folder / ".out", error = folder / ".error";
    const std::string line = "cd '" + folder.string() + "' && " + prefix +
                             " '" HERMITE_COMMAND "' " + arguments + " > .out 2> .error";
    const int status = std::system(line.c_str());
    const Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(out),
                          content(error)};
    fs::remove(out);
    fs::remove(error);
    return outcome;
  }

  bool has(const std::string& name) const { return fs::exists(folder / name); }
  nlohmann::json json(const std::string& name) const {
    return nlohmann::json::parse(content(folder / name));
  }

  const fs::path folder = own_.path;
};

/// Number of lines of a text.
inline long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// `hermite ARGUMENTS` ends with this code, says why in one line that has these parts, and leaves nothing.
inline void check_refused(const Workplace& place, const std::string& arguments, int code,
                          const std::vector<std::string>& parts) {
  CAPTURE(arguments);
  const Outcome outcome = place.call(arguments);
  CAPTURE(outcome.error);
  CHECK(outcome.code == code);
  CHECK(lines(outcome.error) == 1);
  CHECK(outcome.error.rfind("hermite: ", 0) == 0);
  for (const std::string& part : parts) {
    CAPTURE(part);
    CHECK(contains(outcome.error, part));
  }
  CHECK_FALSE(place.has("out"));
  CHECK_FALSE(place.has("results"));
}

/// The same of `hermite run CASE` with arguments that cannot be.
struct Refusal {
  std::string arguments;
  std::vector<std::string> parts;
};
template <std::size_t N>
void check_refused(const Workplace& place, const std::string& file, const Refusal (&refusals)[N]) {
  for (const Refusal& refusal : refusals)
    check_refused(place, "run " + file + " " + refusal.arguments, 3, refusal.parts);
}

}  // namespace hermite
