// hermite stability: samples which Taylor orders q of a half step are stable, prints them, and
// merges them into the table that method.stages "auto" and the check of method.courant read.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/problem/options.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/order.hpp"
#include "hermite/method/stability_table.hpp"
#include "hermite/systems/table.hpp"

namespace hermite {

namespace {

struct StabilityOptions {
  std::string system;
  int dimension = 1;
  std::vector<int> orders;
  std::vector<double> courant;
  int samples = 0;
  std::string out;
};

// "3-9, 11": runs of consecutive numbers.
std::string ranges(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0, end; i < numbers.size(); i = end) {
    for (end = i + 1; end < numbers.size() && numbers[end] == numbers[end - 1] + 1;) ++end;
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
    if (end > i + 1) text += "-" + std::to_string(numbers[end - 1]);
  }
  return text.empty() ? "none" : text;
}

void require_samples(const StabilityOptions& options) {
  if (options.samples == 0) return;
  int least = 0;
  for (const int order : options.orders)
    least = std::max(least, angles_per_axis(options.dimension, order));
  if (options.samples < least)
    throw UsageError("--samples: found " + std::to_string(options.samples) + ", allowed " +
                     std::to_string(least) +
                     " and up for this dimension and these orders, or 0: fewer angles can miss an "
                     "instability");
}

StabilityRow sample(const StabilityOptions& options, const System& system, int order,
                    double courant) {
  const int dimension = options.dimension;
  const int fields = static_cast<int>(system.fields(dimension).size());
  const int samples = options.samples > 0 ? options.samples : angles_per_axis(dimension, order);
  return sample_stability(fields, system.sampled_media(dimension), dimension, order, courant,
                          samples, system.isotropic());
}

void stability(const StabilityOptions& options) {
  // 1. The system, the samples and the table it goes to, all refused before anything is sampled.
  require_samples(options);
  const std::unique_ptr<System> system = make_system(options.system);
  const std::string file = options.out.empty() ? stability_file(options.system) : options.out;
  require_writable_file(file, "--out");
  StabilityTable table = read_stability_file(file, options.system);

  // 2. One row per order and Courant number; Ctrl-C keeps those that are done.
  const CatchInterrupts signals;
  std::printf("%2s %8s %6s %9s  %s\n", "N", "courant", "full", "smallest", "stable q");
  for (const int order : options.orders)
    for (const double courant : options.courant) {
      if (interrupted()) break;
      const StabilityRow row = sample(options, *system, order, courant);
      const std::string smallest = row.smallest() ? std::to_string(*row.smallest()) : "-";
      std::printf("%2d %8g %6d %9s  %s\n", order, courant, row.full, smallest.c_str(),
                  ranges(row.stable).c_str());
      std::fflush(stdout);
      table.merge({row});
    }

  // 3. The table.
  write_stability_file(file, table);
  std::printf("written: %s\n", file.c_str());
  if (interrupted()) throw Error(Exit::interrupted, "interrupted; the rows above are in " + file);
}

}  // namespace

void add_stability(CLI::App& app, const Manifest&) {
  CLI::App* command =
      app.add_subcommand("stability", "Sample which stages are stable, and tabulate it");
  auto options = std::make_shared<StabilityOptions>();
  command->add_option("--system", options->system, "One of the systems")->required();
  command->add_option("--dim", options->dimension, "Dimension")
      ->required()
      ->check(CLI::Range(1, 3));
  command->add_option("--orders", options->orders, "Orders N, as in 1,2,3")
      ->delimiter(',')
      ->required()
      ->check(whole_number())
      ->check(CLI::Range(0, max_order));
  command->add_option("--courant", options->courant, "Courant numbers, as in .5,.75,1")
      ->delimiter(',')
      ->required()
      ->check(positive_number)
      ->check(CLI::Range(1e-6, 1e3));
  command
      ->add_option("--samples", options->samples,
                   "Angles per axis; 0: chosen, and fewer than that are refused")
      ->check(CLI::Range(0, 4096));
  command->add_option("--out", options->out,
                      "The table that is added to (default: stability/SYSTEM.json of the data)");
  command->callback([options] { stability(*options); });
}

}  // namespace hermite
