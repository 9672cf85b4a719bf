#include "roofline/ceilings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hermite/core/error.hpp"

namespace hermite {

using nlohmann::json;

bool Ceilings::has(const std::string& name) const {
  return std::any_of(list.begin(), list.end(), [&](const Ceiling& c) { return c.name == name; });
}

const Ceiling& Ceilings::get(const std::string& name) const {
  for (const Ceiling& ceiling : list)
    if (ceiling.name == name) return ceiling;
  throw Error(Exit::bad_case, "the ceiling \"" + name + "\" was not measured on " + device +
                                  "; measure it there: hermite roofline ceilings --device ... "
                                  "--json FILE");
}

double Ceilings::best_copy() const {
  return has("copy_streaming") ? std::max(at("copy"), at("copy_streaming")) : at("copy");
}

double Ceilings::copy_seconds(double bytes) const {
  if (copies.empty() || bytes >= copies.back().bytes) return bytes / best_copy();
  if (bytes <= copies.front().bytes) return copies.front().seconds;
  std::size_t i = 1;
  while (copies[i].bytes < bytes) ++i;
  const CopyPoint &a = copies[i - 1], &b = copies[i];
  return a.seconds + (bytes - a.bytes) / (b.bytes - a.bytes) * (b.seconds - a.seconds);
}

json to_json(const Ceilings& ceilings) {
  json list = json::array(), copies = json::array();
  for (const Ceiling& c : ceilings.list) {
    list.push_back({{"name", c.name},
                    {"unit", c.unit},
                    {"value", c.value},
                    {"seconds", c.timing.median},
                    {"spread", c.timing.spread},
                    {"calls", c.timing.calls},
                    {"samples", c.timing.samples}});
    if (c.timing.clock > 0) list.back()["clocks"] = c.timing.clocks;
  }
  for (const CopyPoint& p : ceilings.copies)
    copies.push_back({{"bytes", p.bytes}, {"seconds", p.seconds}});
  return {{"device", ceilings.device},
          {"threads", ceilings.threads},
          {"cache_bytes", ceilings.cache_bytes},
          {"quick", ceilings.quick},
          {"list", list},
          {"copies", copies}};
}

Ceilings ceilings_from(const json& value) {
  Ceilings ceilings;
  value.at("device").get_to(ceilings.device);
  value.at("threads").get_to(ceilings.threads);
  value.at("cache_bytes").get_to(ceilings.cache_bytes);
  value.at("quick").get_to(ceilings.quick);
  for (const json& c : value.at("list")) {
    // Files of the host, and those of before clocks were read, have none.
    Timing timing = timing_of(c.at("samples").get<std::vector<double>>(), c.at("calls"),
                              c.value("clocks", std::vector<double>{}));
    ceilings.list.push_back({c.at("name"), c.at("unit"), c.at("value"), timing});
  }
  for (const json& p : value.at("copies"))
    ceilings.copies.push_back({p.at("bytes"), p.at("seconds")});
  return ceilings;
}

}  // namespace hermite
