// The same with a GPU for each of two ranks, and of four, where there are ranks with two neighbours; by either
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
  if (cuda_device_count() < 2) {
    MESSAGE("fewer than two GPUs: left out");
    return;
  }
  if (messages == "nccl" && !nccl_enabled()) {
    MESSAGE("built without NCCL: left out");
    return;
  }
  const std::string by = messages == "nccl" ? "NCCL" : "pinned memory and MPI";
  const std::vector<int> ranks =
      cuda_device_count() < 4 ? std::vector<int>{2} : std::vector<int>{2, 4};
  MESSAGE("messages by ", by);
  for (const OnGpus& one : cases) {
    std::vector<std::string> options;
    for (const std::string& option : one.options) options.push_back(option + " --device cuda");
    check_ranks(one.name, one.text, options, ranks, "HERMITE_MESSAGES=" + messages + " ", by);
  }
}

// In so many planes that the inner ones of a rank take longer than its messages: outer ones then run beside them.
// Sources near the cuts.
std::string deep(const std::string& sources) {
  return "--set kernel.variant=literal --set snapshots.every=0 --set grid.cells=[96,96,240] "
         "--set grid.upper=[96,96,240] --set sources.points=" +
         sources;
}

void check_hermite(const std::string& messages) {
  check_gpus(messages, {{"periodic.json", hermite_case(R"("periodic")"), {"--precision single"}},
                        {"walls.json", hermite_case(R"("rigid")"), {"--pipeline two-kernel"}},
                        {"slabs.json",
                         hermite_case(R"("periodic")"),
                         {"--pipeline two-kernel --set kernel.slab=1 --set grid.cells=[5,6,120] "
                          "--set time.final=0.2"}},
                        {"plane.json", plane_case, {"--pipeline full-step"}}});
}

void check_maxwell(const std::string& messages) {
  const std::string box = maxwell_box(R"("pec")", std::string(layers) + currents);
  check_gpus(messages, {{"layers.json", box, {""}},
                        {"mur.json", maxwell_box(R"("mur")", currents), {"--precision single"}},
                        {"incident.json", maxwell_box(R"("pec")", incident), {""}},
                        {"deep.json", box, {deep("[[5,5,118.5],[6,6,62],[4,7,180]]")}}});
}

void check_elastic(const std::string& messages) {
  const VoxelFolder voxels;
  check_gpus(messages, {{"box.json",
                         elastic_box(false),
                         {"--set kernel.variant=tile --precision double", "--precision single"}},
                        {"voxels.json",
                         elastic_voxels(voxels),
                         {"--set kernel.variant=tile --precision single", "--precision double"}},
                        {"deep.json", elastic_box(false), {deep("[[6,6,58.3],[6.2,6,121.2]]")}}});
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
