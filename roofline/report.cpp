#include "roofline/report.hpp"

#include <nlohmann/json.hpp>

#include "hermite/core/manifest.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

using nlohmann::json;

namespace {

json to_json(const Timing& t) {
  json value = {
      {"median", t.median}, {"spread", t.spread}, {"calls", t.calls}, {"samples", t.samples}};
  if (t.clock > 0) {
    value["clock"] = t.clock;
    value["clocks"] = t.clocks;
  }
  return value;
}

json to_json(const Work& w) {
  return {{"flops", w.flops},
          {"floor_flops", w.floor_flops},
          {"read_bytes", w.read_bytes},
          {"written_bytes", w.written_bytes},
          {"block_bytes", w.block_bytes},
          {"requested_bytes", w.requested_bytes},
          {"scratch_bytes", w.scratch_bytes},
          {"matrix_units", w.matrix_units}};
}

json to_json(const Judgement& j) {
  json roofs = json::object();
  for (const Roof& roof : j.roofs) roofs[roof.name] = roof.seconds;
  return {
      {"seconds", roofs}, {"bound", j.bound}, {"attainable", j.attainable},   {"share", j.share},
      {"gap", j.gap},     {"floor", j.floor}, {"floor_share", j.floor_share}, {"flags", j.flags}};
}

json to_json(const KernelRecord& k) {
  json value = {{"name", k.name}, {"cells", k.cells}};
  if (k.facts)
    value["compiled"] = {{"registers", k.facts->registers},
                         {"local_bytes", k.facts->local_bytes},
                         {"shared_bytes", k.facts->shared_bytes},
                         {"threads", k.facts->threads},
                         {"max_threads", k.facts->max_threads},
                         {"blocks_per_multiprocessor", k.facts->blocks_per_multiprocessor},
                         {"occupancy", k.facts->occupancy}};
  if (k.timing) value["seconds"] = to_json(*k.timing);
  return value;
}

json to_json(const Counters& c) {
  json value = json::object();
  const auto put = [&](const char* name, double x) {
    value[name] = x >= 0 ? json(x) : json(nullptr);
  };
  put("memory_bytes", c.memory_bytes);
  put("cache_bytes", c.cache_bytes);
  put("global_bytes", c.global_bytes);
  put("scratch_bytes", c.scratch_bytes);
  put("flops_single", c.flops_single);
  put("flops_double", c.flops_double);
  put("occupancy", c.occupancy);
  put("seconds", c.seconds);
  put("issue_busy", c.issue_busy);
  put("single_busy", c.single_busy);
  put("double_busy", c.double_busy);
  put("matrix_busy", c.matrix_busy);
  put("scratch_busy", c.scratch_busy);
  put("cache_busy", c.cache_busy);
  put("link_busy", c.link_busy);
  put("memory_busy", c.memory_busy);
  return value;
}

json to_json(const ReportRow& row, const Ceilings& ceilings) {
  const Subject& s = row.subject;
  json kernels = json::array();
  for (const KernelRecord& k : row.record.kernels) kernels.push_back(to_json(k));
  return {{"name", name_of(row)},
          {"system", s.system},
          {"dimension", s.dimension},
          {"order", s.order},
          {"stages", s.stages},
          {"precision", name_of(s.precision)},
          {"pipeline", s.pipeline},
          {"variant", s.variant},
          {"layout", s.layout},
          {"layers", s.layers},
          {"grid", s.cells},
          {"stage", row.record.stage},
          {"kernels", kernels},
          {"cells", row.record.cells},
          {"working_bytes", row.record.working_bytes},
          {"in_cache", row.record.working_bytes <= ceilings.cache_bytes},
          {"seconds", to_json(row.record.timing)},
          {"model", to_json(row.record.work)},
          {"compulsory_bytes_per_cell",
           row.record.work.compulsory_bytes() / static_cast<double>(row.record.cells)},
          {"counters", row.counters ? to_json(*row.counters) : json(nullptr)},
          {"roof", to_json(judge(row, ceilings))}};
}

json checks_json(const std::vector<Check>& checks) {
  json list = json::array();
  for (const Check& check : checks) list.push_back(to_json(check));
  return list;
}

}  // namespace

std::string Subject::name() const {
  const std::string kind = !is_difference(pipeline) ? "/N" + std::to_string(order)
                           : layers.empty()         ? ""
                                                    : "/" + layers;
  return pipeline + "/" + variant + kind + "/" + name_of(precision);
}

std::string name_of(const ReportRow& row) { return row.subject.name() + " " + row.record.stage; }

Judgement judge(const ReportRow& row, const Ceilings& ceilings) {
  return judge(row.record.work, row.subject.precision, ceilings, row.record.timing, row.counters);
}

json to_json(const Ceilings& ceilings, const Manifest& manifest, const std::vector<Check>& checks) {
  return {{"schema", roofline_schema},
          {"kind", "ceilings"},
          {"manifest", to_json(manifest)},
          {"ceilings", to_json(ceilings)},
          {"checks", checks_json(checks)}};
}

json to_json(const Report& report, const Manifest& manifest) {
  json rows = json::array();
  for (const ReportRow& row : report.rows) rows.push_back(to_json(row, report.ceilings));
  json value = to_json(report.ceilings, manifest, report.checks);
  value["kind"] = "report";
  value["counters"] = report.counters;
  value["rows"] = rows;
  return value;
}

}  // namespace hermite
