// The host's tests on a GPU. Without one they fail with the device's own message.
#if HERMITE_CUDA_ENABLED

#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("CUDA: Yee's scheme equals the reference: walls, layers, media, sources") {
    const Device device("cuda");
    check_references(device);
  }
  TEST_CASE("CUDA: hard sources give E at their edges, to the bit") {
    const Device device("cuda");
    check_hard_sources(device);
  }
  TEST_CASE("CUDA: tables in constant memory and in memory do the same, to the bit when strict") {
    const Device device("cuda");
    check_constant_tables(device);
  }
  TEST_CASE("CUDA: two steps in one sweep are two steps, to the bit when strict") {
    const Device device("cuda");
    check_pairs(device, both_precisions);
  }
  TEST_CASE("CUDA: running Fourier transforms are what sums over all steps give") {
    const Device device("cuda");
    check_spectra(device, both_precisions);
  }
  TEST_CASE("CUDA: every schedule, with every CPML kernel and either way to store media") {
    const Device device("cuda");
    check_schedules(device, both_precisions, 6);
  }
  TEST_CASE("CUDA: CPML in the fields' kernels or by itself, to the bit when strict") {
    const Device device("cuda");
    check_cpml_kernels(device);
  }
  TEST_CASE("CUDA: what a block of two steps in one sweep takes is there") {
    const Device device("cuda");
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const char* coefficients : {"indices", "arrays"}) {
        YeeProblem p = box_of({150, 22, 31}, {1, 0.8, 1.1}, 1);
        p.method.scene.media = {{p.eps, p.mu, 0.3, 0.2, false}, {3 * p.eps, 2 * p.mu, 0, 0, false}};
        p.method.scene.bodies = {{{0.2, 0.1, 0.3}, {0.7, 0.5, 0.8}, 1}};
        p.method.kernel.coefficients = coefficients;
        p.method.kernel.variant = "march";
        p.method.kernel.steps_per_sweep = 2;
        p.complete(precision);
        const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, device);
        const KernelUse& use = solver.pair.stages.back().kernels.front();
        REQUIRE(use.facts);
        const KernelFacts facts = use.facts();
        CHECK(facts.shared_bytes > 0);
        CHECK(facts.shared_bytes <= device.scratch_limit());
        CHECK(facts.threads <= facts.max_threads);
        CHECK(facts.blocks_per_multiprocessor > 0);
      }
  }
  TEST_CASE("CUDA: replayed steps drive sources and an incident wave, bit for bit") {
    const Device device("cuda");
    for (const Precision precision : {Precision::single, Precision::double_}) {
      YeeProblem p = box_of({15, 17, 19}, {1.5, 1.7, 1.9}, 1);
      p.method.sources = {{2, {7, 8, 9}, 1, {"harmonic", 0, 1, 0.5}}};
      p.method.incident = wave_along(0, 1, 2);
      p.method.incident.lower = {4, 4, 4};
      p.method.incident.upper = {11, 12, 14};
      p.method.incident.waveform = {"gaussian", 1, 0.3, 1};
      p.method.mur[0] = {true, true};
      p.complete(precision);
      YeeRun kernel_by_kernel(p, device), replayed(p, device);
      kernel_by_kernel.simulation().replay(false);
      kernel_by_kernel.step(60);
      replayed.step(60);
      CHECK(replayed.simulation().why_not_replayed().empty());
      CHECK(replayed.simulation().settled());
      for (int f = 0; f < 6; ++f) CHECK(replayed.values(f) == kernel_by_kernel.values(f));
      CHECK(largest(replayed.values(2)) > 0);
    }
  }
  TEST_CASE("CUDA: whether steps are recorded is asked of those taken last, one or two at once") {
    const Device device("cuda");
    YeeProblem p = box_of({150, 22, 31}, {1, 1, 1}, 1);
    p.grid.wall = {{{1, 1}, {1, 1}, {1, 1}}};
    p.method.kernel.variant = "march";
    p.method.kernel.steps_per_sweep = 2;
    p.complete(Precision::single);
    YeeRun run(p, device);
    set_rough(p, 5, {&run});
    Simulation& simulation = run.simulation();
    const auto settles = [&](int most) {
      simulation.advance(most);
      CHECK_FALSE(simulation.settled());
      // Arrays that change places have two kinds of steps, and the first may fill other halos.
      for (int i = 0; i < 5; ++i) simulation.advance(most);
      CHECK(simulation.settled());
    };
    settles(1);
    settles(2);
    CHECK(simulation.why_not_replayed().empty());
  }
  TEST_CASE("CUDA, strict: blocks of any size do the same as the host") {
    const Device device("cuda");
    for (YeeProblem p : sample_yee_problems(Precision::double_)) {
      const Maxwell system = p.system();
      YeeReference rough(system, p.grid, p.method);
      set_rough(rough, 3);
      for (const std::array<int, 3> block : {std::array<int, 3>{0, 0, 0},
                                             {5, 2, 1},
                                             {32, 3, 4},
                                             {8, 4, 5},
                                             {64, 8, 2},
                                             {16, 16, 5},
                                             {32, 16, 0},
                                             {64, 6, 3}}) {
        p.method.kernel.variant = block[1] == 16 || block[1] == 6  ? "tile"
                                  : block[1] == 2 || block[1] == 3 ? "literal"
                                                                   : "march";
        p.method.kernel.cells_per_block = block[0];
        p.method.kernel.rows_per_block = block[1];
        p.method.kernel.planes_per_block = block[2];
        YeeRun host(p, one_thread()), gpu(p, device);
        host.set_values(rough.u);
        gpu.set_values(rough.u);
        host.step(5);
        gpu.step(5);
        // Without contraction to FMA on either side they agree bit for bit.
        const double bound = HERMITE_STRICT_FP ? 0 : 1e-14;
        for (int f = 0; f < 6; ++f)
          CHECK(largest_difference(host.values(f), gpu.values(f)) <=
                bound * std::max(1.0, largest(host.values(f))));
      }
    }
  }
}

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA: Yee's scheme with layers, media and sources, few steps") {
    const Device device("cuda");
    for (YeeProblem p : sample_yee_problems(Precision::single)) {
      p.method.kernel.variant = p.method.sources.empty() ? "literal" : "march";
      check_reference(device, p, 2, 1.2e-7);
    }
  }
  TEST_CASE("CUDA: every schedule of Yee's scheme, CPML kernel and way to store media, few steps") {
    const Device device("cuda");
    check_schedules(device, {Precision::single}, 2);
  }
  TEST_CASE("CUDA: two steps of Yee's scheme in one sweep, few sweeps") {
    const Device device("cuda");
    check_pairs(device, {Precision::single});
  }
  TEST_CASE("CUDA: plane waves by both kinds of faces, along an axis and not, few steps") {
    const Device device("cuda");
    check_incident_arrival(device, {Precision::single});
  }
  TEST_CASE("CUDA: running Fourier transforms, to the end") {
    const Device device("cuda");
    check_spectra(device, {Precision::single});
  }
}

#endif
