// What a user sees of kernels that are compiled at run time, and of a driver that is too old. Without a GPU it fails with the device's
// own message.
#if HERMITE_CUDA_ENABLED

#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: an order that is not compiled ahead is compiled once, and said so") {
    const Workplace place;
    const std::string run = "run good.json --device cuda --set method.order=9 --out ";
    const Outcome first = place.call(run + "first", "HERMITE_CACHE=kept");
    CHECK(first.code == 0);
    CHECK(contains(first.error, "N = 9 was not compiled ahead: NVRTC took "));
    CHECK(contains(first.error, "later runs find it in kept"));
    CHECK(contains(first.out, "compiled at run time"));
    CHECK(place.has("kept"));
    const Outcome second = place.call(run + "second", "HERMITE_CACHE=kept");
    CHECK(second.code == 0);
    CHECK_FALSE(contains(second.error, "NVRTC"));
    CHECK(contains(second.out, "compiled at run time"));
    const Outcome nowhere = place.call(run + "third", "HERMITE_CACHE=good.json");
    CHECK(nowhere.code == 0);
    CHECK(contains(nowhere.error, "cannot be kept"));
  }

  TEST_CASE("CUDA: a driver that is too old is refused, and what to do is said; the host serves") {
    const Workplace place;
    const std::string old = "LD_LIBRARY_PATH='" HERMITE_OLD_DRIVER "':\"$LD_LIBRARY_PATH\"";
    const Outcome refused = place.call("run good.json --device cuda", old);
    CAPTURE(refused.error);
    CHECK(refused.code == 4);
    CHECK(lines(refused.error) == 1);
    CHECK(contains(refused.error, "--device: found cuda, on this machine there is host"));
    CHECK(contains(refused.error, "no GPU: the driver is for CUDA 9.0, this build for CUDA "));
    CHECK(contains(refused.error, "install a newer driver"));
    CHECK_FALSE(place.has("results"));
    CHECK(place.call("run good.json", old).code == 0);
  }
}

#endif  // HERMITE_CUDA_ENABLED
