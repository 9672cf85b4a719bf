#include "roofline/random_data.hpp"

namespace hermite {

namespace {

// splitmix64, the finaliser of a counter: any element by itself.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

void fill_random(Simulation& simulation, std::uint64_t seed) {
  for (int state = 0; state < simulation.states() + simulation.kept(); ++state) {
    const auto size = static_cast<long>(simulation.slice_size(state));
    const std::uint64_t stream = mixed(seed + 1000003u * static_cast<std::uint64_t>(state));
    simulation.write(
        [&](long slice, double* values) {
          const auto first = stream + static_cast<std::uint64_t>(slice * size);
#pragma omp parallel for schedule(static) \
    num_threads(simulation.device().threads()) if (size > worth_threads)
          for (long i = 0; i < size; ++i) {
            // 23 bits and a half: odd multiples of 2^-23.
            const auto bits = mixed(first + static_cast<std::uint64_t>(i)) >> 41;
            values[i] = (2.0 * static_cast<double>(bits) + 1) / 8388608.0 - 1;
          }
        },
        state);
  }
}

}  // namespace hermite
