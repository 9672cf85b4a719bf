// The table of solvers: one line each.
#include "drivers/problem/solvers.hpp"

#include "drivers/problem/problem.hpp"
#include "hermite/core/error.hpp"
#include "kernels/fdtd/maxwell/arrays.hpp"
#include "kernels/hermite/stages.hpp"
#include "kernels/hermite/variant.hpp"

namespace hermite {

namespace {

Solver make_hermite(const Problem& problem, const Device& device) {
  refuse_idle_keys(problem.input.kernel, problem.input.dimension);
  return hermite_solver(*problem.system, problem.grid, hermite_method_of(problem), device);
}

Solver make_fdtd(const Problem& problem, const Device& device) {
  if (problem.input.system == "elastic")
    return fdtd_elastic_solver(*problem.system, problem.grid, elastic_method_of(problem), device);
  return fdtd_maxwell_solver(*problem.system, problem.grid, fdtd_method_of(problem), device);
}

struct Entry {
  const char* name;
  Solver (*make)(const Problem&, const Device&);
};

const Entry solvers[] = {
    {"hermite", make_hermite},
    {"fdtd", make_fdtd},
};

}  // namespace

HermiteMethod hermite_method_of(const Problem& problem) {
  return {problem.nodal_order, problem.time.dt, problem.stages,
          precision_named(problem.input.precision), problem.kernel};
}

FdtdMethod fdtd_method_of(const Problem& problem) {
  const FdtdSetting& fdtd = problem.fdtd;
  return {problem.time.dt,    precision_named(problem.input.precision),
          problem.kernel,     fdtd.scene,
          fdtd.cpml,          fdtd.sources,
          fdtd.incident,      fdtd.mur,
          problem.time.steps, {fdtd.spectra, fdtd.far_field.spectrum}};
}

ElasticMethod elastic_method_of(const Problem& problem) {
  return {problem.time.dt,      precision_named(problem.input.precision),
          problem.kernel,       problem.elastic.scene,
          problem.fdtd.cpml,    problem.elastic.sources,
          problem.elastic.free, problem.input.free_surface.operators,
          problem.time.steps};
}

bool takes_tight_rows(const Problem& problem, const Device& device) {
  return problem.input.system != "elastic" &&
         lines_waste_memory(*problem.system, problem.grid, fdtd_method_of(problem), device);
}

Solver make_solver(const Problem& problem, const Device& device) {
  for (const Entry& entry : solvers)
    if (problem.input.solver == entry.name) return entry.make(problem, device);
  throw CaseError(problem.input.file, "solver",
                  "\"" + problem.input.solver + "\" has no entry in drivers/problem/solvers.cpp");
}

}  // namespace hermite
