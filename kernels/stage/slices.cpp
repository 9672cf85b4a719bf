// How states go in and out of a simulation: slice by slice, as doubles in one order whatever the layout.
#include "kernels/stage/simulation.hpp"

namespace hermite {

namespace {

// A slice too small to be worth waking the threads for is visited by one.
constexpr long worth_threads = 1 << 15;

// Visits the values of a slice: index in canonical order [m2][m1][entry], and offset in memory from
// the slice's first node. A slice of a field is contiguous in every layout. A node that a row shares with the
// next one is its own first one here: both are 0.
template <class F>
void for_slice(const NodeLayout& s, const NodeExtents& x, long rows, int threads, F&& visit) {
#pragma omp parallel for schedule(static) \
    num_threads(threads) if (rows * x.nodes[0] * x.entries > worth_threads)
  for (long m2 = 0; m2 < rows; ++m2)
    for (long m1 = 0; m1 < x.nodes[0]; ++m1)
      for (int e = 0; e < x.entries; ++e)
        visit(
            static_cast<std::size_t>((m2 * x.nodes[0] + m1) * x.entries + e),
            static_cast<std::size_t>(m2 * s.m2 + (m1 < x.of_row() ? m1 : 0) * s.m1 + e * s.entry));
}

template <class T>
T* slice_begin(const BoundArray& array, int dimension, int field, long slice) {
  const long m3 = dimension == 3 ? slice : 0, m2 = dimension == 2 ? slice : 0;
  return static_cast<T*>(array.data) + array.layout.at(field, m3, m2, 0, 0);
}

}  // namespace

std::size_t Simulation::array_of(int state) const {
  const auto k = static_cast<std::size_t>(state);
  const std::size_t states = solver_.states.size();
  return static_cast<std::size_t>(k < states ? solver_.states[k] : solver_.kept[k - states]);
}

const ArraySpec& Simulation::state(int state) const { return solver_.arrays[array_of(state)]; }

std::vector<BoundArray> Simulation::bound_states() const {
  std::vector<BoundArray> bound;
  for (const int array : solver_.states) bound.push_back(arrays_[static_cast<std::size_t>(array)]);
  return bound;
}

long Simulation::slices(int state) const {
  const ArraySpec& array = solver_.arrays[array_of(state)];
  return solver_.dimension == 1 ? 1 : array.nodes[static_cast<std::size_t>(solver_.dimension - 1)];
}

Planes Simulation::own_slices(int state) const {
  if (solver_.dimension == 1) return {0, 1};
  return planes_of(static_cast<int>(array_of(state)));
}

long Simulation::slice_rows(int state) const {
  return solver_.dimension == 3 ? extents_[array_of(state)].nodes[1] : 1;
}

std::size_t Simulation::slice_size(int state, const Strip& strip) const {
  const NodeExtents& x = extents_[array_of(state)];
  const long columns = strip.axis == 0 ? 2 : x.nodes[0];
  const long rows = strip.axis == 1 ? 2 : slice_rows(state);
  return static_cast<std::size_t>(columns * rows * x.entries * x.fields);
}

template <class T>
void Simulation::put_slice(long slice, const double* values, int state) {
  const NodeExtents& x = extents_[array_of(state)];
  const BoundArray& array = arrays_[array_of(state)];
  const std::size_t per_field = slice_size(state) / static_cast<std::size_t>(x.fields);
  std::vector<T> packed(static_cast<std::size_t>(slice_rows(state) * array.layout.m2));
  for (int f = 0; f < x.fields; ++f) {
    const double* from = values + per_field * static_cast<std::size_t>(f);
    for_slice(array.layout, x, slice_rows(state), device_.threads(),
              [&](std::size_t canonical, std::size_t offset) {
                packed[offset] = static_cast<T>(from[canonical]);
              });
    device_.upload(slice_begin<T>(array, solver_.dimension, f, slice), packed.data(),
                   packed.size() * sizeof(T));
  }
}

template <class T>
void Simulation::get_slice(long slice, double* values, int state) const {
  const NodeExtents& x = extents_[array_of(state)];
  const BoundArray& array = arrays_[array_of(state)];
  const std::size_t per_field = slice_size(state) / static_cast<std::size_t>(x.fields);
  std::vector<T> packed(static_cast<std::size_t>(slice_rows(state) * array.layout.m2));
  for (int f = 0; f < x.fields; ++f) {
    device_.download(packed.data(), slice_begin<T>(array, solver_.dimension, f, slice),
                     packed.size() * sizeof(T));
    double* to = values + per_field * static_cast<std::size_t>(f);
    for_slice(array.layout, x, slice_rows(state), device_.threads(),
              [&](std::size_t canonical, std::size_t offset) {
                to[canonical] = static_cast<double>(packed[offset]);
              });
  }
}

// Along the second axis a node's row is contiguous. Along the first its values [m2][entry] are lines of one
// value, or, where they lie next to each other in memory, of all entries.
template <class T>
void Simulation::get_strip(long slice, const Strip& strip, double* values, int state) const {
  const NodeExtents& x = extents_[array_of(state)];
  const BoundArray& array = arrays_[array_of(state)];
  const NodeLayout& s = array.layout;
  const long rows = slice_rows(state);
  const bool together = s.entry == 1;
  std::vector<T> packed(static_cast<std::size_t>(strip.axis == 1 ? s.m2 : rows * x.entries));
  for (int f = 0; f < x.fields; ++f)
    for (const long side : {0, 1}) {
      const T* const first = slice_begin<T>(array, solver_.dimension, f, slice) +
                             strip.nodes[side] * (strip.axis == 1 ? s.m2 : s.m1);
      if (strip.axis == 1) {
        device_.download(packed.data(), first, packed.size() * sizeof(T));
        double* const to = values + (f * 2 + side) * x.nodes[0] * x.entries;
        for_slice(s, x, 1, 1, [&](std::size_t canonical, std::size_t offset) {
          to[canonical] = static_cast<double>(packed[offset]);
        });
        continue;
      }
      device_.download_lines(packed.data(), first,
                             static_cast<std::size_t>(together ? rows : rows * x.entries),
                             static_cast<std::size_t>(together ? x.entries : 1) * sizeof(T),
                             static_cast<std::size_t>(together ? s.m2 : s.entry) * sizeof(T));
      for (long m2 = 0; m2 < rows; ++m2)
        for (int e = 0; e < x.entries; ++e)
          values[((f * rows + m2) * 2 + side) * x.entries + e] =
              static_cast<double>(packed[static_cast<std::size_t>(m2 * x.entries + e)]);
    }
}

void Simulation::write(const std::function<void(long, double*)>& fill, int state) {
  std::vector<double> values(slice_size(state));
  const Planes own = own_slices(state);
  for (long slice = own.begin; slice < own.end; ++slice) {
    fill(slice, values.data());
    if (neighbours_ && this->state(state).shared)
      clear_what_others_have(slice, values.data(), state);
    solver_.precision == Precision::single ? put_slice<float>(slice, values.data(), state)
                                           : put_slice<double>(slice, values.data(), state);
  }
  halo_is_fresh_[array_of(state)] = false;
  if (neighbours_) planes_are_fresh_[array_of(state)] = false;
}

void Simulation::read_own_slice(long slice, double* values, int state, const Strip& strip) const {
  device_.synchronize();
  const bool single = solver_.precision == Precision::single;
  if (strip.whole())
    single ? get_slice<float>(slice, values, state) : get_slice<double>(slice, values, state);
  else
    single ? get_strip<float>(slice, strip, values, state)
           : get_strip<double>(slice, strip, values, state);
}

void Simulation::read(const std::function<void(long, const double*)>& take, int state) const {
  std::vector<double> values(slice_size(state));
  for (long slice = 0; slice < slices(state); ++slice) {
    read_slice(slice, values.data(), state);
    take(slice, values.data());
  }
}

}  // namespace hermite
