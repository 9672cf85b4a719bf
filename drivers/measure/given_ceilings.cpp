#include "drivers/measure/given_ceilings.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/manifest.hpp"
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

void require_rows(const std::string& file, const json& content) {
  const json rows = content.value("rows", json::array());  // none of ceilings alone
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto require = [&](const char* where, bool or_zero) {
      const json::json_pointer at(where);
      const bool there = rows[i].is_object() && rows[i].contains(at);
      const json value = there ? rows[i].at(at) : json();
      if (value.is_number() && (value > 0 || (or_zero && value == 0))) return;
      throw CaseError(file, "rows[" + std::to_string(i) + "]" + where, value.dump(),
                      or_zero ? "a number, 0 at least" : "a number greater than 0");
    };
    require("/seconds/median", false);
    require("/model/flops", true);
  }
}

namespace {

const std::string remedy = "hermite roofline ceilings --json FILE writes them anew";

// All that a share is taken of is there, and can be.
void require_sound(const std::string& file, const Ceilings& ceilings) {
  const auto is_positive = [](double value) { return std::isfinite(value) && value > 0; };
  for (const std::string name :
       {"copy", "read", "cache_read", "scratch", "fma_single", "fma_double", "launch"})
    if (!ceilings.has(name))
      throw CaseError(file, "ceilings", "\"" + name + "\" is missing; " + remedy);
  for (const Ceiling& c : ceilings.list) {
    if (!is_positive(c.value))
      throw CaseError(file, "ceilings: " + c.name, format("%g", c.value),
                      "a positive number; " + remedy);
    if (!std::all_of(c.timing.clocks.begin(), c.timing.clocks.end(), is_positive))
      throw CaseError(file, "ceilings: " + c.name + ": clocks",
                      "one is no positive number; " + remedy);
  }
  double bytes = 0;
  for (const CopyPoint& p : ceilings.copies) {
    if (!(p.bytes > bytes) || !is_positive(p.seconds))
      throw CaseError(file, "ceilings: copies",
                      "their bytes do not ascend, or a time is not positive; " + remedy);
    bytes = p.bytes;
  }
}

}  // namespace

Ceilings given_ceilings(const std::string& file, const Device& device, bool quick) {
  if (!file_exists(file))
    throw UsageError("--ceilings: found no file " + file +
                     "; hermite roofline ceilings --json FILE writes one");
  Ceilings ceilings;
  std::string processor;
  try {
    const json content = read_roofline(file);
    ceilings = ceilings_from(content.at("ceilings"));
    processor = content.at("manifest").at("machine").at("processor");
  } catch (const json::exception& error) {
    const std::string what = error.what();  // "[json.exception...] what it is"
    throw CaseError(file, "ceilings", what.substr(what.find("] ") + 2) + "; " + remedy);
  }
  require_sound(file, ceilings);
  const int threads = device.cuda() ? 1 : device.threads();
  if (!device.cuda() && ceilings.device == device.description() && processor != processor_name())
    throw UsageError(
        "--ceilings: " + file + " is of another host, " + processor + ", this is " +
        processor_name() +
        "; measure it by hermite roofline ceilings --json FILE, or leave the option out");
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
