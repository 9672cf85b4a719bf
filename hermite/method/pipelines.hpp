// What is known of a pipeline by its name alone (key kernel.pipeline).
#pragma once

#include <string>
#include <vector>

namespace hermite {

/// Whether the case leaves it to the code (kernels/hermite/pipeline_choice.hpp).
inline bool leaves_open(const std::string& pipeline) { return pipeline == "auto"; }

/// Advection as one matrix per direction.
inline bool is_shift(const std::string& pipeline) {
  return pipeline == "shift" || pipeline == "full-step";
}

/// Acoustics in second-order form, two arrays half a step apart.
inline bool is_wave(const std::string& pipeline) {
  return pipeline == "conservative" || pipeline == "leapfrog";
}

/// The half step as one dense matrix for each parity (parity_blocks.hpp).
inline bool is_parity(const std::string& pipeline) { return pipeline == "parity"; }

/// Whether it applies the whole series in time at once: there is no choice of Taylor stages.
inline bool is_whole_series(const std::string& pipeline) {
  return is_shift(pipeline) || is_wave(pipeline);
}

/// The pipelines that a system has.
inline std::vector<std::string> pipelines_of(const std::string& system) {
  std::vector<std::string> names = {"monolithic", "two-kernel"};
  if (system == "advection") names.insert(names.end(), {"shift", "full-step"});
  if (system != "advection" && system != "euler") names.push_back("parity");
  if (system == "acoustics") names.insert(names.end(), {"conservative", "leapfrog"});
  return names;
}

/// Yee's scheme: what the solver fdtd calls its pipeline.
inline const char* yee_pipeline() { return "yee"; }

/// The staggered elastic scheme: the same.
inline const char* staggered_pipeline() { return "staggered"; }

/// Whether it is a scheme of finite differences, which has no order N.
inline bool is_difference(const std::string& pipeline) {
  return pipeline == yee_pipeline() || pipeline == staggered_pipeline();
}
/// That of a system with the solver fdtd.
inline const char* difference_pipeline(const std::string& system) {
  return system == "elastic" ? staggered_pipeline() : yee_pipeline();
}

/// The schedules that a pipeline has (key kernel.variant).
inline std::vector<std::string> variants_of(const std::string& pipeline) {
  if (is_parity(pipeline)) return {"literal", "matrix", "registers"};
  if (is_difference(pipeline)) return {"literal", "march", "tile"};
  if (is_wave(pipeline)) return {"literal", "march"};
  return {"literal", "march", "registers"};
}
/// Whether a schedule runs on GPUs in 3-D only.
inline bool is_of_gpus(const std::string& variant) {
  return variant == "registers" || variant == "matrix";
}

/// The order at which errors fall with h when nodes hold derivatives 0..N.
inline int expected_rate(int order, const std::string& pipeline) {
  if (is_difference(pipeline)) return 2;
  if (pipeline == "conservative") return 2 * order;
  if (pipeline == "leapfrog") return order % 2 == 0 ? 2 * order + 2 : 2 * order;
  return 2 * order + 1;
}

}  // namespace hermite
