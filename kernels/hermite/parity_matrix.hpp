#pragma once
// ParityMatrix: the half step of a mirror-symmetric system as products on the FP64 matrix units, in 3-D.
// CUDA only; ParityLiteral (parity_kernels.hpp) computes the same on every device and checks it.
//
//   memory --corners added and subtracted--> s_x [class][j][cell]     16 of all j at a time
//          --matrix units--> registers, tiles of 8 results x 64 cells --> memory
//
// A block has a box of 64 cells. A thread loads one j at the 3 x 3 x 2 nodes about four cells, while the
// products of the j before are under way. A warp has a few tiles of 8 results, of any classes; their
// matrices come from memory, in the order in which the lanes hold them. Where a cell has more results than
// the warps of a block have tiles, several blocks share it. Sums are made in double precision, whatever
// the precision of the data: the units are as fast in it as all others are in single.

#include "kernels/hermite/parity_tables.hpp"
#include "kernels/hermite/step_kernel.hpp"

namespace hermite {

#if defined(__CUDA_ARCH_LIST__)
// Whether all GPUs that this is compiled for have FP64 matrix units.
constexpr bool has_matrix_units = least_architecture() >= 800;
#endif

// sum += a b of 16 x 16 and 16 x 8 values. Lane 4 g + t of a warp has of a: rows g and g + 8 of column
// 4 k + t in a[2 k], a[2 k + 1]; of b: column g of row 4 k + t in b[k]; of the sum: columns 2 t, 2 t + 1
// of rows g and g + 8.
HERMITE_DEVICE void multiply_add(double (&sum)[4], const double (&a)[8], const double (&b)[4]) {
#if __CUDA_ARCH__ >= 900
  asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, "
      "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
        "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
#else
  HERMITE_UNROLL
  for (int v = 0; v < 8; ++v)
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(sum[v % 2 * 2]), "+d"(sum[v % 2 * 2 + 1])
        : "d"(a[v]), "d"(b[v / 2]));
#endif
}

// Two values that lie side by side, in one access.
template <class T>
struct alignas(2 * sizeof(T)) ValuePair {
  T value[2];
};

// How the results of a cell are dealt to the warps of a block.
struct ParityShare {
  int tiles;       // of a warp
  int shares;      // blocks that share a box of cells
  bool one_class;  // whether all tiles of a warp are of one class
};
template <class Coupling>
constexpr ParityShare parity_share(int n, int warps, int most) {
  int all = 0, largest = 0, smallest = 1 << 30;
  for (int bits = 0; bits < 8; ++bits) {
    const int tiles = parity_tiles<Coupling>(n, bits);
    all += tiles;
    largest = tiles > largest ? tiles : largest;
    smallest = tiles < smallest ? tiles : smallest;
  }
  const int shares = divide_up(all, warps * most), tiles = divide_up(all, warps * shares);
  return {tiles, shares, largest == smallest && largest % tiles == 0};
}

template <class C, class Coupling>
struct ParityMatrix : StepKernel<C> {
  using T = typename C::Scalar;
  static constexpr int n = C::order + 1, values = n * n * n, columns = Coupling::fields * values;
  static constexpr int box_x = 16, box_y = 2, box_z = 2, cells = box_x * box_y * box_z;
  static constexpr int warps = 8, row_threads = 32 * warps / box_x, max_lanes = box_x;
  static constexpr ParityShare share = parity_share<Coupling>(n, warps, 4);
  static constexpr int tiles = share.tiles;
  static constexpr int min_blocks = tiles * sizeof(T) <= 8 ? 2 : 1;
  static constexpr int depth = row_threads;  // values j at a time: one for each thread of a column
  static constexpr int classes = 8, parts = cells / 16, groups = parity_groups(columns);
  // Lanes that read 4 j of 8 cells find them in different banks.
  static constexpr int step_j = cells + 32 / static_cast<int>(sizeof(T));
  static constexpr int step_class = depth * step_j, buffer = classes * step_class;
  // Two, so that sums are made while others are used; one where several blocks do that together.
  static constexpr int buffers = tiles == 1 ? 1 : 2;
  static constexpr int unit = 64 / static_cast<int>(sizeof(T));
  using Nodes = T[box_z + 1][box_y + 1][2];

  // Distances in an array, all multiples of 64 bytes: counted in them they fit into 32 bits.
  struct Distances {
    int field, plane, row, entry;

    explicit constexpr Distances(const NodeLayout& s)
        : field(static_cast<int>(s.field / unit)),
          plane(static_cast<int>(s.m3 / unit)),
          row(static_cast<int>(s.m2 / unit)),
          entry(static_cast<int>(s.entry / unit)) {}
  };

  ParityTables tables;
  Distances from, to;

  explicit ParityMatrix(const StepArguments& a)
      : StepKernel<C>(a, {a.box, {box_x, box_y, box_z}}),
        tables(a.parity),
        from(a.in_layout),
        to(a.out_layout) {}
  constexpr long blocks() const { return this->tiling.blocks() * share.shares; }
  template <class Block>
  constexpr int scratch() const {
    return buffers * buffer / box_x;
  }

  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index() / share.shares, 2);
    T* s_x = block.scratch(buffers * buffer / box_x);
    const int thread = static_cast<int>(threadIdx.x + threadIdx.y * box_x);
    const int lane = thread % 32, warp = thread / 32;
    // The last warps repeat tiles that others have too.
    int first = (static_cast<int>(block.index() % share.shares) * warps + warp) * tiles;
    first = first < tables.tiles - tiles ? first : tables.tiles - tiles;
    const double* matrix =
        static_cast<const double*>(tables.values) + parity_at(groups, first, 0, 0) + lane;
    int at_class[tiles];
    HERMITE_UNROLL
    for (int t = 0; t < tiles; ++t)
      at_class[t] =
          __ldg(tables.classes + first + t) * step_class + lane % 4 * step_j + lane / 4 * 2;
    // The j of this thread: those of a warp lie two apart, which puts them into different banks.
    const int x = thread % box_x, j = warp / 2 * 4 + warp % 2 + thread / box_x % 2 * 2;
    T* const s_mine = s_x + j * step_j + x % 8 * 2 + x / 8;
    const Nodal nodes(*this, tile, x < tile.lanes ? x : tile.lanes - 1);

    T r_nodes[box_z + 1][box_y + 1][2];
    double r_sum[tiles][parts][4] = {};
    double r_matrix[tiles][depth / 4];
    load(nodes, j, r_nodes);
    load(matrix, r_matrix);
    add_and_subtract(j, r_nodes, s_mine);
    if (depth < columns) load(nodes, depth + j, r_nodes);
    // Of two warps that share a scheduler one multiplies while the other adds.
    const bool multiplies_first = buffers == 1 || warp < warps / 2;
    HERMITE_NO_UNROLL
    for (int begin = 0; begin < columns; begin += depth) {
      const int place = buffers == 1 ? 0 : begin / depth % 2 * buffer;
      const auto products = [&] {
        multiply(s_x + place, at_class, r_matrix, r_sum);
        matrix += depth / 4 * 32;
        if (begin + depth < columns) load(matrix, r_matrix);
      };
      __syncthreads();
      if (multiplies_first) products();
      if (buffers == 1) __syncthreads();
      if (begin + depth < columns) {
        add_and_subtract(begin + depth + j, r_nodes, s_mine + (buffers == 1 ? 0 : buffer - place));
        if (begin + 2 * depth < columns) load(nodes, begin + 2 * depth + j, r_nodes);
      }
      if (!multiplies_first) products();
    }
    store(tile, first, lane, r_sum);
  }

 private:
  template <class Value>
  HERMITE_DEVICE static Value* further(Value* p, int distance) {
    return p + static_cast<long>(distance) * unit;
  }

  // The nodes about a thread's cells. Those that no cell has are read from within the array.
  struct Nodal {
    const T* corner;
    int field, entry, away[box_z + 1][box_y + 1];

    HERMITE_DEVICE Nodal(const ParityMatrix& kernel, const Tile& tile, int x)
        : corner(kernel.in.at(0, tile.begin[2] + kernel.first, tile.begin[1] + kernel.first,
                              tile.begin[0] + kernel.first, 0) +
                 x),
          field(kernel.from.field),
          entry(kernel.from.entry) {
      HERMITE_UNROLL
      for (int z = 0; z <= box_z; ++z) {
        HERMITE_UNROLL
        for (int y = 0; y <= box_y; ++y) {
          away[z][y] = (z < tile.planes ? z : tile.planes) * kernel.from.plane +
                       (y < tile.rows ? y : tile.rows) * kernel.from.row;
          // Kept: the compiler would find them anew for each j.
          asm volatile("" : "+r"(away[z][y]));
        }
      }
    }
  };
  HERMITE_DEVICE static void load(const Nodal& nodes, int j, Nodes& r_nodes) {
    if (columns % depth != 0 && j >= columns) return;
    const T* p = further(nodes.corner, j / values * nodes.field + j % values * nodes.entry);
    HERMITE_UNROLL
    for (int z = 0; z <= box_z; ++z) {
      HERMITE_UNROLL
      for (int y = 0; y <= box_y; ++y) {
        r_nodes[z][y][0] = __ldg(further(p, nodes.away[z][y]));
        r_nodes[z][y][1] = __ldg(further(p, nodes.away[z][y]) + 1);
      }
    }
  }
  HERMITE_DEVICE static void load(const double* matrix, double (&r_matrix)[tiles][depth / 4]) {
    HERMITE_UNROLL
    for (int t = 0; t < tiles; ++t) {
      HERMITE_UNROLL
      for (int k = 0; k < depth / 4; ++k) r_matrix[t][k] = __ldg(matrix + (t * groups + k) * 32);
    }
  }

  // s: of this j and the thread's first cell.
  HERMITE_DEVICE void add_and_subtract(int j, Nodes& r_nodes, T* s) const {
    if (columns % depth != 0 && j >= columns) {
      HERMITE_UNROLL
      for (int v = 0; v < classes * parts; ++v) s[v % classes * step_class + v / classes * 16] = 0;
      return;
    }
    const int e = j % values, flips = tables.flips[j / values];
    const T sign[3] = {e % n % 2 == 0 ? T(1) : T(-1), e / n % n % 2 == 0 ? T(1) : T(-1),
                       e / n / n % 2 == 0 ? T(1) : T(-1)};
    // A pair (left, right) becomes (even, odd) in place, axis by axis; inner nodes serve two pairs.
    HERMITE_UNROLL
    for (int z = 0; z <= box_z; ++z) {
      HERMITE_UNROLL
      for (int y = 0; y <= box_y; ++y) combine(sign[0], r_nodes[z][y][0], r_nodes[z][y][1]);
    }
    T* s_parity[classes];
    HERMITE_UNROLL
    for (int c = 0; c < classes; ++c) s_parity[c] = s + (c ^ flips) * step_class;
    HERMITE_UNROLL
    for (int y = 0; y < box_y; ++y) {
      HERMITE_UNROLL
      for (int p1 = 0; p1 < 2; ++p1) {
        T r_pair[box_z + 1][2];
        HERMITE_UNROLL
        for (int z = 0; z <= box_z; ++z) {
          r_pair[z][0] = r_nodes[z][y][p1];
          r_pair[z][1] = r_nodes[z][y + 1][p1];
          combine(sign[1], r_pair[z][0], r_pair[z][1]);
        }
        HERMITE_UNROLL
        for (int z = 0; z < box_z; ++z) {
          HERMITE_UNROLL
          for (int p2 = 0; p2 < 2; ++p2) {
            T even = r_pair[z][p2], odd = r_pair[z + 1][p2];
            combine(sign[2], even, odd);
            s_parity[p1 + 2 * p2][(z * box_y + y) * box_x] = even;
            s_parity[p1 + 2 * p2 + 4][(z * box_y + y) * box_x] = odd;
          }
        }
      }
    }
  }
  // (l, r) -> (r + sign l, r - sign l)
  HERMITE_DEVICE static void combine(T sign, T& left, T& right) {
    const T l = left, r = right;
    left = r + sign * l;
    right = r - sign * l;
  }

  HERMITE_DEVICE void multiply(const T* s, const int (&at_class)[tiles],
                               const double (&r_matrix)[tiles][depth / 4],
                               double (&r_sum)[tiles][parts][4]) const {
    HERMITE_UNROLL
    for (int part = 0; part < parts; ++part) {
      double r_x[depth / 2];
      HERMITE_UNROLL
      for (int t = 0; t < tiles; ++t) {
        if (t == 0 || (!share.one_class && at_class[t] != at_class[t - 1])) {
          HERMITE_UNROLL
          for (int k = 0; k < depth / 4; ++k) {
            const auto pair = *reinterpret_cast<const ValuePair<T>*>(s + at_class[t] +
                                                                     4 * k * step_j + part * 16);
            r_x[2 * k] = pair.value[0];
            r_x[2 * k + 1] = pair.value[1];
          }
        }
        multiply_add(r_sum[t][part], r_x, r_matrix[t]);
      }
    }
  }

  HERMITE_DEVICE void store(const Tile& tile, int first, int lane,
                            const double (&r_sum)[tiles][parts][4]) const {
    T* const corner = this->out.at(0, tile.begin[2], tile.begin[1], tile.begin[0], 0) + lane / 4;
    const int lanes = this->active_lanes(tile) - lane / 4;
    HERMITE_UNROLL
    for (int t = 0; t < tiles; ++t) {
      HERMITE_UNROLL
      for (int i = 0; i < 2; ++i) {
        const int result = __ldg(tables.results + (first + t) * parity_rows + lane % 4 * 2 + i);
        T* const p = further(corner, result / values * to.field + result % values * to.entry);
        HERMITE_UNROLL
        for (int part = 0; part < parts; ++part) {
          const int y = part % box_y, z = part / box_y;
          T* const q = further(p, y * to.row + z * to.plane);
          const bool is = result >= 0 && y < tile.rows && z < tile.planes;
          if (is && lanes > 0) q[0] = static_cast<T>(r_sum[t][part][i]);
          if (is && lanes > 8) q[8] = static_cast<T>(r_sum[t][part][2 + i]);
        }
      }
    }
  }
};

}  // namespace hermite
