// The cases of data/cases are good as they are shipped, and are the problems of whose answers the tests know.
#include <algorithm>
#include <cmath>
#include <vector>

#include "drivers/problem/problem.hpp"
#include "hermite/core/grow.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/fdtd_runs.hpp"
#include "tests/kernels/fdtd/known_problems.hpp"

using namespace hermite;

namespace {

std::string file_of(const std::string& name) {
  return HERMITE_SOURCE_DIR "/data/cases/" + name + ".json";
}

Problem shipped(const std::string& name) {
  return state_problem(file_of(name), {}, Device("host", 1));
}

// To the digits that a file has.
bool same(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}
bool same(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return same(a[0], b[0]) && same(a[1], b[1]) && same(a[2], b[2]);
}

void check_media(const Scene& found, const Scene& known) {
  REQUIRE(found.media.size() == known.media.size());
  for (std::size_t m = 0; m < known.media.size(); ++m) {
    const Medium &a = found.media[m], &b = known.media[m];
    CHECK(a.pec == b.pec);
    if (b.pec) continue;  // nothing else counts
    CHECK(same(a.permittivity.along, b.permittivity.along));
    CHECK(same(a.permeability.along, b.permeability.along));
    CHECK(same(a.conductivity.along, b.conductivity.along));
    CHECK(same(a.magnetic_conductivity.along, b.magnetic_conductivity.along));
  }
  REQUIRE(found.bodies.size() == known.bodies.size());
  for (std::size_t i = 0; i < known.bodies.size(); ++i) {
    const Scene::Body &a = found.bodies[i], &b = known.bodies[i];
    CHECK(same(a.lower, b.lower));
    CHECK(same(a.upper, b.upper));
    CHECK(a.medium == b.medium);
    CHECK(a.shape == b.shape);
  }
  CHECK(found.voxels == nullptr);
}

void check_sources(const std::vector<EdgeSource>& found, const std::vector<EdgeSource>& known) {
  REQUIRE(found.size() == known.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const EdgeSource &a = found[i], &b = known[i];
    CHECK(a.component == b.component);
    CHECK(a.edge == b.edge);
    CHECK(a.hard == b.hard);
    CHECK(same(a.amplitude, b.amplitude));
    CHECK(a.waveform.kind == b.waveform.kind);
    CHECK(same(a.waveform.delay, b.waveform.delay));
    CHECK(same(a.waveform.width, b.waveform.width));
  }
}

// A file against what the tests run.
void check_shipped(const std::string& name, const KnownProblem& known) {
  CAPTURE(name);
  const Problem found = shipped(name);
  const YeeProblem& yee = known.yee;
  CHECK(found.grid.cells == yee.grid.cells);
  CHECK(same(found.grid.lower, yee.grid.lower));
  CHECK(same(found.grid.upper, yee.grid.upper));
  CHECK(found.grid.wall == yee.grid.wall);
  CHECK(found.grid.corners == yee.grid.corners);
  check_media(found.fdtd.scene, yee.method.scene);
  const CpmlProfile &a = found.fdtd.cpml, &b = yee.method.cpml;
  CHECK(a.layers == b.layers);
  for (const auto number :
       {&CpmlProfile::order, &CpmlProfile::alpha_order, &CpmlProfile::sigma_max,
        &CpmlProfile::kappa_max, &CpmlProfile::alpha_max, &CpmlProfile::reflection})
    CHECK(same(a.*number, b.*number));
  CHECK(a.vacuum_permittivity == b.vacuum_permittivity);
  check_sources(found.fdtd.sources, yee.method.sources);
  CHECK_FALSE(found.fdtd.incident.on());
  CHECK(found.fdtd.mur == yee.method.mur);
  CHECK(found.input.initial.kind == "zero");
  // The largest step that ends where it should.
  CHECK(same(found.input.method.courant, yee.courant));
  CHECK(same(double(found.time.steps) * found.time.dt, known.final));
  CHECK(found.time.steps == std::lround(std::ceil(known.final / yee.method.dt * (1 - 1e-9))));
  const auto& receivers = found.input.receivers;
  const std::vector<std::string> fields = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
  CHECK(receivers.fields == std::vector<std::string>{fields[std::size_t(known.field)]});
  CHECK(receivers.every == 1);
  REQUIRE(receivers.points.size() == 1);
  for (int d = 0; d < 3; ++d)
    CHECK(same(receivers.points[0][std::size_t(d)],
               yee.grid.node(d, known.node[std::size_t(d)], yee_staggering(known.field)[d])));
}

// The largest |cos k x| or |sin k x| of the nodes of an axis.
double largest_of(const Grid& grid, int axis, double k, bool cosine) {
  double most = 0;
  const Stagger stagger = cosine ? Stagger::dual : Stagger::primal;
  for (long n = 0; n < grid.extents(stagger)[std::size_t(axis)]; ++n) {
    const double x = grid.node(axis, n, stagger);
    grow(most, std::abs(cosine ? std::cos(k * x) : std::sin(k * x)));
  }
  return most;
}

std::array<double, 3> product(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The largest error that Yee's scheme makes of a mode E_a = A_a cos(k_a x_a) sin(k_b x_b) sin(k_c x_c) cos(w t),
// H_a = B_a(t) sin(k_a x_a) cos(k_b x_b) cos(k_c x_c), of which it keeps the shapes: what becomes of A and B.
double mode_error(const Grid& grid, const std::array<int, 3>& waves, std::array<double, 3> A,
                  const TimeSteps& time) {
  std::array<double, 3> k{}, K{};
  double square = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    k[d] = pi * waves[d];
    K[d] = discrete(k[d], grid.h(int(d)));
    square += k[d] * k[d];
  }
  const double w = std::sqrt(square), dt = time.dt, final = double(time.steps) * dt;
  const std::array<double, 3> first = A, curl = product(k, A);
  std::array<double, 3> B{};
  for (std::size_t d = 0; d < 3; ++d) B[d] = curl[d] / w * std::sin(w * dt / 2);
  for (long n = 0; n < time.steps; ++n) {
    const std::array<double, 3> of_e = product(K, A);
    for (std::size_t d = 0; d < 3; ++d) B[d] -= dt * of_e[d];
    const std::array<double, 3> of_h = product(K, B);
    for (std::size_t d = 0; d < 3; ++d) A[d] -= dt * of_h[d];
  }
  double worst = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    double e = std::abs(A[a] - first[a] * std::cos(w * final));
    double h = std::abs(B[a] + curl[a] / w * std::sin(w * (final - dt / 2)));
    for (std::size_t d = 0; d < 3; ++d) {
      e *= largest_of(grid, int(d), k[d], d == a);
      h *= largest_of(grid, int(d), k[d], d != a);
    }
    grow(worst, std::max(e, h));
  }
  return worst;
}

}  // namespace

TEST_CASE("every shipped case passes hermite check") {
  const Workplace place;
  std::vector<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(HERMITE_SOURCE_DIR "/data/cases"))
    if (entry.path().extension() == ".json") cases.push_back(entry.path());
  CHECK(cases.size() > 20);
  for (const fs::path& file : cases) {
    CAPTURE(file.filename().string());
    const Outcome outcome = place.call("check '" + file.string() + "'");
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("cpml-benchmark and dipole are the problems that the tests compare with known answers") {
  check_shipped("cpml-benchmark", plate_problem());
  check_shipped("dipole", dipole_problem());
}

TEST_CASE("cavity has the error that the scheme's dispersion makes of its mode") {
  const Problem found = shipped("cavity");
  CHECK(found.grid.cells == std::array<long, 3>{16, 16, 16});
  CHECK(found.input.initial.waves == std::vector<int>(cavity_waves.begin(), cavity_waves.end()));
  const Workplace place;
  REQUIRE(place.call("run '" + file_of("cavity") + "' --tuned off --out out").code == 0);
  const double error = place.json("out/results.json")["rows"][0]["error_max"].get<double>();
  const double expected = mode_error(found.grid, cavity_waves, {1, 1, -1}, found.time);
  MESSAGE("error ", error, ", expected ", expected);
  CHECK(error == relative(expected, 1e-10));  // rounding of its steps, of some hundredths
  // It is the case whose convergence is tested too, on more cells.
  place.write("tested.json", cavity);
  const Device device("host", 1);
  CHECK(state_problem((place.folder / "tested.json").string(), {{"grid.cells", "16"}}, device)
            .identity() == found.identity());
}
