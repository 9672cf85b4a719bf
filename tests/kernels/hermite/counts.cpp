// The counting block against counts on paper. m = 2N+2 coefficients per direction, c = points * n
// values gathered per direction, r values returned.
#include "kernels/hermite/kernel_cost.hpp"

#include "hermite/systems/acoustics.hpp"
#include "tests/approx.hpp"
#include "tests/kernels/hermite/launch.hpp"

using namespace hermite;

namespace {

Counts cost(KernelId id, const Problem& p, bool truncate = true) {
  CellBox box;
  Arguments a(id, p, first_node(id), box);
  a.step.truncate = truncate;
  a.step.rows = 3;
  a.step.planes = 4;
  return cost_per_cell(key_of(id, p, Precision::double_, Layout::x1_innermost, host()), a.step);
}

Problem cube(int dimension, int order, int q = 0) {
  Problem p;
  p.dimension = dimension;
  p.order = order;
  p.velocity = {-1, -1, -1};
  p.q = q;
  return p;
}

// Point updates of a half step and their operations, from the rule itself: stage k needs the
// indices with sum_d max(0, j_d - N) <= k - 1 <= sum_d j_d. A point update is a product and a sum
// per axis along which the index has a successor.
struct Updates {
  long points = 0, flops = 0;
};
Updates updates(const Problem& p, bool truncate) {
  Updates sum;
  const int m = 2 * p.order + 2;
  for (int k = 1; k <= p.stages(); ++k)
    for (int entry = 0; entry < power(m, p.dimension); ++entry) {
      int excess = 0, total = 0, successors = 0;
      for (int d = 0, rest = entry; d < p.dimension; ++d, rest /= m) {
        const int j = rest % m;
        excess += std::max(0, j - p.order);
        total += j;
        successors += j + 1 < m ? 1 : 0;
      }
      if (truncate && (excess > k - 1 || total < k - 1)) continue;
      sum.points += 1;
      sum.flops += 2 * successors;
    }
  return sum;
}

// A 1-D operator on one pencil: r sums of c products.
long pencil(long r, long c) { return r * (2 * c - 1); }

// The interpolation by parity: 2 n sums and differences, 2 n sums of n products.
long split_pencil(long n) { return 4 * n * n; }

// Pencils per cell of the literal schedule: [c3][c2] along x1, [c3][r1] along x2, [r2][r1] along
// x3.
long literal_pencils(int dimension, long r, long c) {
  return dimension == 1 ? 1 : dimension == 2 ? c + r : c * c + c * r + r * r;
}

// Of the marching schedule with blocks of 3 rows and 4 planes: a block has points - 1 more rows and
// planes of nodes than of cells.
double march_pencils(int dimension, long r, long n, long points) {
  const double planes = double(4 + points - 1) / 4, rows = double(3 + points - 1) / 3;
  const auto n_ = double(n), r_ = double(r);
  return dimension == 2 ? n_ * planes + r_ : n_ * n_ * rows * planes + n_ * r_ * planes + r_ * r_;
}

}  // namespace

TEST_CASE("point updates of 3-D evolution are the known numbers") {
  struct Known {
    int order, few;         // few: the smaller q
    long full[2], few_[2];  // truncated, all
  };
  const Known known[] = {{1, 4, {207, 576}, {102, 256}},
                         {2, 8, {1187, 3240}, {874, 1728}},
                         {3, 10, {3967, 10752}, {2713, 5120}}};
  for (const Known& row : known)
    for (const bool truncate : {true, false})
      for (const bool few : {false, true}) {
        CAPTURE(row.order);
        const Problem p = cube(3, row.order, few ? row.few : 0);
        const long expected = (few ? row.few_ : row.full)[truncate ? 0 : 1];
        const Updates rule = updates(p, truncate);
        CHECK(rule.points == expected);
        const Counts counts = cost(KernelId::evolve, p, truncate);
        // Scratch receives the coefficients once, then one value per point update.
        CHECK(counts.scratch_stores == power(2 * p.order + 2, 3) + expected);
        CHECK(counts.flops == rule.flops);
      }
}

TEST_CASE("evolve reads every coefficient once and writes every result once") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 0; order <= 4; ++order) {
      const Problem p = cube(dimension, order);
      const Counts counts = cost(KernelId::evolve, p);
      CHECK(counts.flops == updates(p, true).flops);
      CHECK(counts.loads == power(2 * order + 2, dimension));
      CHECK(counts.stores == power(order + 1, dimension));
    }
}

TEST_CASE("literal schedules: every cell gathers all its corners and applies dense operators") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 0; order <= 4; ++order)
      for (const KernelId id : {KernelId::reconstruct_literal, KernelId::half_step_literal,
                                KernelId::full_step_literal, KernelId::two_steps_literal}) {
        CAPTURE(kernel_name(id));
        const Problem p = cube(dimension, order);
        const long n = order + 1, c = points_of(id) * n;
        const long r = id == KernelId::reconstruct_literal ? 2 * n : n;
        const Counts counts = cost(id, p);
        CHECK(counts.flops == literal_pencils(dimension, r, c) * pencil(r, c));
        CHECK(counts.loads == power(int(c), dimension));
        CHECK(counts.stores == power(int(r), dimension));
      }
}

TEST_CASE("the literal reconstruction in 3-D is the paper's 6 (2N+2)^4 less the first sums") {
  for (int order = 0; order <= 4; ++order) {
    const long m = 2 * order + 2;
    CHECK(cost(KernelId::reconstruct_literal, cube(3, order)).flops ==
          6 * m * m * m * m - 3 * m * m * m);
  }
}

TEST_CASE("marching schedules share planes, all but their seams, and interpolate by parity") {
  for (int dimension = 2; dimension <= 3; ++dimension)
    for (int order = 0; order <= 4; ++order)
      for (const KernelId id : {KernelId::reconstruct_march, KernelId::half_step_march,
                                KernelId::full_step_march, KernelId::two_steps_march}) {
        CAPTURE(kernel_name(id));
        CAPTURE(dimension);
        CAPTURE(order);
        const long n = order + 1, points = points_of(id), c = points * n;
        const long r = id == KernelId::reconstruct_march ? 2 * n : n;
        const Counts counts = cost(id, cube(dimension, order));
        const long flops = id == KernelId::reconstruct_march ? split_pencil(n) : pencil(r, c);
        // The average over a block is rounded.
        CHECK(counts.flops == nearly(march_pencils(dimension, r, n, points) * double(flops)));
        const double seams = dimension == 2
                                 ? double(4 + points - 1) / 4
                                 : double(4 + points - 1) / 4 * double(3 + points - 1) / 3;
        CHECK(counts.loads == nearly(double(c * power(int(n), dimension - 1)) * seams));
        CHECK(counts.stores == power(int(r), dimension));
      }
}

TEST_CASE("a monolithic kernel does the work of two and moves only nodal data") {
  for (int dimension = 1; dimension <= 3; ++dimension)
    for (int order = 0; order <= 4; ++order) {
      const Problem p = cube(dimension, order);
      const Counts evolve = cost(KernelId::evolve, p);
      for (const bool march : {false, true}) {
        if (march && dimension == 1) continue;
        const Counts reconstruct =
            cost(march ? KernelId::reconstruct_march : KernelId::reconstruct_literal, p);
        const KernelId id = march ? KernelId::monolithic_march : KernelId::monolithic_literal;
        const Counts counts = cost(id, p);
        CHECK(counts.stores == power(order + 1, dimension));
        // In 3-D its march has one row of cells per block, so more seams than the reconstruction.
        if (march && dimension == 3) continue;
        CHECK(counts.flops == nearly(reconstruct.flops + evolve.flops));
        CHECK(counts.loads == nearly(reconstruct.loads));
      }
    }
}

TEST_CASE("parity: a product for each result and sum, and its form for GPUs is counted as it is") {
  Problem p = cube(3, 1);
  p.other = std::make_shared<Acoustics>();
  const long values = 4 * 8;  // sums of a class, results of all classes
  for (const KernelId id :
       {KernelId::parity_literal, KernelId::parity_matrix, KernelId::parity_registers}) {
    Arguments a(id, p, 0, {});
    a.set_parity(p, {ParityForm::tiles, Precision::double_}, host());
    KernelKey key = key_of(id, p, Precision::double_, Layout::x1_innermost, host());
    if (id != KernelId::parity_literal) key.backend = Backend::cuda;
    const Counts counts = cost_per_cell(key, a.step);
    // 8 tiles, of whose 8 rows 4 are results, which are all that registers have; 24 sums and differences of 8
    // corners.
    const long rows = id == KernelId::parity_registers ? values : 8 * parity_rows;
    CHECK(counts.flops == rows * 2 * values + 24 * values);
    CHECK(counts.loads == 8 * values);
    CHECK(counts.stores == values);
  }
}
