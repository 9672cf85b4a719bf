// The command `hermite`.
//
//   hermite check    data/cases/advection-3d.json
//   hermite run      data/cases/advection-2d.json --set grid.cells=64 --precision single
//   hermite converge data/cases/advection-1d.json --orders 1,2,3 --cells 8,16,32
//   hermite compare  data/cases/compare-cavity.json --periods 10 --device cuda
//   hermite tune     data/cases/acoustic-box-3d.json --orders 1,2 --budget 120
//   hermite devices
#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "drivers/commands.hpp"
#include "drivers/problem/ranks.hpp"
#include "hermite/core/build_info.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"

namespace {

using hermite::Exit;

const char* const exit_codes =
    "Exit codes:\n"
    "  0    done\n"
    "  1    a mistake in this program\n"
    "  2    the command line is wrong\n"
    "  3    the case, or a file that it names, is wrong\n"
    "  4    the machine lacks something: memory, a device, a folder to write to\n"
    "  5    a field became NaN or grew past the bound of stability, or an error or energy is not "
    "finite\n"
    "  6    not verified: an observed order is not the expected one\n"
    "  130  interrupted by Ctrl-C, SIGTERM or SIGHUP\n";

// Ranks that come to the same end have one message; one that ends alone says so, and ends the others.
int fail(const std::string& message, Exit code) {
  constexpr double patience = 10;  // seconds: where a host is busy some come late
  hermite::Ranks& ranks = hermite::world();
  if (ranks.first()) std::cerr << "hermite: " << message << std::endl;
  if (ranks.alone()) return static_cast<int>(code);
  if (!ranks.all_end(patience)) {
    std::cerr.clear();
    if (!ranks.first())
      std::cerr << "hermite: rank " << ranks.rank() << ": " << message << std::endl;
    ranks.abort(static_cast<int>(code));
  }
  hermite::leave_world();
  return static_cast<int>(code);
}

int done() {
  constexpr double forever = 1e9;
  hermite::world().all_end(forever);
  hermite::leave_world();
  return static_cast<int>(Exit::ok);
}

// Only `run` knows of ranks.
void keep_to_one_rank(CLI::App& app) {
  const int count = hermite::world().count();
  for (CLI::App* command : app.get_subcommands({})) {
    const std::string name = command->get_name();
    if (count > 1 && name != "run")
      command->preparse_callback([name, count](std::size_t) {
        throw hermite::UsageError("hermite " + name + ": found " + std::to_string(count) +
                                  " ranks, allowed 1: only run works on several");
      });
  }
}

// The command and the subcommands that were named.
std::string called(const CLI::App& app) {
  const std::vector<CLI::App*> below = app.get_subcommands();
  return app.get_name() + (below.empty() ? "" : " " + called(*below.front()));
}

// "" if there is one of that name.
std::string no_subcommand(const CLI::App& app, const std::string& name) {
  std::vector<std::string> all;
  for (const CLI::App* sub : app.get_subcommands({})) all.push_back(sub->get_name());
  if (std::find(all.begin(), all.end(), name) != all.end()) return "";
  return "no subcommand " + name + "; " + hermite::did_you_mean(name, all) + "allowed are " +
         hermite::join(all);
}

// "" if no word is empty. One that is would count as an option that was not given.
std::string empty_word(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    std::string whose;
    if (word.empty()) whose = i > 1 ? argv[i - 1] : "the first word";
    if (word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1)  // as in --out=
      whose = word.substr(0, word.size() - 1);
    if (!whose.empty())
      return whose + ": found \"\", allowed what is not empty; is a variable of the shell not set?";
  }
  return "";
}

int command(int argc, char** argv) {
  // 1. The command line.
  CLI::App app{"High-order Hermite methods for waves."};
  app.name("hermite");
  app.set_version_flag("--version", "hermite " + hermite::build_info().version);
  app.require_subcommand(1);
  app.footer(exit_codes);
  const hermite::Manifest manifest = hermite::start_manifest(argc, argv);
  for (const hermite::AddCommand add :
       {hermite::add_run, hermite::add_converge, hermite::add_compare, hermite::add_check,
        hermite::add_stability, hermite::add_roofline, hermite::add_tune, hermite::add_devices,
        hermite::add_document})
    add(app, manifest);
  for (CLI::App* command : app.get_subcommands({}))
    if (const std::string own = command->get_footer(); own != exit_codes)
      command->footer(own + "\n\n" + exit_codes);
  keep_to_one_rank(app);

  if (const std::string problem = empty_word(argc, argv); !problem.empty())
    return fail(problem, Exit::usage);
  if (argc > 1 && argv[1][0] != '-')
    if (const std::string problem = no_subcommand(app, argv[1]); !problem.empty())
      return fail(problem, Exit::usage);

  // 2. The subcommand; whatever goes wrong ends in one line and an exit code.
  try {
    app.parse(argc, argv);
    if (!(std::cout << std::flush) || std::fflush(stdout) != 0)
      return fail("cannot write to the standard output: is the disk full?", Exit::machine);
    return done();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      app.exit(error);
      return done();
    }
    const std::string what = error.what();
    const std::size_t word = what.find("not expected: ");
    const bool key = word != what.npos && what[word + 14] != '-' && what.find('=') != what.npos;
    return fail(what + "; " + (key ? "write --set before each path=value; " : "") + "see " +
                    called(app) + " --help",
                Exit::usage);
  } catch (const hermite::LostRank& error) {
    hermite::give_up(hermite::world(), error, error.what());
  } catch (const hermite::Error& error) {
    return fail(error.what(), error.code());
  } catch (const std::bad_alloc&) {
    return fail("memory: there is not enough; take fewer cells or single precision", Exit::machine);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), Exit::internal);
  }
}

}  // namespace

int main(int argc, char** argv) {
  // Past a limit on the size of files a write fails with a message, as on a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    if (!hermite::world().first()) hermite::silence();
  } catch (const hermite::Error& error) {
    std::cerr << "hermite: " << error.what() << std::endl;
    return static_cast<int>(error.code());
  }
  return command(argc, argv);
}
