#include "drivers/observe/receivers.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/output/stencil.hpp"

namespace hermite {

namespace {

void set_axis(PointSample& sample, int axis, const AxisStencil& s) {
  sample.place.node[axis][0] = s.left;
  sample.place.node[axis][1] = s.right;
  sample.weights[axis] = s.weights;
}

PointSample sample_of(int state, int field) {
  return {{{{0, 0}, {0, 0}, {0, 0}}, state, field}, {}};
}

// By the polynomial of degree 3: samples that add up to it, in order of planes, each of one plane alone, so that it is
// the same whatever rank has which.
std::vector<PointSample> cubic_samples_at(const std::vector<NodalState>& states, int state,
                                          int field, const std::vector<double>& point) {
  const NodalState& nodal = states[static_cast<std::size_t>(state)];
  const auto parts_along = [&](int axis) {
    return AxisCells(nodal, axis).cubic_at(point[static_cast<std::size_t>(axis)]);
  };
  const int last = nodal.dimension - 1;
  std::map<long, double> planes;
  for (const AxisStencil& s : parts_along(last)) {
    planes[s.left] += s.weights[0];
    planes[s.right] += s.weights[1];
  }
  std::vector<PointSample> samples;
  for (const auto& [plane, weight] : planes) {
    if (weight == 0) continue;
    samples.push_back(sample_of(state, field));
    set_axis(samples.back(), last, {plane, plane, {weight, 0}});
  }
  for (int axis = 0; axis < last; ++axis) {
    const std::vector<AxisStencil> parts = parts_along(axis);
    std::vector<PointSample> products;
    for (const PointSample& sample : samples)
      for (const AxisStencil& s : parts) {
        if (s.weights[0] == 0 && s.weights[1] == 0) continue;  // the point is on a node
        products.push_back(sample);
        set_axis(products.back(), axis, s);
      }
    samples = std::move(products);
  }
  if (samples.empty()) samples.push_back(sample_at(states, state, field, point));  // 0 on a wall
  return samples;
}

}  // namespace

PointSample sample_at(const std::vector<NodalState>& states, int state, int field,
                      const std::vector<double>& point) {
  const NodalState& nodal = states[static_cast<std::size_t>(state)];
  PointSample sample = sample_of(state, field);
  for (int axis = 0; axis < nodal.dimension; ++axis)
    set_axis(sample, axis, AxisCells(nodal, axis).at(point[static_cast<std::size_t>(axis)]));
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
      point += (axis == 0 ? "" : ", ") + place_text(x);
      box += (axis == 0 ? "[" : " x [") + place_text(lower) + ", " + place_text(upper) + "]";
    }
    if (!inside)
      throw CaseError(source.place("receivers.points"), "receivers.points",
                      "point " + std::to_string(i + 1) + ", (" + point + ")",
                      "points of the domain " + box);
  }
}

// The node of another rank is then that of the halo.
Receivers::Place Receivers::place_on_rank(PointSample& sample) const {
  if (simulation_.ranks().alone()) return here;
  const int state = sample.place.state;
  long(&node)[2] = sample.place.node[simulation_.solver().dimension - 1];
  if (!simulation_.looks_between(node[0], node[1], state)) return elsewhere;
  const Planes own = simulation_.own_slices(state);
  if (own.has(node[0]) && own.has(node[1])) return here;
  (own.has(node[0]) ? node[1] : node[0]) = own.has(node[0]) ? node[0] + 1 : node[1] - 1;
  return across;
}

Receivers::Receivers(const Problem& problem, Simulation& simulation,
                     const std::vector<NodalState>& states)
    : simulation_(simulation), columns_(static_cast<std::size_t>(simulation.ranks().count())) {
  const Case::Receivers& wanted = problem.input.receivers;
  const std::vector<FieldPlace> fields = find_fields(problem, states, wanted.fields);
  Ranks& ranks = simulation.ranks();
  table_.columns = {"step", "time"};
  const auto parts_at = [&](int state, int field, const std::vector<double>& point) {
    return is_fdtd(problem.input) && problem.input.system == "elastic"
               ? cubic_samples_at(states, state, field, point)
               : std::vector<PointSample>{sample_at(states, state, field, point)};
  };
  std::vector<PointSample> samples;
  std::vector<std::size_t> columns;  // of each
  for (std::size_t i = 0; i < wanted.points.size(); ++i)
    for (const FieldPlace& place : fields) {
      for (const PointSample& part : parts_at(place.state, place.field, wanted.points[i])) {
        samples.push_back(part);
        columns.push_back(table_.columns.size());
      }
      table_.columns.push_back(place.name + "@" + std::to_string(i + 1));
      heads_.push_back({"R" + std::to_string(i + 1),
                        place.name,
                        0,
                        static_cast<double>(wanted.every) * problem.time.dt,
                        wanted.points[i],
                        {}});
    }
  // Each sample is one rank's.
  std::vector<Place> mine;
  std::vector<PointSample> own;
  for (PointSample& sample : samples) {
    mine.push_back(place_on_rank(sample));
    if (mine.back() != elsewhere) own.push_back(sample);
  }
  const std::vector<Place> all = ranks.all_lists(mine);
  for (std::size_t i = 0; i < samples.size(); ++i)
    for (std::size_t rank = 0; rank < columns_.size(); ++rank) {
      const Place place = all[rank * samples.size() + i];
      if (place == elsewhere) continue;
      const int state = samples[i].place.state;
      if (place == across && std::count(across_.begin(), across_.end(), state) == 0)
        across_.push_back(state);
      columns_[rank].push_back(columns[i]);
      break;
    }
  sampler_.emplace(simulation.device(), problem.solver.precision, problem.grid.dimension,
                   problem.nodal_order, own);
}

void Receivers::record(long step, double time) {
  // The samplers of all ranks are full at once.
  if (pending_.size() / 2 == static_cast<std::size_t>(PointSampler::capacity)) collect();
  simulation_.share_planes(across_);
  sampler_->record(simulation_.bound_states());
  pending_.push_back(static_cast<double>(step));
  pending_.push_back(time);
}

void Receivers::collect() {
  // Where the device fails these are lost, and what was fetched before is not.
  const std::vector<double> pending = std::exchange(pending_, {});
  const std::size_t records = pending.size() / 2, width = table_.columns.size();
  if (records == 0) return;
  std::vector<double> values = sampler_->take();
  const std::size_t begin = table_.values.size();
  table_.values.resize(begin + records * width);
  for (std::size_t r = 0; r < records; ++r)
    for (std::size_t c = 0; c < 2; ++c) table_.values[begin + r * width + c] = pending[2 * r + c];
  Ranks& ranks = simulation_.ranks();
  if (!ranks.first()) ranks.start_send({0, 1, values.data(), values.size() * sizeof(double)});
  for (int rank = 0; rank < (ranks.first() ? ranks.count() : 0); ++rank) {
    const std::vector<std::size_t>& columns = columns_[static_cast<std::size_t>(rank)];
    const std::size_t count = columns.size();
    if (rank > 0) {
      values.resize(records * count);
      ranks.start_receive({rank, 1, values.data(), values.size() * sizeof(double)});
      ranks.wait_patiently();
    }
    for (std::size_t r = 0; r < records; ++r)
      for (std::size_t i = 0; i < count; ++i)
        table_.values[begin + r * width + columns[i]] += values[r * count + i];
  }
  ranks.wait_patiently();
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
