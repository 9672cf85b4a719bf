#include "roofline/tune/journal.hpp"

#include <filesystem>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "roofline/ceilings.hpp"
#include "roofline/set_aside.hpp"

namespace hermite {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char* schema = "hermite-tune-journal-1";

std::string name_of(const Configuration& configuration) { return to_json(configuration).dump(); }

}  // namespace

json to_json(const TuneSample& sample) {
  json result = {{"phase", sample.phase},
                 {"round", sample.round},
                 {"seconds", sample.seconds},
                 {"steps", sample.steps}};
  if (sample.clock > 0) result["clock"] = sample.clock;
  return result;
}

bool TuneHistory::has(const std::string& phase, int round) const {
  for (const TuneSample& sample : samples)
    if (sample.phase == phase && sample.round == round) return true;
  return false;
}

TuneJournal::TuneJournal(const std::string& file, const json& conditions,
                         std::vector<std::string>& notices)
    : file_(file) {
  const bool goes_on = file_exists(file) && read(conditions, notices);
  out_.open(file, std::ios::app);
  if (!goes_on) write({{"schema", schema}, {"conditions", conditions}});
  if (!out_) throw MachineError("cannot write the journal " + file + ": give a folder with --out");
}

// Takes the lines of the file; false where it is set aside. What follows a broken line is cut off,
// so that what is added stands on lines of its own.
bool TuneJournal::read(const json& conditions, std::vector<std::string>& notices) {
  const std::string text = read_text(file_);
  std::size_t begin = 0, number = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    const json line =
        end == text.npos ? json() : json::parse(text.substr(begin, end - begin), nullptr, false);
    ++number;
    if (number == 1 && !(line.is_object() && line.value("schema", json()) == schema &&
                         line.value("conditions", json()) == conditions)) {
      notices.push_back(
          file_ +
          ": of another case, device, driver or kernels, or not what tune writes; set aside as " +
          set_aside(file_) + ", the tune begins anew");
      return false;
    }
    try {
      if (number > 1) take(line);
    } catch (const json::exception&) {
      notices.push_back(file_ + ":" + std::to_string(number) +
                        ": not a line of a journal; it and what follows is measured again");
      fs::resize_file(file_, begin);
      return true;
    }
    begin = end + 1;
  }
  return number > 0;
}

void TuneJournal::take(const json& line) {
  if (line.contains("note")) {
    const std::string name = line.at("note");
    const json& value = line.at("value");
    // What cannot be read when it is needed is no line of a journal.
    if (name == "seed") static_cast<void>(value.get<std::uint64_t>());
    if (name == "ceilings") static_cast<void>(ceilings_from(value));
    notes_[name] = value;
    return;
  }
  TuneHistory& history = histories_[line.at("configuration").dump()];
  if (line.contains("skipped")) {
    line.at("skipped").get_to(history.skipped);
    line.at("wrong").get_to(history.wrong);
  } else if (line.contains("verified")) {
    history.verified = true;
  } else {
    const TuneSample sample{line.at("phase"), line.at("round"), line.at("seconds"),
                            line.at("steps"), line.value("clock", 0.0)};
    if (!(sample.seconds > 0)) throw json::other_error::create(501, "no time", &line);
    history.samples.push_back(sample);
    ++resumed_;
  }
}

void TuneJournal::write(const json& line) {
  out_ << line.dump() << "\n" << std::flush;
  if (!out_)
    throw MachineError("cannot write to the journal " + file_ +
                       ": is the disk full? What it holds is kept");
}

const TuneHistory& TuneJournal::of(const Configuration& configuration) const {
  static const TuneHistory nothing;
  const auto found = histories_.find(name_of(configuration));
  return found == histories_.end() ? nothing : found->second;
}

void TuneJournal::skip(const Configuration& configuration, const std::string& reason, bool wrong) {
  const json name = to_json(configuration);
  write({{"configuration", name}, {"skipped", reason}, {"wrong", wrong}});
  histories_[name.dump()].skipped = reason;
  histories_[name.dump()].wrong = wrong;
}

void TuneJournal::verified(const Configuration& configuration, double share, std::uint64_t seed) {
  const json name = to_json(configuration);
  write({{"configuration", name}, {"verified", {{"share", share}, {"seed", seed}}}});
  histories_[name.dump()].verified = true;
}

void TuneJournal::add(const Configuration& configuration, const TuneSample& sample) {
  const json name = to_json(configuration);
  json line = to_json(sample);
  line["configuration"] = name;
  write(line);
  histories_[name.dump()].samples.push_back(sample);
}

void TuneJournal::note(const std::string& name, const json& value) {
  write({{"note", name}, {"value", value}});
  notes_[name] = value;
}

json TuneJournal::noted(const std::string& name) const {
  return notes_.contains(name) ? notes_.at(name) : json();
}

}  // namespace hermite
