// Sampled stability against known answers, and what is read from the table.
#include <doctest/doctest.h>

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/method/stability_table.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/table.hpp"
#include "tests/approx.hpp"
#include "tests/folder.hpp"

using namespace hermite;

namespace {

std::vector<CoupledTerm> diagonal_advection(int dimension) {
  return Advection({1, 1, 1}).terms(dimension);
}

// p_t = -div v, v_t = -grad p; fields p, v1, v2, v3.
std::vector<CoupledTerm> acoustics(int dimension) {
  std::vector<CoupledTerm> terms;
  for (int d = 0; d < dimension; ++d) {
    terms.push_back({0, d + 1, d, -1});
    terms.push_back({d + 1, 0, d, -1});
  }
  return terms;
}

int smallest(const StabilityRow& row) { return row.smallest().value_or(-1); }

/// The least q from which on all are stable.
int settled(const StabilityRow& row) {
  int q = row.full + 1;
  while (q > 1 && std::binary_search(row.stable.begin(), row.stable.end(), q - 1)) --q;
  return q;
}

StabilityRow row_of(int dimension, int order, double courant, std::vector<int> stable) {
  return {dimension, order, courant, 8, 1, full_stages(dimension, order), std::move(stable)};
}

StabilityTable shipped_table(const std::string& system) {
  return read_stability_file(HERMITE_SOURCE_DIR "/data/stability/" + system + ".json", system);
}

// The documented choices for lam <= .9: q = 7, 12, 18 for N = 1, 2, 3.
constexpr int least_3d[] = {7, 12, 18};

}  // namespace

TEST_CASE("full q is stable to lam = 1 in every dimension, and not beyond") {
  for (int dimension : {1, 2, 3})
    for (int order = 0; order <= (dimension == 3 ? 1 : 3); ++order) {
      CAPTURE(dimension);
      CAPTURE(order);
      const int full = full_stages(dimension, order);
      for (double courant : {0.3, 0.8, 1.0})
        CHECK(sample_stability(1, {diagonal_advection(dimension)}, dimension, order, courant, 8)
                  .is_stable(full));
      CHECK_FALSE(sample_stability(1, {diagonal_advection(dimension)}, dimension, order, 1.05, 8)
                      .is_stable(full));
    }
}

TEST_CASE("at lam = 1 the symbol of full q is a phase: a pure shift") {
  for (int dimension : {1, 2, 3}) {
    const int order = 1, full = full_stages(dimension, order);
    const double radius =
        symbol_radius(1, diagonal_advection(dimension), dimension, order, 1, full, {0.3, 1.1, 2.9});
    CHECK(std::abs(radius - 1) < 1e-13);  // eigenvalues of a matrix of 8 rows, entries of order 10
  }
}

TEST_CASE("constants are kept by every q") {
  for (int q = 1; q <= 9; ++q)
    CHECK(std::abs(symbol_radius(1, diagonal_advection(3), 3, 1, 0.2, q, {0, 0, 0}) - 1) < 1e-13);
}

TEST_CASE("smallest stable q of 3-D advection, N = 1, lam = .9") {
  const Advection advection;
  const StabilityRow row = sample_stability(1, advection.sampled_media(3), 3, 1, 0.9, 8);
  CHECK(smallest(row) == least_3d[0]);
  CHECK(row.stable == std::vector<int>{7, 8, 9});
}

TEST_CASE("smallest stable q of 3-D acoustics, N = 1") {
  const double courants[] = {0.5, 0.75, 0.9, 1.0};
  const int known[] = {2, 3, 4, 4};
  for (int i = 0; i < 4; ++i) {
    CAPTURE(courants[i]);
    CHECK(smallest(sample_stability(4, {acoustics(3)}, 3, 1, courants[i], 6)) == known[i]);
  }
}

TEST_CASE("the diagonal is the worst direction of those sampled") {
  const Advection advection;
  for (double courant : {0.5, 0.9}) {
    const StabilityRow all = sample_stability(1, advection.sampled_media(3), 3, 1, courant, 8);
    const StabilityRow one = sample_stability(1, {diagonal_advection(3)}, 3, 1, courant, 8);
    CHECK(all.stable == one.stable);
  }
}

TEST_CASE("auto takes a q that is stable at every smaller Courant number too") {
  StabilityTable table{"made up", {}};
  table.merge(
      {row_of(2, 1, 0.9, {5, 6}), row_of(2, 1, 0.5, {2, 3, 4, 6}), row_of(2, 1, 0.7, {4, 5, 6})});
  CHECK(table.rows[0].courant == 0.5);
  CHECK(table.automatic(2, 1, 0.3) == 3);  // 2N+1, although 2 is stable
  CHECK(table.automatic(2, 1, 0.5) == 3);
  CHECK(table.automatic(2, 1, 0.6) == 4);
  CHECK(table.automatic(2, 1, 0.8) == 6);  // 5 is not stable at .5
  CHECK_FALSE(table.automatic(2, 1, 0.95));
  CHECK_FALSE(table.automatic(3, 1, 0.5));
}

TEST_CASE("the limit of q ends at the first tabulated Courant number where it is unstable") {
  StabilityTable table{"made up", {}};
  table.merge(
      {row_of(2, 1, 0.5, {2, 3, 4, 6}), row_of(2, 1, 0.7, {4, 5, 6}), row_of(2, 1, 0.9, {3, 6})});
  CHECK(table.limit(2, 1, 3) == 0.5);
  CHECK(table.limit(2, 1, 4) == 0.7);
  CHECK(table.limit(2, 1, 5) == 0.0);
  CHECK(table.limit(2, 1, 6) == 1.0);  // full q
  CHECK(table.limit(2, 1, 60) == 1.0);
  CHECK_FALSE(table.limit(2, 2, 5));
}

TEST_CASE("a table is read as it was written, and rows replace their like") {
  const Folder folder;
  const std::string file = folder / "stability.json";
  StabilityTable table{"made up", {}};
  table.merge({row_of(1, 2, 0.5, {3, 5}), row_of(1, 2, 0.7, {})});
  table.merge({row_of(1, 2, 0.5, {4, 5})});
  write_stability_file(file, table);
  const StabilityTable read = read_stability_file(file, "made up");
  REQUIRE(read.rows.size() == 2);
  CHECK(read.rows[0].stable == std::vector<int>{4, 5});
  CHECK(read.rows[0].full == 5);
  CHECK_FALSE(read.rows[1].smallest());
  CHECK_THROWS_AS(read_stability_file(file, "another"), Error);
}

TEST_CASE("the shipped table of advection holds the known answers") {
  const StabilityTable table = shipped_table("advection");
  for (int order = 1; order <= 3; ++order) {
    CAPTURE(order);
    CHECK(table.automatic(3, order, 0.9) == least_3d[order - 1]);
    CHECK(table.automatic(1, order, 1) == 2 * order + 1);
  }
}

TEST_CASE("the shipped table of acoustics holds the known answers") {
  const double courants[] = {0.5, 0.75, 0.9, 1.0};
  const int known[3][4] = {{2, 3, 4, 4}, {4, 6, 8, 9}, {7, 9, 10, 13}};
  int found = 0;
  for (const StabilityRow& row : shipped_table("acoustics").rows)
    for (int i = 0; i < 4; ++i)
      if (row.dimension == 3 && row.order > 0 && row.courant == courants[i]) {
        CHECK(settled(row) == known[row.order - 1][i]);
        ++found;
      }
  CHECK(found == 12);
}

TEST_CASE("every system has a shipped table, in which full q is stable") {
  for (const std::string& system : system_names()) {
    const std::vector<StabilityRow> rows = shipped_table(system).rows;
    CHECK_FALSE(rows.empty());
    for (const StabilityRow& row : rows) {
      CAPTURE(system);
      CAPTURE(row.dimension);
      CAPTURE(row.order);
      CAPTURE(row.courant);
      CHECK(row.full == full_stages(row.dimension, row.order));
      CHECK(row.is_stable(row.full));
    }
  }
}

TEST_CASE("all isotropic systems need the same smallest q") {
  const StabilityTable acoustics = shipped_table("acoustics");
  for (const std::string& system : system_names()) {
    if (!make_system(system)->isotropic()) continue;
    int compared = 0;
    for (const StabilityRow& row : shipped_table(system).rows)
      for (const StabilityRow& other : acoustics.rows)
        if (row.dimension == other.dimension && row.order == other.order &&
            row.courant == other.courant) {
          CAPTURE(system);
          CAPTURE(row.dimension);
          CAPTURE(row.order);
          CAPTURE(row.courant);
          CHECK(smallest(row) == smallest(other));
          ++compared;
        }
    CHECK(compared > 0);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("smallest stable q of 3-D advection, N = 2, lam = .9") {
    CHECK(smallest(sample_stability(1, {diagonal_advection(3)}, 3, 2, 0.9, 8)) == least_3d[1]);
  }
  TEST_CASE("smallest stable q of 3-D advection, N = 3, lam = .9") {
    CHECK(smallest(sample_stability(1, {diagonal_advection(3)}, 3, 3, 0.9, 6)) == least_3d[2]);
  }
}

TEST_CASE("Rounding grows in each direction by itself, the more the higher the order") {
  for (int order = 1; order <= 6; ++order) {
    const double line = rounding_gain(1, order, 0.8);
    CHECK(line > 1);
    // Powers of an eigenvalue.
    CHECK(rounding_gain(2, order, 0.8) == relative(line * line, 1e-14));
    CHECK(rounding_gain(3, order, 0.8) == relative(line * line * line, 1e-14));
    CHECK(rounding_gain(1, order, -0.8) == line);
    CHECK(rounding_gain(1, order + 1, 0.8) > line);
  }
}
