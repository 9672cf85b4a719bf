// Observed orders, results as JSON and as a table, and .npy files.
#include "hermite/output/results.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hermite/core/error.hpp"
#include "hermite/core/json_file.hpp"
#include "hermite/core/manifest.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/method/pipelines.hpp"
#include "hermite/output/npy.hpp"
#include "tests/approx.hpp"
#include "tests/folder.hpp"

#include <doctest/doctest.h>

using namespace hermite;
using nlohmann::json;

namespace {

Row row(int order, int cells, double courant) {
  Row r;
  r.order = order;
  r.cells = {cells, cells};
  r.h = 1.0 / cells;
  r.courant = courant;
  r.error_max = std::pow(r.h, expected_rate(order, "monolithic"));
  return r;
}

}  // namespace

TEST_CASE("rates: against the row before of the same order, judged at equal lam only") {
  // Rows of two orders, mixed; the errors are exact powers of h.
  std::vector<Row> rows = {row(1, 8, 0.8), row(2, 8, 0.8), row(1, 16, 0.8), row(2, 16, 0.5),
                           row(2, 32, 0.504)};
  set_rates(rows);
  CHECK_FALSE(rows[0].rate);
  CHECK_FALSE(rows[1].rate);
  // Powers and logarithms, each rounded: some eps of the result.
  CHECK(*rows[2].rate == nearly(3));
  CHECK(rows[2].rate_judged);
  CHECK(*rows[3].rate == nearly(5));
  CHECK_FALSE(rows[3].rate_judged);  // .8 against .5
  CHECK(rows[4].rate_judged);        // .5 against .504: within 1 %
  // Of lam itself, however small.
  std::vector<Row> small = {row(1, 8, 0.01), row(1, 16, 0.0102), row(1, 32, 0.01025)};
  set_rates(small);
  CHECK_FALSE(small[1].rate_judged);
  CHECK(small[2].rate_judged);
}

TEST_CASE("an error of zero or the same grid twice gives no rate") {
  std::vector<Row> rows = {row(1, 8, 0.8), row(1, 8, 0.8), row(1, 16, 0.8)};
  rows[2].error_max = 0;
  set_rates(rows);
  CHECK_FALSE(rows[1].rate);
  CHECK_FALSE(rows[2].rate);
}

TEST_CASE("rows as JSON: cells are one number when equal, else a list") {
  Row r = row(1, 8, 0.8);
  CHECK(to_json(r)["cells"] == 8);
  CHECK(to_json(r)["rate"].is_null());
  r.cells = {8, 16};
  CHECK(to_json(r)["cells"] == json({8, 16}));
  for (const char* name :
       {"order", "cells", "h", "courant", "stages", "steps", "final_time", "error_max", "error_l2",
        "rate", "seconds", "dof", "bytes", "precision", "device", "pipeline"}) {
    CAPTURE(name);
    CHECK(to_json(r).contains(name));
  }
  const json all = to_json(Manifest{}, {r, r});
  CHECK(all["schema"] == results_schema);
  CHECK(all["rows"].size() == 2);
  CHECK(all["manifest"]["schema"] == manifest_schema);
}

TEST_CASE("the table shows observed and expected order, and marks what is not judged") {
  std::vector<Row> rows = {row(1, 8, 0.8), row(1, 16, 0.8), row(1, 32, 0.5)};
  set_rates(rows);
  std::ostringstream out;
  print_table(out, rows);
  INFO(out.str());
  CHECK(out.str().find("observed expected") != std::string::npos);
  CHECK(out.str().find("3.00 ") != std::string::npos);
  CHECK(out.str().find("3.00*") != std::string::npos);
  CHECK(out.str().find("* not judged") != std::string::npos);
}

TEST_CASE(".npy: what is written is read, in both precisions") {
  const Folder folder;
  const std::string file = folder / "test.npy";
  const Grid grid{2, {2, 3, 1}};
  const std::vector<long> shape = nodal_shape(1, grid, 1);
  CHECK(shape == std::vector<long>{1, 3, 2, 2, 2});
  CHECK(shape_text({3}) == "(3,)");
  std::vector<double> values(24);
  for (size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / double(i + 1);
  write_npy(file, shape, values.data());
  CHECK(read_npy(file).shape == shape);
  CHECK(read_npy(file).values == values);
  CHECK(std::filesystem::file_size(file) == 128 + 24 * 8);  // a header of 64 k bytes

  const std::vector<float> singles(values.begin(), values.end());
  write_npy(file, shape, singles.data());
  CHECK(read_npy(file).values == std::vector<double>(singles.begin(), singles.end()));
}

TEST_CASE(".npy: anything else is refused with the name of the file") {
  const Folder folder;
  const std::string file = folder / "bad.npy";
  const double values[] = {1, 2};
  write_npy(file, {2}, values);
  const std::string good = read_text(file);
  const auto refused = [&](const std::string& bytes, const char* what) {
    write_text(file, bytes);
    CHECK_THROWS_WITH_AS(read_npy(file), doctest::Contains(what), CaseError);
    CHECK_THROWS_WITH_AS(read_npy(file), doctest::Contains(file.c_str()), CaseError);
  };
  const auto with = [&](const std::string& part, const std::string& by) {
    std::string text = good;
    return text.replace(text.find(part), part.size(), by);
  };
  refused("", "not a .npy file");
  refused("plain text, long enough", "not a .npy file");
  refused(good.substr(0, 20), "cut short");
  refused(good.substr(0, good.size() - 1), "found 15 bytes of data, its shape (2,) needs 16");
  refused(with("<f8", "<i8"), "allowed '<f8' and '<f4'");
  refused(with("False", "True "), "Fortran order");
  refused(with("(2,), }   ", "(99999999999999999999,)}"), "too large");
  CHECK_THROWS_AS(read_npy("/none.npy"), CaseError);
}

TEST_CASE("time steps: the smallest whole number that keeps lam") {
  const TimeSteps exact = choose_steps(1, 0.8, 8);
  CHECK(exact.steps == 10);
  CHECK(exact.dt == 0.1);
  CHECK(choose_steps(1, 0.79, 8).steps == 11);
  // .1 * 3 > .3 in doubles: the slack keeps such a lam from costing a step.
  CHECK(choose_steps(0.1 * 3, 0.1, 1).steps == 3);
  CHECK(choose_steps(0.3 * (1 + 1e-8), 0.1, 1).steps == 4);
  CHECK(choose_steps(1, 0.8, 0).steps == 1);
  CHECK(choose_steps(1, 0.8, 0).courant == 0);
  CHECK(choose_steps(1e-9, 0.8, 1).steps == 1);
  for (int cells = 1; cells < 200; ++cells) {
    const TimeSteps t = choose_steps(1, 0.8, cells);
    CHECK(t.courant <= 0.8 * (1 + 1e-9));
    if (t.steps > 1) CHECK(double(cells) / double(t.steps - 1) > 0.8);
  }
  CHECK_THROWS_AS(choose_steps(1e300, 1e-300, 1), Error);
  // As many as are asked for, and none too few.
  CHECK(choose_steps(1, 0.8, 8, 16).dt == 1.0 / 16);
  CHECK(choose_steps(1, 0.8, 8, 16).courant == 0.5);
  CHECK(choose_steps(1, 0.8, 8, 10).steps == 10);
  CHECK_THROWS_AS(choose_steps(1, 0.8, 8, 9), Error);
}

TEST_CASE("grid: nodes of both staggers, the rate of a grid") {
  const Grid grid{2, {4, 8, 1}, {-1, 0, 0}, {1, 1, 1}};
  CHECK(grid.h(0) == 0.5);
  CHECK(grid.h_max() == 0.5);
  CHECK(grid.nodes(Stagger::primal) == 32);
  CHECK(grid.node(0, 0, Stagger::primal) == -1);
  CHECK(grid.node(0, 4, Stagger::primal) == 1);
  CHECK(grid.node(0, 0, Stagger::dual) == -0.75);
  CHECK(courant_rate(grid, {1, -2, 99}) == 16);
}

TEST_CASE(".npy files with long heads, of each version, are read") {
  const Folder folder;
  const double values[] = {1, -2, 1.0 / 3};
  for (const int version : {1, 2, 3})
    for (const std::size_t length : {118u, 1000u, 65000u, 70000u}) {
      if (version == 1 && length > 65535) continue;  // two bytes hold no more
      CAPTURE(version);
      CAPTURE(length);
      std::string head = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
      head.resize(length - 1, ' ');
      head += '\n';
      std::string bytes = "\x93NUMPY" + std::string{char(version), 0};
      for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte)
        bytes += char(length >> (8 * byte) & 255);
      bytes += head + std::string(reinterpret_cast<const char*>(values), sizeof values);
      const NpyArray array = read_npy(folder.file("long.npy", bytes));
      CHECK(array.shape == std::vector<long>{3});
      CHECK(array.values == std::vector<double>(values, values + 3));
    }
}
