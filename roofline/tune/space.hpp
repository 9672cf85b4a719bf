#pragma once
// The space of a tuner: which values of the case's section `kernel` it may choose for a system,
// pipeline, order and precision. An axis is a line of the table in space.cpp: its key, the
// values that fit the grid and the device, and whether it is crossed with the others or varied by
// itself about the best.

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"
#include "hermite/systems/system.hpp"
#include "kernels/fdtd/elastic/stages.hpp"
#include "kernels/fdtd/maxwell/stages.hpp"
#include "kernels/hermite/stages.hpp"

namespace hermite {

// What is tuned: a step of a system on a grid. method.kernel has what the case says; a value that
// it leaves open (0, "auto") is the tuner's.
struct TuneSubject {
  const System* system;
  Grid grid;
  HermiteMethod method;
  // Of the solver fdtd, which takes dt, precision and kernel from `method`; its order there is 0.
  std::optional<FdtdMethod> fdtd = {};
  std::optional<ElasticMethod> elastic = {};
};

// Steps of Hermite's pipelines that one sweep of the fields takes, and with it a step of the solver that is tuned. Yee's
// sweeps of two have blocks of their own, which are not.
int steps_per_sweep(const Case::Kernel& kernel);
// The solver with `kernel` in place of the case's, its steps whole sweeps; throws Error where it cannot be.
Solver solver_of(const TuneSubject& subject, const Case::Kernel& kernel, const Device& device);
// The variant that the code takes by itself.
std::string standard_variant(const TuneSubject& subject, const Case::Kernel& kernel,
                             const Device& device);
// "N=2 single monolithic", "single yee with tight rows", "N=1 single full-step, two steps a sweep"
std::string label_of(const TuneSubject& subject);

// One point of the space, as files name it.
struct Configuration {
  int order = 0;
  Precision precision = Precision::double_;
  Case::Kernel kernel;
};
// Other blocks suit them (kernels/fdtd/row_threads.hpp): they are times apart. Files name no rows of whole lines.
bool has_tight_rows(const Case::Kernel& kernel);
nlohmann::json to_json(const Configuration& configuration);
// Throws nlohmann::json::exception where a key is missing or of another type.
Configuration configuration_from(const nlohmann::json& json);
// "march, 32 cells, 4 rows, planes chosen": the axes that are not at their default.
std::string text_of(const Case::Kernel& kernel);

// What the values of an axis depend on.
struct TuneSetting {
  int dimension = 1;
  bool cuda = false;
  std::array<long, 3> cells = {1, 1, 1};
  std::vector<int> cells_per_block;   // asked for on the command line; empty: all
  std::vector<std::string> variants;  // likewise
  bool layers = false;                // absorbing ones, which fdtd has kernels for
};

struct TuneAxis {
  const char* key;  // of the case's section kernel; cpml_kernels is cpml.kernels
  bool refined;     // varied by itself about the best, not crossed with the others
  bool compiles;    // every value is compiled first: refined about the fastest variant alone
  // Values beside the one that is in the kernel, if they matter there.
  std::vector<nlohmann::json> (*values)(const TuneSetting&, const Case::Kernel&);
  // null: there is no such choice for the pipeline, files leave it out.
  nlohmann::json (*get)(const Case::Kernel&);
  void (*set)(Case::Kernel&, const nlohmann::json&);
};
const std::vector<TuneAxis>& tune_axes();
// Whether an axis is refined for a pipeline: lanes and rows of Yee's blocks on a GPU are crossed, as it is
// their product that a launch allows.
bool is_refined(const TuneAxis& axis, const TuneSetting& setting, const Case::Kernel& kernel);

// Every combination of the crossed axes, the others as they are in `base`.
std::vector<Case::Kernel> crossed(const TuneSetting& setting, const Case::Kernel& base);
// `about` with each value of one axis in turn.
std::vector<Case::Kernel> along(const TuneAxis& axis, const TuneSetting& setting,
                                const Case::Kernel& about);

}  // namespace hermite
