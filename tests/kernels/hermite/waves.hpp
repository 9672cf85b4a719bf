// What the tests of the pipelines conservative and leapfrog run: acoustics, all states in one piece
// [state][field][m3][m2][m1][i3][i2][i1], and the literal reference.
#pragma once

#include "hermite/core/grow.hpp"
#include "hermite/systems/acoustics.hpp"
#include "kernels/hermite/wave_stages.hpp"
#include "tests/kernels/hermite/bitwise.hpp"
#include "tests/kernels/hermite/equality.hpp"
#include "tests/reference/wave.hpp"

namespace hermite {

constexpr const char* wave_pipelines[] = {"conservative", "leapfrog"};
constexpr double wave_density = 1.3, wave_speed = 0.8;

inline Problem wave_problem(int dimension, int order) {
  Problem p;
  p.other = std::make_shared<Acoustics>(wave_density, wave_speed);
  p.dimension = dimension;
  p.order = order;
  p.sides = {1, dimension > 1 ? 0.7 : 1, dimension > 2 ? 1.2 : 1};
  if (dimension == 1) p.cells = {37, 1, 1};
  if (dimension == 2) p.cells = {19, 5, 1};
  if (dimension == 3) p.cells = {7, 3, 2};
  // The reference's work grows with the 3d-th power of N.
  if (dimension == 3 && order > 2) p.cells = {3, 2, 2};
  if (dimension == 3) p.steps = order > 2 ? 1 : 2;
  return p;
}

class WaveRun {
 public:
  WaveRun(const Device& device, const Problem& p, Precision precision, const Case::Kernel& kernel)
      : simulation_(hermite_solver(*p.system(), p.grid(),
                                   {p.order, p.dt(), p.stages(), precision, kernel}, device),
                    device) {}

  void set(const std::vector<double>& data) {
    for (int s = 0; s < simulation_.states(); ++s)
      simulation_.write(
          [&](long slice, double* values) {
            for (int f = 0; f < simulation_.state(s).fields; ++f)
              std::copy_n(data.data() + place(s, f, slice), per_slice(s),
                          values + std::size_t(f) * per_slice(s));
          },
          s);
  }
  std::vector<double> get() const {
    std::vector<double> data(size(simulation_.states()));
    for (int s = 0; s < simulation_.states(); ++s)
      simulation_.read(
          [&](long slice, const double* values) {
            for (int f = 0; f < simulation_.state(s).fields; ++f)
              std::copy_n(values + std::size_t(f) * per_slice(s), per_slice(s),
                          data.data() + place(s, f, slice));
          },
          s);
    return data;
  }
  void steps(long count) {
    for (long i = 0; i < count; ++i) simulation_.step();
  }
  // Values of the first `states` states.
  std::size_t size(int states) const {
    std::size_t sum = 0;
    for (int s = 0; s < states; ++s)
      sum += simulation_.slice_size(s) * std::size_t(simulation_.slices(s));
    return sum;
  }
  Simulation& simulation() { return simulation_; }

 private:
  std::size_t per_slice(int s) const {
    return simulation_.slice_size(s) / std::size_t(simulation_.state(s).fields);
  }
  std::size_t place(int s, int field, long slice) const {
    return size(s) +
           (std::size_t(field * simulation_.slices(s)) + std::size_t(slice)) * per_slice(s);
  }
  Simulation simulation_;
};

inline std::vector<double> advance_wave(const Device& device, const Problem& p, Precision precision,
                                        const Case::Kernel& kernel,
                                        const std::vector<double>& initial) {
  WaveRun run(device, p, precision, kernel);
  run.set(initial);
  run.steps(p.steps);
  return run.get();
}

// Fields of both states: u and its dual, or p and v.
inline int wave_fields(const Problem& p, const std::string& pipeline) {
  return pipeline == "conservative" ? 2 : 1 + p.dimension;
}
// Cut to them, the data of a periodic problem.
inline std::vector<double> wave_data(const Problem& p, const std::string& pipeline,
                                     std::vector<double> data) {
  data.resize(data.size() / std::size_t(p.fields()) * std::size_t(wave_fields(p, pipeline)));
  return data;
}

template <class T>
std::vector<T> reference_run(const Problem& p, const std::string& pipeline,
                             const std::vector<double>& initial) {
  const WaveReference<T> reference(p.dimension, p.order, p.cells, {p.h(0), p.h(1), p.h(2)},
                                   wave_density, wave_speed, p.dt());
  const auto split = std::ptrdiff_t(p.nodes()) * p.entries();
  std::vector<T> first(initial.begin(), initial.begin() + split);
  std::vector<T> second(initial.begin() + split, initial.end());
  for (int i = 0; i < p.steps; ++i) {
    if (pipeline == "conservative")
      reference.conservative_step(first, second);
    else
      reference.leapfrog_step(first, second);
  }
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// As expect() of equality.hpp: the reference's own error is its largest over several data and units
// of length.
template <class T>
Expected<T> expect_wave(const Problem& p, const std::string& pipeline) {
  using Wide = typename Expected<T>::Wide;
  Expected<T> expected;
  expected.allowed.assign(std::size_t(p.entries()), Wide(0));
  const int samples = p.dimension == 3 && p.order > 2 ? 4 : 12;
#pragma omp parallel for schedule(dynamic)
  for (int sample = 0; sample < samples; ++sample) {
    Problem scaled = p;
    for (double& side : scaled.sides) side *= 1 + 0.1234567 * sample;
    std::vector<double> initial;
    for (double value : wave_data(scaled, pipeline, smooth_data(scaled, unsigned(sample + 1))))
      initial.push_back(double(T(value)));
    const std::vector<Wide> end = reference_run<Wide>(scaled, pipeline, initial);
    const auto own =
        largest_difference(end, reference_run<T>(scaled, pipeline, initial), p.entries());
#pragma omp critical
    {
      for (std::size_t e = 0; e < own.size(); ++e) grow(expected.allowed[e], own[e]);
      if (sample == 0) {
        expected.initial = initial;
        expected.end = end;
      }
    }
  }
  Wide field = 0;
  for (const Wide& value : expected.end) grow(field, std::abs(value));
  for (Wide& allowed : expected.allowed)
    allowed = 2 * allowed + 4 * Wide(std::numeric_limits<T>::epsilon()) * field;
  return expected;
}

template <class T>
void check_wave_variants(const Device& device, const Problem& p) {
  for (const std::string pipeline : wave_pipelines) {
    const Expected<T> expected = expect_wave<T>(p, pipeline);
    int count = 0;
    for (const char* variant : {"literal", "march"})
      for (const bool truncate : {true, false}) {
        if (p.dimension == 1 && std::string(variant) == "march") continue;
        Case::Kernel kernel = kernel_of(pipeline, variant);
        kernel.truncate = truncate;
        // Sizes that fit neither the grid nor a vector register; the code chooses the last.
        static const int lanes[] = {3, 1, 10, 17, 0}, planes[] = {3, 1, 2, 0};
        kernel.cells_per_block = lanes[count % 5];
        kernel.planes_per_block = planes[count % 4];
        ++count;
        INFO(text_of(p));
        INFO(text_of(kernel));
        CAPTURE(std::string(name_of(PrecisionOf<T>::value)));
        std::vector<double> end;
        try {
          end = advance_wave(device, p, PrecisionOf<T>::value, kernel, expected.initial);
        } catch (const MachineError& error) {
          // A GPU's shared memory holds fewer cells of high order.
          if (std::string(error.what()).find("take fewer cells") == std::string::npos) throw;
          kernel.cells_per_block = 0;
          end = advance_wave(device, p, PrecisionOf<T>::value, kernel, expected.initial);
        }
        CHECK(worst_share(expected.end, expected.allowed, end) <= 1);
      }
  }
}

// Nodal data of the exact solution for every state, `t` after the beginning.
inline std::vector<double> exact_states(Simulation& simulation, const Problem& p,
                                        const Initial& initial, double t) {
  const Grid grid = p.grid();
  Domain domain;
  domain.dimension = p.dimension;
  domain.upper = p.sides;
  domain.wall = p.wall;
  const auto system = p.system();
  const int n = p.order + 1;
  std::vector<double> data;
  std::vector<Series> u(std::size_t(p.fields()));
  for (int s = 0; s < simulation.states(); ++s) {
    const ArraySpec& array = simulation.state(s);
    std::vector<std::vector<double>> fields(std::size_t(array.fields));
    for (long m3 = 0; m3 < array.nodes[2]; ++m3)
      for (long m2 = 0; m2 < array.nodes[1]; ++m2)
        for (long m1 = 0; m1 < array.nodes[0]; ++m1) {
          const long m[3] = {m1, m2, m3};
          Series x[3];
          for (int d = 0; d < p.dimension; ++d)
            x[d] = Series::variable(d, n, grid.node(d, m[d], array.stagger[d]), grid.h(d));
          system->exact(domain, initial, x, t + array.time * p.dt(), u.data());
          for (int f = 0; f < array.fields; ++f)
            for (int e = 0; e < array.entries; ++e)
              fields[std::size_t(f)].push_back(
                  u[std::size_t(array.first_field + f)].coefficient(e % n, e / n % n, e / (n * n)));
        }
    for (const auto& field : fields) data.insert(data.end(), field.begin(), field.end());
  }
  return data;
}

}  // namespace hermite
