#include "kernels/observe/spectrum_stages.hpp"

#include <algorithm>
#include <memory>

#include "hermite/grid/layout.hpp"
#include "kernels/device/launch_host.hpp"
#include "kernels/observe/observe_cuda.hpp"

namespace hermite {

namespace {

// The sums lie in planes of rows, which files take one after the other: all without gaps, as a row is a
// multiple of row_alignment.
constexpr long row_length = 4096, most_rows = 64;
static_assert(row_length * static_cast<long>(sizeof(float)) % row_alignment == 0);
constexpr int cuda_lanes = 32;
constexpr long host_lanes = 4096;

struct Held {
  std::vector<Buffer> buffers;
};

template <class T>
const T* hold(Held& held, const Device& device, const std::vector<T>& values, long& bytes) {
  held.buffers.emplace_back(device, values);
  bytes += static_cast<long>(held.buffers.back().bytes());
  return static_cast<const T*>(held.buffers.back().data());
}

int array_of(const Solver& solver, int field) {
  for (const int state : solver.states) {
    const ArraySpec& array = solver.arrays[static_cast<std::size_t>(state)];
    if (field >= array.first_field && field < array.first_field + array.fields) return state;
  }
  return 0;
}

// Of a region's nodes those in `part` along the last axis, which is the slowest of its order too; `begin` is
// the place of its first node among the sums.
SpectrumRows rows_of(const Solver& solver, const SpectrumRegion& region, const Planes& part,
                     long begin) {
  const int array = array_of(solver, region.field);
  const ArraySpec& spec = solver.arrays[static_cast<std::size_t>(array)];
  const NodeLayout s = layout_of(solver, array);
  SpectrumRows rows;
  rows.phases = spec.time == 0 ? 0 : 1;
  rows.begin = begin + (part.begin - region.lower[2]) * (region.size() / region.nodes[2]);
  rows.offset =
      s.at(region.field - spec.first_field, part.begin, region.lower[1], region.lower[0], 0);
  const long stride[3] = {s.m1, s.m2, s.m3};
  int place = 0;  // axes of one node come last
  for (const bool wide : {true, false})
    for (std::size_t d = 0; d < 3; ++d) {
      if ((region.nodes[d] > 1) != wide) continue;
      rows.nodes[place] = d == 2 ? part.count() : region.nodes[d];
      rows.stride[place++] = stride[d];
    }
  return rows;
}

// [sample][frequency][re, im] of values `offset` steps after a step's end.
std::vector<double> phases_of(const Spectrum& s, double offset) {
  std::vector<double> phases;
  for (long sample = 0; sample < s.samples(); ++sample)
    for (const double frequency : s.frequencies) {
      const std::complex<double> phase = s.phase(frequency, s.first + sample * s.every, offset);
      phases.insert(phases.end(), {phase.real(), phase.imag()});
    }
  return phases;
}

}  // namespace

int add_spectrum_array(Solver& solver, const Spectrum& spectrum) {
  const long rows = divide_up(spectrum.size(), row_length), planes = divide_up(rows, most_rows);
  ArraySpec sums{
      spectrum.name,   static_cast<int>(2 * spectrum.frequencies.size()), 1,
      Stagger::primal, {row_length, std::min(rows, most_rows), planes},   Layout::x1_innermost};
  sums.partial = sums.shared = true;
  const int number = static_cast<int>(solver.arrays.size());
  solver.kept.push_back(number);
  solver.arrays.push_back(sums);
  return number;
}

void add_spectrum_stage(Solver& solver, const Spectrum& spectrum, int sums, int clock,
                        const Device& device) {
  Stage stage;
  stage.name = spectrum.name;
  stage.writes = {sums};
  stage.reads = {{sums}, {clock}};
  // 1. The regions, each with its place among blocks and sums.
  SpectrumArguments ready;
  std::vector<int> arrays;
  std::vector<SpectrumRows> regions;
  std::vector<Planes>& own = solver.arrays[static_cast<std::size_t>(sums)].own;
  long widest = 1;
  for (std::size_t r = 0; r < spectrum.regions.size(); ++r) {
    const SpectrumRegion& region = spectrum.regions[r];
    const int array = array_of(solver, region.field);
    const auto known = std::find(arrays.begin(), arrays.end(), array);
    const auto number = static_cast<int>(known - arrays.begin());
    if (known == arrays.end()) {
      arrays.push_back(array);
      stage.reads.push_back({array});
    }
    const Planes mine = own_planes(solver.arrays[static_cast<std::size_t>(array)], 3);
    const Planes part = {std::max(mine.begin, region.lower[2]),
                         std::min(mine.end, region.lower[2] + region.nodes[2])};
    if (part.begin >= part.end) continue;
    SpectrumRows rows = rows_of(solver, region, part, spectrum.begin(r));
    rows.array = number;
    own.push_back({rows.begin, rows.begin + rows.nodes[0] * rows.nodes[1] * rows.nodes[2]});
    widest = std::max(widest, rows.nodes[0]);
    regions.push_back(rows);
  }
  ready.lanes = static_cast<int>(device.cuda() ? cuda_lanes : std::min(widest, host_lanes));
  for (SpectrumRows& rows : regions) {
    rows.blocks = ready.blocks;
    ready.blocks += divide_up(rows.nodes[0], static_cast<long>(ready.lanes)) *
                    divide_up(rows.nodes[1] * rows.nodes[2], static_cast<long>(ready.rows));
  }
  // 2. What the device holds.
  const auto held = std::make_shared<Held>();
  long bytes = 0;
  if (!regions.empty()) ready.regions = hold(*held, device, regions, bytes);
  ready.count = static_cast<int>(regions.size());
  for (const int table : {0, 1})
    ready.phases[table] = hold(*held, device, phases_of(spectrum, table == 0 ? 0 : -0.5), bytes);
  ready.frequencies = static_cast<int>(spectrum.frequencies.size());
  ready.first = spectrum.first;
  ready.every = spectrum.every;
  ready.samples = spectrum.samples();
  solver.constants.push_back({spectrum.name + " phases", bytes});
  // 3. The launch.
  stage.launch = [held, ready, arrays, sums, clock, precision = solver.precision,
                  cuda = device.cuda()](const std::vector<BoundArray>& bound, const CellBox&,
                                        const LaunchTarget& target) {
    if (ready.blocks == 0) return;
    const auto origin = [&](int array) {
      return first_value(bound[static_cast<std::size_t>(array)], precision);
    };
    SpectrumArguments a = ready;
    for (std::size_t i = 0; i < arrays.size(); ++i)
      a.read[i] = bound[static_cast<std::size_t>(arrays[i])].data;
    a.sums = origin(sums);
    a.sum_stride = bound[static_cast<std::size_t>(sums)].layout.field;
    a.clock = origin(clock);
    if (cuda)
      spectrum_cuda(precision, a, target.stream);
    else
      with_precision(precision, [&](auto zero) {
        launch_host(SpectrumKernel<decltype(zero)>(a), target.threads);
      });
  };
  stage.cost_per_cell = [] { return Counts{}; };
  solver.stages.push_back(stage);
}

}  // namespace hermite
