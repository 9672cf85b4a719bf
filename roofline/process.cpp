#include "roofline/process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hermite/core/error.hpp"
#include "roofline/uninterrupted.hpp"

namespace hermite {

ProcessOutcome run_program(const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe(ends) != 0) throw MachineError("cannot start " + arguments.front() + ": no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  std::vector<std::string> words = arguments;  // posix_spawn wants them writable
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ProcessOutcome outcome;
  char buffer[4096];
  const auto next = [&] {
    return uninterrupted([&] { return read(ends[0], buffer, sizeof buffer); });
  };
  for (ssize_t count; failed == 0 && (count = next()) > 0;)
    outcome.output.append(buffer, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  if (failed != 0 || uninterrupted([&] { return waitpid(child, &status, 0); }) != child)
    outcome.code = 127;
  else
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace hermite
