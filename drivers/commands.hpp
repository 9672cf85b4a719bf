// The subcommands of `hermite`. Each declares its options and, when it is the one that was asked
// for, runs as the application's callback.
#pragma once

#include "hermite/core/manifest.hpp"

namespace CLI {
class App;  // as in problem/options.hpp
}

namespace hermite {

/// `manifest` holds how the program was called; it outlives the application.
using AddCommand = void (*)(CLI::App& app, const Manifest& manifest);

void add_run(CLI::App& app, const Manifest& manifest);
void add_converge(CLI::App& app, const Manifest& manifest);
void add_compare(CLI::App& app, const Manifest& manifest);
void add_check(CLI::App& app, const Manifest& manifest);
void add_stability(CLI::App& app, const Manifest& manifest);
void add_roofline(CLI::App& app, const Manifest& manifest);
void add_tune(CLI::App& app, const Manifest& manifest);
void add_devices(CLI::App& app, const Manifest& manifest);
void add_document(CLI::App& app, const Manifest& manifest);

}  // namespace hermite
