// What a user of the solver fdtd should know before the first step: of its waves, sources, media and layers. What elastic
// waves alone have is in fdtd_elastic.cpp.
#include <algorithm>
#include <cmath>
#include <optional>

#include "drivers/fdtd.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/media/component_media.hpp"

namespace hermite {

namespace {

constexpr double least_cells_per_wavelength = 10;

// Waves of the highest frequency that sources drive or that observers ask for, in the medium where they are
// slowest.
void warn_of_short_waves(Problem& problem) {
  double slowest = problem.fdtd.scene.fastest(), asked = 0;
  for (const Medium& medium : problem.fdtd.scene.media)
    if (!medium.pec) slowest = std::min(slowest, medium.slowest());
  double driven = highest_frequency(problem.fdtd.sources);
  if (problem.fdtd.incident.on())
    driven = std::max(driven, problem.fdtd.incident.waveform.highest_frequency());
  for (const auto* list :
       {&problem.input.spectra.frequencies, &problem.input.far_field.frequencies})
    for (const double frequency : *list) asked = std::max(asked, frequency);
  const auto warn_of = [&](const char* who, double highest) {
    const double cells = slowest / (highest * problem.grid.h_max());
    if (highest > 0 && cells < least_cells_per_wavelength * (1 - courant_slack))
      problem.notices.push_back(
          who + short_number(highest) + " Hz, whose waves have " + short_number(cells) +
          " cells per wavelength where they are shortest; below " +
          short_number(least_cells_per_wavelength) + " they travel at a wrong speed");
  };
  warn_of("sources reach ", driven);
  warn_of("spectra and far fields are asked for up to ", asked);
}

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
    const std::string name = "source " + std::to_string(i + 1);
    if (!is_inside(sources[i], fdtd.far_field))
      problem.notices.push_back(name +
                                " lies outside the box of far_field, whose far fields are "
                                "those of what is in it");
    const std::string& kind = sources[i].waveform.kind;
    if (!sources[i].hard && (kind == "gaussian" || kind == "step"))
      problem.notices.push_back(name + ", a current of waveform " + kind +
                                ", leaves charges whose field stays and is taken for waves: far "
                                "fields need differentiated-gaussian, ricker or harmonic");
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

// The first node of a face of the incident wave's box that has another medium than the background, if any.
std::optional<std::array<double, 3>> cut_by_faces(const Problem& problem) {
  const IncidentWave& w = problem.fdtd.incident;
  const Grid& grid = problem.grid;
  for (int field = 0; field < 3; ++field) {  // E along the faces belongs to the box
    const Staggering stagger = yee_staggering(field);
    const ComponentMedia media(problem.fdtd.scene, grid, stagger);
    for (std::size_t across = 0; across < 3; ++across) {
      if (w.spans[across] || int(across) == field) continue;
      const std::size_t u = (across + 1) % 3, v = (across + 2) % 3;
      const auto end = [&](std::size_t d) { return w.upper[d] - (int(d) == field ? 1 : 0); };
      std::array<long, 3> at{};
      for (const long face : {w.lower[across], w.upper[across]})
        for (at[u] = w.lower[u]; at[u] <= end(u); ++at[u])
          for (at[v] = w.lower[v]; at[v] <= end(v); ++at[v]) {
            at[across] = face;
            if (media.at(at) == 0) continue;
            std::array<double, 3> x{};
            for (int d = 0; d < 3; ++d)
              x[std::size_t(d)] = grid.node(d, at[std::size_t(d)], stagger[d]);
            return x;
          }
    }
  }
  return {};
}

// On its faces the wave is that of the background, whatever lies there.
void warn_of_cut_faces(Problem& problem) {
  if (!problem.fdtd.incident.on() || problem.fdtd.scene.uniform()) return;
  if (const auto x = cut_by_faces(problem))
    problem.notices.push_back(
        "a body or voxels lie in a face of the incident wave's box, at [" + short_number((*x)[0]) +
        ", " + short_number((*x)[1]) + ", " + short_number((*x)[2]) +
        "], where the wave is put in and taken out as if in the background: fields are wrong where "
        "it crosses a body there; let the box hold all bodies (incident.lower, incident.upper)");
}

void warn_of_silence(Problem& problem) {
  if (problem.input.initial.kind == "zero" && problem.fdtd.sources.empty() &&
      problem.elastic.sources.empty() && !problem.fdtd.incident.on())
    problem.notices.push_back(
        "nothing drives the fields, which are 0 at the beginning: add sources, an incident wave or "
        "initial data");
}

// E is 0 in a perfect conductor, whoever looks at it.
void warn_of_receivers_in_conductors(Problem& problem) {
  const Grid& grid = problem.grid;
  const Scene& scene = problem.fdtd.scene;
  const auto& points = problem.input.receivers.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int medium =
        scene.at({points[i][0], points[i][1], points[i][2]}, {grid.h(0), grid.h(1), grid.h(2)});
    if (scene.media[static_cast<std::size_t>(medium)].pec)
      problem.notices.push_back("receiver " + std::to_string(i + 1) +
                                " lies in a perfect conductor, where E is 0");
  }
}

// H is half a step before E: by the curl of E, of which the background makes it.
void warn_of_initial_media(Problem& problem) {
  const auto& media = problem.fdtd.scene.media;
  const auto differs = [&](const Medium& medium) {
    return !medium.pec && medium.permeability.along != media.front().permeability.along;
  };
  if (problem.input.initial.kind != "zero" && std::any_of(media.begin(), media.end(), differs))
    problem.notices.push_back(
        "initial data are waves of the background: where they reach into a body of another "
        "permeability H begins with what its own would not be; let them begin away from it");
}

// The energy is made of the scheme's factors, which in single precision lose the permittivity of good conductors where
// they lie at each node; tables keep it.
void warn_of_energy(Problem& problem) {
  constexpr double good = 1e3;  // a rounding of 6e-8 is 6e-5 of 1 + keep = 2/(1 + good)
  const Case& input = problem.input;
  if (input.norms.every == 0 || input.precision != "single" ||
      input.kernel.coefficients != "arrays")
    return;
  double most = 0;
  for (const Medium& medium : problem.fdtd.scene.media)
    for (int d = 0; d < 3 && !medium.pec; ++d)
      most = std::max(
          {most, medium.conductivity[d] * problem.time.dt / medium.permittivity[d] / 2,
           medium.magnetic_conductivity[d] * problem.time.dt / medium.permeability[d] / 2});
  if (most > good)
    problem.notices.push_back(
        "norms: with kernel.coefficients \"arrays\" the energy in good conductors is off, as it is "
        "that of factors "
        "rounded to single precision; \"indices\" or double precision have it right");
}

// Pulses that have begun before the run, or begin after it.
void warn_of_times(Problem& problem) {
  constexpr double silent = 0.01;  // of a waveform's largest value, which is about 1
  constexpr int looks = 1000;
  const auto warn_of = [&](const std::string& what, const Waveform& waveform,
                           const std::string& key) {
    if (waveform.kind != "table" && std::abs(waveform.at(0)) > silent)
      problem.notices.push_back(what + " begins with a jump: its waveform is " +
                                short_number(waveform.at(0)) + " at t = 0; a larger " + key +
                                " lets it begin from nothing");
    if (waveform.delay < 0 && waveform.kind != "table" && waveform.kind != "harmonic") {
      double loudest = 0;
      for (int part = 0; part <= looks; ++part)
        loudest = std::max(loudest, std::abs(waveform.at(problem.input.time.final * part / looks)));
      if (loudest < silent)
        problem.notices.push_back(what + " is over before the run begins (" + key + ")");
    }
    if (waveform.delay > problem.input.time.final)
      problem.notices.push_back(what + " has a delay of " + short_number(waveform.delay) +
                                " s, after the run's end");
  };
  const auto warn_of_sources = [&](const auto& sources) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      warn_of("source " + std::to_string(i + 1), sources[i].waveform, "sources.delay");
  };
  warn_of_sources(problem.fdtd.sources);
  warn_of_sources(problem.elastic.sources);
  if (problem.fdtd.incident.on())
    warn_of("the incident wave", problem.fdtd.incident.waveform, "incident.delay");
}

// Whether a body holds a place of this staggering.
bool holds_a_place(const Scene::Body& body, const Grid& grid, const Staggering& stagger) {
  const std::array<long, 3> nodes = grid.extents(stagger);
  std::array<long, 3> first{}, last{};
  for (int d = 0; d < grid.dimension; ++d) {
    const auto a = static_cast<std::size_t>(d);
    const auto at = [&](double x) {
      return grid.nearest(d, std::clamp(x, grid.lower[a], grid.upper[a]), stagger[d]);
    };
    first[a] = std::max(at(body.lower[a]) - 1, 0L);
    last[a] = std::min(at(body.upper[a]) + 1, nodes[a] - 1);
  }
  for (long k = first[2]; k <= last[2]; ++k)
    for (long j = first[1]; j <= last[1]; ++j)
      for (long i = first[0]; i <= last[0]; ++i) {
        const std::array<long, 3> node = {i, j, k};
        std::array<double, 3> x{}, slack{};
        for (int d = 0; d < grid.dimension; ++d) {
          const auto a = static_cast<std::size_t>(d);
          x[a] = grid.node(d, node[a], stagger[d]);
          slack[a] = slack_of(grid.spacing(d, node[a], stagger[d]));
        }
        if (body.holds(x, slack)) return true;
      }
  return false;
}

// Bodies and layers of rock that lie outside the domain, or between its nodes.
void warn_of_absent_media(Problem& problem) {
  const Grid& grid = problem.grid;
  const auto warn_of = [&](const std::string& what, const std::string& keys) {
    problem.notices.push_back(what + " lies outside the domain (" + keys +
                              "): its medium is nowhere, and may still shorten the time step");
  };
  const bool maxwell = problem.input.system == "maxwell";
  const auto& bodies = problem.fdtd.scene.bodies;  // layers first
  const auto is_seen = [&](const Scene::Body& body) {
    if (!maxwell) return holds_a_place(body, grid, Stagger::primal);  // media are those of nodes
    const std::vector<Medium>& media = problem.fdtd.scene.media;
    const Medium &own = media[static_cast<std::size_t>(body.medium)], &around = media.front();
    const bool magnetic = own.permeability.along != around.permeability.along ||
                          own.magnetic_conductivity.along != around.magnetic_conductivity.along;
    for (int field = 0; field < (magnetic && !own.pec ? 6 : 3); ++field)
      if (holds_a_place(body, grid, yee_staggering(field))) return true;
    return false;
  };
  const std::vector<double>& begin = problem.input.layers.begin;
  const auto last = static_cast<std::size_t>(grid.dimension - 1);
  const auto is_outside = [&](std::size_t i) {
    if (i < begin.size())
      return begin[i] >= grid.upper[last] ||
             (i + 1 < begin.size() && begin[i + 1] <= grid.lower[last]);
    for (std::size_t d = 0; d <= last; ++d)
      if (bodies[i].upper[d] < grid.lower[d] || bodies[i].lower[d] > grid.upper[d]) return true;
    return false;
  };
  std::vector<std::string> between;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool layer = i < begin.size();
    const std::string what =
        layer ? "layer " + std::to_string(i + 1) : "object " + std::to_string(i - begin.size() + 1);
    if (is_outside(i))
      warn_of(what, layer ? "layers.begin" : "objects.lower, objects.upper");
    else if (!is_seen(bodies[i]))
      between.push_back(what);
  }
  if (between.empty()) return;
  constexpr std::size_t told = 5;
  const std::string rest =
      between.size() > told ? " and " + std::to_string(between.size() - told) + " others" : "";
  between.resize(std::min(between.size(), told));
  problem.notices.push_back(
      join(between) + rest + (between.size() > 1 ? " lie" : " lies") +
      " between the places where media are looked up (layers.begin, objects.lower, objects.upper), "
      "as if not there: a thin plate must hold a plane of nodes");
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
      for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i][d] < lower || points[i][d] > upper)
          problem.notices.push_back(what + std::to_string(i + 1) + " lies in an absorbing layer" +
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
    warn_of_initial_media(problem);
    warn_of_energy(problem);
    warn_of_receivers_in_conductors(problem);
    warn_of_far_fields(problem);
    warn_of_cut_faces(problem);
  }
  warn_of_silence(problem);
  warn_of_times(problem);
  warn_of_absent_media(problem);
  warn_of_places_in_layers(problem);
}

}  // namespace hermite
