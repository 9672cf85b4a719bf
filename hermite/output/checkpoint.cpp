#include "hermite/output/checkpoint.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hermite/core/case.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/suggest.hpp"
#include "hermite/output/durable_file.hpp"
#include "hermite/output/hdf5.hpp"
#include "hermite/output/seal.hpp"

namespace hermite {

using hdf5::Handle;
using nlohmann::json;

namespace {

std::vector<hsize_t> shape_of(const NodalState& state) {
  return {state.fields.size(), hsize_t(state.nodes[2]), hsize_t(state.nodes[1]),
          hsize_t(state.nodes[0]), hsize_t(state.entries())};
}

/// A slice of a state: its place in the dataset and in memory.
class SliceSpace {
 public:
  explicit SliceSpace(const NodalState& state)
      : count_(shape_of(state)),
        axis_(state.dimension == 3 ? 1 : 2),
        in_file_(H5Screate_simple(5, count_.data(), nullptr), H5Sclose),
        in_memory_(one_slice(state, count_, axis_)) {}

  hid_t memory() const { return in_memory_; }
  hid_t file(long slice) const {
    std::vector<hsize_t> start(5, 0);
    start[axis_] = hsize_t(slice);
    hdf5::check(H5Sselect_hyperslab(in_file_, H5S_SELECT_SET, start.data(), nullptr, count_.data(),
                                    nullptr));
    return in_file_;
  }

 private:
  /// Makes the shape that of a slice.
  static Handle one_slice(const NodalState& state, std::vector<hsize_t>& shape, size_t axis) {
    if (state.dimension > 1) shape[axis] = 1;
    return {H5Screate_simple(5, shape.data(), nullptr), H5Sclose};
  }
  std::vector<hsize_t> count_;
  size_t axis_;
  Handle in_file_, in_memory_;
};

void write_state(hid_t group, const NodalState& state, bool single) {
  const hid_t type = single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const Handle dataset = hdf5::create_dataset(group, state.name, type, shape_of(state));
  const SliceSpace space(state);
  std::vector<double> values(state.slice_size());
  std::vector<float> narrow(single ? values.size() : 0);
  for (long slice = 0; slice < state.slices(); ++slice) {
    state.read_slice(slice, values.data());
    for (size_t i = 0; i < narrow.size(); ++i) narrow[i] = float(values[i]);
    const void* data = single ? static_cast<const void*>(narrow.data()) : values.data();
    hdf5::check(H5Dwrite(dataset, type, space.memory(), space.file(slice), H5P_DEFAULT, data));
  }
}

void write_content(hid_t file, const Checkpoint& c) {
  hdf5::write_attribute(file, "format", long(checkpoint_format));
  hdf5::write_attribute(file, "program", c.program);
  hdf5::write_attribute(file, "precision", c.precision);
  hdf5::write_attribute(file, "step", c.step);
  hdf5::write_attribute(file, "time", c.time);
  hdf5::write_attribute(file, "dt", c.dt);
  hdf5::write_attribute(file, "seconds", c.seconds);
  hdf5::write_attribute(file, "growth_peak", c.growth_peak);
  hdf5::write_attribute(file, "growth_reference", c.growth_reference);
  hdf5::write_text(file, "case", c.resolved_case);
  const Handle series = hdf5::create_group(file, "series");
  for (const auto& [name, table] : c.series) {
    const Handle group = hdf5::create_group(series, name);
    hdf5::write_text(group, "columns", join(table.columns, ","));
    hdf5::write_numbers(group, "values", {hsize_t(table.rows()), table.columns.size()},
                        table.values.data());
  }
}

Checkpoint read_content(hid_t file) {
  Checkpoint c;
  c.program = hdf5::read_string(file, "program");
  c.precision = hdf5::read_string(file, "precision");
  c.step = hdf5::read_long(file, "step");
  c.time = hdf5::read_double(file, "time");
  c.dt = hdf5::read_double(file, "dt");
  c.seconds = hdf5::read_double(file, "seconds");
  c.growth_peak = hdf5::read_double(file, "growth_peak");
  c.growth_reference = hdf5::read_double(file, "growth_reference");
  c.resolved_case = hdf5::read_text(file, "case");
  const Handle series(H5Gopen2(file, "series", H5P_DEFAULT), H5Gclose);
  for (const std::string& name : hdf5::names_in(series)) {
    CsvTable& table = c.series[name];
    std::string columns = hdf5::read_text(series, name + "/columns") + ",";
    for (size_t begin = 0, comma; (comma = columns.find(',', begin)) != columns.npos;
         begin = comma + 1)
      table.columns.push_back(columns.substr(begin, comma - begin));
    table.values = hdf5::read_numbers(series, name + "/values");
  }
  return c;
}

/// Bytes of the file, and somewhat more.
long size_estimate(const Checkpoint& c, const std::vector<NodalState>& states) {
  long bytes = 65536 + long(c.resolved_case.size());
  for (const auto& [name, table] : c.series) {
    bytes += 16384 + 8 * long(table.values.size());
    for (const std::string& column : table.columns) bytes += long(column.size()) + 1;
  }
  const long value_bytes = c.precision == "single" ? 4 : 8;
  for (const NodalState& state : states)
    bytes += 16384 + state.slices() * long(state.slice_size()) * value_bytes;
  return bytes;
}

/// Leaves of a case by path; lists are leaves.
std::map<std::string, std::string> leaves(const json& object, const std::string& above = "") {
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : object.items()) {
    if (above.empty() && is_observation(name)) continue;
    if (value.is_object())
      result.merge(leaves(value, above + name + "."));
    else
      result[above + name] = value.dump();
  }
  return result;
}

}  // namespace

void write_checkpoint(const std::string& name, const Checkpoint& checkpoint,
                      const std::vector<NodalState>& states) {
  DurableFile file(name);
  file.require_room(size_estimate(checkpoint, states));
  const hdf5::Quiet quiet;
  try {
    Handle opened = hdf5::create_file(file.partial(), seal_bytes);
    write_content(opened, checkpoint);
    const Handle group = hdf5::create_group(opened, "states");
    for (const NodalState& state : states)
      write_state(group, state, checkpoint.precision == "single");
    opened.close();
  } catch (const hdf5::Failure& failure) {
    file.fail(failure.what());
  }
  if (!write_seal(file.partial())) file.fail();
  file.commit();
}

CheckpointReader::CheckpointReader(std::string file) : file_(std::move(file)) {
  require_seal(file_);
  const hdf5::Quiet quiet;
  try {
    content_ = read_content(hdf5::open_file(file_));
  } catch (const hdf5::Failure& failure) {
    throw CaseError(file_, "",
                    std::string("is a checkpoint that lacks something: ") + failure.what());
  }
}

std::string CheckpointReader::pipeline() const {
  return json::parse(content_.resolved_case).value("/kernel/pipeline"_json_pointer, std::string());
}
std::string CheckpointReader::surface_operators() const {
  return json::parse(content_.resolved_case)
      .value("/free_surface/operators"_json_pointer, std::string());
}

void CheckpointReader::require_case(const std::string& resolved_case) const {
  require_same(resolved_case, true);
}
void CheckpointReader::require_equations(const std::string& resolved_case) const {
  require_same(resolved_case, false);
}

void CheckpointReader::require_same(const std::string& resolved_case, bool all_keys) const {
  const auto then = leaves(json::parse(content_.resolved_case)),
             now = leaves(json::parse(resolved_case));
  const auto value = [](const std::map<std::string, std::string>& values, const std::string& key) {
    const auto found = values.find(key);
    return found == values.end() ? "nothing" : found->second;
  };
  std::vector<std::string> keys = {"solver", "system", "dimension"};  // what the others follow from
  if (all_keys)
    for (const auto& values : {now, then})
      for (const auto& leaf : values) keys.push_back(leaf.first);
  for (const std::string& key : keys) {
    if (value(then, key) == value(now, key) || key == "time.final" || key == "time.steps") continue;
    throw CaseError(file_, key,
                    "the checkpoint has " + value(then, key) + ", the case " + value(now, key) +
                        "; resume with the case that the run was started with");
  }
}

void CheckpointReader::require_steps(double final, long steps) const {
  constexpr double rounding = 1e-9;  // of a time that is given in decimal digits
  const double dt = final / double(steps);
  if (steps < content_.step)
    throw CaseError(file_, "time.final", format("%.15g", final),
                    format("more than %.15g: the checkpoint is of that time", content_.time));
  if (std::abs(dt - content_.dt) <= rounding * content_.dt) return;
  const long then = std::max(content_.step + 1, std::lround(final / content_.dt));
  throw CaseError(file_, "time.final", format("%.15g in %ld steps", final, steps),
                  format("a whole number of the checkpoint's steps, as time.final=%.15g with "
                         "time.steps=%ld",
                         double(then) * content_.dt, then));
}

void CheckpointReader::read(const NodalState& state,
                            const std::function<void(const ReadSlice&)>& use) const {
  const hdf5::Quiet quiet;
  try {
    const Handle opened = hdf5::open_file(file_);
    const Handle dataset = hdf5::open_dataset(opened, "states/" + state.name);
    if (hdf5::shape_of(dataset) != shape_of(state))
      throw CaseError(file_, "states/" + state.name, "has another shape than the run's array");
    const SliceSpace space(state);
    use([&](long slice, double* values) {
      hdf5::check(H5Dread(dataset, H5T_NATIVE_DOUBLE, space.memory(), space.file(slice),
                          H5P_DEFAULT, values));
    });
  } catch (const hdf5::Failure& failure) {
    throw CaseError(file_, "states/" + state.name,
                    std::string("cannot be read: ") + failure.what());
  }
}

}  // namespace hermite
