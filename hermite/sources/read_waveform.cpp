#include "hermite/sources/read_waveform.hpp"

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"

namespace hermite {

Waveform WaveformReader::at(std::size_t i) {
  const Case::Sources& s = input_.sources;
  const auto entry = [&](const auto& list, const char* name) {
    const std::string path = std::string("sources.") + name;
    if (list.empty())
      throw CaseError(source_.place(path), path,
                      "missing; the waveform of source " + std::to_string(i + 1) + " needs it");
    return entry_of(list, i, s.points.size(), path, source_);
  };
  Waveform w;
  w.kind = entry(s.waveform, "waveform");
  w.delay = entry(s.delay, "delay");
  if (w.is_pulse()) w.width = entry(s.width, "width");
  if (w.is_wave()) w.frequency = entry(s.frequency, "frequency");
  if (w.kind == "table") {
    const std::string file = entry(s.table, "table");
    auto& table = tables_[file];
    if (!table) table = std::make_shared<const TimeTable>(TimeTable::read(file));
    w.table = table;
  }
  return w;
}

}  // namespace hermite
