// More threads change nothing. Small enough for a thread sanitizer.
#include "tests/kernels/hermite/bitwise.hpp"

using namespace hermite;

TEST_SUITE("threads") {
  TEST_CASE("one thread and two agree bit for bit") {
    Problem p;
    p.velocity = {0.7, -1, 0.3};
    p.steps = 1;
    p.order = 1;
    for (p.dimension = 1; p.dimension <= 3; ++p.dimension) {
      p.cells = {9, p.dimension > 1 ? 5 : 1, p.dimension > 2 ? 4 : 1};
      for (const char* pipeline : {"two-kernel", "monolithic", "shift", "full-step"})
        for (const char* layout : {"x1-innermost", "node-major"}) {
          INFO(text_of(p));
          CAPTURE(std::string(pipeline));
          Case::Kernel kernel = kernel_of(pipeline);
          kernel.layout = layout;
          kernel.cells_per_block = 4;  // many blocks, whose borders share cache lines
          kernel.rows_per_block = 1;
          kernel.planes_per_block = 2;
          kernel.slab = 3;
          const auto initial = rough_data(p, 1);
          const auto one = advance(host(), p, Precision::double_, kernel, initial);
          const Device more("host", 2);
          CHECK(count_differences(one, advance(more, p, Precision::double_, kernel, initial)) == 0);
        }
    }
  }

  TEST_CASE("the largest value is found by any number of threads") {
    Problem p;
    p.dimension = 3;
    p.cells = {5, 4, 3};
    p.velocity = {1, 1, 1};
    auto data = rough_data(p, 1);
    const std::size_t node = (std::size_t(2) * 4 + 1) * 5 + 3;  // m3, m2, m1
    data[node * std::size_t(p.entries()) + 6] = -7;
    for (const int threads : {1, 2, 3}) {
      const Device device("host", threads);
      Run run(device, p, Precision::double_, kernel_of("monolithic"));
      run.set(data);
      const LargestValue most = run.simulation().largest();
      CHECK(most.value == 7);
      CHECK(run.simulation().place_of(most) == "field u at node (3, 1, 2)");
    }
  }
}
