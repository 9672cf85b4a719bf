#include "drivers/receivers.hpp"

#include <cstdio>

#include "hermite/core/error.hpp"
#include "hermite/output/stencil.hpp"

namespace hermite {

namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

}  // namespace

PointSample sample_at(const NodalState& state, int field, const std::vector<double>& point) {
  PointSample sample{{{{0, 0}, {0, 0}, {0, 0}}, field}, {}};
  for (int axis = 0; axis < state.dimension; ++axis) {
    const AxisStencil s = AxisCells(state, axis).at(point[static_cast<std::size_t>(axis)]);
    sample.place.node[axis][0] = s.left;
    sample.place.node[axis][1] = s.right;
    sample.weights[axis] = s.weights;
  }
  return sample;
}

void Receivers::check(const Problem& problem, const Source& source) {
  const Case& input = problem.input;
  check_fields(problem, input.receivers.fields, "receivers.fields", source);
  for (std::size_t i = 0; i < input.receivers.points.size(); ++i) {
    bool inside = true;
    std::string point, box;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(input.dimension); ++axis) {
      const double x = input.receivers.points[i][axis];
      const double lower = problem.grid.lower[axis], upper = problem.grid.upper[axis];
      inside = inside && x >= lower && x <= upper;
      point += (axis == 0 ? "" : ", ") + number(x);
      box += (axis == 0 ? "[" : " x [") + number(lower) + ", " + number(upper) + "]";
    }
    if (!inside)
      throw CaseError(source.place("receivers.points"), "receivers.points",
                      "point " + std::to_string(i + 1) + ", (" + point + ")",
                      "points of the domain " + box);
  }
}

Receivers::Receivers(const Problem& problem, const Simulation& simulation,
                     const std::vector<NodalState>& states)
    : simulation_(simulation) {
  const Case::Receivers& wanted = problem.input.receivers;
  const std::vector<FieldPlace> fields = find_fields(problem, states, wanted.fields);
  table_.columns = {"step", "time"};
  std::vector<std::vector<PointSample>> samples(states.size());
  std::vector<std::vector<std::size_t>> columns(states.size());
  for (std::size_t i = 0; i < wanted.points.size(); ++i)
    for (const FieldPlace& place : fields) {
      const auto k = static_cast<std::size_t>(place.state);
      samples[k].push_back(sample_at(states[k], place.field, wanted.points[i]));
      columns[k].push_back(table_.columns.size());
      table_.columns.push_back(place.name + "@" + std::to_string(i + 1));
      heads_.push_back({"R" + std::to_string(i + 1),
                        place.name,
                        0,
                        static_cast<double>(wanted.every) * problem.time.dt,
                        wanted.points[i],
                        {}});
    }
  for (std::size_t k = 0; k < states.size(); ++k)
    groups_.push_back({static_cast<int>(k), columns[k],
                       PointSampler(simulation.device(), problem.solver.precision,
                                    states[k].dimension, states[k].order, samples[k])});
}

void Receivers::record(long step, double time) {
  for (Group& group : groups_) {
    if (group.sampler.record(simulation_.bound(group.state))) continue;
    collect();  // all groups are full at once
    group.sampler.record(simulation_.bound(group.state));
  }
  pending_.push_back(static_cast<double>(step));
  pending_.push_back(time);
}

void Receivers::collect() {
  const std::size_t records = pending_.size() / 2, width = table_.columns.size();
  const std::size_t begin = table_.values.size();
  table_.values.resize(begin + records * width);
  for (std::size_t r = 0; r < records; ++r)
    for (std::size_t c = 0; c < 2; ++c) table_.values[begin + r * width + c] = pending_[2 * r + c];
  for (Group& group : groups_) {
    const std::vector<double> values = group.sampler.take();
    const std::size_t count = group.columns.size();
    for (std::size_t r = 0; r < records; ++r)
      for (std::size_t i = 0; i < count; ++i)
        table_.values[begin + r * width + group.columns[i]] = values[r * count + i];
  }
  pending_.clear();
}

CsvTable& Receivers::table() {
  collect();
  return table_;
}

std::vector<std::pair<std::string, SacRecord>> Receivers::sac_records() {
  const CsvTable& all = table();
  const std::size_t width = all.columns.size();
  std::vector<std::pair<std::string, SacRecord>> records;
  for (std::size_t c = 2; c < width; ++c) {
    SacRecord record = heads_[c - 2];
    if (!all.values.empty()) record.begin = all.values[1];
    for (std::size_t i = c; i < all.values.size(); i += width)
      record.values.push_back(static_cast<float>(all.values[i]));
    records.emplace_back("receivers-" + all.columns[c] + ".sac", record);
  }
  return records;
}

}  // namespace hermite
