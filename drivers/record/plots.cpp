#include "drivers/record/plots.hpp"

#include <filesystem>
#include <iostream>

#include "hermite/core/build_info.hpp"
#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/suggest.hpp"
#include "roofline/process.hpp"

namespace hermite {

namespace {

namespace fs = std::filesystem;

constexpr int no_matplotlib = 3;  // exit code of the scripts
constexpr int program_missing = 127;

// Where a script says what was wrong.
std::string last_line(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text.substr(text.rfind('\n') + 1);
}

// Installed beside data/; in the source tree, in a folder beside it.
fs::path find_script(const std::string& name) {
  const fs::path data = data_dir(), source = build_info().source_data;
  for (const fs::path& folder :
       {data.parent_path(), data.parent_path() / "drivers", source.parent_path() / "drivers",
        data.parent_path() / "roofline", source.parent_path() / "roofline"}) {
    std::error_code ignored;
    if (fs::is_regular_file(folder / name, ignored)) return folder / name;
  }
  return {};
}

// `pictures`: what the script leaves in the folder.
std::string draw(const std::string& name, const std::vector<std::string>& files,
                 const std::string& folder, const std::string& pictures) {
  const std::string script = find_script(name).string();
  if (script.empty()) return "no plots: " + name + " was not found";
  std::vector<std::string> command = {"python3", script};
  command.insert(command.end(), files.begin(), files.end());
  command.insert(command.end(), {"--out", folder});
  const std::string typed = join(command, " ");
  const ProcessOutcome outcome = run_program(command);
  if (outcome.code == 0) return "plots: " + folder + "/" + pictures;
  if (outcome.code != program_missing && outcome.code != no_matplotlib)
    return "no plots: this failed: " + typed + ": " + last_line(outcome.output);
  return "no plots: they need matplotlib (package python3-matplotlib); with it, " + typed +
         " draws them";
}

}  // namespace

std::string draw_plots(const std::string& results, const std::string& folder) {
  return draw("plot_convergence.py", {results}, folder, "convergence-{h,seconds,dof}.{png,svg}");
}

std::string draw_tune(const std::vector<std::string>& files, const std::string& folder) {
  return draw("plot_tune.py", files, folder, "tune-{cells,heat}-*.{png,svg}");
}

std::string draw_comparison(const std::string& results, const std::string& folder) {
  return draw("plot_comparison.py", {results}, folder, "comparison-{seconds,bytes,dof}.{png,svg}");
}

std::string draw_roofline(const std::vector<std::string>& files, const std::string& folder) {
  return draw("plot_roofline.py", files, folder, "roofline-*.{png,svg}");
}

void draw_again(std::string (*draw)(const std::vector<std::string>&, const std::string&),
                const std::vector<std::string>& files, std::string folder) {
  if (folder.empty()) folder = fs::path(files.front()).parent_path().string();
  if (folder.empty()) folder = ".";
  require_writable_folder(folder, "--out");
  const std::string drawn = draw(files, folder);
  if (drawn.rfind("plots:", 0) != 0) throw MachineError(drawn);
  std::cout << drawn << "\n";
}

}  // namespace hermite
