// hermite document: what the code knows about the keys of a case. The files data/cases/KEYS.md and
// data/schema/case.json are its output.
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "drivers/commands.hpp"
#include "drivers/problem/problem.hpp"
#include "hermite/core/case.hpp"

namespace hermite {

namespace {

const char* const keys_head =
    "# Keys of a case\n"
    "Written by `hermite document --keys`; not edited by hand. Each key is declared once, in "
    "`hermite/core/case*.cpp` or, for the material, in `hermite/systems`.\n\n"
    "A key that the run would not read is refused, unless it has its default. Let pass is what a "
    "file has left of a section that is said to be off (`cpml.lower` 0, `incident.direction` "
    "\"none\", ...), and of a kind where an option takes another one (`--set "
    "sources.waveform=step`); not what an option sets itself, nor keys of another solver or "
    "system.\n\n";

}  // namespace

void add_document(CLI::App& app, const Manifest&) {
  CLI::App* command = app.add_subcommand("document", "Print the documentation of the case keys");
  auto what = std::make_shared<std::pair<bool, bool>>(false, false);  // keys, schema
  auto* group = command->add_option_group("what");
  group->add_flag("--keys", what->first, "Markdown tables (data/cases/KEYS.md)");
  group->add_flag("--schema", what->second, "The JSON schema of a case (data/schema/case.json)");
  group->require_option(1);
  command->callback([what] {
    std::unique_ptr<System> system;
    const SystemTable table = system_table(system);
    std::cout << (what->first ? keys_head + case_documentation(table) : case_schema(table));
  });
}

}  // namespace hermite
