// Kernels of layers apart from the fields: what they cover, in which blocks, and that each can be launched
// by itself.
#include "kernels/fdtd/maxwell/cpml_launches.hpp"

#include "kernels/fdtd/maxwell/block_shape.hpp"
#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

namespace {

// Layers of these widths at both ends of each axis.
YeeArguments with_layers(const std::array<long, 3>& nodes, const std::array<long, 3>& width) {
  YeeArguments a;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    a.box.upper[axis] = nodes[axis];
    a.cpml[axis].lower = width[axis];
    a.cpml[axis].upper_begin = nodes[axis] - width[axis];
  }
  return a;
}

// Beside `march`, whose threads have several cells: where the case states cells, and where it does not.
FdtdBlock beside_march(Precision precision, int cells) {
  Case::Kernel kernel;
  kernel.cells_per_block = cells;
  const FdtdBlock fields = chosen_block(kernel, FdtdSchedule::march, true, precision, 300);
  return block_of_threads(fields, FdtdSchedule::march, true, precision);
}

}  // namespace

TEST_CASE("Faces hold each cell once for each layer that it lies in") {
  const YeeArguments a = with_layers({9, 8, 7}, {3, 2, 1});
  for (const CpmlSchedule schedule : {CpmlSchedule::faces, CpmlSchedule::faces_naive}) {
    const std::vector<CpmlLaunch> launches = cpml_launches(a, schedule, {4, 2, 1}, true);
    CHECK(launches.size() == 6);
    for (long k = 0; k < 7; ++k)
      for (long j = 0; j < 8; ++j)
        for (long i = 0; i < 9; ++i) {
          const long node[3] = {i, j, k};
          for (int axis = 0; axis < 3; ++axis) {
            int held = 0;
            for (const CpmlLaunch& launch : launches) {
              bool inside = launch.face.axis == axis;
              for (int d = 0; d < 3; ++d)
                inside = inside && node[d] >= launch.face.box.lower[d] &&
                         node[d] < launch.face.box.upper[d];
              held += inside;
            }
            CHECK(held == int(a.cpml[axis].holds(node[axis])));
          }
        }
  }
}

TEST_CASE("Regions hold each cell of the layers once, with the layers that it lies in") {
  const YeeArguments a = with_layers({9, 8, 7}, {3, 2, 1});
  const std::vector<CpmlLaunch> launches = cpml_launches(a, CpmlSchedule::regions, {4, 2, 1}, true);
  REQUIRE(launches.size() == 1);
  const CpmlRegions& regions = launches[0].regions;
  for (long k = 0; k < 7; ++k)
    for (long j = 0; j < 8; ++j)
      for (long i = 0; i < 9; ++i) {
        const long node[3] = {i, j, k};
        int held = 0;
        for (int n = 0; n < CpmlRegions::count; ++n) {
          const CellBox box = regions.box(n);
          bool inside = true;
          for (int d = 0; d < 3; ++d)
            inside = inside && node[d] >= box.lower[d] && node[d] < box.upper[d];
          if (!inside) continue;
          ++held;
          for (int d = 0; d < 3; ++d) CHECK(CpmlRegions::layered(n, d) == a.cpml[d].holds(node[d]));
          CHECK(CpmlRegions::in_layers(n) ==
                (a.cpml[0].holds(i) || a.cpml[1].holds(j) || a.cpml[2].holds(k)));
        }
        CHECK(held == 1);
      }
}

TEST_CASE("On CUDA no warp of a face across x has idle lanes, and every block can be launched") {
  for (const long width : {1, 3, 4, 5, 8, 10, 11, 12, 16, 20, 40})
    for (const FdtdBlock block : {FdtdBlock{64, 4, 1},
                                  {32, 16, 16},
                                  {16, 16, 16},
                                  {512, 1, 1},
                                  beside_march(Precision::single, 0),
                                  beside_march(Precision::single, 2048),
                                  beside_march(Precision::double_, 0),
                                  beside_march(Precision::double_, 1024)})
      for (const CpmlSchedule schedule :
           {CpmlSchedule::regions, CpmlSchedule::faces, CpmlSchedule::faces_naive})
        for (const CpmlLaunch& launch :
             cpml_launches(with_layers({300, 200, 100}, {width, 10, 10}), schedule, block, true)) {
          CAPTURE(width);
          CAPTURE(launch.name);
          const FdtdBlock& own = launch.block;
          const int threads = own.lanes * own.rows;
          CHECK(threads > 0);
          CHECK(threads <= most_yee_threads);
          if (launch.over_regions || launch.face.axis != 0) continue;
          CHECK(own.lanes == (schedule == CpmlSchedule::faces_naive ? 1 : width));
          CHECK(threads % 32 == 0);
        }
}

TEST_CASE("The kernels of a half step one by one, in order, do what the half step does") {
  for (YeeProblem p : sample_yee_problems(Precision::double_))
    for (const char* cpml : {"regions", "faces", "faces-naive"}) {
      p.method.kernel.cpml = cpml;
      YeeRun whole(p, one_thread()), apart(p, one_thread());
      set_rough(p, 8, {&whole, &apart});
      for (const int stage : {0, 1}) {
        const Stage& of_whole = whole.simulation().solver().stages[std::size_t(stage)];
        whole.simulation().launch(of_whole);
        const Stage& of_apart = apart.simulation().solver().stages[std::size_t(stage)];
        for (const KernelUse& kernel : of_apart.kernels)
          apart.simulation().launch(of_apart, kernel);
      }
      for (int f = 0; f < 6; ++f) CHECK(apart.values(f) == whole.values(f));
    }
}
