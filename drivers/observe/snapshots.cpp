#include "drivers/observe/snapshots.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "hermite/core/error.hpp"

namespace hermite {

namespace {

// Those that the case asks for.
std::vector<Cut> cuts(const Case::Snapshots& wanted) {
  std::vector<Cut> cuts;
  for (int axis = 0; axis < 3; ++axis)
    for (const double at : wanted.planes[static_cast<std::size_t>(axis)])
      cuts.push_back({axis, at + 0.0});  // -0 is 0
  if (cuts.empty()) cuts.emplace_back();
  return cuts;
}

std::string why_not(const Problem& problem, const Cut& cut, const std::vector<Cut>& all) {
  const int dimension = problem.grid.dimension;
  if (dimension == 1) return "nothing in 1-D: the section receivers records points";
  if (cut.axis >= dimension) return "nothing: this case has no third direction";
  const auto a = static_cast<std::size_t>(cut.axis);
  const double lower = problem.grid.lower[a], upper = problem.grid.upper[a];
  if (cut.at < lower || cut.at > upper)
    return "places of the domain, " + place_text(lower) + " to " + place_text(upper);
  const auto same = [&](const Cut& other) {
    return other.axis == cut.axis && place_text(other.at) == place_text(cut.at);
  };
  return std::count_if(all.begin(), all.end(), same) > 1
             ? "each place once, to the digits that names of files have"
             : "";
}

}  // namespace

void Snapshots::check(const Problem& problem, const Source& source) {
  check_fields(problem, problem.input.snapshots.fields, "snapshots.fields", source);
  const std::vector<Cut> all = cuts(problem.input.snapshots);
  for (const Cut& cut : all) {
    const std::string allowed = cut.axis < 0 ? "" : why_not(problem, cut, all);
    if (allowed.empty()) continue;
    const std::string path = std::string("snapshots.") + "xyz"[cut.axis];
    throw CaseError(source.place(path), path, place_text(cut.at), allowed);
  }
}

double Snapshots::bytes(const Problem& problem) {
  double sum = 0;
  for (const Cut& cut : cuts(problem.input.snapshots)) sum += picture_bytes(problem, cut);
  return sum;
}

Snapshots::Snapshots(const Problem& problem, const Simulation& simulation,
                     const std::vector<NodalState>& states, std::string folder)
    : folder_(std::move(folder)) {
  list_.columns = {"step", "time"};
  for (const Cut& cut : cuts(problem.input.snapshots))
    pictures_.emplace_back(problem, simulation, states, cut);
}

std::vector<std::string> Snapshots::files() const {
  std::vector<std::string> files;
  for (std::size_t i = 0; i < list_.values.size(); i += 2)
    for (const Picture& picture : pictures_)
      files.push_back(picture.file(static_cast<long>(list_.values[i])));
  if (!files.empty()) files.emplace_back("snapshots.pvd");
  return files;
}

void Snapshots::write(long step, double time) {
  const std::filesystem::path place = folder_;
  for (Picture& picture : pictures_) picture.write((place / picture.file(step)).string(), time);
  list_.values.push_back(static_cast<double>(step));
  list_.values.push_back(time);
  std::vector<PvdEntry> entries;
  for (std::size_t i = 0; i < list_.values.size(); i += 2)
    for (std::size_t part = 0; part < pictures_.size(); ++part)
      entries.push_back({list_.values[i + 1],
                         pictures_[part].file(static_cast<long>(list_.values[i])),
                         static_cast<int>(part)});
  write_pvd((place / "snapshots.pvd").string(), entries);
}

void Snapshots::resume(const CsvTable& list) {
  int missing = 0;
  for (std::size_t i = 0; i + 1 < list.values.size(); i += 2) {
    const auto is_there = [&](const Picture& picture) {
      return std::filesystem::exists(std::filesystem::path(folder_) /
                                     picture.file(static_cast<long>(list.values[i])));
    };
    if (std::all_of(pictures_.begin(), pictures_.end(), is_there))
      list_.values.insert(list_.values.end(), {list.values[i], list.values[i + 1]});
    else
      ++missing;
  }
  if (missing > 0)
    std::cerr
        << "notice: of " << missing << " steps before the checkpoint " << folder_
        << " does not have all the snapshots that are asked for now: its snapshots.pvd begins "
           "without them\n";
}

}  // namespace hermite
