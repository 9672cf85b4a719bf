#include "drivers/record/verdict.hpp"

#include <cmath>
#include <limits>

#include "hermite/core/format.hpp"
#include "hermite/method/pipelines.hpp"

namespace hermite {

namespace {

// Finite differences have no order N.
std::string name_of(const Row& row) {
  return is_difference(row.pipeline) ? row.pipeline : "N = " + std::to_string(row.order);
}

std::string head(const Row& row) {
  return name_of(row) + ": observed order " + format("%.2f", *row.rate) + ", expected " +
         std::to_string(expected_rate(row.order, row.pipeline)) + ": ";
}

bool is_good(const Row& row) {
  return std::abs(*row.rate - expected_rate(row.order, row.pipeline)) <= order_tolerance;
}

// The judged rows of one order, coarse to fine.
Verdict judge_order(const Row& coarsest, const std::vector<const Row*>& rows, double amplitude) {
  const int order = coarsest.order;
  const std::string unjudged = name_of(coarsest) + ": not judged: ";
  if (amplitude == 0)
    return {Verdict::Kind::not_judged, order,
            unjudged + "initial.amplitude is 0, and so is any error"};
  if (rows.empty())
    return {Verdict::Kind::not_judged, order,
            unjudged +
                "no two grids of different size have equal lam; take --cells each twice the one "
                "before, as 8,16,32, and if lam differs still, a longer time.final"};
  const Row& finest = *rows.back();
  if (finest.error_max >= round_off(finest, amplitude)) {
    const bool good = is_good(finest);
    return {good ? Verdict::Kind::verified : Verdict::Kind::failed, order,
            head(finest) + (good ? "verified" : "NOT within " + format("%.2f", order_tolerance))};
  }
  // A coarser pair may show the order, but is no evidence against it: it need not be asymptotic.
  for (auto row = rows.rbegin(); row != rows.rend(); ++row)
    if ((*row)->error_max >= round_off(**row, amplitude) && is_good(**row))
      return {Verdict::Kind::verified, order,
              head(**row) + "verified up to h = " + format("%.1e", (*row)->h) +
                  ", finer grids are at round-off"};
  return {Verdict::Kind::not_judged, order,
          unjudged + "the error on the finest grid is at round-off (below " +
              format("%.1e", round_off(finest, amplitude)) + "); take coarser grids" +
              (finest.precision == "single" ? ", or double precision" : "")};
}

}  // namespace

double round_off(const Row& row, double amplitude) {
  const double eps = row.precision == "single" ? std::numeric_limits<float>::epsilon()
                                               : std::numeric_limits<double>::epsilon();
  return 0.1 * std::pow(3.0, row.order) * static_cast<double>(row.steps) * eps *
         std::abs(amplitude);
}

std::vector<Verdict> judge(const std::vector<Row>& rows, double amplitude) {
  std::vector<Verdict> verdicts;
  for (std::size_t begin = 0, end; begin < rows.size(); begin = end) {
    std::vector<const Row*> judged;
    for (end = begin; end < rows.size() && rows[end].order == rows[begin].order; ++end)
      if (rows[end].rate && rows[end].rate_judged) judged.push_back(&rows[end]);
    verdicts.push_back(judge_order(rows[begin], judged, amplitude));
  }
  return verdicts;
}

}  // namespace hermite
