#include "roofline/tune/tuned_table.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/method/pipelines.hpp"
#include "roofline/tune/file_lock.hpp"

namespace hermite {

using nlohmann::json;

namespace {

// Of grids, by factors.
double distance(const std::array<long, 3>& a, const std::array<long, 3>& b) {
  double sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    sum += std::log(static_cast<double>(a[axis])) - std::log(static_cast<double>(b[axis]));
  return std::abs(sum);
}

std::string text_of(const std::array<long, 3>& cells, int dimension) {
  std::string text = std::to_string(cells[0]);
  for (std::size_t axis = 1; axis < static_cast<std::size_t>(dimension); ++axis)
    text += "x" + std::to_string(cells[axis]);
  return text + " cells";
}

bool stays(const TunedEntry& old, const TunedEntry& found) {
  return old.fits(found.machine) && old.of_whole_search() && !found.of_whole_search() &&
         old.seconds <= found.seconds;
}

// Of json's messages what stands behind the number of the exception.
std::string reason(const std::string& what) {
  const std::size_t end = what.find("] ");
  return end == what.npos ? what : what.substr(end + 2);
}

}  // namespace

std::string tuned_file(const TunedMachine& machine) {
  return data_dir() + "/tuned/" + machine.file_name();
}

TunedTable::TunedTable(const std::string& file) : file_(file) {
  if (!file_exists(file)) return;
  const std::string text = read_text(file);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines_.push_back({text.substr(begin, end - begin), {}, false});
    begin = end + 1;
    Line& line = lines_.back();
    if (line.text.find_first_not_of(" \t\r") == line.text.npos) continue;
    const auto damaged = [&](const std::string& why) {
      problems_.push_back(file + ":" + std::to_string(lines_.size()) +
                          ": not an entry of a tuned table (" + why + "); the line is not used");
    };
    try {
      const json parsed = json::parse(line.text);
      if (!parsed.is_object()) {
        damaged("it is no object");
        continue;
      }
      line.entry = tuned_entry_from(parsed);
      line.good = true;
    } catch (const json::parse_error&) {
      damaged("it is not JSON");
    } catch (const json::exception& error) {
      damaged(reason(error.what()));
    } catch (const Error& error) {
      damaged(error.what());
    }
  }
  // A file of something else is told of once.
  if (problems_.size() > 1 && entries().empty())
    problems_ = {problems_.front() + ", nor is any other"};
}

void TunedTable::require_table(const std::string& option) const {
  if (!problems_.empty() && entries().empty())
    throw CaseError(option, "",
                    file_ + " is no table that hermite tune wrote; name another file (" +
                        problems_.front() + ")");
}

std::vector<TunedEntry> TunedTable::entries() const {
  std::vector<TunedEntry> good;
  for (const Line& line : lines_)
    if (line.good) good.push_back(line.entry);
  return good;
}

// Entries of the query but for order and grid.
std::vector<const TunedEntry*> TunedTable::matching(const TunedQuery& query) const {
  std::vector<const TunedEntry*> found;
  const Case::Kernel& want = query.wanted.kernel;
  // Of Yee's scheme entries of single steps serve sweeps of two as far as their kernels do.
  const bool wants_fused = is_difference(want.pipeline) && want.steps_per_sweep == 2;
  for (const Line& line : lines_) {
    const Case::Kernel& has = line.entry.configuration.kernel;
    if (line.good && line.entry.system == query.system && line.entry.dimension == query.dimension &&
        has.pipeline == want.pipeline && has.layout == want.layout &&
        has.truncate == want.truncate && has_tight_rows(has) == has_tight_rows(want) &&
        line.entry.configuration.precision == query.wanted.precision &&
        (want.variant == "auto" || want.variant == has.variant) &&
        std::find(query.refused.begin(), query.refused.end(), has.variant) == query.refused.end() &&
        (want.cpml == "auto" || want.cpml == has.cpml) &&
        steps_per_sweep(has) == steps_per_sweep(want) &&
        (!wants_fused || (has.variant == "march" && (has.cpml == "auto" || has.cpml == "fused"))))
      found.push_back(&line.entry);
  }
  return found;
}

TunedChoice TunedTable::choose(const TunedQuery& query, const TunedMachine& machine) const {
  TunedChoice choice;
  choice.notices = problems_;
  const Case::Kernel& want = query.wanted.kernel;
  choice.kernel = want;
  if (want.cells_per_block != 0 || want.rows_per_block != 0 || want.planes_per_block != 0 ||
      want.min_blocks != 0) {
    choice.text = "as the case says";
    return choice;
  }
  // 1. What is of no use here, with a word.
  std::vector<const TunedEntry*> usable;
  const TunedEntry *stale = nullptr, *foreign = nullptr;
  for (const TunedEntry* entry : matching(query)) {
    const bool here = entry->machine.device == machine.device;
    if (!here)
      foreign = entry;
    else if (!entry->fits(machine))
      stale = entry;
    if (here && (entry->fits(machine) || query.stale)) usable.push_back(entry);
  }
  if (stale != nullptr && !query.stale)
    choice.notices.push_back(file_ + ": tuned with other " +
                             (stale->machine.sources != machine.sources ? "kernels"
                              : stale->machine.driver != machine.driver ? "drivers"
                                                                        : "compilers") +
                             " on " + stale->date +
                             " and not used; hermite tune renews it, --tuned stale uses it");
  if (foreign != nullptr && usable.empty() && stale == nullptr)
    choice.notices.push_back(file_ + ": tuned on " + foreign->machine.device + ", this is " +
                             machine.device + "; not used");
  if (usable.empty() && query.asked_for && choice.notices.empty())
    choice.notices.push_back(
        "--tuned: " + file_ + (file_exists(file_) ? "" : ", a file that is not there,") +
        " has nothing for " + query.system + " in " + std::to_string(query.dimension) + "-D by " +
        want.pipeline + " in " + hermite::name_of(query.wanted.precision) + " precision" +
        (has_tight_rows(want) ? " with tight rows" : "") +
        (want.steps_per_sweep == 2 ? " with two steps in one sweep" : "") +
        ": the code's own blocks are taken");
  if (usable.empty()) return choice;
  // 2. The nearest order, the higher of two: its blocks fit a lower one, too. Then the nearest grid,
  // then the fastest.
  const auto rank = [&](const TunedEntry* e) {
    return std::make_tuple(std::abs(e->configuration.order - query.wanted.order),
                           -e->configuration.order, distance(e->cells, query.cells),
                           !e->fits(machine), e->seconds);
  };
  const TunedEntry& best =
      **std::min_element(usable.begin(), usable.end(),
                         [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  // 3. Its blocks.
  const Case::Kernel& has = best.configuration.kernel;
  const bool same_order = best.configuration.order == query.wanted.order;
  const bool same_grid = best.cells == query.cells;
  for (const TuneAxis& axis : tune_axes()) {
    const std::string key = axis.key;
    const bool of_the_grid = key == "planes_per_block" || key == "slab";
    if ((key == "slab" && want.slab != 0) || (key == "min_blocks" && !same_order) ||
        axis.get(has).is_null())
      continue;
    if (!of_the_grid || same_grid) axis.set(choice.kernel, axis.get(has));
  }
  choice.text = same_order && same_grid ? "tuned" : "near:";
  if (!same_order) choice.text += " N=" + std::to_string(best.configuration.order) + "'s";
  if (!same_grid) choice.text += " of " + text_of(best.cells, best.dimension);
  choice.text +=
      " (" + best.date + ", " + best.machine.device + (best.fits(machine) ? ")" : ", stale)");
  choice.found = true;
  choice.of_other_order = !same_order;
  return choice;
}

std::vector<std::string> TunedTable::merge(const std::vector<TunedEntry>& entries) {
  const FileLock lock(file_);
  require_writable_file(file_);
  lines_ = TunedTable(file_).lines_;  // another tune may have written since
  std::vector<std::string> kept;
  for (const TunedEntry& entry : entries) {
    const Line line{to_json(entry).dump(), entry, true};
    const auto old = std::find_if(lines_.begin(), lines_.end(), [&](const Line& other) {
      return other.good && other.entry.key() == entry.key();
    });
    if (old == lines_.end())
      lines_.push_back(line);
    else if (stays(old->entry, entry))
      kept.push_back(file_ + ": N=" + std::to_string(entry.configuration.order) + " " +
                     entry.configuration.kernel.pipeline + ", " +
                     entry.configuration.kernel.variant + ", stays as of " + old->entry.date +
                     ", from a whole search: this one was cut short and found nothing faster");
    else
      *old = line;
  }
  std::string text;
  for (const Line& line : lines_) text += line.text + "\n";
  write_text(file_, text);
  return kept;
}

}  // namespace hermite
