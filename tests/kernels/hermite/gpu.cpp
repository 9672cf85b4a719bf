// The host's tests on a GPU. Without one they fail with the device's own message.
#if HERMITE_CUDA_ENABLED

#include <array>

#include "tests/kernels/hermite/bitwise.hpp"
#include "tests/kernels/hermite/equality.hpp"
#include "tests/kernels/hermite/exact.hpp"
#include "tests/kernels/hermite/systems.hpp"
#include "tests/kernels/hermite/written.hpp"

using namespace hermite;

namespace {

template <class T>
void check_order(int dimension, int order) {
  const Device device("cuda");
  const int problems = order <= 2 ? 4 : dimension == 3 ? 1 : 2;
  for (int number = 0; number < problems; ++number)
    check_all<T>(device, sample_problem(dimension, order, number + order));
  check_all<T>(device, with_few_stages(sample_problem(dimension, order, order)));
}
template <class T>
void check_orders(int dimension) {
  for (const int order : cuda_orders(KernelId::monolithic_literal, "advection"))
    check_order<T>(dimension, order);
}

// Where the reference takes minutes: a case for each order, the last one of all from there on, so that
// tests/verify_gpu.sh runs them side by side.
constexpr int last_order = 5;
template <class T, int Order>
struct Of {
  using Type = T;
  static std::vector<int> orders() {
    std::vector<int> some;
    for (const int order : cuda_orders(KernelId::monolithic_literal, "advection"))
      if (order == Order || (Order == last_order && order > Order)) some.push_back(order);
    return some;
  }
};

// What threads share out among them otherwise at each order.
bool is_of_gpus(KernelId id) { return portable_form(id) != id; }

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA, 1-D: every schedule equals the paper's algorithms, float") {
    check_orders<float>(1);
  }
  TEST_CASE("CUDA, 1-D: every schedule equals the paper's algorithms, double") {
    check_orders<double>(1);
  }
  TEST_CASE("CUDA, 2-D: every schedule equals the paper's algorithms, float") {
    check_orders<float>(2);
  }
  TEST_CASE("CUDA, 2-D: every schedule equals the paper's algorithms, double") {
    check_orders<double>(2);
  }
  TEST_CASE_TEMPLATE_DEFINE("CUDA, 3-D: every schedule equals the paper's algorithms", Part,
                            in_3d) {
    for (const int order : Part::orders()) check_order<typename Part::Type>(3, order);
  }
  TEST_CASE_TEMPLATE_INVOKE(in_3d, Of<float, 1>, Of<float, 2>, Of<float, 3>, Of<float, 4>,
                            Of<float, 5>, Of<double, 1>, Of<double, 2>, Of<double, 3>,
                            Of<double, 4>, Of<double, 5>);

  TEST_CASE_TEMPLATE_DEFINE("CUDA, systems: every schedule equals the paper's algorithms", Part,
                            of_systems) {
    check_systems<typename Part::Type>(Device("cuda"), Part::orders());
  }
  TEST_CASE_TEMPLATE_INVOKE(of_systems, Of<float, 1>, Of<float, 2>, Of<float, 3>, Of<float, 4>,
                            Of<float, 5>, Of<double, 1>, Of<double, 2>, Of<double, 3>,
                            Of<double, 4>, Of<double, 5>);

  TEST_CASE("CUDA, 3-D: boxes of kernels for GPUs, side by side and cut by the grid") {
    const Device device("cuda");
    std::vector<Problem> problems;
    for (const int order : {1, 2}) {
      problems.push_back(sample_problem(3, order, order));
      for (const Sample& s : other_systems())
        if (s.dimension == 3)
          for (int walls = 0; walls < (has_mirror(s) ? 2 : 1); ++walls)
            problems.push_back(system_problem(s, order, walls));
    }
    for (Problem& p : problems)
      for (const std::array<long, 3>& cells : {std::array<long, 3>{37, 5, 3}, {19, 3, 11}}) {
        p.cells = cells;
        check_of_gpus<float>(device, p, expect<float>(p));
        check_of_gpus<double>(device, p, expect<double>(p));
      }
  }

  TEST_CASE("CUDA: a half step is exact for polynomials of degree 2N+1 per direction") {
    const Device device("cuda");
    for (const int order : cuda_orders(KernelId::monolithic_literal, "advection"))
      for (int dimension = 1; dimension <= 3; ++dimension) {
        check_polynomials<float>(device, dimension, order, order);
        check_polynomials<double>(device, dimension, order, order);
      }
  }

  TEST_CASE("CUDA: lam = 1 in every direction is a shift by one cell per step") {
    const Device device("cuda");
    for (const int order : cuda_orders(KernelId::monolithic_literal, "advection"))
      for (int dimension = 1; dimension <= 3; ++dimension) {
        check_shifts<float>(device, dimension, order, order);
        check_shifts<double>(device, dimension, order, order);
      }
  }

  TEST_CASE("CUDA: a kernel reads its stencil and writes its box, and nothing else") {
    check_kernels(Device("cuda"), [](const KernelKey&) { return true; });
  }

  TEST_CASE("CUDA: the largest value and its place") {
    const Device device("cuda");
    Problem p;
    p.dimension = 3;
    p.cells = {70, 4, 3};
    p.velocity = {1, 1, 1};
    auto data = rough_data(p, 1);
    const std::size_t node = (std::size_t(2) * 4 + 1) * 70 + 65;  // m3, m2, m1
    data[node * std::size_t(p.entries()) + 6] = -7;
    Run run(device, p, Precision::double_, kernel_of("monolithic"));
    run.set(data);
    const LargestValue most = run.simulation().largest();
    CHECK(most.value == 7);
    CHECK(run.simulation().place_of(most) == "field u at node (65, 1, 2)");
  }

#if HERMITE_STRICT_FP
  TEST_CASE("CUDA, strict: host and GPU agree bit for bit, every system") {
    const Device device("cuda");
    for (const Sample& s : other_systems())
      for (int walls = 0; walls < (has_mirror(s) ? 3 : 1); ++walls) {
        const Problem p = system_problem(s, 1, walls);
        INFO(text_of(p));
        const auto initial = rough_data(p, 1);
        const Case::Kernel kernel = kernel_of("monolithic", p.dimension == 1 ? "literal" : "march");
        CHECK(count_differences(advance(host(), p, Precision::double_, kernel, initial),
                                advance(device, p, Precision::double_, kernel, initial)) == 0);
      }
  }

  TEST_CASE("CUDA, strict: host and GPU agree bit for bit") {
    const Device device("cuda");
    for (const Precision precision : {Precision::single, Precision::double_})
      for_bitwise_problems([&](const Problem& p) {
        const auto initial = rounded(rough_data(p, 1), precision);
        for (const char* pipeline : {"two-kernel", "monolithic", "shift", "full-step"})
          for (const char* variant : {"literal", "march"}) {
            if (p.dimension == 1 && std::string(variant) == "march") continue;
            const Case::Kernel kernel = kernel_of(pipeline, variant);
            const std::string what = text_of(p) + "; " + text_of(kernel);
            INFO(what);
            CHECK(count_differences(advance(host(), p, precision, kernel, initial),
                                    advance(device, p, precision, kernel, initial)) == 0);
          }
      });
  }
#endif
}

TEST_SUITE("gpu-sanitize") {
  // For compute-sanitizer, which slows kernels down a hundredfold: every kernel once on small
  // grids.
  TEST_CASE(
      "CUDA: every kernel of N = 1, and of those that only GPUs run and advection's more, touches "
      "what it should") {
    check_kernels(Device("cuda"), [](const KernelKey& key) {
      const bool single = key.precision == Precision::single,
                 advection = key.coupling == "advection";
      return key.order == 1 || (key.order == 2 && (advection || (single && is_of_gpus(key.id)))) ||
             (key.order == 3 && single && advection && is_of_gpus(key.id));
    });
  }
  TEST_CASE("CUDA: whole steps, halos included") {
    const Device device("cuda");
    for (int dimension = 1; dimension <= 3; ++dimension) {
      Problem p = sample_problem(dimension, 1, 1);
      p.steps = 1;
      check_all<float>(device, p);
    }
    for (const Sample& s : other_systems())
      if (s.dimension < 3) check_all<float>(device, system_problem(s, 1, 2));
  }
}

#endif  // HERMITE_CUDA_ENABLED
