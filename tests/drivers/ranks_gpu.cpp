// The same with a GPU for each of two ranks, or of four, where there are ranks with two neighbours; by either
// path of messages.
#if HERMITE_MPI_ENABLED && HERMITE_CUDA_ENABLED
#include "kernels/device/cuda_device.hpp"
#include "kernels/halo/nccl_messages.hpp"
#include "tests/drivers/ranks.hpp"

using namespace hermite;
using namespace hermite::on_ranks;

namespace {

void check_several_gpus(const std::string& messages) {
  const int gpus = cuda_device_count() < 4 ? 2 : 4;
  if (cuda_device_count() < gpus) {
    MESSAGE("fewer than two GPUs: left out");
    return;
  }
  const VoxelFolder voxels;
  const std::string large = "--precision single --set snapshots.every=0 --set grid.cells=";
  const struct {
    const char* name;
    std::string text;
    std::vector<std::string> options;
  } cases[] = {
      {"hermite.json", hermite_case(R"("periodic")"), {"--precision single"}},
      {"walls.json", hermite_case(R"("rigid")"), {"--pipeline two-kernel"}},
      {"slabs.json",
       hermite_case(R"("periodic")"),
       {"--pipeline two-kernel --set kernel.slab=1 --set grid.cells=[64,64,24]"}},
      {"plane.json", plane_case, {"--pipeline full-step"}},
      {"maxwell.json", maxwell_box(R"("pec")", std::string(layers) + currents), {""}},
      {"mur.json", maxwell_box(R"("mur")", currents), {"--precision single"}},
      {"incident.json", maxwell_box(R"("pec")", incident), {""}},
      {"elastic.json",
       elastic_box(false),
       {"--set kernel.variant=tile --precision double", "--precision single"}},
      {"voxels.json",
       elastic_voxels(voxels),
       {"--set kernel.variant=tile --precision single", "--precision double"}},
      // Planes that fill a GPU, so that outer ones run while inner ones do.
      {"large-maxwell.json",
       maxwell_box(R"("pec")", std::string(layers) + currents),
       {large + "[190,180,40] --set grid.upper=[190,180,40]"}},
      {"large-elastic.json",
       elastic_box(false),
       {large + "[190,180,44] --set grid.upper=[190,180,44]"}},
  };
  // tests/verify_gpu.sh reads this line.
  const std::string by = messages == "nccl" ? "NCCL" : "pinned memory and MPI";
  MESSAGE("messages by ", by);
  for (const auto& one : cases) {
    std::vector<std::string> options;
    for (const std::string& option : one.options) options.push_back(option + " --device cuda");
    check_ranks(one.name, one.text, options, {gpus}, "HERMITE_MESSAGES=" + messages + " ", by);
  }
}

}  // namespace

TEST_SUITE("gpu ranks") {
  TEST_CASE("several GPUs leave what one does, by MPI") { check_several_gpus("mpi"); }
  TEST_CASE("several GPUs leave what one does, by NCCL") {
    if (!nccl_enabled()) {
      MESSAGE("built without NCCL: left out");
      return;
    }
    check_several_gpus("nccl");
  }
}

TEST_SUITE("gpu") {
  TEST_CASE("ranks without a GPU each are refused once, before anything is written") {
    const Workplace place;
    place.write("box.json", elastic_wave());
    const int gpus = cuda_device_count();
    const Outcome outcome = place.call("run box.json --device cuda", mpirun(gpus + 1));
    CAPTURE(outcome.error);
    CHECK(outcome.code == 4);
    CHECK(contains(outcome.error, "--device: found cuda with " + std::to_string(gpus + 1) +
                                      " ranks for " + std::to_string(gpus)));
    const std::size_t found = outcome.error.find("hermite: ");
    CHECK(outcome.error.find("hermite: ", found + 1) == std::string::npos);
    CHECK_FALSE(place.has("results"));
  }
}
#endif
