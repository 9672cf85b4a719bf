// Calls Python, where there is one that has what a script needs.
#pragma once

#include <optional>

#include "tests/drivers/command.hpp"

namespace hermite {

/// `python3 WORDS` in the folder, the system's too; none where no package is there that the script needs (exit
/// code 3).
inline std::optional<Outcome> call_python(const Workplace& place, const std::string& words) {
  for (const std::string program : {"python3", "/usr/bin/python3"}) {
    const std::string line = "cd '" + place.folder.string() + "' && " + program + " -B " + words +
                             " > python-out 2> python-said";
    const int status = std::system(line.c_str());
    const Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                          content(place.folder / "python-out"),
                          content(place.folder / "python-said")};
    if (outcome.code != 3 && outcome.code != 127) return outcome;
  }
  MESSAGE("left out: ", words, " needs python3-numpy and python3-matplotlib");
  return {};
}

/// The same where nothing can be wrong; false where it is left out.
inline bool python(const Workplace& place, const std::string& words) {
  const std::optional<Outcome> outcome = call_python(place, words);
  if (!outcome) return false;
  CAPTURE(outcome->error);
  REQUIRE(outcome->code == 0);
  return true;
}

/// A script of the folder drivers, as a word of a command line.
inline std::string script(const std::string& name) {
  return "'" HERMITE_SOURCE_DIR "/drivers/" + name + "' ";
}

}  // namespace hermite
