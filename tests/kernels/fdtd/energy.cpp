// The energy that is recorded of Yee's scheme, in several media.
#include "tests/approx.hpp"
#include "tests/kernels/fdtd/yee.hpp"
#include "tests/kernels/recorded_energy.hpp"

using namespace hermite;

namespace {

// A body that knows directions, a conductor, and walls of all kinds.
YeeProblem two_media(const std::array<std::array<int, 2>, 3>& wall, bool graded) {
  YeeProblem p = box_of({8, 9, 10}, {1, 1, 1}, 1);
  p.grid.wall = wall;
  if (graded) grade(p.grid);
  p.method.scene.media = {
      {p.eps, p.mu, 0, 0, false}, {{4, 5, 7}, {1, 3, 2}, 0, 0, false}, {1, 1, 0, 0, true}};
  p.method.scene.bodies = {{{0.4, -1, 0.3}, {9, 9, 0.9}, 1}, {{0.1, 0.1, 0.1}, {0.3, 0.4, 0.5}, 2}};
  p.complete();
  return p;
}

const char* const coefficients[] = {"indices", "arrays", "constant"};

void check_conserved_of_yee(const Device& device) {
  int number = 0;
  for (const std::array<std::array<int, 2>, 3>& wall :
       {std::array<std::array<int, 2>, 3>{{{1, 1}, {1, 1}, {1, 1}}},
        std::array<std::array<int, 2>, 3>{{{0, 0}, {1, -1}, {-1, -1}}},
        std::array<std::array<int, 2>, 3>{{{-1, 1}, {0, 0}, {0, 0}}}})
    for (const bool graded : {false, true}) {
      YeeProblem p = two_media(wall, graded);
      p.method.kernel.coefficients = coefficients[number++ % 3];
      CAPTURE(graded);
      CAPTURE(p.method.kernel.coefficients);
      YeeRun run(p, device);
      set_rough(p, 11, {&run});
      run.step();  // E in the conductor is 0 from now on
      RecordedEnergy energy(run, p.grid);
      check_conserved(energy, p.courant);
    }
}

// A value has V eps/2 or V mu/2 of its place, to the rounding of the factors that these are made of.
void check_places_of_yee(const Device& device) {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const char* const kind : coefficients) {
      CAPTURE(std::string(kind));
      CAPTURE(std::string(name_of(precision)));
      YeeProblem p = two_media({{{1, 1}, {-1, -1}, {0, 0}}}, false);
      p.method.kernel.coefficients = kind;
      p.complete(precision);
      YeeRun run(p, device);
      RecordedEnergy energy(run, p.grid);
      const double volume = 1.0 / (8 * 9 * 10);
      const auto same = [&](double expected) {
        return relative(expected, 4 * epsilon_of(precision));
      };
      const auto of_one = [&](int field, std::array<long, 3> n) {
        Fields u = fields_of(run);
        const auto& nodes = run.simulation().state(field).nodes;
        u[std::size_t(field)][std::size_t((n[2] * nodes[1] + n[1]) * nodes[0] + n[0])] = 1;
        return energy.of(u);
      };
      CHECK(of_one(1, {2, 7, 1}) == same(volume * 2 / 2));  // Ey outside
      CHECK(of_one(1, {5, 7, 5}) == same(volume * 5 / 2));  // along y in the body
      CHECK(of_one(2, {5, 9, 5}) == same(volume * 7 / 4));  // Ez on the magnetic wall: half a cell
      CHECK(of_one(0, {1, 2, 2}) == 0);                     // in the conductor
      // Hx and Hz in the body, and at a periodic end: a whole cell.
      CHECK(of_one(3, {5, 4, 5}) == same(volume * 1 / 2));
      CHECK(of_one(5, {4, 4, 5}) == same(volume * 2 / 2));
      CHECK(of_one(5, {1, 4, 0}) == same(volume * 0.5 / 2));
    }
}

}  // namespace

TEST_CASE("recorded energy: Maxwell in several media keeps what the scheme conserves") {
  check_conserved_of_yee(one_thread());
}
TEST_CASE("recorded energy: one value of Maxwell's fields has V eps/2 or V mu/2 of its place") {
  check_places_of_yee(one_thread());
}
#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA, recorded energy: Maxwell in several media") {
    check_conserved_of_yee(Device("cuda"));
    check_places_of_yee(Device("cuda"));
  }
}
#endif
