// Every schedule with every CPML kernel and every way to store media, against the reference.
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

bool has_layers(const YeeProblem& p) {
  return p.method.cpml.on(0) || p.method.cpml.on(1) || p.method.cpml.on(2);
}

// Of the samples two that have bodies and layers, graded and anisotropic, the last with Mur's walls too; and one with
// more media than a byte numbers.
std::vector<YeeProblem> layered_problems(Precision precision) {
  std::vector<YeeProblem> all, some;
  for (const YeeProblem& p : sample_yee_problems(precision))
    if (p.method.scene.media.size() > 1 && has_layers(p)) all.push_back(p);
  REQUIRE(all.size() > 6);
  for (const std::size_t i : {std::size_t(5), all.size() - 1}) some.push_back(all[i]);
  YeeProblem many = all.front();
  for (int m = 3; m < 300; ++m)  // all different
    many.method.scene.media.push_back({many.eps, many.mu, 1e-3 * m, 2e-3 * m, false});
  many.method.scene.bodies.push_back({{0.1, 0.2, 0.2}, {0.5, 0.6, 0.9}, 290});
  many.complete(precision);
  some.push_back(many);
  return some;
}

}  // namespace

void check_schedules(const Device& device, const std::vector<Precision>& precisions, long steps) {
  for (const Precision precision : precisions)
    for (YeeProblem p : layered_problems(precision))
      for (const char* variant : {"literal", "march", "tile"})
        for (const char* kernels : {"fused", "regions", "faces", "faces-naive"})
          for (const char* coefficients : {"indices", "arrays", "constant"}) {
            if (coefficients == std::string("constant") && p.method.scene.media.size() > 100)
              continue;  // refused
            CAPTURE(std::string(variant));
            CAPTURE(std::string(kernels));
            CAPTURE(std::string(coefficients));
            CAPTURE(p.method.scene.media.size());
            p.method.kernel.variant = variant;
            p.method.kernel.cpml = kernels;
            p.method.kernel.coefficients = coefficients;
            check_reference(device, p, steps, epsilon_of(precision));
          }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE(
    "Every schedule, with every CPML kernel and either way to store media, equals the reference") {
  check_schedules(one_thread(), both_precisions, 6);
}
