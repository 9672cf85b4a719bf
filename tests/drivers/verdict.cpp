// Orders that are judged: by errors that rounding cannot have made.
#include "drivers/record/verdict.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "hermite/output/results.hpp"
#include "tests/approx.hpp"

using namespace hermite;

namespace {

Row row(int order, int cells, double error) {
  Row r;
  r.order = order;
  r.cells = {cells};
  r.h = 1.0 / cells;
  r.courant = 0.8;
  r.steps = 10 * cells;
  r.error_max = r.error_l2 = error;
  r.precision = "double";
  r.pipeline = "monolithic";
  return r;
}

// Errors on grids of 8, 16, ... cells.
std::vector<Row> study(int order, const std::vector<double>& errors) {
  std::vector<Row> rows;
  for (const double error : errors) rows.push_back(row(order, 8 << rows.size(), error));
  set_rates(rows);
  return rows;
}

Verdict::Kind kind(const std::vector<Row>& rows, double amplitude = 1) {
  const std::vector<Verdict> verdicts = judge(rows, amplitude);
  REQUIRE(verdicts.size() == 1);
  return verdicts.front().kind;
}

}  // namespace

TEST_CASE(
    "What rounding may make goes with the order, the steps, the precision and the amplitude") {
  const Row one = row(2, 16, 1);
  const double error = round_off(one, 1);
  CHECK(error == relative(0.1 * 9 * 160 * std::pow(2.0, -52), 1e-14));
  CHECK(round_off(one, -1e6) == relative(1e6 * error, 1e-14));
  CHECK(round_off(row(4, 16, 1), 1) == relative(9 * error, 1e-14));
  CHECK(round_off(row(2, 32, 1), 1) == relative(2 * error, 1e-14));
  Row single = one;
  single.precision = "single";
  CHECK(round_off(single, 1) == relative(std::pow(2.0, 29) * error, 1e-14));
}

TEST_CASE("The finest pair of grids decides, to a fifth of an order") {
  using Kind = Verdict::Kind;
  const auto last_rate = [](double rate) {
    return study(1, {1e-1, 1e-2, 1e-2 * std::exp2(-rate)});
  };
  for (const double good : {2.81, 3.0, 3.19}) CHECK(kind(last_rate(good)) == Kind::verified);
  for (const double bad : {2.79, 3.21, -1.0}) CHECK(kind(last_rate(bad)) == Kind::failed);
  CHECK(kind(study(1, {1e-1})) == Kind::not_judged);
  CHECK(kind(last_rate(3), 0) == Kind::not_judged);
}

TEST_CASE(
    "At round-off a coarser pair may show the order, if it is above, and nothing is held against "
    "it") {
  using Kind = Verdict::Kind;
  const double rounding = round_off(row(2, 32, 1), 1);  // of the third of three grids
  CHECK(kind(study(2, {1e-6, 1e-6 / 32, rounding / 2})) == Kind::verified);
  CHECK(kind(study(2, {1e-6, 1e-6 / 2, rounding / 2})) == Kind::not_judged);
  CHECK(kind(study(2, {1e-6, 1e-6 / 2, rounding * 2})) == Kind::failed);
  // An order that errors of rounding show by chance is none.
  const double before = round_off(row(2, 16, 1), 1) / 2;
  CHECK(kind(study(2, {32 * before, before, before})) == Kind::not_judged);
  // Of larger fields it is larger.
  CHECK(kind(study(2, {1e-6, 1e-6 / 2, rounding * 2}), 4) == Kind::not_judged);
}

TEST_CASE("Each order has a verdict of its own") {
  std::vector<Row> rows = study(1, {1e-1, 1e-1 / 8});
  for (const Row& other : study(2, {1e-1, 1e-1 / 8})) rows.push_back(other);
  const std::vector<Verdict> verdicts = judge(rows, 1);
  REQUIRE(verdicts.size() == 2);
  CHECK(verdicts[0].kind == Verdict::Kind::verified);
  CHECK(verdicts[1].kind == Verdict::Kind::failed);
  CHECK(verdicts[1].order == 2);
}
