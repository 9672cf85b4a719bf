#pragma once
// The points at a free surface normal to the last axis, z: the two planes of nodes next to it, from
// differences that read nothing beyond it (free_surface.hpp). The field kernels leave them out. An item
// has both planes of its columns, for the lower one's d_z v_z may ask for the surface's; on a GPU these are a pack of
// columns, or they would take twice as long: of two planes what a thread must know before it begins is a large part.
// Freestanding.
//
//   z = 0    s  vx        sigma_zz is 0, and d_z v_z is eliminated by that
//   z = 1/2     vz  sxz
//   z = 1    s  vx
//   z = 3/2     vz  sxz   at a lower face; at an upper one the field kernels have it

#include "kernels/device/own_rows.hpp"
#include "kernels/fdtd/elastic/elastic_cell.hpp"
#include "kernels/fdtd/elastic/free_surface.hpp"
#include "kernels/fdtd/elastic/lane_parts.hpp"

namespace hermite {

struct SurfaceArguments {
  SurfaceDifferences differences;
  bool upper = false;  // z falls with the index
  long last = 0;       // the surface's node, at an upper face
};

// What launch bounds are told, more than a block has: 80 registers a thread, in double precision 128. So, and with one
// plane after the other, it leaves room for the field kernel's blocks beside.
template <class T>
constexpr int surface_bound_threads = sizeof(T) == 4 ? 768 : 512;

template <class T, int D, bool Velocity, class Index>
struct SurfaceKernel : OwnRowsBase<T, surface_bound_threads<T>>,
                       ElasticCell<T, D, Velocity, Index> {
  using Base = OwnRowsBase<T, surface_bound_threads<T>>;
  using Cell = ElasticCell<T, D, Velocity, Index>;
  static constexpr int pack_bytes = D == 3 ? 16 : 0;
  static constexpr int n = D - 1;  // the axis across the surface
  SurfaceArguments surface;
  LaneParts parts;

  // a.box: the two planes.
  SurfaceKernel(const ElasticArguments& a, const SurfaceArguments& s)
      : Base{{{a.box, {lanes(a), rows(a), 2}}}},
        Cell(a),
        surface(s),
        parts(a.box, this->tiling.size, a.cpml[0][0], a.cut_at_layers) {}
  constexpr long blocks() const { return parts.blocks(); }
  constexpr int thread_rows() const { return D == 3 ? this->tiling.size[1] : 1; }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Tile tile = parts.tile<Block>(block.index(), 2);
    block.set_active(tile.lanes);
    if constexpr (Block::in_order)
      columns<at_walls>(block, tile);
    else
      this->template for_ends<true>(
          tile, [&](auto meets) { columns<decltype(meets)::ends>(block, tile); });
  }

 private:
  // On a GPU blocks of its own.
  static int lanes(const ElasticArguments& a) {
    return a.cut_at_layers ? a.lanes : D == 3 ? 32 * 16 / static_cast<int>(sizeof(T)) : 32;
  }
  static int rows(const ElasticArguments& a) { return D == 2 ? 2 : a.cut_at_layers ? a.rows : 4; }

  template <int Ends, class Block>
  HERMITE_DEVICE void columns(Block& block, const Tile& tile) const {
    block.template unrolled_rows<Sync::none>(D == 3 ? tile.rows : 1, [&](Item it) HERMITE_INLINED {
      const long i = tile.begin[0] + it.lane, j = tile.begin[1] + it.row;
      if constexpr (Velocity)
        velocities<Ends>(block, it, i, j);
      else
        stresses<Ends>(block, it, i, j);
    });
  }

  // The node at depth m, or m + 1/2, of column (i, j).
  template <int Ends>
  HERMITE_DEVICE ElasticPlace<Ends> at(long i, long j, int m, bool dual) const {
    const long z = surface.upper ? surface.last - m - (dual ? 1 : 0) : m;
    return D == 3 ? this->template place<Ends>(i, j, z) : this->template place<Ends>(i, z, 0);
  }
  template <class Place>
  HERMITE_DEVICE bool in_box(const Place& p) const {
    return p.node[n] >= this->a.box.lower[n] && p.node[n] < this->a.box.upper[n];
  }
  // Of field f, whose first value is at p, from the surface downwards; as the index counts.
  template <class Block, class Place>
  HERMITE_DEVICE auto one_sided(int f, const Place& p,
                                const double (&weight)[surface_width]) const {
    const long s = surface.upper ? -this->stride(n) : this->stride(n);
    const T sign = surface.upper ? T(-1) : T(1);
    const T* first = this->field(f, p);
    auto sum = sign * T(weight[0]) * Block::load_unwritten(first);
    HERMITE_UNROLL
    for (int m = 1; m < surface_width; ++m)
      sum = sum + sign * T(weight[m]) * Block::load_unwritten(first + m * s);
    return sum;
  }

  template <int Ends, class Block>
  HERMITE_DEVICE void velocities(Block& block, Item it, long i, long j) const {
    tangential<0, Ends>(block, it, i, j);
    if constexpr (D == 3) tangential<1, Ends>(block, it, i, j);
    HERMITE_NO_UNROLL
    for (int m = 0; m < 2; ++m) {
      const auto p = at<Ends>(i, j, m, true);
      if (!in_box(p)) continue;
      typename Block::Value d[D];
      this->template differences_of_velocity<Block, n>(p, d);
      if (m == 0)
        d[n] = one_sided<Block>(stress_field(D, n, n), at<Ends>(i, j, 0, false),
                                surface.differences.normal_half);
      this->template velocity<n>(block, it, p, this->template velocity_at<n, Block>(p), d,
                                 this->template gain_at<n, Block>(p));
    }
  }
  template <int c, int Ends, class Block>
  HERMITE_DEVICE void tangential(Block& block, Item it, long i, long j) const {
    const auto first = at<Ends>(i, j, 0, true);
    HERMITE_NO_UNROLL
    for (int m = 0; m < 2; ++m) {
      const auto p = at<Ends>(i, j, m, false);
      typename Block::Value d[D];
      d[0] = this->template difference<Block, c, 0>(p);
      if constexpr (D == 3) d[1] = this->template difference<Block, c, 1>(p);
      d[n] = one_sided<Block>(stress_field(D, c, n), first,
                              m == 0 ? surface.differences.shear_0 : surface.differences.shear_1);
      this->template velocity<c>(block, it, p, this->template velocity_at<c, Block>(p), d,
                                 this->template gain_at<c, Block>(p));
    }
  }

  template <int Ends, class Block>
  HERMITE_DEVICE void stresses(Block& block, Item it, long i, long j) const {
    using V = typename Block::Value;
    V at_surface{};  // the derivative of the normal velocity
    HERMITE_NO_UNROLL
    for (int m = 0; m < 2; ++m) {
      const auto p = at<Ends>(i, j, m, false);
      const auto normal = this->template normal_at<Block>(p);
      const auto medium = this->template lame_at<Block>(p);
      V e[D];
      e[0] = this->template derivative<0, 0>(block, it, p, normal.psi[0],
                                             this->template difference<Block, 0, 0>(p));
      V others = e[0];
      if constexpr (D == 3) {
        e[1] = this->template derivative<1, 1>(block, it, p, normal.psi[1],
                                               this->template difference<Block, 1, 1>(p));
        others = others + e[1];
      }
      if (m == 0) {
        at_surface = across_free_surface(medium.lambda, medium.two_mu, others);
        e[n] = at_surface;
        this->put(block, this->field(stress_field(D, n, n), p), it, V{});
      } else {
        const V d = one_sided<Block>(n, at<Ends>(i, j, 0, true), surface.differences.velocity_1);
        e[n] = this->template derivative<n, n>(block, it, p, normal.psi[n], d) +
               T(surface.differences.slope) * at_surface;
      }
      this->stretch(block, it, p, normal, e, medium, m == 0 ? n : D);
      if constexpr (D == 3)
        this->template shear<0, 1>(block, it, p, this->template shear_at<0, 1, Block>(p),
                                   this->template difference<Block, 0, 1>(p),
                                   this->template difference<Block, 1, 0>(p),
                                   this->template modulus_at<0, 1, Block>(p));
    }
    vertical_shear<0, Ends>(block, it, i, j);
    if constexpr (D == 3) vertical_shear<1, Ends>(block, it, i, j);
  }
  template <int c, int Ends, class Block>
  HERMITE_DEVICE void vertical_shear(Block& block, Item it, long i, long j) const {
    HERMITE_NO_UNROLL
    for (int m = 0; m < 2; ++m) {
      const auto p = at<Ends>(i, j, m, true);
      if (!in_box(p)) continue;
      const auto d =
          m == 0 ? one_sided<Block>(c, at<Ends>(i, j, 0, false), surface.differences.velocity_half)
                 : this->template difference<Block, c, n>(p);
      this->template shear<c, n>(block, it, p, this->template shear_at<c, n, Block>(p), d,
                                 this->template difference<Block, n, c>(p),
                                 this->template modulus_at<c, n, Block>(p));
    }
  }
};

}  // namespace hermite
