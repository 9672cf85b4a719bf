// What a user of the solver fdtd should know of bodies, layers and voxels before the first step: which the grid does not
// see, and where something else takes the background for all there is.
#include <algorithm>
#include <optional>

#include "drivers/problem/fdtd.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/media/component_media.hpp"

namespace hermite {

namespace {

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

// A place in a face of the incident wave's box that has another medium than the background, if any.
std::optional<std::array<double, 3>> cut_by_faces(const Problem& problem) {
  const IncidentWave& w = problem.fdtd.incident;
  for (int field = 0; field < 3; ++field) {  // E along the faces belongs to the box
    const ComponentMedia media(problem.fdtd.scene, problem.grid, yee_staggering(field));
    std::array<long, 3> all{};
    for (std::size_t d = 0; d < 3; ++d)  // node N of a periodic axis is node 0
      all[d] = w.upper[d] - w.lower[d] + (int(d) == field || w.spans[d] ? 0 : 1);
    for (std::size_t across = 0; across < 3; ++across) {
      if (w.spans[across] || int(across) == field) continue;
      std::array<long, 3> lower = w.lower, nodes = all;
      nodes[across] = 1;
      for (const long face : {w.lower[across], w.upper[across]}) {
        lower[across] = face;
        if (const auto place = media.first_other(lower, nodes)) return place;
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

}  // namespace

void add_media_notices(Problem& problem) {
  if (problem.input.system == "maxwell") {
    warn_of_initial_media(problem);
    warn_of_energy(problem);
    warn_of_receivers_in_conductors(problem);
    warn_of_cut_faces(problem);
  }
  warn_of_absent_media(problem);
}

}  // namespace hermite
