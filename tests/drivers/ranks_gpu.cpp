// The same with a GPU for each of two ranks, by either path of messages.
#if HERMITE_MPI_ENABLED && HERMITE_CUDA_ENABLED
#include "kernels/device/cuda_device.hpp"
#include "kernels/halo/nccl_messages.hpp"
#include "tests/drivers/ranks.hpp"

using namespace hermite;
using namespace hermite::on_ranks;

namespace {

void check_two_gpus(const std::string& messages) {
  if (cuda_device_count() < 2) {
    MESSAGE("fewer than two GPUs: left out");
    return;
  }
  const struct {
    const char* name;
    std::string text, options;
  } cases[] = {
      {"hermite.json", hermite_case(R"("periodic")"), "--precision single"},
      {"walls.json", hermite_case(R"("rigid")"), "--pipeline two-kernel"},
      {"plane.json", plane_case, "--pipeline full-step"},
      {"maxwell.json", maxwell_box(R"("pec")", std::string(layers) + currents), ""},
      {"mur.json", maxwell_box(R"("mur")", currents), "--precision single"},
      {"incident.json", maxwell_box(R"("pec")", incident), ""},
      {"elastic.json", elastic_box(false), "--precision single"},
  };
  for (const auto& one : cases)
    check_ranks(one.name, one.text, {one.options + " --device cuda"}, {2},
                "HERMITE_MESSAGES=" + messages + " ");
}

}  // namespace

TEST_SUITE("gpu ranks") {
  TEST_CASE("two GPUs leave what one does, by MPI") { check_two_gpus("mpi"); }
  TEST_CASE("two GPUs leave what one does, by NCCL") {
    if (nccl_enabled()) check_two_gpus("nccl");
  }
}
#endif
