// What a user of the solver fdtd should know before the first step: of its sources and layers; of its waves in
// short_waves.cpp, of its media in media_notices.cpp. What elastic waves alone have is in fdtd_elastic.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "drivers/problem/fdtd.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

namespace {

// alpha of the layers goes by eps0, by itself that of SI or 1 (hermite/media/cpml.hpp).
void warn_of_units(Problem& problem) {
  const double eps = problem.system->energy(3).front();
  const CpmlProfile& cpml = problem.fdtd.cpml;
  const bool on = cpml.on(0) || cpml.on(1) || cpml.on(2);
  if (on && cpml.alpha_max > 0 && !cpml.vacuum_permittivity && eps >= 1e-6 && eps < 1)
    problem.notices.push_back("material.permittivity " + short_number(eps) +
                              " is neither in F/m nor relative: cpml.alpha_max takes the "
                              "permittivity of vacuum as 1; cpml.vacuum_permittivity tells it the "
                              "case's own");
}

bool is_inside(const EdgeSource& source, const FarField& box) {
  for (std::size_t d = 0; d < 3; ++d) {
    const long along = static_cast<int>(d) == source.component ? 1 : 0, begin = source.edge[d];
    if (begin < box.lower[d] + 1 - along || begin + along > box.upper[d] - 1 + along) return false;
  }
  return true;
}

// Far fields are those of what is in the box, in open space, by frequencies.
void warn_of_far_fields(Problem& problem) {
  const FdtdSetting& fdtd = problem.fdtd;
  if (!fdtd.far_field.on()) return;
  const auto& sources = fdtd.sources;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (!is_inside(sources[i], fdtd.far_field))
      problem.notices.push_back("source " + std::to_string(i + 1) +
                                " lies outside the box of far_field, whose far fields are "
                                "those of what is in it");
  }
  const auto absorbs = [&](int axis, std::size_t end) {
    const auto a = static_cast<std::size_t>(axis);
    return fdtd.cpml.layers[a][end] > 0 || fdtd.mur[a][end];
  };
  for (int axis = 0; axis < 3; ++axis)
    if (!problem.grid.periodic(axis) && !(absorbs(axis, 0) && absorbs(axis, 1)))
      problem.notices.push_back("walls without absorbing layers in direction " +
                                std::to_string(axis + 1) +
                                " send back what far fields take as gone (cpml.lower, cpml.upper)");
}

// The sections of transforms that are asked for, by name.
std::vector<std::pair<const char*, const Spectrum*>> transforms_of(const Problem& problem) {
  std::vector<std::pair<const char*, const Spectrum*>> on;
  if (problem.fdtd.spectra.on()) on.emplace_back("spectra", &problem.fdtd.spectra);
  if (problem.fdtd.far_field.on()) on.emplace_back("far_field", &problem.fdtd.far_field.spectrum);
  return on;
}

// A field that stays has a part at all frequencies, which depends on when the sum ends. Of many sources, as of a
// coil's edges, one notice.
void warn_of_charges(Problem& problem) {
  if (transforms_of(problem).empty()) return;
  const auto& sources = problem.fdtd.sources;
  const auto found = std::find_if(sources.begin(), sources.end(), [](const EdgeSource& source) {
    const std::string& kind = source.waveform.kind;
    return !source.hard && (kind == "gaussian" || kind == "step");
  });
  if (found == sources.end()) return;
  problem.notices.push_back(
      "source " + std::to_string(found - sources.begin() + 1) + ", a current of waveform " +
      found->waveform.kind +
      ", leaves charges where it ends (a closed loop has no end), whose field stays and is taken "
      "for "
      "waves: spectra and far fields need differentiated-gaussian, ricker or harmonic");
}

// What drives the fields: its waveform, its name, and the key of its delay.
struct Driver {
  const Waveform& waveform;
  std::string name;
  const char* delay;
};

std::vector<Driver> drivers_of(const Problem& problem) {
  std::vector<Driver> all;
  const auto add = [&](const auto& sources) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      all.push_back({sources[i].waveform, "source " + std::to_string(i + 1), "sources.delay"});
  };
  add(problem.fdtd.sources);
  add(problem.elastic.sources);
  if (problem.fdtd.incident.on())
    all.push_back({problem.fdtd.incident.waveform, "the incident wave", "incident.delay"});
  return all;
}

// The largest value of a waveform from `begin` to `end`.
double loudest(const Waveform& waveform, double begin, double end) {
  constexpr int looks = 1000;
  double most = 0;
  for (int part = 0; part <= looks; ++part)
    most = std::max(most, std::abs(waveform.at(begin + (end - begin) * part / looks)));
  return most;
}

constexpr double silent = 0.01;  // of a waveform's largest value

// The transform of a part of a pulse is not that of the pulse. Of many sources, one notice.
void warn_of_cut_pulses(Problem& problem) {
  const auto transforms = transforms_of(problem);
  if (transforms.empty()) return;
  const double end = problem.input.time.final;
  for (const Driver& driver : drivers_of(problem)) {
    const Waveform& waveform = driver.waveform;
    const double over = waveform.settled();
    if (over <= end || loudest(waveform, end, over) <= silent * loudest(waveform, 0, over))
      continue;
    for (const auto& [section, spectrum] : transforms)
      problem.notices.push_back(std::string(section) + " ends while " + driver.name +
                                " goes on, until t = " + short_number(over) +
                                ", and is that of the part before: take a later time.final");
    return;
  }
}

// A sum over a part of a period more is that part of all in error.
void warn_of_parts_of_periods(Problem& problem) {
  constexpr double tolerated = 0.005;
  std::vector<double> driven;
  for (const Driver& driver : drivers_of(problem))
    if (driver.waveform.kind == "harmonic") driven.push_back(driver.waveform.frequency);
  for (const auto& [section, spectrum] : transforms_of(problem))
    for (const double frequency : driven) {
      const auto steps = static_cast<double>(spectrum->every * spectrum->samples());
      const double periods = frequency * spectrum->dt * steps;
      if (std::abs(periods - std::round(periods)) <= tolerated * periods) continue;
      problem.notices.push_back(
          std::string(section) + " sums over " + short_number(periods) + " periods of " +
          short_number(frequency) + " Hz, which is driven: take whole ones, by " + section +
          ".begin and time.final, and " + section + ".every by which their steps can be divided");
      break;
    }
}

void warn_of_silence(Problem& problem) {
  if (problem.input.initial.kind == "zero" && drivers_of(problem).empty())
    problem.notices.push_back(
        "nothing drives the fields, which are 0 at the beginning: add sources, an incident wave or "
        "initial data");
}

// Pulses that have begun before the run, or begin after it.
void warn_of_times(Problem& problem) {
  for (const Driver& driver : drivers_of(problem)) {
    const Waveform& waveform = driver.waveform;
    const std::string key = driver.delay;
    const double most = loudest(waveform, 0, problem.input.time.final);
    const bool is_table = waveform.kind == "table";
    // The largest value of the others is about 1.
    if (std::abs(waveform.at(0)) > silent * (is_table ? most : 1))
      problem.notices.push_back(driver.name + " begins with a jump: its waveform is " +
                                short_number(waveform.at(0)) + " at t = 0; " +
                                (is_table ? "let the table begin with 0"
                                          : "a larger " + key + " lets it begin from nothing"));
    else if (most < silent && waveform.settled() <= 0 && waveform.kind != "harmonic")
      problem.notices.push_back(driver.name + " is over before the run begins (" + key + ")");
    if (waveform.delay > problem.input.time.final)
      problem.notices.push_back(driver.name + " has a delay of " + short_number(waveform.delay) +
                                " s, after the run's end");
  }
}

// Sources and receivers that lie in an absorbing layer, and layers with nothing between them.
void warn_of_places_in_layers(Problem& problem) {
  const Grid& grid = problem.grid;
  for (int axis = 0; axis < grid.dimension; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    const CpmlProfile& cpml = problem.fdtd.cpml;
    if (!cpml.on(axis)) continue;
    const std::string direction = ", in direction " + std::to_string(axis + 1);
    const long begin = cpml.layers[d][0], end = grid.cells[d] - cpml.layers[d][1];
    if (begin >= end) {
      problem.notices.push_back("absorbing layers fill the domain" + direction +
                                ": take fewer cells of them (cpml.lower, cpml.upper)");
      continue;
    }
    const double lower = grid.node(axis, begin, Stagger::primal);
    const double upper = grid.node(axis, end, Stagger::primal);
    const auto warn_of = [&](const char* what, const std::vector<std::vector<double>>& points) {
      constexpr std::size_t named = 3;
      std::size_t more = 0;
      for (std::size_t i = 0; i < points.size(); ++i)
        if ((points[i][d] < lower || points[i][d] > upper) && ++more <= named)
          problem.notices.push_back(what + std::to_string(i + 1) + " lies in an absorbing layer" +
                                    direction);
      if (more > named)
        problem.notices.push_back("and so do " + std::to_string(more - named) + " more" +
                                  direction);
    };
    warn_of("source ", problem.input.sources.points);
    warn_of("receiver ", problem.input.receivers.points);
  }
}

}  // namespace

void add_fdtd_notices(Problem& problem) {
  if (problem.input.system == "maxwell") {
    warn_of_short_waves(problem);
    warn_of_units(problem);
    warn_of_far_fields(problem);
    warn_of_charges(problem);
    warn_of_cut_pulses(problem);
    warn_of_parts_of_periods(problem);
  }
  warn_of_silence(problem);
  warn_of_times(problem);
  add_media_notices(problem);
  warn_of_places_in_layers(problem);
}

}  // namespace hermite
