// What electric walls hold at 0, as arrays say it.
#include "tests/kernels/fdtd/yee.hpp"

using namespace hermite;

TEST_CASE("Yee: E along an electric wall and H across it are 0 there; not on Mur's, nor others") {
  YeeProblem p = box_of({5, 6, 7}, {1, 1, 1}, 1);
  p.grid.wall = {{{1, -1}, {0, 0}, {1, 1}}};
  p.method.mur[2][1] = true;
  p.complete();
  const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
  for (int field = 0; field < 6; ++field) {
    CAPTURE(field);
    const bool between_x = field == 0 || field > 3,
               between_z = field == 2 || field == 3 || field == 4;
    // Ex, Hy and Hz have no node on a wall across x.
    const std::array<std::array<bool, 2>, 3> expected{
        {{!between_x, false}, {false, false}, {!between_z, false}}};
    CHECK(solver.arrays[static_cast<std::size_t>(field)].is_zero_at == expected);
  }
}
