// The kernels against the scheme as tests/reference/elastic.hpp writes it down, and against each other.
#include "hermite/core/grow.hpp"
#include "tests/kernels/elastic/elastic.hpp"

namespace hermite {

namespace {

void add_sources(ElasticProblem& p) {
  const double period = 12 * p.grid.h(0) / p.p_speed;
  PointSource push, slip, pull;
  push.point = {0.31, 0.37, 0.42};
  push.force = {0.7, -0.4, 0.2};
  push.waveform = {"ricker", period / 2, 1, 1 / period};
  slip.point = {0.52, 0.33, 0.58};
  slip.moment = {0.3, -0.2, 0.5, 0.4, -0.6, 0.1};
  slip.waveform = {"step", period, period / 3, 1};
  pull.point = {0.52, 0.33, 0.58};
  pull.moment = {0, 0, 0, 1, 0, 0};
  pull.waveform = {"gaussian", period, period / 3, 1};
  // In a corner, where some of the nodes that it drives have images beyond the walls.
  PointSource corner = slip;
  for (int d = 0; d < 3; ++d) corner.point[std::size_t(d)] = 1.2 * p.grid.h(d);
  corner.force = {0.2, 0.5, -0.3};
  p.method.sources = {push, slip, pull, corner};
}

}  // namespace

std::vector<ElasticProblem> sample_elastic_problems(int dimension, Precision precision) {
  std::vector<ElasticProblem> problems;
  using Walls = std::array<std::array<int, 2>, 3>;
  // Walls of every kind, and lengths that are no multiple of a pack or a block; the last: free surfaces
  // at one end of the last axis, or at both.
  const std::array<std::pair<Walls, std::array<bool, 2>>, 6> kinds = {
      {{{{{0, 0}, {0, 0}, {0, 0}}}, {false, false}},
       {{{{1, 1}, {-1, -1}, {1, 1}}}, {false, false}},
       {{{{-1, 1}, {1, -1}, {0, 0}}}, {false, false}},
       {{{{1, 1}, {1, 1}, {1, 1}}}, {true, false}},
       {{{{0, 0}, {1, 1}, {-1, 1}}}, {false, true}},
       {{{{1, -1}, {1, 1}, {1, 1}}}, {true, true}}}};
  for (std::size_t n = 0; n < kinds.size(); ++n)
    for (const int kind : {0, 1, 2, 3}) {
      ElasticProblem p = elastic_box(dimension, {19, 10, 11}, {1.0, 0.8, 1.1}, 1);
      for (std::size_t d = 0; d < std::size_t(dimension); ++d) p.grid.wall[d] = kinds[n].first[d];
      p.method.free = kinds[n].second;
      if (dimension == 2 && (p.method.free[0] || p.method.free[1])) p.grid.wall[1] = {1, 1};
      if (n == 5) p.grid.cells[std::size_t(dimension - 1)] = 12;
      p.method.free_operators = kind % 2 == 0 ? "afda" : "imaging";
      if (kind % 2 == 1) add_layer_and_fluid(p);
      if (kind == 3) p.method.scene.arithmetic = true;
      if (kind >= 2) {
        add_sources(p);
        p.method.cpml = {2, 1, 0.8, 3, 0.4, {}};
        // All faces, or some.
        std::array<std::array<long, 2>, 3> layers = {{{4, 5}, {3, 2}, {2, 3}}};
        if (kind == 3) layers = {{{4, 5}, {3, 0}, {0, 3}}};
        for (std::size_t d = 0; d < std::size_t(dimension); ++d)
          if (!p.grid.periodic(int(d))) p.method.cpml.layers[d] = layers[d];
        auto& last = p.method.cpml.layers[std::size_t(dimension - 1)];
        if (p.method.free[0]) last[0] = 0;
        if (p.method.free[1]) last[1] = 0;
        if (kind == 3) p.method.cpml.reflection = 0.01;
      }
      p.complete(precision);
      problems.push_back(p);
    }
  // Rows so short that layers across x, which are whole packs, meet, or reach beyond them.
  for (const std::array<long, 2>& layers : {std::array<long, 2>{3, 0}, {0, 3}, {2, 2}}) {
    ElasticProblem p = elastic_box(dimension, {5, 10, 11}, {1.0, 0.8, 1.1}, 1);
    for (std::size_t d = 0; d < std::size_t(dimension); ++d) p.grid.wall[d] = {1, 1};
    add_sources(p);
    p.method.cpml = {2, 1, 0.8, 3, 0.4, {}};
    p.method.cpml.layers[0] = layers;
    p.complete(precision);
    problems.push_back(p);
  }
  return problems;
}

void check_elastic(const Device& device, ElasticProblem problem, long steps,
                   const std::vector<ElasticVariant>& variants) {
  const Elastic system = problem.system();
  ElasticReference reference(system, problem.grid, problem.method);
  set_rough(reference, 7);
  const std::vector<std::vector<double>> first = reference.u;
  double scale = 0;
  for (long i = 0; i < steps; ++i) {
    reference.step();
    for (const auto& u : reference.u) grow(scale, largest(u));
  }
  CHECK(scale < 1e4);  // else the scheme is unstable, and the bound below means nothing
  for (const ElasticVariant& one : variants) {
    const std::string variant = one.name;
    const Precision precision = one.precision;
    CAPTURE(variant);
    CAPTURE(bytes_of(precision));
    problem.method.kernel.variant = variant;
    problem.method.precision = precision;
    ElasticRun run(problem, device);
    run.set_values(first);
    run.step(steps);
    for (int f = 0; f < run.fields(); ++f) {
      CAPTURE(f);
      // About fifteen roundings a step, of which the scheme, being neutral, forgets none; an impedance of
      // about 3 lets those of one field grow in another.
      CHECK(largest_difference(run.values(f), reference.u[std::size_t(f)]) <=
            15 * double(steps) * epsilon_of(precision) * scale);
    }
  }
}

std::vector<ElasticVariant> all_elastic_variants(int dimension) {
  std::vector<ElasticVariant> all;
  for (const Precision precision : {Precision::single, Precision::double_}) {
    all.push_back({"literal", precision});
    if (dimension == 2) continue;
    all.push_back({"march", precision});
    all.push_back({"tile", precision});
  }
  return all;
}

void check_elastic_samples(const Device& device) {
  for (const int dimension : {2, 3}) {
    int sample = 0;
    for (const ElasticProblem& p : sample_elastic_problems(dimension, Precision::double_)) {
      CAPTURE(dimension);
      CAPTURE(sample++);
      check_elastic(device, p, 20, all_elastic_variants(dimension));
    }
  }
}

void check_elastic_blocks(const Device& device) {
  for (const std::array<long, 3>& cells :
       {std::array<long, 3>{67, 13, 70}, {31, 9, 33}, {64, 16, 64}, {22, 9, 12}})
    for (const std::size_t sample : {14, 15}) {
      ElasticProblem p = sample_elastic_problems(3, Precision::double_)[sample];
      REQUIRE(p.method.free[0]);
      REQUIRE_FALSE(p.method.sources.empty());
      p.grid.cells = cells;
      for (std::size_t d = 0; d < 3; ++d) p.grid.upper[d] = 0.06 * double(cells[d]);
      p.complete();
      check_elastic(device, p, 5, all_elastic_variants(3));
    }
}

void check_unusual_blocks(const Device& device) {
  const std::pair<const char*, std::array<int, 3>> blocks[] = {
      {"literal", {1, 2, 1}}, {"literal", {2, 3, 2}}, {"march", {4, 2, 3}}, {"tile", {2, 2, 3}},
      {"tile", {4, 1, 5}},    {"tile", {16, 8, 0}},   {"tile", {19, 3, 4}}};
  for (const auto& one : blocks)
    // Along x, a wall at either end: rows that end with a block, one node after it, two and three.
    for (const long cells : {15, 16, 17, 18})
      for (const std::array<int, 2>& wall : {std::array<int, 2>{1, -1}, {-1, 1}})
        for (const long layer : {0, 3}) {
          const auto& [variant, block] = one;
          CAPTURE(cells);
          CAPTURE(one.second[0]);
          ElasticProblem p = elastic_box(3, {cells, 9, 10}, {0.1 * double(cells), 0.8, 1.1}, 1);
          p.grid.wall[0] = wall;
          p.method.free = {layer > 0, false};
          p.method.cpml = {2, 1, 0.8, 3, 0.4, {{{layer, layer}, {0, layer}, {0, 0}}}};
          add_layer_and_fluid(p);
          p.method.kernel.cells_per_block = block[0];
          p.method.kernel.rows_per_block = block[1];
          p.method.kernel.planes_per_block = block[2];
          p.complete();
          check_elastic(device, p, 4,
                        {{variant, Precision::double_}, {variant, Precision::single}});
        }
}

void check_continued(const Device& device) {
  for (const int dimension : {2, 3})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (ElasticProblem p : sample_elastic_problems(dimension, precision)) {
        if (p.method.sources.empty()) continue;
        const Elastic system = p.system();
        ElasticReference rough(system, p.grid, p.method);
        set_rough(rough, 9);
        for (const auto& [variant, of] : all_elastic_variants(dimension)) {
          if (of != precision) continue;
          p.method.kernel.variant = variant;
          ElasticRun whole(p, device), first(p, device), second(p, device);
          for (ElasticRun* run : {&whole, &first}) run->set_values(rough.u);
          whole.step(13);
          first.step(6);
          const int all = first.fields() + first.simulation().kept();
          for (int f = 0; f < all; ++f) second.set_values(f, first.values(f));
          second.step(7);
          for (int f = 0; f < all; ++f) CHECK(second.values(f) == whole.values(f));
        }
      }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("elastic: the kernels equal the reference") { check_elastic_samples(one_thread()); }

TEST_CASE("elastic: graded axes are refused") {
  ElasticProblem p = elastic_box(2, {8, 8, 1}, {1, 1, 1}, 1);
  p.complete();
  p.grid.corners[1] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 1};
  CHECK_THROWS_WITH(fdtd_elastic_solver(p.system(), p.grid, p.method, one_thread()),
                    "grid.y: elastic finite differences need equal cells");
}

TEST_CASE("elastic: the same where several blocks share each axis") {
  check_elastic_blocks(one_thread());
}

TEST_CASE("elastic: the same in blocks of unusual shapes") { check_unusual_blocks(one_thread()); }

TEST_CASE("elastic: a run goes on from its fields and what it keeps, bit for bit") {
  check_continued(one_thread());
}

TEST_CASE("elastic: blocks of any size do the same bit for bit, and all schedules when strict") {
  for (const int dimension : {2, 3})
    for (const Precision precision : {Precision::single, Precision::double_})
      for (ElasticProblem p : sample_elastic_problems(dimension, precision)) {
        const Elastic system = p.system();
        ElasticReference rough(system, p.grid, p.method);
        set_rough(rough, 3);
        std::vector<double> first;
        for (const std::array<int, 3> block : {std::array<int, 3>{0, 0, 0},
                                               {5, 2, 1},
                                               {16, 3, 4},
                                               {0, 4, 0},
                                               {5, 4, 1},
                                               {16, 4, 3},
                                               {16, 8, 0},
                                               {5, 8, 4}}) {
          const bool literal = dimension == 2 || (block[1] != 4 && block[1] != 8);
          p.method.kernel.variant = literal ? "literal" : block[1] == 8 ? "tile" : "march";
          p.method.kernel.cells_per_block = block[0];
          p.method.kernel.rows_per_block = block[1];
          p.method.kernel.planes_per_block = block[2];
          ElasticRun run(p, one_thread());
          run.set_values(rough.u);
          run.step(5);
          const std::vector<double> now = run.values();
          if (first.empty()) first = now;
          // The compiler may contract products and sums of two schedules differently: ten roundings in each of five steps.
          const bool exact = HERMITE_STRICT_FP || literal;
          CHECK(largest_difference(now, first) <=
                (exact ? 0 : 5 * 10 * epsilon_of(precision) * largest(first)));
        }
      }
}

TEST_SUITE("threads") {
  TEST_CASE("elastic: one thread and three agree bit for bit") {
    for (ElasticProblem p : sample_elastic_problems(3, Precision::double_)) {
      p.method.kernel.rows_per_block = 2;
      const Elastic system = p.system();
      ElasticReference rough(system, p.grid, p.method);
      set_rough(rough, 5);
      const Device one_device("host", 1), three_device("host", 3);
      ElasticRun one(p, one_device), three(p, three_device);
      for (ElasticRun* run : {&one, &three}) {
        run->set_values(rough.u);
        run->step(4);
      }
      for (int f = 0; f < one.fields(); ++f) CHECK(one.values(f) == three.values(f));
    }
  }
}
