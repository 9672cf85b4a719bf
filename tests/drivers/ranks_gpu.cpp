// The same with a GPU for each of two ranks, or of four, where there are ranks with two neighbours; by either
// path of messages.
#if HERMITE_MPI_ENABLED && HERMITE_CUDA_ENABLED
#include "kernels/device/cuda_device.hpp"
#include "kernels/halo/nccl_messages.hpp"
#include "tests/drivers/ranks.hpp"

using namespace hermite;
using namespace hermite::on_ranks;

namespace {

struct OnGpus {
  const char* name;
  std::string text;
  std::vector<std::string> options;
};

// tests/verify_gpu.sh reads by what the messages went.
void check_gpus(const std::string& messages, const std::vector<OnGpus>& cases) {
  const int gpus = cuda_device_count() < 4 ? 2 : 4;
  if (cuda_device_count() < gpus) {
    MESSAGE("fewer than two GPUs: left out");
    return;
  }
  if (messages == "nccl" && !nccl_enabled()) {
    MESSAGE("built without NCCL: left out");
    return;
  }
  const std::string by = messages == "nccl" ? "NCCL" : "pinned memory and MPI";
  MESSAGE("messages by ", by);
  for (const OnGpus& one : cases) {
    std::vector<std::string> options;
    for (const std::string& option : one.options) options.push_back(option + " --device cuda");
    check_ranks(one.name, one.text, options, {gpus}, "HERMITE_MESSAGES=" + messages + " ", by);
  }
}

void check_hermite(const std::string& messages) {
  check_gpus(messages, {{"periodic.json", hermite_case(R"("periodic")"), {"--precision single"}},
                        {"walls.json", hermite_case(R"("rigid")"), {"--pipeline two-kernel"}},
                        {"slabs.json",
                         hermite_case(R"("periodic")"),
                         {"--pipeline two-kernel --set kernel.slab=1 --set grid.cells=[64,64,24]"}},
                        {"plane.json", plane_case, {"--pipeline full-step"}}});
}

// Planes that fill a GPU, so that outer ones run while inner ones do.
const std::string large = "--precision single --set snapshots.every=0 --set grid.cells=";

void check_maxwell(const std::string& messages) {
  check_gpus(messages,
             {{"layers.json", maxwell_box(R"("pec")", std::string(layers) + currents), {""}},
              {"mur.json", maxwell_box(R"("mur")", currents), {"--precision single"}},
              {"incident.json", maxwell_box(R"("pec")", incident), {""}},
              {"large.json",
               maxwell_box(R"("pec")", std::string(layers) + currents),
               {large + "[190,180,40] --set grid.upper=[190,180,40]"}}});
}

void check_elastic(const std::string& messages) {
  const VoxelFolder voxels;
  check_gpus(
      messages,
      {{"box.json",
        elastic_box(false),
        {"--set kernel.variant=tile --precision double", "--precision single"}},
       {"voxels.json",
        elastic_voxels(voxels),
        {"--set kernel.variant=tile --precision single", "--precision double"}},
       {"large.json", elastic_box(false), {large + "[190,180,44] --set grid.upper=[190,180,44]"}}});
}

}  // namespace

TEST_SUITE("gpu ranks") {
  TEST_CASE("Hermite on several GPUs, by MPI") { check_hermite("mpi"); }
  TEST_CASE("Hermite on several GPUs, by NCCL") { check_hermite("nccl"); }
  TEST_CASE("Yee's scheme on several GPUs, by MPI") { check_maxwell("mpi"); }
  TEST_CASE("Yee's scheme on several GPUs, by NCCL") { check_maxwell("nccl"); }
  TEST_CASE("elastic finite differences on several GPUs, by MPI") { check_elastic("mpi"); }
  TEST_CASE("elastic finite differences on several GPUs, by NCCL") { check_elastic("nccl"); }
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
