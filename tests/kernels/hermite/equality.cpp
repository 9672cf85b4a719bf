// Every schedule on the host against the paper's algorithms.
#include "tests/kernels/hermite/equality.hpp"

using namespace hermite;

namespace {

template <class T>
void check_orders(const Device& device, int dimension, int lowest, int highest) {
  for (int order = lowest; order <= highest; ++order) {
    const int problems = dimension < 3 ? (order <= 3 ? 4 : 2) : order <= 2 ? 3 : 1;
    for (int number = 0; number < problems; ++number)
      check_all<T>(device, sample_problem(dimension, order, number + order));
    check_all<T>(device, with_few_stages(sample_problem(dimension, order, order)));
  }
}

}  // namespace

TEST_CASE("1-D: every schedule equals the paper's algorithms, float") {
  check_orders<float>(host(), 1, 0, 10);
}
TEST_CASE("1-D: every schedule equals the paper's algorithms, double") {
  check_orders<double>(host(), 1, 0, 10);
}
TEST_CASE("2-D: every schedule equals the paper's algorithms, float") {
  check_orders<float>(host(), 2, 0, 6);
}
TEST_CASE("2-D: every schedule equals the paper's algorithms, double") {
  check_orders<double>(host(), 2, 0, 6);
}
TEST_CASE("3-D: every schedule equals the paper's algorithms, float") {
  check_orders<float>(host(), 3, 0, 4);
}
TEST_CASE("3-D: every schedule equals the paper's algorithms, double") {
  check_orders<double>(host(), 3, 0, 4);
  Problem p = sample_problem(3, 5, 1);
  p.cells = {5, 2, 3};
  p.steps = 1;
  check_all<double>(host(), p);
}
