// Rows that start at multiples of few bytes: the same values, to the bit, in less memory; and which rows are chosen.
#include <algorithm>
#include <random>

#include "kernels/fdtd/maxwell/arrays.hpp"
#include "kernels/stage/memory.hpp"
#include "tests/kernels/elastic/elastic.hpp"
#include "tests/kernels/fdtd/yee.hpp"
#include "tests/kernels/hermite/systems.hpp"
#include "tests/kernels/silent_ranks.hpp"

using namespace hermite;

namespace {

// Of all states, after four steps from the same rough data.
std::vector<double> end_of(Solver solver, const Device& device) {
  Simulation simulation(std::move(solver), device);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> end;
  for (int state = 0; state < simulation.states(); ++state)
    simulation.write(
        [&](long, double* values) {
          std::generate_n(values, simulation.slice_size(state), [&] { return uniform(random); });
        },
        state);
  for (int step = 0; step < 4; ++step) simulation.step();
  for (int state = 0; state < simulation.states(); ++state)
    simulation.read(
        [&](long, const double* values) {
          end.insert(end.end(), values, values + simulation.slice_size(state));
        },
        state);
  return end;
}

// The first of two ranks; the other is short of memory.
class FirstOfTwo : public SilentRanks {
 public:
  FirstOfTwo() : SilentRanks(0, 2) {}
  std::vector<char> gather(const void* mine, std::size_t bytes) override {
    REQUIRE(bytes == 1);
    return {*static_cast<const char*>(mine), 0};
  }
};

struct Compared {
  int runs = 0, tighter = 0;  // of them in less memory
};

// make(kernel) is a solver with that block.
template <class Make>
void check_rows(const Device& device, Case::Kernel kernel, Compared& compared, Make&& make) {
  Solver lines = make(kernel);
  kernel.rows = "tight";
  Solver tight = make(kernel);
  const long saved = total_bytes(lines) - total_bytes(tight);
  CHECK(saved >= 0);
  ++compared.runs;
  if (saved > 0) ++compared.tighter;
  const std::vector<double> lines_end = end_of(std::move(lines), device),
                            tight_end = end_of(std::move(tight), device);
  REQUIRE(lines_end.size() == tight_end.size());
  CHECK(largest(lines_end) > 0.1);
  CHECK(largest(lines_end) < 1e6);
  CHECK(std::equal(lines_end.begin(), lines_end.end(), tight_end.begin()));
}

void check_yee_rows(const Device& device) {
  Compared compared;
  const auto check = [&](YeeProblem p, const Case::Kernel& kernel) {
    CAPTURE(variant_name(kernel));
    CAPTURE(kernel.cpml);
    CAPTURE(p.grid.cells[0]);
    CAPTURE(bytes_of(p.method.precision));
    check_rows(device, kernel, compared, [&](const Case::Kernel& rows) {
      p.method.kernel = rows;
      return fdtd_maxwell_solver(p.system(), p.grid, p.method, device);
    });
  };
  for (const Precision precision : {Precision::single, Precision::double_}) {
    for (const YeeProblem& p : sample_yee_problems(precision))
      for_each_schedule([&](Case::Kernel kernel) {
        kernel.coefficients = p.method.kernel.coefficients;
        check(p, kernel);
      });
    YeeProblem pairs = box_of({150, 22, 31}, {1, 0.8, 1.1}, 1);
    pairs.complete(precision);
    Case::Kernel kernel;
    kernel.variant = "march";
    kernel.steps_per_sweep = 2;
    check(pairs, kernel);
  }
  CHECK(2 * compared.tighter > compared.runs);
}

void check_elastic_rows(const Device& device) {
  Compared compared;
  for (const int dimension : {2, 3})
    for (ElasticProblem p : sample_elastic_problems(dimension, Precision::double_))
      for (const ElasticVariant& variant : all_elastic_variants(dimension)) {
        p.method.precision = variant.precision;
        Case::Kernel kernel;
        kernel.variant = variant.name;
        CAPTURE(kernel.variant);
        CAPTURE(bytes_of(variant.precision));
        check_rows(device, kernel, compared, [&](const Case::Kernel& rows) {
          p.method.kernel = rows;
          return fdtd_elastic_solver(p.system(), p.grid, p.method, device);
        });
      }
  CHECK(2 * compared.tighter > compared.runs);
}

void check_hermite_rows(const Device& device) {
  std::vector<Problem> problems;
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 1; order <= 3; ++order)
      problems.push_back(sample_problem(dimension, order, order));
  for (const Sample& s : other_systems())
    for (const int order : {1, 2})
      problems.push_back(system_problem(s, order, has_mirror(s) ? 2 * order - 1 : 0));
  Compared compared;
  for (const Problem& p : problems)
    for (const Precision precision : {Precision::single, Precision::double_}) {
      std::vector<Case::Kernel> kernels = all_variants(p);
      if (device.cuda())
        for (const Case::Kernel& kernel : variants_of_gpus(p, precision)) kernels.push_back(kernel);
      for (const Case::Kernel& kernel : kernels) {
        INFO(text_of(p) << "; " << name_of(precision) << "; " << text_of(kernel));
        const auto make = [&](const Case::Kernel& block) {
          return hermite_solver(*p.system(), p.grid(),
                                {p.order, p.dt(), p.stages(), precision, block}, device);
        };
        check_rows(device, kernel, compared, [&](const Case::Kernel& block) {
          return device.cuda() ? with_blocks_that_fit(block, make) : make(block);
        });
      }
    }
  CHECK(2 * compared.tighter > compared.runs);
}

// A cube of so many cells in all between electric walls, with layers at all faces, in the rows that are chosen for it.
struct RowsOfCube {
  RowsOfCube(long cells, long layers, Precision precision) {
    YeeProblem p = box_of({cells, cells, cells}, {1, 1, 1}, 1);
    const std::array<long, 2> both = {layers, layers};
    p.method.cpml = {3, 1, 0.8, 5, 0.1, {{both, both, both}}};
    p.complete(precision);
    tight = lines_waste_memory(p.system(), p.grid, p.method, one_thread());
    if (tight) p.method.kernel.rows = "tight";
    solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
    const auto side = double(p.grid.cells[0]);
    // Six fields, and two psi of E and of H in the layers across each axis.
    values_ = 6 * side * side * side + 12 * 2 * double(layers) * side * side;
  }
  double over() const {
    return double(total_bytes(solver)) / (values_ * bytes_of(solver.precision)) - 1;
  }
  double over_in_lines() {
    solver.row_bytes = row_alignment;
    return over();
  }

  Solver solver;
  bool tight = false;

 private:
  double values_ = 0;
};

}  // namespace

TEST_CASE("Tight rows hold what rows of whole lines do, to the bit: Yee's scheme") {
  check_yee_rows(one_thread());
}
TEST_CASE("Tight rows hold what rows of whole lines do, to the bit: elastic waves") {
  check_elastic_rows(one_thread());
}
TEST_CASE("Tight rows hold what rows of whole lines do, to the bit: Hermite") {
  check_hermite_rows(one_thread());
}

TEST_CASE(
    "Rows are tight where whole lines take more than 5 % over fields and psi, and then take less, "
    "from 290 cells a side on") {
  int tight = 0, all = 0;
  for (const Precision precision : {Precision::single, Precision::double_})
    for (long cells = 290; cells < 650; cells += 5) {
      CAPTURE(cells);
      RowsOfCube cube(cells, 10, precision);
      cube.solver.on_gpu = true;
      CHECK(cube.over() <= 0.05);
      if (cube.tight) CHECK(cube.over_in_lines() > most_over_values);
      tight += cube.tight;
      ++all;
    }
  CHECK(tight > all / 4);
  CHECK(tight < all);
}

TEST_CASE("The host's memory of cubes of 120 and 256 cells is at most 5 % over fields and psi") {
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const long cells : {120L, 256L}) {
      CAPTURE(cells);
      const RowsOfCube cube(cells, 10, precision);
      CHECK(cube.tight == (cells == 120));
      CHECK(cube.over() <= 0.05);
    }
}

TEST_CASE("Rows are whole lines where tight ones save nothing: what is over then are halos") {
  RowsOfCube cube(64, 0, Precision::single);
  CHECK(cube.over_in_lines() > 0.05);
  CHECK_FALSE(cube.tight);
}

TEST_CASE("Every rank must have the memory that it needs") {
  YeeProblem p = box_of({33, 9, 11}, {1.0, 0.8, 1.1}, 1);
  p.complete(Precision::single);
  const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
  const auto needed = static_cast<double>(total_bytes(solver));
  CHECK(all_fit(solver, needed, alone()));
  CHECK_FALSE(all_fit(solver, needed - 1, alone()));
  FirstOfTwo ranks;  // the other is short of it
  CHECK_FALSE(all_fit(solver, needed, ranks));
}

TEST_CASE("What a solver has taken already is not asked for twice") {
  YeeProblem p = box_of({33, 9, 11}, {1.0, 0.8, 1.1}, 1);
  p.complete(Precision::single);
  Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
  const double taken = 1e6 * static_cast<double>(one_thread().memory_free());
  CHECK(bytes_free(solver, one_thread(), alone()) < taken);
  solver.constants.push_back({"tables", std::lround(taken)});
  CHECK(bytes_free(solver, one_thread(), alone()) >= taken);
  CHECK_NOTHROW(require_memory(solver, one_thread(), alone()));
}

#if HERMITE_CUDA_ENABLED
TEST_SUITE("gpu") {
  TEST_CASE(
      "CUDA: tight rows of Yee's scheme take at most 5 % more than fields and psi have values") {
    const Device device("cuda");
    for (const long cells : {385L, 400L, 417L, 420L}) {
      CAPTURE(cells);
      YeeProblem p = box_of({cells, cells, cells}, {1, 1, 1}, 1);
      p.method.cpml = {3, 1, 0.8, 5, 0.1, {{{10, 10}, {10, 10}, {10, 10}}}};
      p.method.kernel.rows = "tight";
      p.complete(Precision::single);
      const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, device);
      // Six fields, and two psi of E and of H in the layers across each axis.
      const double plane = double(cells) * double(cells);
      CHECK(double(total_bytes(solver)) < 1.05 * 4 * (6 * plane * double(cells) + 12 * 20 * plane));
    }
  }
  TEST_CASE("CUDA: tight rows hold what rows of whole lines do, to the bit: Yee's scheme") {
    check_yee_rows(Device("cuda"));
  }
  TEST_CASE("CUDA: tight rows hold what rows of whole lines do, to the bit: elastic waves") {
    check_elastic_rows(Device("cuda"));
  }
  TEST_CASE("CUDA: tight rows hold what rows of whole lines do, to the bit: Hermite") {
    check_hermite_rows(Device("cuda"));
  }
}
#endif
