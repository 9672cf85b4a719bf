#include "tests/kernels/hermite/written.hpp"

using namespace hermite;

TEST_CASE("a kernel reads its stencil and writes its box, and nothing else") {
  check_kernels(host(), [](const KernelKey& key) { return key.order <= 3; });
}
