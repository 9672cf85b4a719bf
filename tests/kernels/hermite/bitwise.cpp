// Schedules with the same order of operations agree bit for bit where no product and sum are
// contracted to one rounding: in a build with HERMITE_STRICT_FP.
#include "tests/kernels/hermite/bitwise.hpp"
#include "tests/kernels/hermite/systems.hpp"

using namespace hermite;

namespace {

constexpr const char* pipelines[] = {"two-kernel", "monolithic", "shift", "full-step"};

}  // namespace

TEST_CASE("runs repeat bit for bit, whatever the block size") {
  for_bitwise_problems([](const Problem& p) {
    for (const char* pipeline : pipelines) {
      INFO(text_of(p));
      const auto initial = rough_data(p, 1);
      Case::Kernel kernel = kernel_of(pipeline);
      const auto first = advance(host(), p, Precision::double_, kernel, initial);
      kernel.cells_per_block = 5;
      kernel.rows_per_block = 2;
      kernel.planes_per_block = 3;
      kernel.slab = 3;
      // A block's values pass through the same instructions wherever its borders lie.
      CHECK(count_differences(first, advance(host(), p, Precision::double_, kernel, initial)) == 0);
#if HERMITE_STRICT_FP
      kernel.layout = "node-major";
      CHECK(count_differences(first, advance(host(), p, Precision::double_, kernel, initial)) == 0);
#endif
    }
  });
}

#if HERMITE_STRICT_FP

TEST_CASE("strict: shifts agree bit for bit literal and march, two kernels with one") {
  for (const Precision precision : {Precision::single, Precision::double_})
    for_bitwise_problems([&](const Problem& p) {
      if (p.dimension == 1) return;
      const auto initial = rounded(rough_data(p, 1), precision);
      const auto run = [&](const char* pipeline, const char* variant) {
        return advance(host(), p, precision, kernel_of(pipeline, variant), initial);
      };
      INFO(text_of(p));
      for (const char* pipeline : {"shift", "full-step"}) {
        CAPTURE(std::string(pipeline));
        CHECK(count_differences(run(pipeline, "literal"), run(pipeline, "march")) == 0);
      }
      CHECK(count_differences(advance(host(), p, precision, two_steps_of("literal"), initial),
                              advance(host(), p, precision, two_steps_of("march"), initial)) == 0);
      // The two variants interpolate in different orders, dense and by parity.
      for (const char* variant : {"literal", "march"}) {
        CAPTURE(std::string(variant));
        CHECK(count_differences(run("two-kernel", variant), run("monolithic", variant)) == 0);
      }
    });
}

TEST_CASE("strict: kernels with the order compiled ahead and at run time agree bit for bit") {
  int checked = 0;
  for (const KernelEntry& ahead : kernel_table().entries()) {
    if (ahead.key.order == any_order || ahead.key.order > 3 || ahead.key.backend != Backend::host ||
        ahead.key.precision != Precision::double_ || has(ahead.key.id, Trait::in_place))
      continue;
    KernelKey key = ahead.key;
    key.order = any_order;
    const KernelEntry* at_run_time = kernel_table().find(key);
    REQUIRE(at_run_time != nullptr);
    Problem p = problem_of(key);
    p.order = ahead.key.order;
    p.velocity = {0.7, -1, 0.3};
    p.cells = {7, key.dimension > 1 ? 4 : 1, key.dimension > 2 ? 3 : 1};
    CellBox box;
    for (int d = 0; d < 3; ++d) box.upper[d] = p.cells[std::size_t(d)];
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    NodeArray<double> in(p, key.layout, entries_in(key.id, p), 0);
    for (double& value : in.values) value = uniform(random);
    NodeArray<double> one(p, key.layout, entries_out(key.id, p), 0), two = one;
    const Arguments a(key.id, p, first_node(key.id), box);
    launch(host(), ahead, a.step, in, one);
    launch(host(), *at_run_time, a.step, in, two);
    CAPTURE(kernel_name(key.id));
    CHECK(count_differences(one.values, two.values) == 0);
    ++checked;
  }
  CHECK(checked > 0);
}

#endif
