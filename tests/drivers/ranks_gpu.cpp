// The same with a GPU for each of two ranks, and of four, where there are ranks with two neighbours; by either path of
// messages.
#if HERMITE_MPI_ENABLED && HERMITE_CUDA_ENABLED
#include <type_traits>

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

// Paths: what HERMITE_MESSAGES asks for them by, and what runs call them.
struct Nccl {
  static constexpr const char *wanted = "nccl", *name = "NCCL";
};
struct Mpi {
  static constexpr const char *wanted = "mpi", *name = "pinned memory and MPI";
};

// On each number of ranks, and resumed, by one path; by the other on all GPUs. tests/verify_gpu.sh reads by what the
// messages went.
template <class Path>
void check_gpus(const std::vector<OnGpus>& cases) {
  const int gpus = cuda_device_count();
  const bool thorough = std::is_same_v<Path, Nccl> || !nccl_enabled();
  if (gpus < 2) {
    MESSAGE("fewer than two GPUs: left out");
    return;
  }
  if (std::is_same_v<Path, Nccl> && !nccl_enabled()) {
    MESSAGE("built without NCCL: left out");
    return;
  }
  Started started{{2}, std::string("HERMITE_MESSAGES=") + Path::wanted + " ", Path::name};
  if (gpus >= 4) started.ranks = thorough ? std::vector<int>{2, 4} : std::vector<int>{4};
  MESSAGE("messages by ", std::string(Path::name));  // a pointer would be shown as one
  for (const OnGpus& one : cases) {
    std::vector<std::string> options;
    for (const std::string& option : one.options) options.push_back(option + " --device cuda");
    const Workplace place;
    place.write(one.name, one.text);
    check_as_on_one(place, one.name, options, started);
    if (thorough) check_resumed(place, one.name, options.back(), started);
  }
}

// So many planes that the inner ones of a rank take longer than its messages: outer ones then run beside them.
// Sources near the cuts.
std::string deep(const std::string& sources) {
  return "--set kernel.variant=literal --set snapshots.every=0 --set grid.cells=[96,96,240] "
         "--set grid.upper=[96,96,240] --set sources.points=" +
         sources;
}

}  // namespace

TEST_SUITE("gpu ranks") {
  TEST_CASE_TEMPLATE("Hermite on several GPUs: boxes", Path, Nccl, Mpi) {
    check_gpus<Path>({{"periodic.json", hermite_case(R"("periodic")"), {"--precision single"}},
                      {"walls.json", hermite_case(R"("rigid")"), {"--pipeline two-kernel"}}});
  }
  TEST_CASE_TEMPLATE("Hermite on several GPUs: slabs and full steps", Path, Nccl, Mpi) {
    check_gpus<Path>({{"slabs.json",
                       hermite_case(R"("periodic")"),
                       {"--pipeline two-kernel --set kernel.slab=1 --set grid.cells=[5,6,120] "
                        "--set time.final=0.2"}},
                      {"plane.json", plane_case, {"--pipeline full-step"}}});
  }
  TEST_CASE_TEMPLATE("Yee's scheme on several GPUs: faces and incident waves", Path, Nccl, Mpi) {
    check_gpus<Path>({{"mur.json", maxwell_box(R"("mur")", currents), {"--precision single"}},
                      {"incident.json", maxwell_box(R"("pec")", incident), {""}}});
  }
  TEST_CASE_TEMPLATE("Yee's scheme on several GPUs: layers", Path, Nccl, Mpi) {
    const std::string box = maxwell_box(R"("pec")", std::string(layers) + currents);
    check_gpus<Path>({{"layers.json", box, {""}},
                      {"deep.json", box, {deep("[[5,5,118.5],[6,6,62],[4,7,180]]")}}});
  }
  TEST_CASE_TEMPLATE("elastic waves on several GPUs: layers and a free surface", Path, Nccl, Mpi) {
    check_gpus<Path>({{"box.json",
                       elastic_box(false),
                       {"--set kernel.variant=tile --precision double", "--precision single"}},
                      {"deep.json", elastic_box(false), {deep("[[6,6,58.3],[6.2,6,121.2]]")}}});
  }
  TEST_CASE_TEMPLATE("elastic waves on several GPUs: values of each point", Path, Nccl, Mpi) {
    const VoxelFolder voxels;
    check_gpus<Path>({{"voxels.json",
                       elastic_voxels(voxels),
                       {"--set kernel.variant=tile --precision single", "--precision double"}}});
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
