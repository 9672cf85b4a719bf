// Ceilings of the host: a copy between arrays far larger than the caches, with random data, and
// chains of independent multiply-adds in registers. Each is the median of several repetitions.
#include "roofline/ceilings.hpp"

#include <algorithm>
#include <chrono>
#include <random>
#include <vector>

#include "kernels/device/device.hpp"
#include "kernels/device/pack.hpp"

namespace hermite {

namespace {

template <class F>
double median_seconds(int repetitions, F&& work) {
  std::vector<double> seconds;
  for (int i = 0; i <= repetitions; ++i) {  // the first one warms up
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    if (i > 0) seconds.push_back(time.count());
  }
  std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
  return seconds[static_cast<std::size_t>(repetitions / 2)];
}

using Word = Pack<double>;

// g++ turns neither loop into memcpy: a pack at a time, with ordinary stores or streaming ones.
void copy_words(const Word* from, Word* to, long count, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long i = 0; i < count; ++i) to[i] = from[i];
}
void copy_words_streaming(const Word* from, Word* to, long count, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long i = 0; i < count; ++i) stream_pack(reinterpret_cast<double*>(to + i), from[i]);
}

// Twelve independent chains hide the latency of two multiply-add units.
template <class T>
double chains(int threads, long rounds) {
  constexpr int count = 12;
  double total = 0;
#pragma omp parallel num_threads(threads) reduction(+ : total)
  {
    Pack<T> value[count];
    for (int i = 0; i < count; ++i) value[i] = Pack<T>{} + static_cast<T>(1 + 0.01 * i);
    const Pack<T> factor = Pack<T>{} + static_cast<T>(0.999),
                  term = Pack<T>{} + static_cast<T>(1e-3);
    for (long r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
      for (int i = 0; i < count; ++i) value[i] = value[i] * factor + term;
    }
    for (const Pack<T>& v : value) total += static_cast<double>(v[0]);
  }
  return total;
}

template <class T>
double flops(int threads) {
  const long rounds = 4000000;
  volatile double sink = 0;
  const double seconds = median_seconds(5, [&] { sink = chains<T>(threads, rounds); });
  (void)sink;
  return 2.0 * 12 * pack_lanes<T> * static_cast<double>(rounds) * threads / seconds;
}

}  // namespace

HostCeilings measure_host_ceilings(int threads) {
  HostCeilings ceilings;
  const Device device("host", threads);
  const long count = (1L << 29) / pack_bytes;  // half a gigabyte each
  const auto bytes = static_cast<std::size_t>(count * pack_bytes);
  const Buffer source(device, bytes), target(device, bytes);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  auto* values = static_cast<double*>(source.data());
  for (std::size_t i = 0; i < bytes / sizeof(double); i += 8) values[i] = uniform(random);
  const auto* from = static_cast<const Word*>(source.data());
  auto* to = static_cast<Word*>(target.data());
  ceilings.copy = 2.0 * static_cast<double>(bytes) /
                  median_seconds(5, [&] { copy_words(from, to, count, threads); });
  ceilings.copy_streaming = 2.0 * static_cast<double>(bytes) / median_seconds(5, [&] {
                              copy_words_streaming(from, to, count, threads);
                            });
  ceilings.flops_single = flops<float>(threads);
  ceilings.flops_double = flops<double>(threads);
  return ceilings;
}

}  // namespace hermite
