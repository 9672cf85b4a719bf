#pragma once
// Runs another program and listens to it.

#include <string>
#include <vector>

namespace hermite {

struct ProcessOutcome {
  int code = 0;        // 127: there is no such program
  std::string output;  // stdout and stderr together
};

// `arguments` begins with the program, which is looked for as a shell does.
ProcessOutcome run_program(const std::vector<std::string>& arguments);

}  // namespace hermite
