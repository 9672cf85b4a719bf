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
    CHECK(solver.arrays[static_cast<std::size_t>(field)].shared_row == 0);
  }
}

TEST_CASE("Yee: rows of whole lines take at most 5 % more memory than fields and psi have values") {
  for (const long cells : {416L, 512L, 640L}) {
    CAPTURE(cells);
    YeeProblem p = box_of({cells, cells, cells}, {1, 1, 1}, 1);
    p.method.cpml = {3, 1, 0.8, 5, 0.1, {{{10, 10}, {10, 10}, {10, 10}}}};
    p.complete(Precision::single);
    const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
    double bytes = 0;
    for (const ArrayMemory& array : memory_of(solver)) bytes += double(array.bytes);
    // Six fields, and two psi of E and of H in the layers across each axis.
    const double cube = double(cells) * double(cells) * double(cells);
    CHECK(bytes < 1.05 * 4 * (6 * cube + 12 * 20.0 * double(cells) * double(cells)));
  }
}

TEST_CASE("Yee: rows share their ends between electric walls across x alone") {
  const auto rows_of = [](std::array<int, 2> walls, bool mur) {
    YeeProblem p = box_of({9, 8, 7}, {1, 1, 1}, 1);
    p.grid.wall[0] = walls;
    p.method.mur[0][0] = mur;
    p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
    p.method.cpml.layers[1] = p.method.cpml.layers[2] = {2, 2};
    if (!mur && walls[0] != 0) p.method.cpml.layers[0] = {2, 2};
    p.complete();
    return fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread()).arrays;
  };
  for (const ArraySpec& array : rows_of({1, 1}, false)) {
    CAPTURE(array.name);
    const bool across_x = array.name.rfind("psi", 0) == 0 && array.name.back() == 'x';
    CHECK(array.shared_row == (across_x ? 0 : 9));
  }
  for (const std::array<int, 2> walls : {std::array<int, 2>{0, 0}, {1, -1}, {-1, 1}, {1, 1}})
    for (const ArraySpec& array : rows_of(walls, walls[0] * walls[1] == 1))
      CHECK(array.shared_row == 0);
}
