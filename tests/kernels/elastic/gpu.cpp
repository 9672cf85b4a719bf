// The host's tests on a GPU. Without one they fail with the device's own message.
#if HERMITE_CUDA_ENABLED

#include "tests/kernels/elastic/elastic.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: the elastic kernels equal the reference") {
    const Device device("cuda");
    check_elastic_samples(device);
  }
  TEST_CASE("CUDA: more elastic media than a byte numbers, as values") {
    const Device device("cuda");
    check_many_media(device);
  }
  TEST_CASE("CUDA: elastic factors of a table are those that kernels average, bit for bit") {
    const Device device("cuda");
    check_averages(device);
  }
  TEST_CASE("CUDA: an elastic run goes on from its fields and what it keeps, bit for bit") {
    const Device device("cuda");
    check_continued(device);
  }
  TEST_CASE("CUDA: elastic kernels over many blocks equal the reference") {
    const Device device("cuda");
    check_elastic_blocks(device);
  }
  TEST_CASE("CUDA: the elastic scheme's own plane waves are kept to round-off") {
    check_plane_waves(Device("cuda"));
  }
  TEST_CASE("CUDA: the energy of elastic fields is constant") {
    check_elastic_energy(Device("cuda"));
  }
  TEST_CASE("CUDA: the elastic scheme's limit of the time step: at it, below and above") {
    check_elastic_limit(Device("cuda"));
  }
  TEST_CASE("CUDA: the elastic scheme's order is 4 in space, 2 in time") {
    check_elastic_orders(Device("cuda"));
  }
  TEST_CASE("CUDA: the axes of the elastic scheme are alike") {
    check_elastic_axes(Device("cuda"));
  }
  TEST_CASE("CUDA: elastic sources and receivers may change places") {
    check_reciprocity(Device("cuda"));
  }
  TEST_CASE("CUDA: under a free surface they may to the differences' error") {
    check_surface_reciprocity(Device("cuda"));
  }
  TEST_CASE("CUDA: a moment tensor's waves in a full space, and their order") {
    const Device device("cuda");
    check_full_space(device);
    check_full_space_order(device);
  }
  TEST_CASE("CUDA: elastic layers let the energy out, along them too") {
    const Device device("cuda");
    check_layers(device);
    check_layers_3d(device);
    check_grazing_layers(device);
  }
  TEST_CASE("CUDA: elastic layers are heard little") {
    const Device device("cuda");
    check_layer_traces(device);
    check_layer_traces_3d(device);
  }
  TEST_CASE("CUDA: with elastic layers nothing grows over 10^5 steps") {
    check_steps_with_layers(Device("cuda"));
  }
  TEST_CASE("CUDA: with elastic layers nothing grows over 10^5 steps in 3-D") {
    check_steps_with_layers_3d(Device("cuda"));
  }
  TEST_CASE("CUDA: Rayleigh's wave at a free surface") { check_rayleigh(Device("cuda")); }
  TEST_CASE("CUDA: Lamb's problem") { check_lamb(Device("cuda")); }
  TEST_CASE("CUDA: a free plate takes up the impulse of a force") {
    check_plate_impulse(Device("cuda"));
  }
  TEST_CASE("CUDA: a source close below a free surface is heard as on a finer grid") {
    check_shallow_sources(Device("cuda"));
  }
  TEST_CASE("CUDA: sources below a lower free surface and an upper one are mirror images") {
    check_mirrored_sources(Device("cuda"));
  }
  TEST_CASE("CUDA: elastic blocks of unusual shapes equal the reference") {
    check_unusual_blocks(Device("cuda"));
  }
  TEST_CASE("CUDA: replayed elastic steps drive sources, bit for bit") {
    const Device device("cuda");
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const ElasticProblem& p : sample_elastic_problems(3, precision)) {
        if (p.method.sources.empty()) continue;
        ElasticRun kernel_by_kernel(p, device), replayed(p, device);
        kernel_by_kernel.simulation().replay(false);
        kernel_by_kernel.step(30);
        replayed.step(30);
        CHECK(replayed.simulation().why_not_replayed().empty());
        for (int f = 0; f < 9; ++f) CHECK(replayed.values(f) == kernel_by_kernel.values(f));
        CHECK(largest(replayed.values(2)) > 0);
      }
  }
  TEST_CASE("CUDA, strict: elastic blocks of any size do the same as the host") {
    const Device device("cuda");
    for (const int dimension : {2, 3})
      for (ElasticProblem p : sample_elastic_problems(dimension, Precision::double_)) {
        const Elastic system = p.system();
        ElasticReference rough(system, p.grid, p.method);
        set_rough(rough, 3);
        for (const std::array<int, 3> block :
             {std::array<int, 3>{0, 0, 0}, {5, 2, 1}, {32, 3, 4}, {6, 4, 5}, {16, 8, 0}}) {
          p.method.kernel.variant = block[1] == 4 && dimension == 3   ? "march"
                                    : block[1] == 8 && dimension == 3 ? "tile"
                                    : block[1] == 0                   ? "auto"
                                                                      : "literal";
          p.method.kernel.cells_per_block = block[0];
          p.method.kernel.rows_per_block = block[1];
          p.method.kernel.planes_per_block = block[2];
          ElasticRun host(p, one_thread()), gpu(p, device);
          for (ElasticRun* run : {&host, &gpu}) {
            run->set_values(rough.u);
            run->step(5);
          }
          // Without contraction to FMA on either side they agree bit for bit; else within the about fifteen
          // roundings of each of five steps, and an impedance of about 3 (75 * 3 * 2.3e-16).
          const double bound = HERMITE_STRICT_FP ? 0 : 1e-13;
          for (int f = 0; f < host.fields(); ++f)
            CHECK(largest_difference(host.values(f), gpu.values(f)) <=
                  bound * std::max(1.0, largest(host.values(f))));
        }
      }
  }
}

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA: elastic waves with layers, surfaces, media and sources, few steps") {
    const Device device("cuda");
    for (const int dimension : {2, 3})
      for (const ElasticProblem& p : sample_elastic_problems(dimension, Precision::single))
        check_elastic(device, p, 2,
                      dimension == 3 && !p.method.sources.empty()
                          ? std::vector<ElasticVariant>{{"march", Precision::single},
                                                        {"tile", Precision::single}}
                          : std::vector<ElasticVariant>{{"literal", Precision::single}});
  }
  TEST_CASE("CUDA: elastic media as values, few steps") {
    const Device device("cuda");
    check_many_media(device);
  }
}

#endif
