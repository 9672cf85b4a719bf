// A run on several ranks leaves what one leaves: fields, records and pictures bit for bit, sums to
// rounding errors.
#if HERMITE_MPI_ENABLED
#include "tests/drivers/ranks.hpp"

using namespace hermite;
using namespace hermite::on_ranks;

TEST_CASE("Hermite on several ranks, periodic and between walls") {
  check_ranks("periodic.json", hermite_case(R"("periodic")"),
              {"--pipeline two-kernel", "--pipeline two-kernel --set kernel.slab=2",
               "--pipeline leapfrog", "--pipeline parity", "--pipeline conservative",
               "--precision single", "--pipeline monolithic", ""});
  check_ranks("walls.json", hermite_case(R"("rigid")"),
              {"--pipeline two-kernel", "--pipeline leapfrog", "--pipeline conservative",
               "--pipeline monolithic --precision single", ""});
  // The one at z = 1 looks at slices of another rank whose strips those across y have just looked at.
  check_ranks("planes.json", hermite_case(R"("rigid")"),
              {"--set snapshots.x=0.3 --set snapshots.y=0.71 --set snapshots.z=[1,0,0.5,0.61]"});
}

TEST_CASE("Hermite in the plane on several ranks: shift, full step, both layouts") {
  check_ranks(
      "plane.json", plane_case,
      {"--pipeline shift --set snapshots.x=0.3 --set snapshots.y=[0.6,1]", "--pipeline full-step",
       "--pipeline full-step --set kernel.layout=node-major", "--pipeline monolithic"});
}

TEST_CASE("Yee's scheme on several ranks: waves, layers, walls, sources") {
  check_ranks("wave.json", maxwell_wave(), {"", "--set kernel.variant=march --precision single"});
  check_ranks("layers.json", maxwell_box(R"("pec")", std::string(layers) + currents),
              {"--set kernel.variant=march", "--set kernel.variant=tile",
               "--set cpml.kernels=regions", "--set cpml.kernels=faces", "--set kernel.rows=tight",
               "--set kernel.coefficients=arrays", "--set sources.kind=hard", "--precision single",
               // rows that share their ends:
               "--set grid.cells=[16,12,14] --set grid.upper=[16,12,14]"});
  check_ranks("mur.json", maxwell_box(R"("mur")", currents),
              {"--set snapshots.x=3 --set snapshots.y=4.3 --set snapshots.z=[6.9,7,14]"});
  check_ranks("walls.json", maxwell_box(R"(["pec", "pmc", "pmc,pec"])", currents),
              {"--set kernel.variant=march", ""});
  check_ranks("incident.json", maxwell_box(R"("pec")", incident),
              {"", "--set incident.kernels=edges"});
  // A box that fills x and z, the direction that is cut.
  check_ranks("spanning.json", maxwell_box(R"(["periodic", "pec", "periodic"])", spanning),
              {"--set kernel.variant=march", ""});
}

TEST_CASE("Yee's scheme on several ranks: running Fourier transforms and far fields") {
  check_ranks("transforms.json", transforms, {"", "--precision single"});
}

TEST_CASE(
    "elastic finite differences on several ranks: free surfaces, layers, moments, the plane") {
  check_ranks("wave.json", elastic_wave(), {"", "--set kernel.variant=march --precision single"});
  check_ranks("box.json", elastic_box(false),
              {"--set kernel.variant=march", "--set free_surface.operators=imaging",
               "--set kernel.variant=tile", "--set kernel.variant=tile --precision single",
               "--precision single", ""});
  check_ranks("plane.json", elastic_box(true),
              {"--set snapshots.x=3 --set snapshots.y=[8.7,13]", ""});
  // The free surface reads one plane more than rank 0 has.
  check_ranks("shallow.json", elastic_box(false),
              {"--set grid.cells=[13,12,8] --set cpml.lower=0 --set cpml.upper=0"}, {{2}});
  const VoxelFolder voxels;
  check_ranks("voxels.json", elastic_voxels(voxels),
              {"--set kernel.variant=tile", "--set kernel.variant=march",
               "--set kernel.variant=tile --precision single", "--precision single", ""});
  // A table on the lower rank, values of nodes on the upper one, and on one rank alone.
  check_ranks("half.json", elastic_half_alike(voxels),
              {"--set kernel.variant=march", "--precision single", ""}, {{2}});
}

TEST_CASE("by what messages are to go is refused before anything is written where it cannot be") {
  const Workplace place;
  place.write("wave.json", elastic_wave());
  const auto refused = [&](const std::string& wanted) {
    return place.call("run wave.json", "HERMITE_MESSAGES=" + wanted + " " + mpirun(2));
  };
  const Outcome unknown = refused("doves");
  CAPTURE(unknown.error);
  CHECK(unknown.code == 2);
  CHECK(contains(unknown.error, "HERMITE_MESSAGES: found doves, allowed nccl or mpi"));
  const Outcome of_gpus = refused("nccl");
  CAPTURE(of_gpus.error);
  CHECK(of_gpus.code == 4);
  CHECK(contains(of_gpus.error, "HERMITE_MESSAGES: found nccl, which needs --device cuda"));
  CHECK_FALSE(place.has("results"));
  CHECK(place.call("run wave.json", "HERMITE_MESSAGES=mpi " + mpirun(2)).code == 0);
}

TEST_CASE("ranks that are given different cases end at once, with a message") {
  const Workplace place;
  place.write("box.json", hermite_case(R"("periodic")"));
  // The last two decide of what ranks do together before the first step.
  for (const std::string key : {"material.speed=1.$1",
                                "kernel.pipeline=$(test $1 = 0 && echo auto "
                                "|| echo monolithic)",
                                "kernel.rows=$(test $1 = 0 && echo auto || echo tight)"}) {
    CAPTURE(key);
    place.write("each.sh",
                "of() { echo " + key + "; }\nexec \"$@\" --set $(of $OMPI_COMM_WORLD_RANK)\n");
    const Outcome outcome = place.call("run box.json --out out", mpirun(2) + " sh each.sh ");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.error, "the ranks were given different cases"));
    CHECK_FALSE(fs::exists(place.folder / "out"));
  }
}

TEST_CASE("what several ranks cannot do is refused once, before anything is written") {
  const Workplace place;
  place.write("box.json", hermite_case(R"("periodic")"));
  place.write("yee.json", maxwell_wave());
  place.write("elastic.json", elastic_wave());
  const auto complaint = [&](const std::string& arguments, int ranks, int code) {
    const Outcome outcome = place.call(arguments, mpirun(ranks));
    CAPTURE(arguments);
    CAPTURE(outcome.error);
    CHECK(outcome.code == code);
    CHECK_FALSE(place.has("results"));
    const std::size_t found = outcome.error.find("hermite: ");
    CHECK(outcome.error.find("hermite: ", found + 1) == std::string::npos);
    return outcome.error;
  };
  CHECK(contains(complaint("run box.json --set grid.cells=[5,6,3]", 2, 3),
                 "3 planes along the last direction for 2 ranks, allowed at least 2 for each"));
  CHECK(
      contains(complaint("run yee.json --set grid.cells=[6,5,5]", 3, 3),
               "5 planes along the last direction for 3 ranks, allowed at least 2 for each, so at "
               "most 2 ranks"));
  // Differences of order 4 reach twice as far.
  CHECK(
      contains(complaint("run elastic.json --set grid.cells=[8,7,11]", 3, 3),
               "11 planes along the last direction for 3 ranks, allowed at least 4 for each, so at "
               "most 2 ranks"));
  CHECK(contains(complaint("run elastic.json --set grid.cells=[8,7,7]", 2, 3), "so one rank"));
  CHECK(contains(complaint("run good.json", 2, 3), "1-D problems on several ranks"));
  CHECK(contains(complaint("converge good.json --orders 1 --cells 8,16", 2, 2),
                 "found 2 ranks, allowed 1: only run works on several"));
  CHECK(contains(complaint("run box.json --set method.courant=3", 2, 3), "method.courant"));
  place.write("plane.json", plane_case);
  CHECK(contains(complaint("run plane.json --set kernel.steps_per_sweep=2", 2, 3),
                 "kernel.steps_per_sweep: found 2, allowed 1 on several ranks"));
  // A body in faces of which the first rank alone has the one across z.
  place.write("incident.json", maxwell_box(R"("pec")", incident));
  CHECK(contains(complaint("run incident.json --set incident.kernels=surface", 2, 3),
                 "with several media on a face of the box"));
  // Without a GPU, or with fewer than ranks; and with one that all would share.
  for (const std::string file : {"box.json", "yee.json", "elastic.json"})
    CHECK(contains(complaint("run " + file + " --device cuda", 2, 4), "--device: found cuda"));
  CHECK(contains(
      complaint("run elastic.json --device cuda:0", 2, 4),
      "--device: found cuda:0 with 2 ranks, allowed cuda, with which each rank takes a GPU "
      "of its own, or host"));
}

TEST_CASE("a rank that is killed ends the run, and the last checkpoint is whole") {
  const Workplace place;
  place.write("box.json", hermite_case(R"("periodic")"));
  // However slow the machine: once there is a checkpoint.
  place.write("killed.sh", R"("$@" & rank=$!
while kill -0 $rank && [ ! -e out/checkpoint.h5 ]; do sleep 0.1; done
kill -KILL $rank; wait $rank)");
  const std::string run =
      "run box.json --threads 1 --out out --checkpoint-every 50 --set time.final=100000 "
      "--set norms.every=0 --set snapshots.every=0 --set receivers.every=1000";
  // mpirun gives the rank that is left so many seconds, else one.
  const std::string patient = mpirun(1) + " --mca odls_base_sigkill_timeout 3 ";
  const std::string plain = "'" HERMITE_COMMAND "' " + run, next = " : --bind-to none -n 1 ";
  for (const int killed : {0, 1}) {
    CAPTURE(killed);
    fs::remove_all(place.folder / "out");
    const Outcome outcome = killed == 1 ? place.call(run, patient + plain + next + "sh killed.sh")
                                        : place.call(run + next + plain, patient + "sh killed.sh");
    CAPTURE(outcome.error);
    CHECK(outcome.code != 0);
    CHECK(contains(outcome.error, "rank " + std::to_string(killed) + " of 2 has died"));
    CHECK(contains(outcome.error, "go on with --resume out/checkpoint.h5"));
    REQUIRE(place.has("out/checkpoint.h5"));
  }
  // Its step is in the refusal to stop before it.
  const std::string resume = run + " --resume out/checkpoint.h5 --stop-after ";
  const std::string early = place.call(resume + "0").error;
  const std::string marker = "is at step ";
  REQUIRE(contains(early, marker));
  const long step = std::stol(early.substr(early.find(marker) + marker.size()));
  CHECK(step % 50 == 0);
  const Outcome resumed = place.call(resume + std::to_string(step + 10));
  CAPTURE(resumed.error);
  CHECK(resumed.code == 0);
}
#else
#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("a program without MPI refuses to be one of several ranks") {
  MESSAGE("built without MPI: runs on several ranks are left out");
  const Workplace place;
  for (const std::string variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const Outcome outcome = place.call("run good.json", variable + "=2");
    CHECK(outcome.code == 4);
    CHECK(contains(outcome.error, "2 ranks, and this hermite was built without MPI"));
    CHECK_FALSE(place.has("results"));
    CHECK(place.call("run good.json --out one", variable + "=1").code == 0);
  }
}
#endif
