// The solver fdtd before its first step: what it refuses, its time step, its media, layers and sources.
#include <algorithm>

#include "drivers/problem/fdtd.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/grid/boundary.hpp"
#include "hermite/method/pipelines.hpp"
#include "kernels/fdtd/clock.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/fdtd/rate.hpp"

namespace hermite {

namespace {

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

// An incident wave is stepped on a line without losses; off the axes it, and far fields, are those of a uniform grid
// in a medium that knows no directions.
void refuse_backgrounds(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  const Grid& grid = problem.grid;
  const Medium& background = problem.fdtd.scene.media.front();
  if (input.incident.direction != "none" && !background.lossless())
    throw CaseError(source.place("incident.direction"), "incident.direction",
                    "\"" + input.incident.direction + "\"",
                    "\"none\" in a background with losses: give these to a body (objects) instead");
  const bool graded = grid.graded(0) || grid.graded(1) || grid.graded(2);
  const bool isotropic = background.isotropic();
  if (!graded && isotropic) return;
  const std::string where = graded ? " on a graded grid" : " in an anisotropic background";
  if (input.incident.direction == "angles")
    throw CaseError(source.place("incident.direction"), "incident.direction", "\"angles\"",
                    "one of the axes, as in \"+x\"," + where);
  if (!input.far_field.frequencies.empty())
    throw CaseError(source.place("far_field.frequencies"), "far_field.frequencies",
                    short_number(input.far_field.frequencies.front()), "none" + where);
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
  refuse_backgrounds(problem, source);
  fdtd.incident = make_incident(input, problem.grid, fdtd.cpml, source, problem.notices);
  fdtd.mur = read_mur(input, source);
  fdtd.sources = make_sources(input, problem.grid, source);

  // 3. The time step.
  const double courant = input.method.courant;
  if (courant > 1 + courant_slack)
    refuse_courant(courant, source,
                   "at most 1: dt c sqrt(1/dx^2 + 1/dy^2 + 1/dz^2), beyond which Yee's scheme is "
                   "unstable");
  problem.time = choose_steps(input.time.final, courant,
                              fdtd_rate(problem.grid, fdtd.scene.fastest()), input.time.steps);
  if (!fdtd.sources.empty() || fdtd.incident.on()) require_driven_steps(problem.time.steps);
  problem.stages = 1;

  // 4. What is carried along.
  fdtd.spectra = make_spectra(input, problem.grid, problem.time, source);
  fdtd.far_field = make_far_field(input, problem.grid, fdtd.cpml, fdtd.scene, fdtd.incident,
                                  problem.time, source);
}

}  // namespace

void plan_fdtd(Problem& problem, const Source& source) {
  if (problem.input.system == "elastic")
    plan_elastic_fdtd(problem, source);
  else
    plan_yee(problem, source);
  refuse_fast_waves(problem, source);
  add_fdtd_notices(problem);
}

}  // namespace hermite
