#pragma once
// The ends of all rows along x1, of arrays with one value at a node, on the host: row after row, those in
// halos along the other axes too, once these are filled. A layer of halo_copy.hpp has a value of each row,
// so its blocks would meet every row once for each layer.

#include "kernels/halo/halo_copy.hpp"

namespace hermite {

template <class T>
class HaloEnds : public KernelBase<T, 1, 1> {
 public:
  static constexpr int most_layers = 16;

  explicit HaloEnds(const HaloCopyArguments& a)
      : data_(static_cast<T*>(a.data)),
        layout_(a.layout),
        fields_(a.fields),
        layers_(a.axis[0].layers()) {
    for (int l = 0; l < layers_; ++l) {
      const long node = a.axis[0].node(l);
      const HaloImage image = image_of(a.axis[0], node);
      const int wall[3] = {image.wall, 0, 0};
      to_[l] = node;
      from_[l] = image.node;
      for (int f = 0; f < fields_; ++f) sign_[f][l] = static_cast<T>(a.parity.of_field(wall, f));
    }
    CellBox rows;
    for (int axis = 1; axis < 3; ++axis) {
      rows.lower[axis] = -a.axis[axis].below;
      rows.upper[axis] = a.axis[axis].nodes + a.axis[axis].above;
    }
    this->tiling = {rows, {1, 64, 1}};
  }
  template <class Block>
  constexpr int scratch() const {
    return 0;
  }
  template <class Block>
  void operator()(Block& block) const {
    const Tile tile = this->tiling.tile(block.index(), 2);
    for (int f = 0; f < fields_; ++f)
      for (int row = 0; row < tile.rows; ++row) {
        T* const values = data_ + layout_.at(f, tile.begin[2], tile.begin[1] + row, 0, 0);
        for (int l = 0; l < layers_; ++l) values[to_[l]] = sign_[f][l] * values[from_[l]];
      }
  }

 private:
  T* data_;
  NodeLayout layout_;
  int fields_, layers_;
  long to_[most_layers] = {}, from_[most_layers] = {};
  T sign_[max_fields][most_layers] = {};
};

}  // namespace hermite
