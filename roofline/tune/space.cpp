#include "roofline/tune/space.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hermite/method/pipelines.hpp"
#include "kernels/fdtd/elastic/block_shape.hpp"
#include "kernels/hermite/block_size.hpp"
#include "kernels/hermite/sweep_split.hpp"

namespace hermite {

using nlohmann::json;

namespace {

std::vector<json> up_to(long most, const std::vector<int>& list) {
  std::vector<json> values;
  for (const int value : list)
    if (value <= most) values.push_back(value);
  return values;
}

bool is_yee(const Case::Kernel& kernel) { return kernel.pipeline == yee_pipeline(); }

bool is_staggered(const Case::Kernel& kernel) { return kernel.pipeline == staggered_pipeline(); }

bool marches(const Case::Kernel& kernel, int dimension) {
  return dimension > 1 && kernel.variant != "literal" &&
         (!is_parity(kernel.pipeline) || is_of_gpus(kernel.variant));
}

// In how many dimensions a variant is at least.
int least_dimension(const std::string& variant, const Case::Kernel& kernel) {
  if (variant == "literal") return 1;
  return is_of_gpus(variant) || is_staggered(kernel) ? 3 : 2;
}

// Values are left out where the case gives one: it is kept.
std::vector<json> variants(const TuneSetting& s, const Case::Kernel& kernel) {
  if (kernel.variant != "auto") return {};
  std::vector<json> values;
  for (const std::string& variant : variants_of(kernel.pipeline)) {
    const bool asked = s.variants.empty() ||
                       std::find(s.variants.begin(), s.variants.end(), variant) != s.variants.end();
    if (asked && s.dimension >= least_dimension(variant, kernel) &&
        (s.cuda || !is_of_gpus(variant)))
      values.insert(values.begin(), variant);
  }
  return values;
}

// Boxes of threads (kernels/fdtd/elastic/elastic_march.hpp).
bool has_boxes(const TuneSetting& s, const Case::Kernel& kernel) {
  return s.cuda && is_staggered(kernel) &&
         chosen_staggered_variant(kernel.variant, s.dimension, true) == "march";
}

// A row's nodes in equal parts, whole packs of 4, beside what the code chooses: a warp's, and a box of its own
// for the end of the row.
std::vector<int> parts_of_row(long cells) {
  std::vector<int> parts;
  for (const int count : {1, 2, 3, 4, 6, 8}) {
    const int lanes = 4 * static_cast<int>(divide_up(divide_up(cells + 1, 4L), long{count}));
    if (lanes <= 512 && (parts.empty() || parts.back() != lanes)) parts.push_back(lanes);
  }
  return parts;
}

// The host's lanes come in vector registers: fewer than four are never fast. What the code chooses, 0,
// comes last, so that it goes by its number where that is one of the list.
std::vector<json> lanes(const TuneSetting& s, const Case::Kernel& kernel) {
  if (kernel.cells_per_block != 0 || is_of_gpus(kernel.variant)) return {};
  if (!s.cells_per_block.empty()) {
    // Blocks are no larger than the grid, but for those of fdtd.
    std::vector<json> asked;
    for (const int cells : s.cells_per_block)
      asked.push_back(is_difference(kernel.pipeline) ? cells : std::min<long>(cells, s.cells[0]));
    return asked;
  }
  std::vector<json> values = up_to(
      has_boxes(s, kernel) ? s.cells[0] + 4 : s.cells[0],
      has_boxes(s, kernel)             ? parts_of_row(s.cells[0])
      : is_difference(kernel.pipeline) ? std::vector<int>{8, 16, 32, 64, 128, 256}
      : s.cuda ? std::vector<int>{1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256}
               : std::vector<int>{4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512});
  values.push_back(0);
  return values;
}

const std::vector<int> box_sides = {1, 2, 3, 4, 6, 8};  // rows, and planes

std::vector<json> rows(const TuneSetting& s, const Case::Kernel& kernel) {
  if (is_difference(kernel.pipeline) && kernel.rows_per_block == 0)
    return up_to(s.cells[1],
                 has_boxes(s, kernel) ? box_sides : std::vector<int>{1, 2, 4, 8, 16, 32});
  if (kernel.rows_per_block != 0 || s.dimension < 3 || !marches(kernel, s.dimension) ||
      is_of_gpus(kernel.variant))
    return {};
  return up_to(s.cells[1], {1, 2, 4, 8, 16});
}

std::vector<json> equal_parts(long march) {
  std::vector<json> parts;
  for (const long count : {2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 32})
    if (const long planes = divide_up(march, count); parts.empty() || parts.back() != planes)
      parts.push_back(planes);
  return parts;
}

std::vector<json> planes(const TuneSetting& s, const Case::Kernel& kernel) {
  if (kernel.planes_per_block != 0 ||
      !(is_difference(kernel.pipeline) || marches(kernel, s.dimension)))
    return {};
  const long march = s.cells[static_cast<std::size_t>(s.dimension) - 1];
  if (has_boxes(s, kernel)) return up_to(march, box_sides);
  if (is_parity(kernel.pipeline))  // in pairs, and in fours
    return up_to(march, kernel.variant == "matrix" ? std::vector<int>{4, 8, 16, 32}
                                                   : std::vector<int>{2, 4, most_register_planes});
  if (!is_of_gpus(kernel.variant)) return up_to(march, {4, 8, 16, 32, 64, 128});
  // Sums from plane to plane: how many rounds of blocks there are matters more than a power of 2.
  if (is_shift(kernel.pipeline)) return equal_parts(march);
  return up_to(march, {1, 2, 4, most_register_planes});  // in pairs
}

std::vector<json> slabs(const TuneSetting& s, const Case::Kernel& kernel) {
  if (kernel.slab != 0 || kernel.pipeline != "two-kernel" || s.dimension == 1) return {};
  return up_to(s.cells[static_cast<std::size_t>(s.dimension) - 1] - 1, {1, 2, 4, 8, 16, 32});
}

// A1, A2, A3 of Toivanen et al. (kernels/fdtd/maxwell/cpml_launches.hpp); the naive A3 is
// there to compare with.
std::vector<json> cpml_kernels(const TuneSetting& s, const Case::Kernel& kernel) {
  if (!is_yee(kernel) || kernel.cpml != "auto" || !s.layers) return {};
  return {"fused", "regions", "faces"};
}

// The compiler's own choices are near what a multiprocessor holds of the widest blocks: 512 threads in
// 3-D, 128 to 320 of kernels with boxes of their own.
std::vector<json> min_blocks(const TuneSetting& s, const Case::Kernel& kernel) {
  if (kernel.min_blocks != 0 || !s.cuda || is_difference(kernel.pipeline)) return {};
  if (!is_of_gpus(kernel.variant))
    return s.dimension == 3 ? std::vector<json>{2, 3, 4} : std::vector<json>{2, 4, 6};
  if (is_shift(kernel.pipeline)) return {};  // compiled ahead only
  if (kernel.variant == "matrix") return {1, 2, 3};
  return {1, 2, 3, 4, 5, 6};
}

template <auto Member>
json get(const Case::Kernel& kernel) {
  return kernel.*Member;
}
template <auto Member>
void set(Case::Kernel& kernel, const json& value) {
  value.get_to(kernel.*Member);
}
template <auto Member>
TuneAxis axis(const char* key, bool refined,
              std::vector<json> (*values)(const TuneSetting&, const Case::Kernel&),
              bool compiles = false) {
  return {key, refined, compiles, values, get<Member>, set<Member>};
}

}  // namespace

const std::vector<TuneAxis>& tune_axes() {
  using K = Case::Kernel;
  static const std::vector<TuneAxis> axes = {
      axis<&K::variant>("variant", false, variants),
      axis<&K::cells_per_block>("cells_per_block", false, lanes),
      axis<&K::slab>("slab", true, slabs),
      axis<&K::rows_per_block>("rows_per_block", true, rows),
      axis<&K::planes_per_block>("planes_per_block", true, planes),
      axis<&K::min_blocks>("min_blocks", true, min_blocks, true),
      {"cpml_kernels", true, false, cpml_kernels,
       [](const K& kernel) { return is_yee(kernel) ? json(kernel.cpml) : json(); },
       [](K& kernel, const json& value) { value.get_to(kernel.cpml); }},
  };
  return axes;
}

bool is_refined(const TuneAxis& axis, const TuneSetting& setting, const Case::Kernel& kernel) {
  const bool of_a_launch = std::string(axis.key) == "rows_per_block";
  return axis.refined && !(of_a_launch && is_difference(kernel.pipeline) && setting.cuda);
}

std::string standard_variant(const TuneSubject& subject, const Case::Kernel& kernel,
                             const Device& device) {
  if (subject.fdtd) return chosen_yee_variant(kernel, device);
  if (subject.elastic)
    return chosen_staggered_variant(kernel.variant, subject.grid.dimension, device.cuda());
  HermiteMethod method = subject.method;
  method.kernel = kernel;
  return chosen_variant(*subject.system, subject.grid, method, device);
}

std::string label_of(const TuneSubject& subject) {
  const HermiteMethod& method = subject.method;
  return (is_difference(method.kernel.pipeline) ? "" : "N=" + std::to_string(method.order) + " ") +
         name_of(method.precision) + " " + method.kernel.pipeline +
         (has_tight_rows(method.kernel) ? " with tight rows" : "") +
         (steps_per_sweep(method.kernel) == 2 ? ", two steps a sweep" : "");
}

int steps_per_sweep(const Case::Kernel& kernel) {
  return is_difference(kernel.pipeline) ? 1 : kernel.steps_per_sweep;
}

Solver solver_of(const TuneSubject& subject, const Case::Kernel& kernel, const Device& device) {
  const auto with_own = [&](auto method) {
    method.dt = subject.method.dt;
    method.precision = subject.method.precision;
    method.kernel = kernel;
    return method;
  };
  if (subject.fdtd)
    return fdtd_maxwell_solver(*subject.system, subject.grid, with_own(*subject.fdtd), device);
  if (subject.elastic)
    return fdtd_elastic_solver(*subject.system, subject.grid, with_own(*subject.elastic), device);
  Solver solver = hermite_solver(*subject.system, subject.grid, with_own(subject.method), device);
  if (steps_per_sweep(kernel) == 2) {
    solver.stages = solver.pair.stages;
    solver.exchange = solver.pair.exchange;
    solver.pair = {};
  }
  return solver;
}

bool has_tight_rows(const Case::Kernel& kernel) { return kernel.rows == "tight"; }

json to_json(const Configuration& configuration) {
  const Case::Kernel& kernel = configuration.kernel;
  json result = {{"order", configuration.order},
                 {"precision", name_of(configuration.precision)},
                 {"pipeline", kernel.pipeline},
                 {"truncate", kernel.truncate},
                 {"layout", kernel.layout}};
  for (const TuneAxis& axis : tune_axes())
    if (const json value = axis.get(kernel); !value.is_null()) result[axis.key] = value;
  if (has_tight_rows(kernel)) result["rows"] = kernel.rows;
  if (steps_per_sweep(kernel) == 2) result["steps_per_sweep"] = 2;
  return result;
}

Configuration configuration_from(const json& json) {
  Configuration result;
  json.at("order").get_to(result.order);
  result.precision = precision_named(json.at("precision").get<std::string>());
  json.at("pipeline").get_to(result.kernel.pipeline);
  json.at("truncate").get_to(result.kernel.truncate);
  json.at("layout").get_to(result.kernel.layout);
  for (const TuneAxis& axis : tune_axes())
    if (!axis.get(result.kernel).is_null()) axis.set(result.kernel, json.at(axis.key));
  result.kernel.rows = json.value("rows", result.kernel.rows);
  result.kernel.steps_per_sweep = json.value("steps_per_sweep", 1);
  return result;
}

std::string text_of(const Case::Kernel& kernel) {
  Case::Kernel open;
  open.pipeline = kernel.pipeline;
  std::string text = kernel.variant;
  for (const TuneAxis& axis : tune_axes()) {
    if (std::string(axis.key) == "variant" || axis.get(kernel) == axis.get(open)) continue;
    text += std::string(", ") + axis.key + " " + axis.get(kernel).dump();
  }
  return text;
}

std::vector<Case::Kernel> along(const TuneAxis& axis, const TuneSetting& setting,
                                const Case::Kernel& about) {
  std::vector<Case::Kernel> points;
  for (const json& value : axis.values(setting, about)) {
    points.push_back(about);
    axis.set(points.back(), value);
  }
  return points;
}

std::vector<Case::Kernel> crossed(const TuneSetting& setting, const Case::Kernel& base) {
  std::vector<Case::Kernel> points = {base};
  for (const TuneAxis& axis : tune_axes()) {
    if (is_refined(axis, setting, base)) continue;
    std::vector<Case::Kernel> more;
    for (const Case::Kernel& point : points) {
      const std::vector<Case::Kernel> values = along(axis, setting, point);
      if (values.empty()) more.push_back(point);
      more.insert(more.end(), values.begin(), values.end());
    }
    points = more;
  }
  return points;
}

}  // namespace hermite
