// The kernels against Yee's scheme as tests/reference/yee.hpp writes it down.
#include "hermite/core/grow.hpp"
#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

namespace {

void add_media(YeeProblem& p) {
  p.method.scene.media = {{p.eps, p.mu, 0.3, 0.2, false},
                          {3 * p.eps, 2 * p.mu, 0, 0.5, false},
                          {p.eps, p.mu, 0, 0, true}};
  p.method.scene.bodies = {{{0.2, 0.1, 0.3}, {0.7, 0.9, 0.8}, 1},
                           {{0.4, 0.3, 0.1}, {0.6, 0.5, 0.6}, 2}};
}

void add_directions(YeeProblem& p) {
  Medium& body = p.method.scene.media[1];
  body.permittivity = Diagonal(3 * p.eps, 2 * p.eps, p.eps);
  body.permeability = Diagonal(p.mu, 2 * p.mu, 1.5 * p.mu);
  body.conductivity = Diagonal(0, 0.4, 0.1);
  p.method.scene.media[0].magnetic_conductivity = Diagonal(0.2, 0, 0.1);
}

void add_sources(YeeProblem& p) {
  const double period = 12 * p.grid.h(0) / p.speed();
  p.method.sources = {{2, {3, 2, 1}, 0.7, {"gaussian", period, period / 3, 1}},
                      {2, {3, 2, 1}, 0.4, {"harmonic", 0, 1, 1 / period}},
                      {0, {1, 4, 2}, -0.5, {"ricker", period / 2, 1, 1 / period}},
                      {1, {5, 1, 3}, 0.6, {"differentiated-gaussian", period, period / 4, 1}},
                      {0, {4, 2, 3}, 0.3, {"harmonic", 0, 1, 1 / period}, true}};
  if (p.grid.cells[0] > 7)  // where add_media has a conductor
    p.method.sources.push_back({1, {7, 4, 3}, 0.2, {"gaussian", period, period / 3, 1}, true});
}

// Rows so short that layers across x meet, or take all cells.
std::vector<YeeProblem> short_yee_problems(Precision precision) {
  std::vector<YeeProblem> problems;
  for (const std::array<long, 2>& layers : {std::array<long, 2>{5, 1}, {1, 5}, {6, 0}, {0, 6}})
    for (const int upper : {1, -1}) {
      YeeProblem p = box_of({6, 5, 7}, {1.0, 0.8, 1.1}, 1);
      p.grid.wall[0][1] = upper;
      add_sources(p);
      p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
      p.method.cpml.layers = {{layers, {2, 2}, {0, 3}}};
      p.complete(precision);
      problems.push_back(p);
    }
  return problems;
}

}  // namespace

std::vector<YeeProblem> sample_yee_problems(Precision precision) {
  std::vector<YeeProblem> problems;
  // Walls of every kind, and lengths that are no multiple of a pack or a block.
  for (const std::array<std::array<int, 2>, 3> wall :
       {std::array<std::array<int, 2>, 3>{{{1, 1}, {1, 1}, {1, 1}}},
        std::array<std::array<int, 2>, 3>{{{0, 0}, {0, 0}, {0, 0}}},
        std::array<std::array<int, 2>, 3>{{{-1, 1}, {0, 0}, {-1, -1}}},
        std::array<std::array<int, 2>, 3>{{{1, -1}, {-1, 1}, {0, 0}}}})
    for (const int kind : {0, 1, 2, 3, 5}) {
      YeeProblem p = box_of({17, 9, 11}, {1.0, 0.8, 1.1}, 1);
      p.grid.wall = wall;
      if (kind == 5) grade(p.grid);
      if (kind % 2 == 1) add_media(p);
      if (kind == 5) add_directions(p);
      if (kind >= 2) {
        add_sources(p);
        p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
        const std::array<std::array<long, 2>, 3> layers = {{{3, 5}, {3, 0}, {0, 2}}};
        for (std::size_t d = 0; d < 3; ++d)
          if (!p.grid.periodic(int(d))) p.method.cpml.layers[d] = layers[d];
      }
      p.complete(precision);
      problems.push_back(p);
    }
  // Rows of whole lines of 128 bytes between electric walls: the last node of each is the first of the next.
  for (const std::array<std::array<int, 2>, 3> wall :
       {std::array<std::array<int, 2>, 3>{{{1, 1}, {1, 1}, {1, 1}}},
        std::array<std::array<int, 2>, 3>{{{1, 1}, {0, 0}, {-1, 1}}},
        std::array<std::array<int, 2>, 3>{{{1, 1}, {1, -1}, {0, 0}}},
        std::array<std::array<int, 2>, 3>{{{1, 1}, {-1, -1}, {1, 1}}}}) {
    YeeProblem p = box_of({32, 9, 11}, {1.9, 0.8, 1.1}, 1);
    p.grid.wall = wall;
    add_media(p);
    add_sources(p);
    p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
    p.method.cpml.layers[0] = {3, 5};
    if (wall[1][0] == -1)
      p.method.mur[2] = {true, true};
    else
      for (std::size_t d = 1; d < 3; ++d)
        if (!p.grid.periodic(int(d))) p.method.cpml.layers[d] = {2, 3};
    p.complete(precision);
    problems.push_back(p);
  }
  // Mur's walls at all faces and at some; cells at the two ends of an axis differ.
  for (const bool all : {true, false}) {
    YeeProblem p = box_of({17, 9, 11}, {1.0, 0.8, 1.1}, 1);
    grade(p.grid);
    if (!all) {
      p.grid.wall = {{{1, 1}, {0, 0}, {1, -1}}};
      add_media(p);
      p.method.scene.media[0].permittivity = Diagonal(p.eps, 2 * p.eps, 3 * p.eps);
      p.method.scene.media[0].permeability = Diagonal(2 * p.mu, p.mu, 1.5 * p.mu);
      p.method.kernel.coefficients = "arrays";
      add_sources(p);
      p.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
      p.method.cpml.layers[0] = {0, 4};
    }
    p.method.mur = {{{true, all}, {all, all}, {true, all}}};
    p.complete(precision);
    problems.push_back(p);
  }
  return problems;
}

void check_reference(const Device& device, const YeeProblem& problem, long steps, double epsilon) {
  const Maxwell system = problem.system();
  YeeReference reference(system, problem.grid, problem.method);
  set_rough(reference, 7);
  YeeRun run(problem, device);
  run.set_values(reference.u);
  double scale = 0;
  for (long i = 0; i < steps; ++i) {
    reference.step();
    run.step();
    for (const auto& u : reference.u) grow(scale, largest(u));
  }
  for (int f = 0; f < 6; ++f) {
    CAPTURE(f);
    // About ten roundings a step, of which the scheme, being neutral, forgets none.
    CHECK(largest_difference(run.values(f), reference.u[std::size_t(f)]) <=
          10 * double(steps) * epsilon * scale);
  }
}

void check_references(const Device& device) {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (YeeProblem p : sample_yee_problems(precision)) {
      if (p.method.sources.empty()) continue;  // without layers
      for (const char* kernels : {"regions", "faces", "faces-naive"}) {
        CAPTURE(std::string(kernels));
        p.method.kernel.cpml = kernels;
        p.method.kernel.coefficients = kernels[0] == 'f' ? "arrays" : "auto";
        check_reference(device, p, 20, epsilon_of(precision));
      }
    }
  for (const char* variant : {"literal", "march", "tile"})
    for (const Precision precision : {Precision::single, Precision::double_}) {
      std::vector<YeeProblem> problems = sample_yee_problems(precision);
      for (const YeeProblem& p : short_yee_problems(precision)) problems.push_back(p);
      for (YeeProblem& p : problems) {
        CAPTURE(std::string(variant));
        p.method.kernel.variant = variant;
        check_reference(device, p, 20, epsilon_of(precision));
        if (p.method.scene.media.size() == 1) continue;
        p.method.kernel.coefficients = "constant";
        check_reference(device, p, 20, epsilon_of(precision));
      }
    }
}

void check_cpml_kernels(const Device& device) {
  for (const char* variant : {"literal", "march", "tile"})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (YeeProblem p : sample_yee_problems(precision)) {
        if (p.method.sources.empty()) continue;  // without layers
        CAPTURE(std::string(variant));
        p.method.kernel.variant = variant;
        const auto run = [&](const char* kernels, int planes) {
          p.method.kernel.cpml = kernels;
          p.method.kernel.planes_per_block = planes;
          YeeRun one(p, device);
          set_rough(p, 4, {&one});
          one.step(10);
          return one.values();
        };
        const std::vector<double> fused = run("fused", 0);
        // The sums are in one order, and on the host literal's rows are contracted alike wherever a layer adds to them;
        // of the others the compiler may contract those in the field kernel otherwise: ten roundings in each of ten steps.
        const bool exact =
            HERMITE_STRICT_FP || (variant == std::string("literal") && !device.cuda());
        const double bound = exact ? 0 : 10 * 10 * epsilon_of(precision) * largest(fused);
        for (const char* kernels : {"regions", "faces", "faces-naive"})
          for (const int planes : {1, 3}) {
            CAPTURE(std::string(kernels));
            CAPTURE(planes);
            CHECK(largest_difference(run(kernels, planes), fused) <= bound);
          }
      }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("Yee's scheme equals the reference: walls, periodic axes, layers, media, sources") {
  const Device& device = one_thread();
  check_references(device);
}

TEST_CASE("More media than a byte numbers: the same bits as with few") {
  YeeProblem few = box_of({13, 9, 8}, {1.0, 0.8, 1.1}, 1);
  few.method.cpml = {3, 1, 0.8, 5, 0.1, {}};
  few.method.cpml.layers[0] = {3, 2};
  add_media(few);
  YeeProblem many = few;
  const Medium last = few.method.scene.media[1];
  for (int m = 3; m < 700; ++m)  // all different
    many.method.scene.media.push_back({few.eps, few.mu, 1e-3 * m, 1e-3 * m, false});
  many.method.scene.media[650] = last;
  many.method.scene.bodies[0].medium = 650;
  for (const char* variant : {"literal", "march", "tile"}) {
    std::vector<double> values[2];
    for (YeeProblem* p : {&few, &many}) {
      p->method.kernel.variant = variant;
      p->complete(Precision::single);
      const Maxwell system = p->system();
      YeeReference rough(system, p->grid, p->method);
      set_rough(rough, 9);
      YeeRun run(*p, one_thread());
      run.set_values(rough.u);
      run.step(10);
      for (int f = 0; f < 6; ++f)
        for (const double v : run.values(f)) values[p == &many].push_back(v);
    }
    CHECK(values[0] == values[1]);
  }
}

TEST_CASE("Blocks of any size do the same bit for bit, and so do both schedules when strict") {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (YeeProblem p : sample_yee_problems(precision)) {
      const Maxwell system = p.system();
      YeeReference rough(system, p.grid, p.method);
      set_rough(rough, 3);
      std::vector<double> first;
      for (const std::array<int, 3> block : {std::array<int, 3>{0, 0, 0},
                                             {5, 2, 1},
                                             {16, 3, 4},
                                             {0, 4, 0},
                                             {5, 4, 1},
                                             {16, 4, 3},
                                             {0, 1, 0},
                                             {8, 5, 2},
                                             {0, 16, 0},
                                             {5, 6, 1},
                                             {2, 16, 4}}) {
        const int rows = block[1];
        p.method.kernel.variant = rows == 16 || rows == 6               ? "tile"
                                  : rows == 4 || rows == 1 || rows == 5 ? "march"
                                                                        : "literal";
        p.method.kernel.cells_per_block = block[0];
        p.method.kernel.rows_per_block = block[1];
        p.method.kernel.planes_per_block = block[2];
        YeeRun run(p, one_thread());
        run.set_values(rough.u);
        run.step(5);
        const std::vector<double> now = run.values(1);
        if (first.empty()) first = now;
        // The compiler may contract products and sums of two schedules differently: ten roundings in each of five steps.
        const bool exact = HERMITE_STRICT_FP || p.method.kernel.variant == "literal";
        CHECK(largest_difference(now, first) <=
              (exact ? 0 : 5 * 10 * epsilon_of(precision) * largest(first)));
      }
    }
}

TEST_CASE(
    "CPML in the field kernels, over regions and face by face agree, to the bit when strict") {
  check_cpml_kernels(one_thread());
}

TEST_SUITE("threads") {
  TEST_CASE("Yee's scheme: one thread and three agree bit for bit") {
    for (YeeProblem p : sample_yee_problems(Precision::double_)) {
      p.method.kernel.rows_per_block = 2;
      const Device one_device("host", 1), three_device("host", 3);
      YeeRun one(p, one_device), three(p, three_device);
      set_rough(p, 5, {&one, &three});
      one.step(4);
      three.step(4);
      for (int f = 0; f < 6; ++f) CHECK(one.values(f) == three.values(f));
    }
  }
}
