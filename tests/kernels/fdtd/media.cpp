// Media that differ by direction, and the two ways to hold what media are at each node.
#include "hermite/core/error.hpp"
#include "hermite/core/pi.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

std::vector<double> after(const YeeProblem& p, long steps, const Device& device = one_thread()) {
  YeeRun run(p, device);
  set_rough(p, 9, {&run});
  run.step(steps);
  return run.values();
}

long media_bytes(const YeeProblem& p) {
  const Maxwell system = p.system();
  const Solver solver = fdtd_maxwell_solver(system, p.grid, p.method, one_thread());
  for (const ArrayMemory& memory : solver.constants)
    if (memory.name == "media") return memory.bytes;
  return 0;
}

}  // namespace

void check_constant_tables(const Device& device) {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (YeeProblem p : sample_yee_problems(precision)) {
      if (p.method.scene.media.size() == 1) continue;
      for_each_schedule([&](const Case::Kernel& kernel) {
        const CpmlProfile& layers = p.method.cpml;
        if (kernel.cpml != "fused" && !layers.on(0) && !layers.on(1) && !layers.on(2)) return;
        p.method.kernel = kernel;
        p.method.kernel.coefficients = "indices";
        const std::vector<double> indices = after(p, 6, device);
        p.method.kernel.coefficients = "constant";
        const std::vector<double> constant = after(p, 6, device);
        // The same numbers in the same order; which product goes into a sum unrounded is nvcc's choice in each.
        if (!device.cuda() || HERMITE_STRICT_FP) {
          CHECK(constant == indices);
        } else {
          // At most fifteen roundings in each of six steps.
          CHECK(largest_difference(constant, indices) <=
                15 * 6 * epsilon_of(precision) * largest(indices));
        }
      });
    }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("In an anisotropic medium a wave along an axis has the speed of its own components") {
  for (const char* coefficients : {"indices", "arrays"})
    for (int axis = 0; axis < 3; ++axis)
      for (const int turn : {1, 2}) {
        CAPTURE(axis);
        CAPTURE(turn);
        const int e = (axis + turn) % 3, h = 3 - axis - e;
        YeeProblem p = box_of({10, 12, 14}, {1, 1.1, 1.2}, 0);
        const Medium medium{Diagonal(1, 2, 3), Diagonal(0.5, 0.7, 1.1), 0, 0, false};
        p.method.scene.media = {medium};
        p.method.kernel.coefficients = coefficients;
        p.complete();
        const double dt = p.method.dt, d = p.grid.h(axis), mu = medium.permeability[h];
        const double speed = 1 / std::sqrt(medium.permittivity[e] * mu);
        const double k = 4 * pi / p.grid.upper[std::size_t(axis)], K = discrete(k, d);
        const double w = discrete_frequency(speed, K, dt), W = discrete(w, dt);
        // mu W H = k x E
        const double sign = (axis + 1) % 3 == e ? 1 : -1, ratio = sign * K / (mu * W);
        const auto wave = [&](int f, const std::array<double, 3>& x, double t) {
          const double phase = std::cos(k * x[std::size_t(axis)] - w * t);
          return f == e ? phase : f == 3 + h ? ratio * phase : 0.0;
        };
        YeeRun run(p, one_thread()), exact(p, one_thread());
        const long steps = 300;
        for (int f = 0; f < 6; ++f) {
          const double lag = f < 3 ? 0 : dt / 2;
          run.set(f, [&](const std::array<double, 3>& x) { return wave(f, x, -lag); });
          exact.set(f, [&](const std::array<double, 3>& x) {
            return wave(f, x, double(steps) * dt - lag);
          });
        }
        run.step(steps);
        for (int f = 0; f < 6; ++f)
          CHECK(largest_difference(run.values(f), exact.values(f)) <
                phase_bound(w * double(steps) * dt) * std::max(1.0, largest(exact.values(f))));
      }
}

TEST_CASE("Indices and arrays of coefficients: the same bits") {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (YeeProblem p : sample_yee_problems(precision)) {
      if (p.method.scene.media.size() == 1) continue;
      for (const char* variant : {"literal", "march", "tile"})
        for (const char* kernels : {"fused", "regions", "faces", "faces-naive"}) {
          CAPTURE(std::string(variant));
          CAPTURE(std::string(kernels));
          p.method.kernel.variant = variant;
          p.method.kernel.cpml = kernels;
          p.method.kernel.coefficients = "indices";
          const std::vector<double> indices = after(p, 6);
          p.method.kernel.coefficients = "arrays";
          CHECK(after(p, 6) == indices);
        }
    }
}

TEST_CASE("More media than two bytes number: arrays of coefficients; indices are refused") {
  YeeProblem p = box_of({13, 9, 8}, {1.0, 0.8, 1.1}, 1);
  p.method.scene.media = {{p.eps, p.mu, 0.3, 0.2, false}, {3 * p.eps, 2 * p.mu, 0, 0.5, false}};
  p.method.scene.bodies = {{{0.2, 0.1, 0.3}, {0.7, 0.9, 0.8}, 1}};
  p.complete(Precision::single);
  const std::vector<double> few = after(p, 6);
  const long one = media_bytes(p);
  for (int m = 2; m < 70000; ++m)
    p.method.scene.media.push_back({p.eps, p.mu, 1e-3 * m, 1e-3 * m, false});
  CHECK(after(p, 6) == few);
  // A byte each and the tables' alignment before, two floats each now.
  CHECK(media_bytes(p) == 8 * one);
  p.method.kernel.coefficients = "indices";
  CHECK_THROWS_WITH_AS(media_bytes(p),
                       doctest::Contains("kernel.coefficients: found \"indices\" with"), Error);
}

TEST_CASE("Tables in the kernels and in memory: the same bits") {
  check_constant_tables(one_thread());
}

TEST_CASE("A table in the kernel: as many pairs as it holds, and what it is not for is refused") {
  const auto with_media = [](int count, Precision precision, double electric = 1e-3,
                             double magnetic = 1e-3) {
    YeeProblem p = box_of({7, 6, 5}, {1.0, 0.8, 1.1}, 1);
    // One of them lies in the other half.
    for (int m = 0; m < count; ++m)
      p.method.scene.media.push_back({p.eps, p.mu, electric * m, magnetic * m, false});
    p.method.scene.bodies = {{{0, 0, 0}, {1, 0.8, 0.5}, count - 1}};
    p.complete(precision);
    return p;
  };
  for (const auto& [precision, most] :
       {std::pair(Precision::single, 256), std::pair(Precision::double_, 128)}) {
    YeeProblem p = with_media(most, precision);
    const std::vector<double> indices = after(p, 6);
    p.method.kernel.coefficients = "constant";
    CHECK(after(p, 6) == indices);
    // More than two bytes number are refused too, not written out.
    for (const int count : {most + 1, 70000})
      for (const bool electric : {true, false}) {
        YeeProblem more = with_media(count, precision, electric ? 1e-3 : 0, electric ? 0 : 1e-3);
        more.method.kernel.coefficients = "constant";
        const std::string found = "kernel.coefficients: found \"constant\" with " +
                                  std::to_string(count) + " pairs of factors of " +
                                  (electric ? "E" : "H") + ", allowed up to " +
                                  std::to_string(most) + " in " + name_of(precision) + " precision";
        CHECK_THROWS_WITH_AS(media_bytes(more), doctest::Contains(found.c_str()), Error);
      }
  }
  YeeProblem p = with_media(3, Precision::single);
  p.method.kernel.coefficients = "constant";
  p.method.kernel.variant = "march";
  p.method.kernel.steps_per_sweep = 2;
  CHECK_THROWS_WITH_AS(after(p, 1), doctest::Contains("kernel.coefficients constant"), Error);
  // One pair everywhere: nothing to look up.
  YeeProblem one = with_media(1, Precision::single);
  const std::vector<double> plain = after(one, 6);
  one.method.kernel.coefficients = "constant";
  CHECK(media_bytes(one) == 0);
  CHECK(after(one, 6) == plain);
}

TEST_CASE("A medium all around needs no indices, nor do directions that do not differ") {
  YeeProblem p = box_of({6, 5, 4}, {1, 1, 1}, 1);
  p.method.scene.media = {{p.eps, p.mu, 0.3, 0, false}, {p.eps, p.mu, 0.3, 0, false}};
  p.method.scene.bodies = {{{0.2, 0.1, 0.3}, {0.7, 0.9, 0.8}, 1}};
  p.complete(Precision::single);
  CHECK(media_bytes(p) == 0);
  p.method.scene.media[1].permittivity = Diagonal(p.eps, p.eps, 2 * p.eps);
  const long electric = media_bytes(p);
  CHECK(electric > 0);
  p.method.scene.media[1].magnetic_conductivity = Diagonal(0, 1, 0);
  CHECK(media_bytes(p) == 2 * electric);
}
