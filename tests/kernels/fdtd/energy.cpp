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

// Rows of more values than a block of the sum has lanes, on a GPU and on the host, in more media than a byte numbers:
// a value in each of them, and those beside the ends of blocks.
void check_long_rows(const Device& device) {
  constexpr long bodies = 300, cells = 15 * bodies;
  YeeProblem p = box_of({cells, 2, 2}, {double(cells), 2, 2}, 1);
  p.method.scene.media = {{p.eps, p.mu, 0, 0, false}};
  const auto eps_of = [](long body) { return 3 + double(body) / 64; };
  for (long body = 0; body < bodies; ++body) {
    p.method.scene.media.push_back(
        {{eps_of(body), eps_of(body), eps_of(body)}, {1, 1, 1}, 0, 0, false});
    p.method.scene.bodies.push_back(
        {{15.0 * double(body), -1, -1}, {15.0 * double(body + 1), 3, 3}, int(body) + 1});
  }
  p.complete();
  YeeRun run(p, device);
  RecordedEnergy energy(run, p.grid);
  Fields u = fields_of(run);
  double all = 0;
  std::vector<long> places = {126, 127, 128, 129, 4094, 4095, 4096, 4097, cells - 1};
  for (long body = 0; body < bodies; ++body) places.push_back(15 * body + 7);
  const Fields none = u;
  for (const long i : places) {
    const auto at = std::size_t((1 * 3 + 1) * cells + i);
    if (u[0][at] != 0) continue;
    u[0][at] = 1 + double(i) / 512;
    const double expected = eps_of(i / 15) / 2 * u[0][at] * u[0][at];
    all += expected;
    if (i % 15 == 7 && i >= 200) continue;  // in the sum alone
    Fields one = none;
    one[0][at] = u[0][at];
    CAPTURE(i);
    CHECK(energy.of(one) == relative(expected, 4 * epsilon_of(Precision::double_)));
  }
  // Some 300 positive terms.
  CHECK(energy.of(u) == relative(all, 300 * epsilon_of(Precision::double_)));
}

}  // namespace

TEST_CASE("recorded energy: Maxwell in several media keeps what the scheme conserves") {
  check_conserved_of_yee(one_thread());
}
TEST_CASE("recorded energy: one value of Maxwell's fields has V eps/2 or V mu/2 of its place") {
  check_places_of_yee(one_thread());
}
TEST_CASE("recorded energy: Maxwell in long rows of more media than a byte numbers") {
  check_long_rows(one_thread());
}
#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE("CUDA, recorded energy: Maxwell in several media") {
    check_conserved_of_yee(Device("cuda"));
    check_long_rows(Device("cuda"));
  }
}
TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA, recorded energy: one value of Maxwell's fields") {
    check_places_of_yee(Device("cuda"));
  }
}
#endif
