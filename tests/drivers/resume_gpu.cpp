// The same on a GPU. Without one it fails with the device's own message.
#if HERMITE_CUDA_ENABLED

#include "tests/drivers/resume.hpp"

using namespace hermite;

namespace {

void check_hermite_resume(const std::string& precision) {
  const Workplace place;
  place.write("plane.json", plane_case);
  place.write("line.json", line_case);
  for (const char* run :
       {"run plane.json --pipeline monolithic", "run plane.json --pipeline two-kernel",
        "run plane.json --pipeline leapfrog", "run plane.json --pipeline conservative",
        "run line.json --pipeline shift"})
    check_resume(place, std::string(run) + " --device cuda --precision " + precision, {-1});
}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: stopped and resumed, a run leaves the same bits, in double precision") {
    check_hermite_resume("double");
  }
  TEST_CASE("CUDA: stopped and resumed, a run leaves the same bits, in single precision") {
    check_hermite_resume("single");
  }
}

#endif  // HERMITE_CUDA_ENABLED
