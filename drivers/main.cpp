// The command `hermite`.
//
//   hermite check    data/cases/advection-3d.json
//   hermite run      data/cases/advection-2d.json --set grid.cells=64 --precision single
//   hermite converge data/cases/advection-1d.json --orders 1,2,3 --cells 8,16,32
//   hermite compare  data/cases/compare-cavity.json --periods 10 --device cuda
//   hermite tune     data/cases/acoustic-box-3d.json --orders 1,2 --budget 120
//   hermite devices
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "drivers/commands.hpp"
#include "hermite/core/build_info.hpp"
#include "hermite/core/error.hpp"

namespace {

using hermite::Exit;

const char* const exit_codes =
    "Exit codes:\n"
    "  0    done\n"
    "  1    a mistake in this program\n"
    "  2    the command line is wrong\n"
    "  3    the case, or a file that it names, is wrong\n"
    "  4    the machine lacks something: memory, a device, a folder to write to\n"
    "  5    a field became NaN or grew past the bound of stability, or an error is not finite\n"
    "  6    not verified: an observed order is not the expected one\n"
    "  130  interrupted by Ctrl-C or SIGTERM\n";

int fail(const std::string& message, Exit code) {
  std::cerr << "hermite: " << message << std::endl;
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  // Past a limit on the size of files a write fails with a message, as on a full disk.
  std::signal(SIGXFSZ, SIG_IGN);

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

  // 2. The subcommand; whatever goes wrong ends in one line and an exit code.
  try {
    app.parse(argc, argv);
    if (!(std::cout << std::flush) || std::fflush(stdout) != 0)
      return fail("cannot write to the standard output: is the disk full?", Exit::machine);
    return static_cast<int>(Exit::ok);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return fail(std::string(error.what()) + "; see hermite --help", Exit::usage);
  } catch (const hermite::Error& error) {
    return fail(error.what(), error.code());
  } catch (const std::bad_alloc&) {
    return fail("memory: there is not enough; take fewer cells or single precision", Exit::machine);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), Exit::internal);
  }
}
