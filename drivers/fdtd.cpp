// The solver fdtd before its first step: what it refuses, its time step, its media, layers and sources.
#include <algorithm>
#include <cmath>

#include "drivers/fdtd.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/boundary.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"

namespace hermite {

namespace {

constexpr double least_cells_per_wavelength = 10;

void refuse_other_problems(const Case& input, const Source& source) {
  if (input.system != "maxwell")
    throw CaseError(source.place("system"), "system", "\"" + input.system + "\"",
                    "\"maxwell\" or \"elastic\" with the solver fdtd");
  if (input.dimension != 3)
    throw CaseError(source.place("dimension"), "dimension", std::to_string(input.dimension),
                    "3 with the solver fdtd");
  if (input.initial.kind == "file")
    throw CaseError(
        source.place("initial.kind"), "initial.kind", "\"file\"",
        "plane-wave, gaussian or zero with the solver fdtd, whose E and H are half a step "
        "apart");
}

// A solution is known for the background alone.
void refuse_unknown_solution(const Case& input, const Source& source) {
  if (input.exact.kind == "none") return;
  const auto refuse = [&](bool present, const std::string& section) {
    if (present)
      throw CaseError(source.place("exact.kind"), "exact.kind", "\"initial\"",
                      "\"none\" with the section " + section + ", with which no solution is known");
  };
  const auto not_all = [](const std::vector<double>& values, double what) {
    return std::any_of(values.begin(), values.end(), [&](double value) { return value != what; });
  };
  refuse(not_all(input.anisotropy.permittivity, 1) || not_all(input.anisotropy.permeability, 1),
         "anisotropy");
  refuse(not_all(input.conductivity.electric, 0) || not_all(input.conductivity.magnetic, 0),
         "conductivity");
  refuse(!input.objects.lower.empty(), "objects");
  refuse(!input.voxels.path.empty(), "voxels");
  refuse(!input.sources.points.empty(), "sources");
  refuse(input.incident.direction != "none", "incident");
  const auto any = [](const std::vector<int>& cells) {
    return std::any_of(cells.begin(), cells.end(), [](int n) { return n > 0; });
  };
  for (const std::string& ends : input.grid.boundary)
    if (ends.find("mur") != std::string::npos)
      throw CaseError(source.place("exact.kind"), "exact.kind", "\"initial\"",
                      "\"none\" with grid.boundary \"mur\", with which no solution is known");
  refuse(any(input.cpml.lower) || any(input.cpml.upper), "cpml");
}

// Waves off the axes and far fields are those of a uniform grid in a medium that knows no directions.
void refuse_directions(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  const Grid& grid = problem.grid;
  const bool graded = grid.graded(0) || grid.graded(1) || grid.graded(2);
  const bool isotropic = problem.fdtd.scene.media.front().isotropic();
  if (!graded && isotropic) return;
  const std::string where = graded ? " on a graded grid" : " in an anisotropic background";
  if (input.incident.direction == "angles")
    throw CaseError(source.place("incident.direction"), "incident.direction", "\"angles\"",
                    "one of the axes, as in \"+x\"," + where);
  if (!input.far_field.frequencies.empty())
    throw CaseError(source.place("far_field.frequencies"), "far_field.frequencies",
                    short_number(input.far_field.frequencies.front()), "none" + where);
}

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
void warn_of_units(Problem& problem, double eps) {
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

// Pulses that have begun before the run, or begin after it.
void warn_of_times(Problem& problem) {
  constexpr double silent = 0.01;  // of a waveform's largest value, which is about 1
  const auto warn_of = [&](const std::string& what, const Waveform& waveform,
                           const std::string& key) {
    if (waveform.kind != "table" && std::abs(waveform.at(0)) > silent)
      problem.notices.push_back(what + " begins with a jump: its waveform is " +
                                short_number(waveform.at(0)) + " at t = 0; a larger " + key +
                                " lets it begin from nothing");
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

// Bodies and layers of rock that lie outside the domain.
void warn_of_absent_media(Problem& problem) {
  const Grid& grid = problem.grid;
  const auto warn_of = [&](const std::string& what, const std::string& keys) {
    problem.notices.push_back(what + " lies outside the domain (" + keys +
                              "): its medium is nowhere, and may still shorten the time step");
  };
  const auto& bodies = problem.fdtd.scene.bodies;  // layers first
  const std::vector<double>& begin = problem.input.layers.begin;
  for (std::size_t i = begin.size(); i < bodies.size(); ++i)
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimension); ++d)
      if (bodies[i].upper[d] < grid.lower[d] || bodies[i].lower[d] > grid.upper[d]) {
        warn_of("object " + std::to_string(i - begin.size() + 1), "objects.lower, objects.upper");
        break;
      }
  const auto last = static_cast<std::size_t>(grid.dimension - 1);
  for (std::size_t i = 0; i < begin.size(); ++i)
    if (begin[i] >= grid.upper[last] || (i + 1 < begin.size() && begin[i + 1] <= grid.lower[last]))
      warn_of("layer " + std::to_string(i + 1), "layers.begin");
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

void refuse_hermite_keys(const Case& input, const Source& source, const std::string& pipeline,
                         const std::string& order) {
  const Case fresh;
  const auto refuse = [&](bool differs, const std::string& path, const std::string& found,
                          const std::string& allowed) {
    if (differs)
      throw CaseError(source.place(path), path, found, allowed + " with the solver fdtd");
  };
  const Case::Kernel &kernel = input.kernel, &own = fresh.kernel;
  refuse(input.method.order != fresh.method.order, "method.order",
         std::to_string(input.method.order), order);
  refuse(input.method.stages.text() != fresh.method.stages.text(), "method.stages",
         input.method.stages.text(), "none: there is no Taylor series");
  refuse(kernel.pipeline != own.pipeline, "kernel.pipeline", "\"" + kernel.pipeline + "\"",
         "none: it has one pipeline, " + pipeline + ",");
  const std::vector<std::string> variants = variants_of(pipeline);
  refuse(kernel.variant != own.variant &&
             std::find(variants.begin(), variants.end(), kernel.variant) == variants.end(),
         "kernel.variant", "\"" + kernel.variant + "\"", own.variant + " or " + join(variants));
  refuse(kernel.truncate != own.truncate, "kernel.truncate", "false", "none");
  refuse(kernel.slab != own.slab, "kernel.slab", std::to_string(kernel.slab), "none");
  refuse(kernel.min_blocks != own.min_blocks, "kernel.min_blocks",
         std::to_string(kernel.min_blocks), "none");
  refuse(kernel.layout != own.layout, "kernel.layout", "\"" + kernel.layout + "\"", "x1-innermost");
}

namespace {

void plan_yee(Problem& problem, const Source& source) {
  const Case& input = problem.input;
  // 1. What the scheme is not for.
  refuse_other_problems(input, source);
  refuse_hermite_keys(input, source, yee_pipeline(), "2, the order of Yee's scheme,");
  refuse_unknown_solution(input, source);
  problem.kernel.pipeline = yee_pipeline();

  // 2. Media, layers, sources.
  const std::vector<double> energy = problem.system->energy(3);  // diagonal: eps, then mu
  FdtdSetting& fdtd = problem.fdtd;
  fdtd.scene = make_scene(input, source, energy[0], energy[3 * 6 + 3], problem.grid);
  fdtd.cpml = make_cpml(input, problem.grid, source);
  refuse_directions(problem, source);
  fdtd.incident = make_incident(input, problem.grid, fdtd.cpml, source, problem.notices);
  fdtd.mur = read_mur(input, source);
  fdtd.sources = make_sources(input, problem.grid, source);
  warn_of_short_waves(problem);
  warn_of_units(problem, energy[0]);
  warn_of_receivers_in_conductors(problem);

  // 3. The time step.
  const double courant = input.method.courant;
  if (courant > 1 + courant_slack)
    throw CaseError(source.place("method.courant"), "method.courant", short_number(courant),
                    "at most 1: dt c sqrt(1/dx^2 + 1/dy^2 + 1/dz^2), beyond which Yee's scheme is "
                    "unstable");
  problem.time =
      choose_steps(input.time.final, courant, fdtd_rate(problem.grid, fdtd.scene.fastest()));
  problem.stages = 1;

  // 4. What is carried along.
  fdtd.spectra = make_spectra(input, problem.grid, problem.time, source);
  fdtd.far_field = make_far_field(input, problem.grid, fdtd.cpml, fdtd.scene, fdtd.incident,
                                  problem.time, source);
  warn_of_far_fields(problem);
}

}  // namespace

void plan_fdtd(Problem& problem, const Source& source) {
  if (problem.input.system == "elastic")
    plan_elastic_fdtd(problem, source);
  else
    plan_yee(problem, source);
  warn_of_times(problem);
  warn_of_absent_media(problem);
  warn_of_places_in_layers(problem);
}

}  // namespace hermite
