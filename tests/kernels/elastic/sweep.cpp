// Stresses and velocities swept over a few planes in turn do what whole half steps do, bit for bit, sources
// and psi too; stages stay behind each other by what they reach over.
#include "kernels/stage/plane_sweep.hpp"
#include "tests/kernels/elastic/elastic.hpp"

using namespace hermite;

namespace {

Solver solver_of(const ElasticProblem& p, const Device& device = one_thread()) {
  return fdtd_elastic_solver(p.system(), p.grid, p.method, device);
}

// The same fields at the beginning, the one run half step by half step, the other plane by plane.
void check_swept(const ElasticProblem& p, const Device& device, long steps) {
  const Elastic system = p.system();
  ElasticReference rough(system, p.grid, p.method);
  set_rough(rough, 6);
  ElasticRun whole(p, device), slabs(p, device);
  for (ElasticRun* run : {&whole, &slabs})
    for (int f = 0; f < run->fields(); ++f) run->set_values(f, rough.u[std::size_t(f)]);
  whole.simulation().sweep_by(HUGE_VAL);
  slabs.simulation().sweep_by(1);  // as few planes as can be
  whole.step(steps);
  slabs.step(steps);
  const int all = whole.fields() + whole.simulation().kept();
  for (int f = 0; f < all; ++f) {
    CAPTURE(f);
    CHECK(slabs.values(f) == whole.values(f));
  }
}

int swept(const ElasticProblem& p) {
  int count = 0;
  for (const PlaneSweep& sweep : plane_sweeps(solver_of(p), 1)) count += sweep.planes > 0;
  return count;
}

}  // namespace

TEST_CASE("elastic: plane by plane gives the same bits as half step by half step") {
  int count = 0;
  for (const int dimension : {2, 3})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (ElasticProblem p : sample_elastic_problems(dimension, precision)) {
        // Several slabs, and planes left over.
        if (dimension == 3) p.grid.cells[2] = 37, p.grid.upper[2] = 3.7;
        p.complete(precision);
        for (const auto& [variant, of] : all_elastic_variants(dimension)) {
          if (of != precision) continue;
          p.method.kernel.variant = variant;
          check_swept(p, one_thread(), 5);
          count += swept(p);
        }
      }
  CHECK(count > 0);
}

TEST_CASE("elastic: slabs of every height, from a free surface to a free surface") {
  for (const long planes : {12, 13, 15, 16, 17, 19, 20, 23, 24, 31}) {
    CAPTURE(planes);
    ElasticProblem p = elastic_box(3, {9, 8, planes}, {0.9, 0.8, 0.1 * double(planes)}, 1);
    p.method.free = {true, true};
    p.complete();
    check_swept(p, one_thread(), 4);
  }
}

TEST_CASE(
    "elastic: velocities stay two planes behind stresses, moments with these, forces with those") {
  ElasticProblem p = elastic_box(3, {8, 8, 40}, {0.8, 0.8, 4}, 1);
  p.complete();
  std::vector<PlaneSweep> sweeps = plane_sweeps(solver_of(p), 1);
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps[0].lag == std::vector<long>{0, 2});
  CHECK(sweeps[0].planes == 4);
  PointSource s;
  s.point = {0.4, 0.3, 1.7};
  s.force = {1, 2, 3};
  s.moment = {1, 2, 3, 4, 5, 6};
  p.method.sources = {s};
  p.method.free = {true, false};
  sweeps = plane_sweeps(solver_of(p), 1);
  REQUIRE(sweeps.size() == 1);
  CHECK(sweeps[0].lag == std::vector<long>{0, 0, 2, 2});
  CHECK(sweeps[0].planes == least_cells_below_surface);
  p.method.free = {false, false};
  p.grid.wall[2] = {0, 0};
  for (const PlaneSweep& sweep : plane_sweeps(solver_of(p), 1)) CHECK(sweep.planes == 0);
}

TEST_SUITE("threads") {
  TEST_CASE("elastic: plane by plane on three threads") {
    const Device device("host", 3);
    for (ElasticProblem p : sample_elastic_problems(3, Precision::double_)) {
      p.method.kernel.rows_per_block = 2;
      p.grid.cells[2] = 29;
      p.grid.upper[2] = 2.9;
      p.complete();
      check_swept(p, device, 4);
    }
  }
}
