#include "drivers/observe/observers.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "drivers/observe/spectra.hpp"
#include "hermite/core/build_info.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

namespace {

const char* const all_sac_files = "receivers-*.sac";

void notice(const std::string& text) { std::cerr << "notice: " << text << "\n"; }

std::string program() {
  const BuildInfo& build = build_info();
  return build.version + ", commit " + build.git_commit + (build.git_dirty ? ", changed" : "");
}

// Takes over the records of the run that is resumed, where the case asked for the same ones: the same
// points, and as often.
void take_over(const Checkpoint& checkpoint, const Case& input, const std::string& name,
               CsvTable& table) {
  const auto section = [&](const std::string& resolved) {
    nlohmann::json keys = nlohmann::json::parse(resolved).at(name);
    keys.erase("sac");  // of files, not of records
    return keys;
  };
  const auto found = checkpoint.series.find(name);
  if (found != checkpoint.series.end() && found->second.columns == table.columns &&
      section(checkpoint.resolved_case) == section(input.resolved))
    table.values = found->second.values;
  else
    notice(name + " were not recorded like this before the checkpoint; " + name +
           ".csv begins after step " + std::to_string(checkpoint.step));
}

// A number of 17 digits with its sign, exponent and comma; the head of a file of SAC.
constexpr double text_of_a_value = 24, sac_head = 632;

// What receivers record: columns of so many rows.
struct Records {
  double columns, rows;
  double values() const { return columns * rows; }
};
Records records_of(const Problem& problem) {
  const Case::Receivers& r = problem.input.receivers;
  const std::size_t fields =
      r.fields.empty() ? static_cast<std::size_t>(problem.fields()) : r.fields.size();
  const long rows = problem.time.steps / r.every + 1;
  return {static_cast<double>(r.points.size() * fields), static_cast<double>(rows)};
}

}  // namespace

void check_observers(const Problem& problem, const std::vector<Override>& overrides) {
  const Source source = source_of(problem.input.file, overrides);
  Receivers::check(problem, source);
  Snapshots::check(problem, source);
}

std::vector<std::string> observer_files(const Problem& problem) {
  std::vector<std::string> files = {"checkpoint.h5"};
  if (!problem.input.receivers.points.empty()) files.emplace_back("receivers.csv");
  if (problem.input.norms.every > 0) files.emplace_back("norms.csv");
  if (problem.input.snapshots.every > 0) files.emplace_back("snapshots.pvd");
  const std::vector<std::string> spectra = spectrum_files(problem);
  files.insert(files.end(), spectra.begin(), spectra.end());
  return files;
}

std::string disk_statement(const Problem& problem) {
  const Case& input = problem.input;
  const double value = bytes_of(problem.solver.precision);
  double sum = 0;
  std::string text;
  const auto add = [&](const std::string& what, double bytes) {
    sum += bytes;
    text += (text.empty() ? "" : ", ") + what + " " + human_bytes(bytes);
  };
  const double state = static_cast<double>(problem.dof()) * value;
  add("the final state", state);
  if (input.snapshots.every > 0) {
    const long count = problem.time.steps / input.snapshots.every + 1;
    add(std::to_string(count) + (count == 1 ? " snapshot" : " snapshots"),
        static_cast<double>(count) * Snapshots::bytes(problem));
  }
  const Records records = records_of(problem);
  if (records.columns > 0) add("receivers.csv", text_of_a_value * records.values());
  if (input.receivers.sac) add("files of SAC", records.columns * sac_head + 4.0 * records.values());
  const Spectrum& spectra = problem.fdtd.spectra;
  if (spectra.on())
    add("spectra", 2 * value * static_cast<double>(spectra.size()) *
                       static_cast<double>(spectra.frequencies.size()));
  if (input.checkpoint.every > 0) {
    double kept = state;
    for (const int array : problem.solver.kept) {
      const ArraySpec& a = problem.solver.arrays[static_cast<std::size_t>(array)];
      kept +=
          value * a.fields * a.entries * static_cast<double>(a.nodes[0] * a.nodes[1] * a.nodes[2]);
    }
    add("the checkpoint", kept);
  }
  text = "a run writes about " + human_bytes(sum) + ": " + text + "\n";
  if (records.columns > 0)
    text += "what receivers record stays in the host's memory, " +
            human_bytes(sizeof(double) * records.values()) + " in the end\n";
  return text;
}

Observers::Observers(const Problem& problem, Simulation& simulation, TimeLoop& loop,
                     std::string folder)
    : problem_(problem),
      simulation_(simulation),
      loop_(loop),
      folder_(std::move(folder)),
      states_(nodal_states(problem, simulation)),
      kept_(kept_states(problem, simulation)) {
  const Case& input = problem.input;
  if (!input.receivers.points.empty())
    receivers_ = std::make_unique<Receivers>(problem, simulation, states_);
  if (input.norms.every > 0) norms_ = std::make_unique<NormRecord>(problem, simulation, states_);
  if (input.snapshots.every > 0)
    snapshots_ = std::make_unique<Snapshots>(problem, simulation, states_, folder_);
  if (norms_ && !norms_->notice().empty()) notice(norms_->notice());
  // Of two arrays of one field the first is recorded.
  const auto is_recorded = [&](const NodalState& state) {
    return std::find_if(states_.begin(), states_.end(), [&](const NodalState& other) {
             return other.first_field == state.first_field;
           })->name == state.name;
  };
  const std::vector<std::string>& asked = problem.input.receivers.fields;
  const auto is_asked = [&](const NodalState& state) {
    return snapshots_ || asked.empty() ||
           std::any_of(state.fields.begin(), state.fields.end(), [&](const std::string& field) {
             return std::find(asked.begin(), asked.end(), field) != asked.end();
           });
  };
  std::vector<std::string> early;
  for (const NodalState& state : states_)
    if (state.time != 0 && is_recorded(state) && is_asked(state)) early.push_back(state.name);
  if (!early.empty() && (receivers_ || snapshots_))
    notice("receivers and snapshots: " + join(early) + (early.size() == 1 ? " is" : " are") +
           " recorded half a step before the time that is given with it");
  attach();
}

void Observers::attach() {
  const Case& input = problem_.input;
  if (receivers_)
    loop_.every(input.receivers.every,
                [this](long step) { receivers_->record(step, time_at(problem_, step)); });
  if (norms_)
    loop_.every(input.norms.every, [this](long step) {
      const std::string lost = norms_->record(step, time_at(problem_, step));
      if (lost.empty()) return;
      loop_.watch();  // names the field and the place, where it is one
      throw RunError("step " + std::to_string(step) + ": " + lost +
                     " of norms.csv is not a finite number, though the fields are: its squares "
                     "overflow; take smaller amplitudes (initial.amplitude, sources.amplitude, "
                     "incident.amplitude)");
    });
  if (snapshots_)
    loop_.every(input.snapshots.every, [this, &input](long step) {
      attempt(input.snapshots.on_failure, "snapshots", [&] {
        simulation_.gathered([&] {
          snapshots_->write(step, time_at(problem_, step));
          note("snapshots.pvd");
          note("snapshot-*." + snapshots_->suffix());
        });
      });
    });
  // Last, so that it holds what the others have recorded at its step.
  loop_.every(input.checkpoint.every, [this, &input](long step) {
    if (step == 0) return;
    loop_.watch();  // never replaces a good one by a field that is lost
    collect();
    attempt(input.checkpoint.on_failure, "checkpoints", [&] {
      simulation_.gathered([&] { save_checkpoint(); });
      note("checkpoint.h5");  // on all ranks: one that is left names it
    });
  });
}

template <class F>
void Observers::attempt(const std::string& on_failure, const std::string& what, F&& write) {
  try {
    write();
  } catch (const MachineError& error) {
    if (on_failure == "stop") throw;
    if (std::count(reported_.begin(), reported_.end(), what) > 0) return;
    reported_.push_back(what);
    notice(std::string(error.what()) + "; the run goes on, and " + what + " may be missing");
  }
}

void Observers::resume(const CheckpointReader& reader) {
  const Checkpoint& checkpoint = reader.content();
  const std::vector<NodalState> all = all_states();
  for (std::size_t k = 0; k < all.size(); ++k)
    reader.read(all[k],
                [&](const ReadSlice& fill) { simulation_.write(fill, static_cast<int>(k)); });
  loop_.resume(
      {checkpoint.step, {checkpoint.growth_peak, checkpoint.growth_reference}, checkpoint.seconds});
  if (checkpoint.program != program())
    notice("the checkpoint was written by version " + checkpoint.program + "; this is " +
           program() + ", whose results may differ in their last digits");
  if (receivers_) take_over(checkpoint, problem_.input, "receivers", receivers_->table());
  if (norms_) take_over(checkpoint, problem_.input, "norms", norms_->table());
  const auto list = checkpoint.series.find("snapshots");
  if (snapshots_ && list != checkpoint.series.end()) snapshots_->resume(list->second);
}

std::vector<NodalState> Observers::all_states() const {
  std::vector<NodalState> all = states_;
  all.insert(all.end(), kept_.begin(), kept_.end());
  return all;
}

void Observers::collect() {
  if (receivers_) receivers_->collect();
}

void Observers::save_series() {
  const auto save = [&](const std::string& name, const CsvTable& table) {
    write_csv(file(name), table);
    note(name);
  };
  if (receivers_) save("receivers.csv", receivers_->table());
  if (receivers_ && problem_.input.receivers.sac) {
    sac_files_.clear();
    for (const auto& [name, record] : receivers_->sac_records()) {
      write_sac(file(name), record);
      sac_files_.push_back(name);
    }
    note(all_sac_files);
  }
  if (norms_) save("norms.csv", norms_->table());
}

void Observers::save_spectra() {
  write_spectra(problem_, simulation_, folder_);
  for (const std::string& name : spectrum_files(problem_)) note(name);
}

void Observers::note(const std::string& name) {
  if (std::find(written_.begin(), written_.end(), name) == written_.end()) written_.push_back(name);
}

void Observers::save_checkpoint() {
  Checkpoint checkpoint;
  checkpoint.program = program();
  checkpoint.resolved_case = problem_.identity();
  checkpoint.precision = problem_.input.precision;
  checkpoint.step = loop_.step();
  checkpoint.time = time_at(problem_, loop_.step());
  checkpoint.dt = problem_.time.dt;
  checkpoint.seconds = loop_.seconds();
  const GrowthWatch::Seen& growth = loop_.state().growth;
  checkpoint.growth_peak = growth.peak;
  checkpoint.growth_reference = growth.reference;
  if (receivers_) checkpoint.series["receivers"] = receivers_->table();
  if (norms_) checkpoint.series["norms"] = norms_->table();
  if (snapshots_) checkpoint.series["snapshots"] = snapshots_->list();
  write_checkpoint(checkpoint_file(), checkpoint, all_states());
  note("checkpoint.h5");
  save_series();
}

std::vector<std::string> Observers::files() const {
  std::vector<std::string> files = snapshots_ ? snapshots_->files() : std::vector<std::string>();
  files.insert(files.end(), sac_files_.begin(), sac_files_.end());
  for (const std::string& name : written_)
    if (name.rfind("snapshot", 0) != 0 && name != all_sac_files) files.push_back(name);
  return files;
}

std::string Observers::file(const std::string& name) const {
  return (std::filesystem::path(folder_) / name).string();
}

}  // namespace hermite
