#include "roofline/tune/tuned_entry.hpp"

#include <algorithm>
#include <cctype>

#include "hermite/core/build_info.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

using nlohmann::json;

namespace {

constexpr const char* schema = "hermite-tuned-1";

const std::string& sources_of(const std::string& pipeline, bool on_gpu) {
  const KernelSources& sources = on_gpu ? build_info().on_gpu : build_info().on_host;
  return !is_difference(pipeline)           ? sources.hermite
         : pipeline == staggered_pipeline() ? sources.staggered
                                            : sources.yee;
}

}  // namespace

TunedMachine this_machine(const Device& device, const std::string& pipeline) {
  const BuildInfo& build = build_info();
  TunedMachine machine;
  if (device.cuda()) {
    const std::string& name = device.description();
    machine.device = name.substr(name.find(':') + 1);
    machine.compiler = "nvcc " + build.cuda_compiler + " for " + build.cuda_architectures;
  } else {
    machine.device = processor_name() + ", " + std::to_string(device.threads()) + " threads";
    machine.compiler = build.compiler + " " + build.flags;
  }
  machine.driver = device.driver();
  machine.sources = sources_of(pipeline, device.cuda());
  return machine;
}

std::string TunedMachine::file_name() const {
  std::string name;
  for (const char c : device) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0)
      name += static_cast<char>(std::tolower(letter));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  return name + ".jsonl";
}

json to_json(const TunedMachine& machine) {
  return {{"device", machine.device},
          {"driver", machine.driver},
          {"compiler", machine.compiler},
          {"sources", machine.sources}};
}

bool TunedEntry::fits(const TunedMachine& now) const { return to_json(machine) == to_json(now); }

bool TunedEntry::of_whole_search() const { return measured.value("complete", false); }

std::string TunedEntry::key() const {
  const Case::Kernel& k = configuration.kernel;
  return json{machine.device,
              system,
              dimension,
              cells,
              configuration.order,
              hermite::name_of(configuration.precision),
              k.pipeline,
              k.variant,
              k.layout,
              k.truncate,
              has_tight_rows(k),
              steps_per_sweep(k)}
      .dump();
}

json to_json(const TunedEntry& entry) {
  json line = to_json(entry.machine);
  line["schema"] = schema;
  line["system"] = entry.system;
  line["dimension"] = entry.dimension;
  line["cells"] = entry.cells;
  line["configuration"] = to_json(entry.configuration);
  line["seconds"] = entry.seconds;
  line["date"] = entry.date;
  line["measured"] = entry.measured;
  return line;
}

TunedEntry tuned_entry_from(const json& line) {
  if (line.at("schema") != schema)
    throw Error(Exit::bad_case, "the schema is not \"" + std::string(schema) + "\"");
  TunedEntry entry;
  line.at("device").get_to(entry.machine.device);
  line.at("driver").get_to(entry.machine.driver);
  line.at("compiler").get_to(entry.machine.compiler);
  line.at("sources").get_to(entry.machine.sources);
  line.at("system").get_to(entry.system);
  line.at("dimension").get_to(entry.dimension);
  line.at("cells").get_to(entry.cells);
  entry.configuration = configuration_from(line.at("configuration"));
  line.at("seconds").get_to(entry.seconds);
  line.at("date").get_to(entry.date);
  line.at("measured").get_to(entry.measured);
  const Case::Kernel& k = entry.configuration.kernel;
  for (const long value :
       {k.cells_per_block, k.rows_per_block, k.planes_per_block, k.slab, k.min_blocks})
    if (value < 0) throw Error(Exit::bad_case, "a size of a block is negative");
  if (k.steps_per_sweep != 1 && (k.steps_per_sweep != 2 || k.pipeline != "full-step"))
    throw Error(Exit::bad_case, "steps_per_sweep is not one of the pipeline's");
  const std::vector<std::string> variants = variants_of(k.pipeline);
  if (std::find(variants.begin(), variants.end(), k.variant) == variants.end())
    throw Error(Exit::bad_case, "no variant \"" + k.variant + "\"");
  if (!(entry.seconds > 0) || *std::min_element(entry.cells.begin(), entry.cells.end()) < 1)
    throw Error(Exit::bad_case, "a time or a number of cells is not positive");
  return entry;
}

}  // namespace hermite
