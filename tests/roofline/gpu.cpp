// On a GPU: ceilings and kernels by events, facts of compiled kernels.
#include <doctest/doctest.h>

#include <cmath>

#include "hermite/systems/advection.hpp"
#include "kernels/hermite/kernel_table.hpp"
#include "kernels/hermite/stages.hpp"
#include "roofline/checks.hpp"
#include "roofline/kernel_times.hpp"
#include "tests/approx.hpp"
#include "tests/roofline/fdtd.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("GPU: every ceiling is measured and in its place") {
    const Device device("cuda");
    const Ceilings ceilings = measure_ceilings(device);
    for (const char* name : {"copy", "triad", "read", "cache_read", "scratch", "fma_single",
                             "fma_double", "matrix_double", "matrix_tf32", "launch"})
      CHECK(ceilings.has(name));
    for (const Check& check : ceiling_checks(ceilings)) {
      CAPTURE(check.what);
      CAPTURE(check.found);
      CAPTURE(check.expected);
      CHECK(check.passed);
    }
    // A multiprocessor has a power of 2 of units of either precision, and each begins a multiply-add in nearly every
    // cycle of the clock that was read, and in none two.
    for (const char* name : {"fma_single", "fma_double"}) {
      const Ceiling& peak = ceilings.get(name);
      REQUIRE(peak.timing.clock > 0);
      const double begun = peak.value / 2 / device.multiprocessors() / peak.timing.clock;
      const double share = begun / std::exp2(std::round(std::log2(begun)));
      CAPTURE(name);
      CAPTURE(peak.timing.clock);
      CAPTURE(begun);
      CHECK(share <= 1.005);
      CHECK(share >= 0.9);
    }
    // A copy of twice the size takes twice as long, once it is larger than the caches.
    const double bytes = ceilings.copies.back().bytes;
    CHECK(ceilings.copies.back().seconds / ceilings.copy_seconds(bytes / 2) == relative(2, 0.1));
  }

  TEST_CASE("GPU: registers and occupancy of every kernel of a solver are those of a kernel") {
    const Device device("cuda");
    for (const char* variant : {"literal", "march"}) {
      Grid grid;
      grid.dimension = 3;
      grid.cells = {32, 32, 32};
      HermiteMethod method{1, 0.01, 9, Precision::single, {}};
      method.kernel.pipeline = "monolithic";
      method.kernel.variant = variant;
      Simulation simulation(hermite_solver(Advection({-1, -1, -1}), grid, method, device), device);
      const std::vector<StageRecord> records = time_stages(simulation, {1e-3, 3, 1});
      REQUIRE(records.size() == 2);
      for (const StageRecord& record : records) {
        CHECK(record.timing.median > 0);
        REQUIRE(record.kernels.front().facts.has_value());
        const KernelFacts facts = *record.kernels.front().facts;
        CHECK(facts.registers > 0);
        CHECK(facts.registers <= 255);
        CHECK(facts.threads <= facts.max_threads);
        CHECK(facts.blocks_per_multiprocessor > 0);
        CHECK(facts.occupancy > 0);
        CHECK(facts.occupancy <= 1);
      }
    }
  }

  TEST_CASE("GPU: two steps in one sweep have a row of their own, of the cells of their core") {
    check_pair_row(Device("cuda"));
  }
}
