// From a case to all that is known before the first step: grid, system, time step, number of
// Taylor stages, solver. Shared by all subcommands that take a case.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hermite/core/case.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/media/cpml.hpp"
#include "hermite/media/elastic_medium.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/method/stability_table.hpp"
#include "hermite/output/far_field.hpp"
#include "hermite/output/results.hpp"
#include "hermite/parallel/ranks.hpp"
#include "hermite/sources/edge_sources.hpp"
#include "hermite/sources/elastic_sources.hpp"
#include "hermite/sources/incident_wave.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

/// By how much a Courant number may lie above its limit: what the time step is rounded by.
constexpr double courant_slack = 1e-9;

/// What a problem of the solver fdtd has beside the grid.
struct FdtdSetting {
  Scene scene;
  CpmlProfile cpml;
  std::vector<EdgeSource> sources;
  IncidentWave incident;
  std::array<std::array<bool, 2>, 3> mur{};
  Spectrum spectra;
  FarField far_field;
};

/// The same with the system elastic, beside scene (the places of its media) and cpml of the above.
struct ElasticSetting {
  ElasticScene scene;
  std::vector<PointSource> sources;
  std::array<bool, 2> free{};  // faces of the last axis
};

struct Problem {
  Case input;
  std::map<std::string, std::string> files;  // that the case names: checksums of what they hold
  std::unique_ptr<System> system;
  Domain domain;
  Grid grid;
  TimeSteps time{};
  int stages = 0;       // q
  int nodal_order = 0;  // N: nodes hold derivatives 0..N; of Yee's scheme values alone
  FdtdSetting fdtd;
  ElasticSetting elastic;
  // Of the case, with tuned values, and rows that fit into memory, where it leaves them open.
  Case::Kernel kernel;
  std::string block = "default";  // where these come from (TunedChoice::text)
  Solver solver;
  std::vector<std::string> notices;  // what the user should know of choices that were made

  /// Fields of the system; a solver may carry fewer.
  int system_fields() const { return static_cast<int>(system->fields(input.dimension).size()); }
  int fields() const { return static_cast<int>(solver.fields.size()); }
  /// (N+1)^d
  int per_node() const;
  /// fields * primal nodes * (N+1)^d
  long dof() const;
  /// The resolved case, and the contents of the files that it names: what a run is the same by.
  std::string identity() const;
  /// Whether all of the domain is of one medium without directions.
  bool uniform() const { return fdtd.scene.uniform() && elastic.scene.uniform(); }
  /// Whether there is an exact solution to compare with.
  bool has_exact() const;
  /// All of the row that is known before the run.
  Row row(const Device& device) const;
};

/// The systems a case may name; the one that it names is made in `system`.
SystemTable system_table(std::unique_ptr<System>& system);

/// Where the values of a case came from, so that messages name the option that gave one.
Source source_of(const std::string& file, const std::vector<Override>& overrides);

/// Reads the case and refuses what cannot work: the Courant number, the stages, the memory. `tuned`
/// is the option --tuned (drivers/problem/tuned.hpp). Of several ranks each has the solver of its slab.
Problem make_problem(const std::string& file, const std::vector<Override>& overrides,
                     const Device& device, const std::string& tuned = "off",
                     Ranks& ranks = alone());
/// A problem without a solver, and with what of it no device changes: a pipeline "auto" stays open.
Problem state_problem(const std::string& file, const std::vector<Override>& overrides,
                      const Device& device);

/// Whether the case is solved by finite differences.
inline bool is_fdtd(const Case& input) { return input.solver == "fdtd"; }
/// Time step and setting of such a problem, whose grid is known. Refuses what the scheme cannot do, and
/// keys of other solvers (fdtd.cpp).
void plan_fdtd(Problem& problem, const Source& source);

/// A Courant number above a limit, with the digits that tell it from that (stages.cpp).
[[noreturn]] void refuse_courant(double courant, const Source& source, const std::string& allowed);

/// q for the case's order and Courant number. Refuses a Courant number past the stable limit, and
/// a q of which nothing is known; adds a notice where "auto" knows nothing and takes the full q.
int choose_stages(const Case& input, const Source& source, const StabilityTable& table,
                  std::vector<std::string>& notices);
/// Forms that sum a series in time amplify rounding errors; the shift does not. For a pipeline that is named.
void warn_of_rounding(const Case& input, std::vector<std::string>& notices);

/// Whether the case leaves the pipeline of the solver hermite to the code.
bool is_pipeline_open(const Case& input);
/// Puts what was chosen for a key that the case leaves open into the resolved case, which is printed, recorded and compared.
void record_choice(Case& input, const std::string& section, const std::string& key,
                   const std::string& choice);

}  // namespace hermite
