// The products of the parity classes with a cell's sums in registers, on the host: each result is that of its
// class's matrix, whatever the order in which columns and kinds are laid out.
#include "kernels/hermite/parity_columns.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "hermite/systems/acoustics.hpp"
#include "hermite/systems/elastic.hpp"
#include "hermite/systems/maxwell.hpp"
#include "kernels/hermite/parity_storage.hpp"

using namespace hermite;

namespace {

// Two cells one above the other: 3 x 2 x 2 nodes [z][e][y][x] of each field.
template <class T, class Coupling, int Order>
struct Cells {
  static constexpr int n = Order + 1, values = n * n * n, fields = Coupling::fields,
                       results = fields * values;
  static constexpr int step_y = 2, step_entry = 4, step_z = values * step_entry;
  std::vector<T> nodes = std::vector<T>(std::size_t(fields * 3 * step_z));
  std::vector<int> flips;
  std::vector<ParityBlock> blocks;

  Cells() {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any(-1, 1);
    for (T& value : nodes) value = T(any(random));
    const Mirror mirror = mirror_of<Coupling>();
    flips.assign(mirror.flips, mirror.flips + fields);
    std::vector<CoupledTerm> terms;
    for (int t = 0; t < Coupling::terms; ++t) {
      const Term term = Coupling::term(t);
      terms.push_back({term.out, term.in, term.axis, .3 * any(random)});
    }
    blocks = parity_blocks(3, Order, terms, flips, 3 * (2 * Order + 1));
  }
  const T* at(int f, int z, int e) const {
    return nodes.data() + (f * 3 + z) * step_z + e * step_entry;
  }

  // Of class c: sum over the eight corners, a sign for each lower one whose derivative is odd.
  double sum(int cell, int c, int column) const {
    const int f = column / values, e = column % values, type = c ^ flips[std::size_t(f)];
    const int i[3] = {e % n, e / n % n, e / n / n};
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      double value = at(f, cell + corner / 4, e)[corner / 2 % 2 * step_y + corner % 2];
      for (int axis = 0; axis < 3; ++axis)
        if ((corner >> axis & 1) == 0 && (i[axis] + (type >> axis & 1)) % 2 != 0) value = -value;
      sum += value;
    }
    return sum;
  }

  // results[cell][result] of the warps of a kind; others stay NaN.
  template <int Kind>
  void add_kind(const T* matrices, std::vector<T> (&found)[parity_cells]) const {
    using Columns = ParityColumns<T, Coupling, n, Kind>;
    constexpr auto slots = parity_slots<Coupling, n, T>();
    typename Columns::Sums sums = {};
    for (int f = 0; f < fields; ++f)
      for (int i3 = 0; i3 < n; ++i3) {
        const int column = f * values + i3 * n * n;
        Columns::template add<step_entry, step_y, step_z>(at(f, 0, i3 * n * n),
                                                          matrices + column * Columns::slots,
                                                          flips[std::size_t(f)] ^ i3 % 2 * 4, sums);
      }
    for (int r = 0; r < results; ++r) {
      const int held = slots.slot[r] - Columns::begin;
      if (held < 0 || held >= Columns::held) continue;
      for (int k = 0; k < parity_cells; ++k) found[k][std::size_t(r)] = sums[k][held];
    }
  }

  void check() const {
    static const Device host("host");
    const Precision precision = PrecisionOf<T>::value;
    const ParityStorage storage(blocks, flips, parity_format(KernelId::parity_registers, precision),
                                host);
    const T* matrices = static_cast<const T*>(storage.on_host().values);
    std::vector<T> found[parity_cells];
    for (auto& cell : found) cell.assign(std::size_t(results), std::numeric_limits<T>::quiet_NaN());
    add_kind<0>(matrices, found);
    if constexpr (parity_kinds(results) == 2) add_kind<1>(matrices, found);

    int checked = 0;
    double worst = 0;
    for (int c = 0; c < 8; ++c) {
      const ParityBlock& block = blocks[std::size_t(c)];
      for (std::size_t row = 0; row < block.results.size(); ++row)
        for (int k = 0; k < parity_cells; ++k, ++checked) {
          double expected = 0, size = 0;
          for (int j = 0; j < results; ++j) {
            const double part = block.matrix(Eigen::Index(row), j) * sum(k, c, j);
            expected += part;
            size += std::abs(part);
          }
          const double error =
              std::abs(double(found[k][std::size_t(block.results[row])]) - expected);
          // `not <=`: NaN is worst of all.
          if (!(error <= worst * size)) worst = error / size;
        }
    }
    CHECK(checked == parity_cells * results);
    constexpr int kinds = parity_kinds(results), vector = vector_values(sizeof(T));
    CHECK(parity_slots(results, sizeof(T)) >=
          divide_up(parity_slots<Coupling, n, T>().end[kinds - 1], vector) * vector);
    // The sums of eight corners, the matrix and up to 243 products are rounded, eps/2 at a time and of either sign: up to
    // 3 eps of the parts' sizes were seen.
    CHECK(worst <= 8 * std::numeric_limits<T>::epsilon());
  }
};

}  // namespace

TEST_CASE("parity in registers: each result is its class's product, in all kinds") {
  Cells<float, AcousticsCoupling<3>, 1>().check();
  Cells<double, AcousticsCoupling<3>, 1>().check();
  Cells<float, AcousticsCoupling<3>, 2>().check();  // two kinds, of different size
  Cells<double, AcousticsCoupling<3>, 2>().check();
  Cells<float, MaxwellCoupling<3>, 1>().check();
  Cells<float, MaxwellCoupling<3>, 2>().check();
  Cells<float, ElasticCoupling<3>, 1>().check();
  Cells<double, ElasticCoupling<3>, 1>().check();
}

TEST_CASE("parity in registers: what its blocks take of a multiprocessor") {
  for (const int bytes : {4, 8})
    for (const int fields : {4, 6, 9})
      for (int order = 1; order <= 4; ++order) {
        CAPTURE(fields);
        CAPTURE(order);
        if (!fits_parity_registers(3, fields, order, bytes)) continue;
        const ParitySplit split = parity_split(fields, order, bytes);
        const int results = fields * (order + 1) * (order + 1) * (order + 1);
        const int blocks = blocks_that_fit(split, results, bytes);
        CHECK(split.box * bytes % 128 == 0);
        CHECK(split.slots >= results);
        CHECK(split.slots * bytes % 16 == 0);
        CHECK(blocks * (split.scratch_rows() * 32 * bytes + 1024) <= 228 * 1024);
        CHECK(blocks * split.warps() >= 8);
      }
  CHECK_FALSE(fits_parity_registers(2, 3, 1, 4));
  CHECK_FALSE(fits_parity_registers(3, 4, 0, 4));
  CHECK_FALSE(fits_parity_registers(3, 4, 3, 4));
}
