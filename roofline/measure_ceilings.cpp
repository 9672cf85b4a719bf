// Measures the ceilings: shapes of launches that fill the device, random data, and a look at what
// the kernels have written, so that no kernel is timed that did not do its work.
#include <algorithm>
#include <cmath>
#include <random>

#include "hermite/core/error.hpp"
#include "hermite/core/interrupt.hpp"
#include "kernels/ceilings/ceiling_kernels.hpp"
#include "kernels/ceilings/matrix.hpp"
#include "kernels/device/pack.hpp"
#include "roofline/ceilings.hpp"

namespace hermite {

namespace {

constexpr double triad_factor = 0.4;

// Pieces that fill `bytes` (no fewer than one): large ones where there are enough for every worker.
StreamArguments stream_shape(const Device& device, std::size_t bytes, int lanes, int most_sweeps) {
  StreamArguments a;
  a.lanes = lanes;
  a.sweeps = most_sweeps;
  const auto values = static_cast<long>(bytes / sizeof(double));
  const long wanted = 16L * device.multiprocessors();
  while (a.sweeps > 1 && values / a.piece() < wanted) a.sweeps /= 2;
  a.blocks = std::max(1L, values / a.piece());
  return a;
}
// A GPU's for few results: large pieces, of which each lane leaves one.
StreamArguments read_shape(const Device& device, std::size_t bytes) {
  return device.cuda() ? stream_shape(device, bytes, 256, 16)
                       : stream_shape(device, bytes, pack_lanes<double>, 64);
}
// What a memory gives depends on the launch, and which one it likes best is not known ahead.
std::vector<StreamArguments> stream_shapes(const Device& device, std::size_t bytes) {
  std::vector<StreamArguments> shapes = {read_shape(device, bytes)};
  if (!device.cuda()) return shapes;
  shapes.push_back(stream_shape(device, bytes, 64, 1));
  const StreamArguments shorter = stream_shape(device, bytes, 256, 4);
  if (shorter.sweeps != shapes.front().sweeps) shapes.push_back(shorter);  // few bytes: the same
  return shapes;
}

class Measurement {
 public:
  Measurement(const Device& device, bool quick)
      : device_(device), quick_(quick), bytes_(array_bytes()) {
    rule_.samples = quick ? 3 : 9;
    rule_.sample_seconds = quick ? 2e-3 : device.cuda() ? 5e-3 : 5e-2;
    const std::vector<double> values = random_values(bytes_ / sizeof(double));
    for (Buffer& buffer : arrays_) {
      buffer = Buffer(device, bytes_);
      device.upload(buffer.data(), values.data(), bytes_);
    }
    result_.device = device.description();
    result_.threads = device.cuda() ? 1 : device.threads();
    result_.cache_bytes = static_cast<double>(device.cache_bytes());
    result_.quick = quick;
  }

  Ceilings run() {
    memory();
    copies_by_size();
    cache();
    compute();
    if (device_.cuda()) matrix_units();
    return result_;
  }

 private:
  // Far larger than the caches, of which a host may have many, and a small part of the memory.
  std::size_t array_bytes() const {
    if (quick_) return std::size_t{4} << 20;
    const std::size_t wanted = std::max(std::size_t{1} << 30, 4 * device_.cache_bytes());
    const std::size_t most = device_.memory_free() / 5;
    if (most < 2 * device_.cache_bytes())
      throw MachineError("memory: " + device_.description() + " has " +
                         std::to_string(device_.memory_free()) +
                         " bytes free; measuring its memory takes three arrays of " +
                         std::to_string(2 * device_.cache_bytes()) + " bytes at the least");
    return std::min(wanted, most) / 4096 * 4096;
  }

  // Random, so that nothing compresses them; a pattern long enough, repeated.
  static std::vector<double> random_values(std::size_t count) {
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> pattern(std::min<std::size_t>(count, 1 << 20)), values(count);
    for (double& value : pattern) value = uniform(random);
    for (std::size_t i = 0; i < count; ++i) values[i] = pattern[i % pattern.size()];
    return values;
  }

  void add(const std::string& name, const std::string& unit, double amount, const Timing& timing) {
    result_.list.push_back(
        {name, unit, unit == "s" ? timing.median : amount / timing.median, timing});
  }

  StreamArguments bound(StreamArguments a) const {
    a.in = arrays_[0].data();
    a.other = arrays_[1].data();
    a.out = arrays_[2].data();
    a.factor = triad_factor;
    return a;
  }
  // Bytes that a launch moves, by the kernel's own source.
  static double stream_bytes(StreamKind kind, StreamArguments a) {
    const auto blocks = static_cast<double>(a.blocks);
    a.blocks = 1;
    const Counts counts = count_stream(kind, a);
    return sizeof(double) * blocks * (counts.loads + counts.stores);
  }
  // What is measured after a signal is measured for nobody.
  Timing timed(const std::function<void()>& work, const TimingRule& rule) const {
    if (interrupted())
      throw Error(Exit::interrupted,
                  "interrupted; ceilings are kept when all are measured, some ten seconds");
    return measure(device_, work, rule);
  }
  struct Streamed {
    double bytes = 0;  // of a launch
    Timing timing;
    double rate() const { return bytes > 0 ? bytes / timing.median : 0; }
  };
  // Of the shapes the one with the highest rate.
  Streamed time_stream(StreamKind kind, const std::vector<StreamArguments>& shapes,
                       bool past_caches, const TimingRule& rule) const {
    Streamed fastest;
    for (const StreamArguments& shape : shapes) {
      const StreamArguments a = bound(shape);
      const Streamed one{stream_bytes(kind, a),
                         timed([&] { launch_stream(device_, kind, a, past_caches); }, rule)};
      if (one.rate() > fastest.rate()) fastest = one;
    }
    return fastest;
  }
  void stream(const std::string& name, StreamKind kind, const std::vector<StreamArguments>& shapes,
              bool past_caches = false) {
    const Streamed fastest = time_stream(kind, shapes, past_caches, rule_);
    add(name, "B/s", fastest.bytes, fastest.timing);
  }

  double value_of(const Buffer& array, long i) const {
    double value = 0;
    device_.download(&value, static_cast<const double*>(array.data()) + i, sizeof value);
    return value;
  }
  // First, last and some between are what they must be.
  void require(const std::string& name, long values, double factor) const {
    for (const long i : {0L, values / 3, values / 2 + 1, values - 1}) {
      const double u = value_of(arrays_[0], i), w = value_of(arrays_[1], i);
      const double found = value_of(arrays_[2], i), wanted = u + factor * w;
      if (std::abs(found - wanted) <= 4e-16 * (std::abs(u) + std::abs(w))) continue;
      throw Error(Exit::internal, "the kernel \"" + name + "\" that measures memory wrote " +
                                      std::to_string(found) + " where " + std::to_string(wanted) +
                                      " belongs: its time says nothing");
    }
  }

  void memory() {
    const std::vector<StreamArguments> shapes = stream_shapes(device_, bytes_);
    long values = shapes.front().values();  // that all of them have written
    for (const StreamArguments& a : shapes) values = std::min(values, a.values());
    stream("copy", StreamKind::copy, shapes);
    require("copy", values, 0);
    if (!device_.cuda()) stream("copy_streaming", StreamKind::copy, shapes, true);
    stream("triad", StreamKind::triad, shapes);
    require("triad", values, triad_factor);
    stream("read", StreamKind::read, {read_shape(device_, bytes_)});
  }

  void copies_by_size() {
    const TimingRule rule{rule_.sample_seconds / 2, std::min(rule_.samples, 5), 2};
    for (std::size_t bytes = 1 << 14; bytes <= bytes_; bytes *= 2) {
      const std::vector<StreamArguments> shapes = stream_shapes(device_, bytes);
      Streamed fastest = time_stream(StreamKind::copy, shapes, false, rule);
      if (!device_.cuda() && 2 * bytes > device_.cache_bytes()) {
        const Streamed past = time_stream(StreamKind::copy, shapes, true, rule);
        if (past.rate() > fastest.rate()) fastest = past;
      }
      result_.copies.push_back({fastest.bytes, fastest.timing.median});
    }
  }

  // A third of a GPU's L2, each piece read by one multiprocessor after the other; on the host a
  // piece for each thread, in its own cache.
  void cache() {
    StreamArguments a;
    if (device_.cuda()) {
      a = stream_shape(device_, std::min(device_.cache_bytes() / 3, bytes_), 256, 1);
      a.rotate = a.blocks * 5 / 13 + 1;
      a.passes = quick_ ? 4 : 32;
    } else {
      a.lanes = pack_lanes<double>;
      a.sweeps =
          std::max(1, static_cast<int>(device_.scratch_limit() / (stream_chunks * pack_bytes)));
      a.blocks =
          std::max(1L, std::min<long>(device_.threads(),
                                      static_cast<long>(bytes_ / sizeof(double)) / a.piece()));
      a.passes = quick_ ? 20 : 200;
    }
    stream("cache_read", StreamKind::read, {a});
  }

  ComputeArguments compute_shape(int lanes, int rounds) const {
    ComputeArguments a;
    a.lanes = lanes;
    a.rounds = quick_ ? rounds / 8 : rounds;
    a.blocks = device_.cuda() ? 8L * device_.multiprocessors() : device_.threads();
    a.factor = 1e-6;
    a.in = arrays_[0].data();
    a.out = arrays_[2].data();
    return a;
  }
  Timing time_compute(ComputeKind kind, Precision precision, const ComputeArguments& a) const {
    return timed([&] { launch_compute(device_, kind, precision, a); }, rule_);
  }

  void compute() {
    const bool cuda = device_.cuda();
    const ComputeArguments s =
        compute_shape(cuda ? 256 : 16 * pack_lanes<double>, cuda ? 4096 : 40000);
    const double lanes = static_cast<double>(s.lanes) * static_cast<double>(s.blocks);
    add("scratch", "B/s", sizeof(double) * lanes * ScratchCopy<double>(s).accesses_per_lane(),
        time_compute(ComputeKind::scratch, Precision::double_, s));
    for (const Precision precision : {Precision::single, Precision::double_}) {
      const bool single = precision == Precision::single;
      const int pack = single ? pack_lanes<float> : pack_lanes<double>;
      const ComputeArguments a = compute_shape(cuda ? 256 : pack, cuda ? 512 : 125000);
      add(single ? "fma_single" : "fma_double", "flop/s",
          static_cast<double>(a.lanes) * static_cast<double>(a.blocks) *
              MultiplyAdd<double>(a).flops_per_lane(),
          time_compute(ComputeKind::multiply_add, precision, a));
    }
    ComputeArguments nothing = compute_shape(1, 1);
    nothing.blocks = cuda ? device_.multiprocessors() : device_.threads();
    add("launch", "s", 1, time_compute(ComputeKind::empty, Precision::double_, nothing));
  }

  void matrix_units() {
    for (const MatrixKind kind : {MatrixKind::double_, MatrixKind::tf32}) {
      const MatrixLaunch launch = shape_matrix(device_, kind, quick_ ? 512 : 4096);
      const Timing timing = timed([&] { launch_matrix(kind, launch, arrays_[2].data()); }, rule_);
      add(kind == MatrixKind::double_ ? "matrix_double" : "matrix_tf32", "flop/s", launch.flops,
          timing);
    }
  }

  const Device& device_;
  bool quick_;
  std::size_t bytes_;
  TimingRule rule_;
  Buffer arrays_[3];  // in, other, out
  Ceilings result_;
};

}  // namespace

Ceilings measure_ceilings(const Device& device, bool quick) {
  return Measurement(device, quick).run();
}

}  // namespace hermite
