#include "tests/kernels/hermite/exact.hpp"

using namespace hermite;

TEST_CASE("a half step is exact for polynomials of degree 2N+1 per direction") {
  check_polynomials<float>(host(), 1, 0, 10);
  check_polynomials<double>(host(), 1, 0, 10);
  check_polynomials<float>(host(), 2, 0, 6);
  check_polynomials<double>(host(), 2, 0, 6);
  check_polynomials<float>(host(), 3, 0, 4);
  check_polynomials<double>(host(), 3, 0, 4);
}

TEST_CASE("lam = 1 in every direction is a shift by one cell per step") {
  check_shifts<float>(host(), 1, 0, 10);
  check_shifts<double>(host(), 1, 0, 10);
  check_shifts<double>(host(), 2, 0, 4);
  check_shifts<float>(host(), 3, 0, 2);
  check_shifts<double>(host(), 3, 0, 3);
}

TEST_CASE("full q: leaving out what no result depends on changes no bit") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (const int order : {0, 1, 2, 3})
      for (const int q : {0, 2 * order + 2, 1})
        for (const char* pipeline : {"two-kernel", "monolithic"}) {
          Problem p;
          p.dimension = dimension;
          p.order = order;
          p.q = q;
          p.cells = {5, dimension > 1 ? 3 : 1, dimension > 2 ? 2 : 1};
          p.velocity = {1, -0.7, 0.4};
          p.steps = 2;
          INFO(text_of(p));
          Case::Kernel kernel = kernel_of(pipeline);
          const auto initial = rough_data(p, 2);
          const auto truncated = advance(host(), p, Precision::double_, kernel, initial);
          kernel.truncate = false;
          CHECK(truncated == advance(host(), p, Precision::double_, kernel, initial));
        }
}
