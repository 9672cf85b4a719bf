// hermite check CASE: everything that run would refuse before its first step, and what it would
// do; runs nothing and writes nothing.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/initial.hpp"
#include "drivers/observers.hpp"
#include "drivers/options.hpp"
#include "drivers/problem.hpp"
#include "drivers/record.hpp"
#include "drivers/summary.hpp"

namespace hermite {

namespace {

void check(const CaseOptions& options) {
  const Device device(options.device, options.threads);
  const Problem problem = make_problem(options.file, options.overrides(), device, options.tuned);
  read_initial_file(problem);
  check_observers(problem, options.overrides());
  print_notices(problem);
  std::cout << summary(problem, device);
}

}  // namespace

void add_check(CLI::App& app, const Manifest&) {
  CLI::App* command = app.add_subcommand("check", "Check a case and say what it would take");
  auto options = std::make_shared<CaseOptions>();
  options->declare(*command);
  command->callback([options] { check(*options); });
}

}  // namespace hermite
