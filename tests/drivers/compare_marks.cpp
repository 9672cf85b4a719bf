// What `hermite compare` marks as cheapest, of runs that are made up.
#include "drivers/compare/marks.hpp"
#include "drivers/compare/marks_anew.hpp"
#include "tests/approx.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

using namespace hermite;

namespace {

// As of fdtd, whose order is 2: error = h^rate, seconds = h^-4, bytes and dof = h^-3.
GridSeries made_up(const std::string& precision, double rate, std::vector<int> cells) {
  GridSeries series;
  series.method = "method";
  series.solver = "hermite";
  series.precision = precision;
  series.periods = 10;
  series.complete = true;
  for (const int n : cells) {
    CompareRun run;
    run.cells = n;
    run.row.h = 1.0 / n;
    run.row.pipeline = "yee";
    run.row.error_max = std::pow(n, -rate);
    run.row.seconds = std::pow(n, 4);
    run.row.bytes = run.row.dof = static_cast<long>(n) * n * n;
    series.runs.push_back(run);
  }
  return series;
}

Mark find(const std::vector<Mark>& marks, double tolerance, const std::string& measure) {
  for (const Mark& mark : marks)
    if (mark.tolerance == tolerance && mark.measure == measure) return mark;
  return {};
}

}  // namespace

TEST_CASE("marks: the coarsest run below a tolerance, else what the two finest lead to") {
  // Errors 1/100, 1/400, 1/1600.
  const std::vector<Mark> marks =
      find_marks({made_up("double", 2, {10, 20, 40})}, {1e-2, 3e-3, 1e-4});
  // 1e-2 itself is not below 1e-2.
  CHECK(find(marks, 1e-2, "seconds").value == nearly(std::pow(20, 4)));
  CHECK(find(marks, 3e-3, "bytes").value == nearly(8000));
  CHECK_FALSE(find(marks, 3e-3, "dof").extrapolated);
  // h = 1/100, to the rounding of a few logarithms and powers.
  const Mark guess = find(marks, 1e-4, "seconds");
  CHECK(guess.extrapolated);
  CHECK(guess.cells == relative(100, 1e-12));
  CHECK(guess.value == relative(1e8, 1e-12));
  CHECK(find(marks, 1e-4, "bytes").value == relative(1e6, 1e-12));
}

TEST_CASE("marks: far away the method's order counts, not what two coarse grids happen to show") {
  // The finest error is 20^-1.84; at order 2 so much finer a grid has 1e-6.
  const double cells = 20 * std::sqrt(std::pow(20, -1.84) / 1e-6);
  const Mark guess = find(find_marks({made_up("double", 1.84, {10, 20})}, {1e-6}), 1e-6, "seconds");
  CHECK(guess.cells == relative(cells, 1e-12));
  CHECK(guess.value == relative(std::pow(cells, 4), 1e-12));
}

TEST_CASE(
    "marks: of a record those series alone are extrapolated of which nothing is left to be run") {
  const auto run_of = [](double periods, int cells) {
    CompareRun run = made_up("double", 2, {cells}).finest();
    run.method = "FDTD";
    run.row.cells = {cells};
    run.precision = run.row.precision = "double";
    run.periods = periods;
    return run;
  };
  const auto record = [&](bool complete, double limit) {
    nlohmann::json runs = nlohmann::json::array();
    for (const double periods : {10.0, 100.0})
      for (const int cells : {20, 10}) runs.push_back(to_json(run_of(periods, cells)));
    return nlohmann::json{
        {"complete", complete}, {"limit", limit}, {"tolerances", {1e-6}}, {"runs", runs}};
  };
  const auto periods_of = [&](const nlohmann::json& some) {
    std::vector<double> found;
    for (const Mark& mark : find_marks(series_of(some), {1e-6}))
      if (mark.measure == "seconds") found.push_back(mark.periods);
    return found;
  };
  const std::vector<double> none, last{100}, both{10, 100};
  CHECK(periods_of(record(true, 1e13)) == both);
  // The finest took 1.6e5 s; 1000 cells take 1e12 s, out of reach of a limit of which 1.6e5 is a tenth.
  CHECK(periods_of(record(false, 1e13)) == none);
  CHECK(periods_of(record(false, 1e7)) == none);
  CHECK(periods_of(record(false, 1.5e6)) == both);
  // A finer grid that was not run, for it would take 1e7 s.
  for (const double limit : {0.9e7, 1.1e7}) {
    nlohmann::json refused = record(false, limit);
    CompareRun finer = run_of(100, 28);
    finer.predicted = 1e7;
    finer.skipped = "would take 1e7 s";
    refused.at("runs").push_back(to_json(finer));
    CHECK(periods_of(refused) == (limit < 1e7 ? last : none));
  }
  // A finest run below the least tolerance is marked itself.
  nlohmann::json arrived = record(false, 1e13);
  arrived.at("runs").push_back(to_json(run_of(10, 1001)));
  const std::vector<GridSeries> all = series_of(arrived);
  REQUIRE(all.size() == 2);
  CHECK(all[0].finest().cells == 1001);
  CHECK((all[0].complete && !all[1].complete));
  CHECK_FALSE(all[0].at_round_off);
}

TEST_CASE("marks: seconds follow the finest run, not a slow spell of the machine before it") {
  GridSeries series = made_up("double", 2, {10, 20, 40});
  const double before = find(find_marks({series}, {1e-4}), 1e-4, "seconds").value;
  series.runs[1].row.seconds *= 100;
  CHECK(find(find_marks({series}, {1e-4}), 1e-4, "seconds").value == before);
}

TEST_CASE("marks: none where nothing can be said") {
  GridSeries unfinished = made_up("double", 2, {10, 20}), rounded = unfinished;
  unfinished.complete = false;
  rounded.at_round_off = true;
  const GridSeries growing = made_up("double", -1, {10, 20}),
                   coarse = made_up("double", 1.4, {10, 20}),
                   single_run = made_up("double", 2, {10});
  for (const GridSeries& series : {unfinished, rounded, growing, coarse, single_run})
    CHECK(find_marks({series}, {1e-4}).empty());
  // A wave that is out of phase by a whole turn looks right on one grid.
  GridSeries lucky = made_up("double", 2, {10, 20, 40});
  lucky.runs[0].row.error_max = 1e-5;
  CHECK(find(find_marks({lucky}, {1e-3}), 1e-3, "seconds").cells == 40);
}

TEST_CASE("out of reach is what takes much longer than the limit, by runs that show the order") {
  // Errors 1/90^2 and 1/100^2 and 1e8 s; 2.5e-5 takes 200 cells and 1.6e9 s.
  const GridSeries series = made_up("double", 2, {90, 100});
  CHECK(is_out_of_reach(series, {1e-2, 2.5e-5}, 0.99e9));
  // 158 cells and 6.25e8 s, 1.5 times what is allowed.
  CHECK(is_out_of_reach(series, {1e-2, 4e-5}, 6.25e8 / 1.51));
  CHECK_FALSE(is_out_of_reach(series, {1e-2, 4e-5}, 6.25e8 / 1.49));
  // Runs of less than a tenth of the limit tell nothing.
  CHECK(is_out_of_reach(series, {1e-6}, 0.99e9));
  CHECK_FALSE(is_out_of_reach(series, {1e-6}, 1.01e9));
  // The largest that is not reached counts.
  CHECK_FALSE(is_out_of_reach(series, {8e-5, 1e-6}, 0.9e9));
  CHECK_FALSE(is_out_of_reach(series, {1e-3}, 1e8));
  // A fast beginning is given its own order, a slow one is not believed.
  CHECK_FALSE(is_out_of_reach(made_up("double", 2.4, {90, 100}), {4e-6}, 0.9e9));
  CHECK(is_out_of_reach(made_up("double", 1.96, {90, 100}), {1e-6}, 0.9e9));
  // 173 cells and 9.03e8 s at the order that is expected, 9.45e8 s at the one that was seen.
  CHECK_FALSE(is_out_of_reach(made_up("double", 1.96, {90, 100}), {4e-5}, 9.2e8 / 1.5));
  CHECK_FALSE(is_out_of_reach(made_up("double", 1.85, {90, 100}), {1e-6}, 0.9e9));
  CHECK_FALSE(is_out_of_reach(made_up("double", 2, {100}), {1e-6}, 0.9e9));
}

TEST_CASE("marks: what a finer grid takes is foretold by the two before it") {
  CHECK(foretold_seconds(made_up("double", 2, {10, 20}), 40) == nearly(std::pow(40, 4)));
  CHECK(foretold_seconds(made_up("double", 2, {10}), 40) == 0);
  // From the finest on, whatever the machine did before.
  GridSeries slow = made_up("double", 2, {10, 20});
  slow.runs[0].row.seconds *= 100;
  CHECK(foretold_seconds(slow, 40) == nearly(std::pow(40, 4)));
  // Setting up takes as long for each node.
  slow.runs[1].beside = 7;
  CHECK(foretold_seconds(slow, 40) == nearly(std::pow(40, 4) + 8 * 7));
}

TEST_CASE("single precision is not asked for less than it can, nor double for what it leads to") {
  using Tolerances = std::vector<double>;
  const Tolerances all = {1e-2, 1e-4, 1e-6};
  const GridSeries twice = made_up("double", 2, {10, 20});
  GridSeries single = made_up("single", 2, {10, 20}), rounded = single, begun = single;
  GridSeries other = single, odd = made_up("single", 1.2, {10, 20});
  rounded.at_round_off = true;
  begun.complete = false;
  other.periods = 100;
  CHECK(open_tolerances(single, {single, twice}, all) == Tolerances{1e-2, 1e-4});
  CHECK(open_tolerances(twice, {single, twice}, all) == Tolerances{1e-6});
  CHECK(open_tolerances(twice, {single, twice}, {1e-2}).empty());
  // What single has is its own, whatever becomes of the rest: 1/400 is below 1e-2.
  for (const GridSeries& some : {rounded, begun})
    CHECK(open_tolerances(twice, {some, twice}, all) == Tolerances{1e-4, 1e-6});
  for (const GridSeries& none : {other, odd})
    CHECK(open_tolerances(twice, {none, twice}, all) == all);
}

TEST_CASE("marks: of both precisions the cheaper one, below 1e-4 double alone") {
  GridSeries single = made_up("single", 3, {10, 20, 100});
  for (CompareRun& run : single.runs) run.row.seconds /= 2;
  const std::vector<Mark> marks =
      find_marks({single, made_up("double", 3, {10, 20, 100})}, {1e-2, 1e-5});
  CHECK(find(marks, 1e-2, "seconds").precision == "single");
  CHECK(find(marks, 1e-5, "seconds").precision == "double");
}
