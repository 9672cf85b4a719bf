#include "drivers/measure/given_ceilings.hpp"

#include <iostream>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/report.hpp"

namespace hermite {

using nlohmann::json;

json read_roofline(const std::string& file) {
  const json content = read_json(file);
  const json schema = content.is_object() ? content.value("schema", json()) : json();
  if (!schema.is_number_integer() || !content.contains("ceilings"))
    throw CaseError(file, "", "this is no file that hermite roofline wrote");
  if (schema != roofline_schema)
    throw CaseError(file, "schema", schema.dump(),
                    std::to_string(roofline_schema) + ": write it again with this version");
  return content;
}

Ceilings given_ceilings(const std::string& file, const Device& device, bool quick) {
  if (!file_exists(file))
    throw UsageError("--ceilings: found no file " + file +
                     "; hermite roofline ceilings --json FILE writes one");
  Ceilings ceilings;
  try {
    ceilings = ceilings_from(read_roofline(file).at("ceilings"));
  } catch (const json::exception& error) {
    throw CaseError(file, "ceilings", error.what());
  }
  const int threads = device.cuda() ? 1 : device.threads();
  if (ceilings.device == device.description() && ceilings.threads == threads) {
    if (ceilings.quick && !quick)
      std::cerr << "notice: --ceilings: " << file
                << " is of a trial (--quick): shares of these ceilings are of little worth\n";
    return ceilings;
  }
  throw UsageError(
      "--ceilings: " + file + " is of " + ceilings.device + " with " +
      std::to_string(ceilings.threads) + " threads, this is " + device.description() + " with " +
      std::to_string(threads) +
      "; measure it by hermite roofline ceilings --json FILE, or leave the option out");
}

}  // namespace hermite
