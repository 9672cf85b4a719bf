// H and E swept over a few planes in turn do what whole half steps do, bit for bit; stages stay behind
// each other by what they reach over; blocks of all shapes; what a half step costs.
#include "hermite/core/error.hpp"
#include "kernels/stage/plane_sweep.hpp"
#include "tests/approx.hpp"
#include "tests/kernels/fdtd/yee.hpp"
#include "tests/kernels/step_cost.hpp"

using namespace hermite;

namespace {

Solver solver_of(const YeeProblem& p) {
  return fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
}

std::vector<double> fields(const YeeRun& run) {
  std::vector<double> all;
  for (int f = 0; f < 6; ++f)
    for (const double v : run.values(f)) all.push_back(v);
  return all;
}

}  // namespace

TEST_CASE("Yee's scheme plane by plane gives the same bits as half step by half step") {
  int swept = 0;
  for (YeeProblem p : sample_yee_problems(Precision::double_))
    for (const char* variant : {"literal", "march", "tile"})
      for (const char* cpml : {"fused", "regions", "faces", "faces-naive"}) {
        p.method.kernel.variant = variant;
        p.method.kernel.cpml = cpml;
        YeeRun whole(p, one_thread()), slabs(p, one_thread());
        set_rough(p, 6, {&whole, &slabs});
        whole.simulation().sweep_by(HUGE_VAL);
        slabs.simulation().sweep_by(1);  // as few planes as can be
        whole.step(5);
        slabs.step(5);
        CHECK(fields(slabs) == fields(whole));
        for (const PlaneSweep& sweep : plane_sweeps(solver_of(p), 1)) swept += sweep.planes > 0;
      }
  CHECK(swept > 0);
}

TEST_CASE(
    "E stays a plane behind H if its end is a magnetic wall; across a periodic end nothing is "
    "swept") {
  YeeProblem p = box_of({8, 8, 30}, {1, 1, 1}, 1);
  // Between walls E looks back alone, but for H beyond its own last plane, a halo, which counts for nothing on
  // an electric wall.
  for (const long lag : {0L, 1L}) {
    p.grid.wall[2][1] = lag == 0 ? 1 : -1;
    p.complete();
    const std::vector<PlaneSweep> sweeps = plane_sweeps(solver_of(p), 1);
    REQUIRE(sweeps.size() == 1);
    CHECK(sweeps[0].lag == std::vector<long>{0, lag});
    CHECK(sweeps[0].planes == 2 + lag);
  }
  CHECK(plane_sweeps(solver_of(p), 1e12)[0].planes == 0);
  p.grid.wall[2] = {0, 0};
  CHECK(plane_sweeps(solver_of(p), 1).size() == 2);
}

TEST_CASE("The kernels' own counts: bytes and operations of a cell, with layers and media") {
  YeeProblem p = box_of({40, 40, 40}, {1, 1, 1}, 0);
  p.complete(Precision::single);
  p.method.kernel.planes_per_block = 8;
  for (const char* variant : {"literal", "march", "tile"}) {
    p.method.kernel.variant = variant;
    const Solver solver = solver_of(p);
    // A component: two differences, two products with 1/h, their difference, two products, a sum.
    for (const Stage& stage : solver.stages) CHECK(stage.cost_per_cell().flops == 3 * 8);
    // Three components read and written, three read.
    CHECK(moved_bytes(solver) == 2 * 9 * 4);
  }
}

TEST_CASE("Layers cost what a layer's cell costs, whoever updates them") {
  YeeProblem p = box_of({40, 40, 40}, {1, 1, 1}, 1);
  p.complete(Precision::single);
  const double plain = solver_of(p).stages[0].cost_per_cell().flops;
  p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
  p.method.cpml.layers[1] = {5, 5};  // a quarter of the cells
  for (const char* cpml : {"fused", "regions", "faces", "faces-naive"}) {
    p.method.kernel.cpml = cpml;
    const Solver solver = solver_of(p);
    // psi of two components: two products and a sum, a product with the gain, a sum; and in kernels of
    // their own once more the differences.
    const double more = std::string(cpml) == "fused" ? 2 * 5 : 2 * 6;
    CHECK(solver.stages[0].cost_per_cell().flops == nearly(plain + more / 4));
    CHECK(solver.stages[0].kernels.size() == (std::string(cpml) == "fused"     ? 1
                                              : std::string(cpml) == "regions" ? 2
                                                                               : 3));
  }
}

TEST_CASE("Blocks that cannot be launched are refused with the reason") {
  YeeProblem p = box_of({40, 40, 40}, {1, 1, 1}, 1);
  p.complete();
  p.method.kernel.variant = "tile";
  p.method.kernel.rows_per_block = 1;
  CHECK_THROWS_WITH_AS(solver_of(p),
                       "kernel.rows_per_block: found 1, allowed at least 2 with this variant of "
                       "fdtd, or 0",
                       Error);
  for (const int rows : {2, 3, 7, 16, 40})
    for (const char* variant : {"literal", "march", "tile"}) {
      p.method.kernel.variant = variant;
      p.method.kernel.rows_per_block = rows;
      CHECK(solver_of(p).stages[0].kernels[0].cells[1] == rows);
    }
}
