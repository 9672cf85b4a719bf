#pragma once
// Where a point of the elastic scheme and its fields are, which ends of the grid it may lie at, and the
// differences at it, walls included. Freestanding.

#include "kernels/device/kernel_base.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"
#include "kernels/fdtd/elastic/staggered.hpp"

namespace hermite {

// The axes at whose ends a place may lie, a bit for each: in their layers, or, at those of rows, where
// differences may meet a wall. At walls: all of these, and differences across y and z may meet one.
constexpr int no_end = 0, ends_of_rows = 1, any_end = 7, at_walls = 15;

// A node, the first of an item's lanes, and where it is in arrays of the common layout. Ends: those
// that it may lie at.
template <int Ends>
struct ElasticPlace {
  static constexpr int ends = Ends;
  int node[3];
  long tile;  // of the tile's first node: the same for a whole block, which GPUs have registers for
  int item;   // from there
};

// Velocity: v from sigma, else sigma from v.
template <class T, int D, bool Velocity>
struct ElasticPlaces {
  ElasticArguments a;
  T per_h[3];                          // 1/h
  int layer_lower[3], layer_upper[3];  // cpml[axis][].lower, upper_begin
  int inner_begin[3], inner_end[3];    // [axis] nodes whose differences meet no mirror

  explicit ElasticPlaces(const ElasticArguments& arguments) : a(arguments) {
    constexpr long most = 1L << 30;
    for (int axis = 0; axis < 3; ++axis) {
      long begin = -most, end = most;
      for (int f = 0; f < most_elastic_fields; ++f) {
        if (a.mirror[f][axis][0] != 0) begin = reach;
        if (a.mirror[f][axis][1] != 0) end = least(end, a.last[f][axis] + 1 - reach);
      }
      inner_begin[axis] = static_cast<int>(begin);
      inner_end[axis] = static_cast<int>(end);
      const CpmlAxis& layer = a.cpml[axis][0];
      per_h[axis] = static_cast<T>(a.per_h[axis]);
      layer_lower[axis] = static_cast<int>(layer.lower);
      layer_upper[axis] = static_cast<int>(layer.upper_begin < most ? layer.upper_begin : most);
    }
  }

  template <int Ends>
  HERMITE_DEVICE ElasticPlace<Ends> place(long i, long j, long k) const {
    return {{static_cast<int>(i), static_cast<int>(j), static_cast<int>(k)},
            a.layout.at(0, k, j, i, 0),
            0};
  }
  // Of a tile, `plane` planes and an item's row and lane after its first node.
  template <int Ends>
  HERMITE_DEVICE ElasticPlace<Ends> place(const Tile& tile, int plane, int row, int lane) const {
    return {{static_cast<int>(tile.begin[0]) + lane, static_cast<int>(tile.begin[1]) + row,
             static_cast<int>(tile.begin[2]) + plane},
            a.layout.at(0, tile.begin[2], tile.begin[1], tile.begin[0], 0),
            plane * static_cast<int>(a.layout.m3) + row * static_cast<int>(a.layout.m2) + lane};
  }
  // `lane` lanes after a place: of these all but the lane is the same along a row.
  template <int Ends>
  HERMITE_DEVICE static ElasticPlace<Ends> along_row(const ElasticPlace<any_end>& p, int lane) {
    return {{p.node[0] + lane, p.node[1], p.node[2]}, p.tile, lane};
  }
  // f(Meets<ends>) for the ends that a tile meets. On GPUs a row is a few blocks, so many of these are at its
  // ends and at no others, and every test for a layer costs all their points; few are at other walls (Walls:
  // whether differences care).
  template <int Ends>
  struct Meets {
    static constexpr int ends = Ends;
  };
  template <bool Walls, class F>
  HERMITE_DEVICE void for_ends(const Tile& tile, const F& f) const {
    int met = 0;
    const int size[3] = {tile.lanes, tile.rows, tile.planes};
    HERMITE_UNROLL
    for (int axis = 0; axis < D; ++axis) {
      const long begin = tile.begin[axis], end = begin + size[axis];
      if (a.cpml[axis][0].meets(begin, size[axis])) met |= 1 << axis;
      if ((axis == 0 || Walls) && (begin < inner_begin[axis] || end > inner_end[axis]))
        met |= axis == 0 ? ends_of_rows : at_walls;
    }
    if (met == no_end)
      f(Meets<no_end>{});
    else if (met == ends_of_rows)
      f(Meets<ends_of_rows>{});
    else if (!Walls || met <= any_end)
      f(Meets<any_end>{});
    else if constexpr (Walls)
      f(Meets<at_walls>{});
  }
  HERMITE_DEVICE long stride(int axis) const {
    return axis == 0 ? 1 : axis == 1 ? a.layout.m2 : a.layout.m3;
  }
  // `away` values further on.
  template <class Place>
  HERMITE_DEVICE T* field(int f, const Place& p, long away = 0) const {
    return static_cast<T*>(a.field[f]) + (p.tile + away) + p.item;
  }

  // Of the derivative [c][axis]: the field, and whether it lies half a cell after the node it is
  // numbered by, or on it.
  static constexpr int source(int c, int axis) { return Velocity ? stress_field(D, c, axis) : c; }
  static constexpr bool on_dual(int c, int axis) { return Velocity == (c == axis); }
  // How far before the place the first of its four values lies, in nodes, and the farthest of any.
  static constexpr int back(int c, int axis) { return on_dual(c, axis) ? 1 : 2; }
  static constexpr int reach = 2;

  template <class Block, int c, int axis, class Place>
  HERMITE_DEVICE auto difference(const Place& p) const {
    typename Block::Value f[4];
    constexpr int before = back(c, axis), from = source(c, axis);
    if constexpr (axis == 0 && Block::own_lanes > 1) {
      Block::template window<before>(field(from, p), f, [&](auto& row) {
        if constexpr (mirrors_rows<Block, Place>()) mirror<before>(from, p, row);
      });
      return staggered_difference<T>(f[0], f[1], f[2], f[3]);
    } else {
      HERMITE_UNROLL
      for (int n = 0; n < 4; ++n) f[n] = neighbour<Block, axis, before>(from, p, n - before);
      return difference_of<Block, c, axis>(p, f);
    }
  }
  // From its four values, of which those beyond walls are set.
  template <class Block, int c, int axis, class Place, class V>
  HERMITE_DEVICE V difference_of(const Place& p, V (&f)[4]) const {
    if constexpr (axis == 0 && mirrors_rows<Block, Place>())
      mirror<back(c, axis)>(source(c, axis), p, f);
    return staggered_difference<T>(f[0], f[1], f[2], f[3]);
  }
  template <class Block, class Place>
  static constexpr bool mirrors_rows() {
    return !Block::in_order && (Place::ends & ends_of_rows) != 0;
  }
  // The value `away` nodes from the place, one of those that a difference begins `Before` nodes before it. Beyond
  // a wall across y or z that of which it is the image: there no halo is read either.
  template <class Block, int axis, int Before, class Place>
  HERMITE_DEVICE auto neighbour(int f, const Place& p, int away) const {
    if constexpr (axis > 0 && !Block::in_order && (Place::ends & at_walls) == at_walls) {
      constexpr int half_off = Before - 1;  // as in mirror()
      const int node = p.node[axis] + away, last = a.last[f][axis];
      T sign = 1;
      if (node < 0 && a.mirror[f][axis][0] != 0) {
        sign = static_cast<T>(a.mirror[f][axis][0]);
        away -= 2 * node + half_off;
      } else if (node > last && a.mirror[f][axis][1] != 0) {
        sign = static_cast<T>(a.mirror[f][axis][1]);
        away -= 2 * (node - last) - half_off;
      }
      return sign * Block::load_unwritten(field(f, p, away * stride(axis)));
    } else {
      return Block::load_unwritten(field(f, p, away * stride(axis)));
    }
  }
  // Sets what of a row lies beyond walls, the place being at row[Before]: on a GPU no halo across x is read at
  // them (kernels/fdtd/README.md). A field that is read from two values before the place on lies half a cell off
  // and has two images in reach at each end; another one lies on the wall and has one (halo/halo_image.hpp).
  template <int Before, int Count, class Place>
  HERMITE_DEVICE void mirror(int f, const Place& p, T (&row)[Count]) const {
    constexpr int half_off = Before - 1, nowhere = 1 << 20;
    const T lower = static_cast<T>(a.mirror[f][0][0]), upper = static_cast<T>(a.mirror[f][0][1]);
    // In `row`, of the field's first node and of its last one.
    const int begin = Before - p.node[0];
    const int first = lower != 0 ? begin : -nowhere;
    const int last = upper != 0 ? begin + a.last[f][0] : nowhere;
    HERMITE_UNROLL
    for (int n = Before - 1; n >= 0; --n)
      image_if(n, first - 1, row[n], lower, row[n + 2 - half_off]);
    if constexpr (half_off == 1) image_if(0, first - 2, row[0], lower, row[3]);
    HERMITE_UNROLL
    for (int n = 2; n < Count; ++n) {
      image_if(n, last + 1, row[n], upper, row[n - 2 + half_off]);
      if (half_off == 1 && n > 2) image_if(n, last + 2, row[n], upper, row[n - 3]);
    }
  }
  // Where n is `at`. The compiler must not see that n is at one place alone: out of the choice of a place it makes
  // branches, behind which loads wait, and values that it picks by number.
  HERMITE_DEVICE static void image_if(int n, int at, T& value, T sign, T of) {
    int away = at - n;
    opaque(away);
    value = away == 0 ? sign * of : value;
  }

  // The differences that velocity c, or (normal) all normal stresses need.
  template <class Block, int c, class Place, class V>
  HERMITE_DEVICE void differences_of_velocity(const Place& p, V (&d)[D]) const {
    d[0] = difference<Block, c, 0>(p);
    d[1] = difference<Block, c, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, c, 2>(p);
  }
  template <class Block, class Place, class V>
  HERMITE_DEVICE void normal_differences(const Place& p, V (&d)[D]) const {
    d[1] = difference<Block, 1, 1>(p);
    if constexpr (D == 3) d[2] = difference<Block, 2, 2>(p);
    d[0] = difference<Block, 0, 0>(p);  // what is mirrored comes last: in fewer registers
  }
};

}  // namespace hermite
