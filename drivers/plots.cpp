#include "drivers/plots.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "hermite/core/build_info.hpp"
#include "hermite/core/data_dir.hpp"

namespace hermite {

namespace {

namespace fs = std::filesystem;

constexpr int no_matplotlib = 3;  // exit code of the script

// Installed beside data/; in the source tree, here.
fs::path find_script() {
  const fs::path data = data_dir(), source = build_info().source_data;
  for (const fs::path& folder :
       {data.parent_path(), data.parent_path() / "drivers", source.parent_path() / "drivers"}) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / "plot_convergence.py", ignored))
      return folder / "plot_convergence.py";
  }
  return {};
}

// Exit code of `python3 script results --out folder`, 127 where there is no python3.
int run_python(std::string script, std::string results, std::string folder) {
  std::string program = "python3", option = "--out";
  char* const arguments[] = {program.data(), script.data(), results.data(),
                             option.data(),  folder.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, "python3", &quiet, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&quiet);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

}  // namespace

std::string draw_plots(const std::string& results, const std::string& folder) {
  const std::string script = find_script().string();
  if (script.empty()) return "no plots: plot_convergence.py was not found";
  const int code = run_python(script, results, folder);
  if (code == 0) return "plots: " + folder + "/convergence-{h,seconds,dof}.{png,svg}";
  if (code == 127 || code == no_matplotlib)
    return "no plots: they need python3-matplotlib; with it, python3 " + script + " " + results +
           " draws them";
  return "no plots: this failed: python3 " + script + " " + results + " --out " + folder;
}

}  // namespace hermite
