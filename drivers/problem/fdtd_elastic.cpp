// The solver fdtd for the system elastic before its first step.
#include <algorithm>
#include <cmath>

#include "drivers/problem/fdtd.hpp"
#include "drivers/problem/surface_operators.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/boundary.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/fdtd/clock.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/fdtd/rate.hpp"

namespace hermite {

namespace {

void refuse_other_problems(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  if (input.dimension == 1)
    throw CaseError(source.place("dimension"), "dimension", "1",
                    "2 or 3 with the solver fdtd and elastic");
  const std::vector<std::string> fields = problem.system->fields(input.dimension);
  if (fields.front() != "vx")
    throw CaseError(source.place("material.motion"), "material.motion", "\"sh\"",
                    "\"p-sv\" with the solver fdtd");
  if (input.initial.kind == "file")
    throw CaseError(source.place("initial.kind"), "initial.kind", "\"file\"",
                    "plane-wave, gaussian or zero with the solver fdtd, whose velocities and "
                    "stresses are half a step apart");
  const std::array<bool, 2>& free = problem.elastic.free;
  for (int axis = 0; axis < input.dimension; ++axis) {
    const bool surface = axis == input.dimension - 1 && (free[0] || free[1]);
    const long least = surface ? least_cells_below_surface : least_elastic_cells;
    const long cells = problem.grid.cells[static_cast<std::size_t>(axis)];
    if (cells < least)
      throw CaseError(source.place("grid.cells"), "grid.cells",
                      std::to_string(cells) + " in direction " + std::to_string(axis + 1),
                      "at least " + std::to_string(least) +
                          " there, which differences of order 4 "
                          "reach over");
  }
}

// A solution is known for the background alone.
void refuse_unknown_solution(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  if (input.exact.kind == "none") return;
  const auto refuse = [&](bool present, const std::string& what) {
    if (present)
      throw CaseError(source.place("exact.kind"), "exact.kind", "\"initial\"",
                      "\"none\" with " + what + ", with which no solution is known");
  };
  bool layers = false;
  for (int axis = 0; axis < 3; ++axis) layers = layers || problem.fdtd.cpml.on(axis);
  refuse(!input.voxels.path.empty(), "the section voxels");
  refuse(!input.layers.begin.empty(), "the section layers");
  refuse(!input.objects.lower.empty(), "the section objects");
  refuse(!input.sources.points.empty(), "the section sources");
  refuse(layers, "the section cpml");
  refuse(problem.elastic.free[0] || problem.elastic.free[1], "grid.boundary \"free\"");
}

// What is chosen is recorded, and resumed runs go on with it (changes_for).
void choose_surface_operators(Problem& problem) {
  const std::array<bool, 2>& free = problem.elastic.free;
  std::string& operators = problem.input.free_surface.operators;
  if (operators == "imaging" || !(free[0] || free[1])) return;
  const bool rough = is_rough_at_surface(problem.elastic.scene, problem.grid, free);
  if (operators == "auto") {
    operators = rough ? "imaging" : "afda";
    record_choice(problem.input, "free_surface", "operators", operators);
  } else if (rough) {
    problem.notices.push_back(
        "free_surface.operators is afda, and media change within two cells of the surface: "
        "one-sided differences may grow over them, in time; imaging does not");
  }
}

// Waves of the highest frequency that is driven, where they are slowest. Stresses imaged at a free
// surface ask for more points than one-sided differences, and both for more than the interior.
void warn_of_short_elastic_waves(Problem& problem, double highest) {
  const bool surface = problem.elastic.free[0] || problem.elastic.free[1];
  const double least = !surface ? 5 : problem.input.free_surface.operators == "imaging" ? 10 : 6;
  const double slowest = problem.elastic.scene.slowest();
  const double points = slowest / (highest * problem.grid.h_max());
  if (highest > 0 && points < least * (1 - courant_slack))
    problem.notices.push_back(
        "sources reach " + short_number(highest) + " Hz, whose shortest waves have " +
        short_number(points) + " points; with fewer than " + short_number(least) +
        " they travel at a wrong speed: up to " +
        short_number(slowest / (least * problem.grid.h_max())) + " Hz this grid is safe");
}

// Seen: air over rock, a contrast of 2000, grows at a Courant number of .85, at .8 it does not; one of 100 is stable.
constexpr double most_contrast = 100, safe_courant = 0.8;

void warn_of_media(Problem& problem) {
  ElasticMedium least;
  bool fluid = false;
  double lightest = INFINITY, heaviest = 0;
  problem.elastic.scene.each_medium([&](const ElasticMedium& m) {
    if (m.lambda < least.lambda) least = m;
    fluid = fluid || m.mu == 0;
    lightest = std::min(lightest, m.density);
    heaviest = std::max(heaviest, m.density);
  });
  // From a light medium the farther values of a difference of order 4 reach stresses of a heavy one: by 1/24, of
  // accelerations that the contrast makes greater.
  if (heaviest > most_contrast * lightest && problem.input.method.courant > safe_courant)
    problem.notices.push_back(
        "density goes from " + short_number(lightest) + " to " + short_number(heaviest) +
        ": where such media meet, steps near the limit of the scheme are unstable; take "
        "method.courant " +
        short_number(safe_courant) + " or less, and grid.boundary \"free\" where air is above");
  if (least.lambda < 0)
    problem.notices.push_back("a medium with p_speed " + short_number(least.p_speed()) +
                              " and s_speed " + short_number(least.s_speed()) +
                              " has a negative lambda: it becomes thicker when pulled");
  if (fluid && problem.elastic.scene.media.front().mu != 0 && problem.input.initial.kind != "zero")
    problem.notices.push_back(
        "initial data are waves of the background, which is solid: where they reach into a fluid "
        "(s_speed 0) their stresses become a pressure");
}

// Of shear waves at one end of the last axis, in the middle of it.
double shear_speed_at(const Problem& problem, bool upper) {
  const Grid& grid = problem.grid;
  const auto last = static_cast<std::size_t>(grid.dimension - 1);
  std::array<double, 3> x{}, h{};
  for (std::size_t d = 0; d <= last; ++d) {
    x[d] = (grid.lower[d] + grid.upper[d]) / 2;
    h[d] = grid.h(static_cast<int>(d));
  }
  x[last] = upper ? grid.upper[last] - h[last] / 2 : grid.lower[last] + h[last] / 2;
  return problem.elastic.scene.at(x, h).s_speed();
}

// Seen: 2000 over 3464 m/s and less grow, 2300 over 3464 does not.
void warn_of_guided_waves(Problem& problem) {
  constexpr double most_mild = 1.6;
  const std::array<bool, 2>& free = problem.elastic.free;
  bool across = false;
  for (int axis = 0; axis + 1 < problem.grid.dimension; ++axis)
    across = across || problem.fdtd.cpml.on(axis);
  if (!across || free[0] == free[1]) return;
  const double surface = shear_speed_at(problem, free[1]), deep = shear_speed_at(problem, free[0]);
  if (surface > 0 && deep > most_mild * surface)
    problem.notices.push_back(
        "a slow layer below a free surface guides waves whose energy and phase go opposite ways: "
        "absorbing layers across it make them grow, in long runs, which norms.every shows; "
        "thinner ones less, and cpml.kappa_max 7 may end it");
}

void warn_of_layers(Problem& problem, double highest) {
  const CpmlProfile& cpml = problem.fdtd.cpml;
  bool on = false;
  for (int axis = 0; axis < problem.grid.dimension; ++axis) on = on || cpml.on(axis);
  if (on && problem.elastic.free[0] && problem.elastic.free[1])
    problem.notices.push_back(
        "a plate that is free on both sides has waves whose energy and phase go opposite ways: "
        "absorbing layers across its length make them grow, in time");
  if (on && cpml.alpha_max == 0 && highest > 0)
    problem.notices.push_back(
        "cpml.alpha_max is 0: energy stays longer than with pi times the main frequency, about " +
        short_number(pi * highest / 3));
}

}  // namespace

void plan_elastic_fdtd(Problem& problem, const Source& source) {
  const Case& input = problem.input;
  // 1. What the scheme is not for.
  problem.elastic.free = read_free(input, source);
  refuse_other_problems(problem, source);
  refuse_hermite_keys(input, source, staggered_pipeline(), "2: the scheme's order is 4");
  problem.kernel.pipeline = staggered_pipeline();

  // 2. Media, layers, sources.
  problem.elastic.scene = make_elastic_scene(input, source, *problem.system, problem.grid);
  problem.fdtd.scene = problem.elastic.scene.places;
  problem.fdtd.cpml = make_cpml(input, problem.grid, source);
  problem.elastic.sources = make_point_sources(input, problem.grid, source);
  refuse_unknown_solution(problem, source);
  choose_surface_operators(problem);
  const double highest = highest_frequency(problem.elastic.sources);
  warn_of_media(problem);
  warn_of_short_elastic_waves(problem, highest);
  warn_of_layers(problem, highest);
  warn_of_guided_waves(problem);

  // 3. The time step.
  const double courant = input.method.courant;
  if (courant > elastic_courant_limit + courant_slack)
    refuse_courant(courant, source,
                   "at most 6/7: dt vp sqrt(1/dx^2 + 1/dy^2 + 1/dz^2), beyond which the staggered "
                   "scheme is unstable");
  problem.time =
      choose_steps(input.time.final, courant,
                   fdtd_rate(problem.grid, problem.elastic.scene.fastest()), input.time.steps);
  if (!problem.elastic.sources.empty()) require_driven_steps(problem.time.steps);
  problem.stages = 1;
}

}  // namespace hermite
