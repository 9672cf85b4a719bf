// NumPy's .npy files (format 1.0): the only binary form in which nodal data come in and go out.
//
// Nodal data have the shape (fields, K3, K2, K1, n3, n2, n1), axes that a dimension lacks left
// out: K_d nodes and n_d = N+1 derivatives per direction. Entry (f, m, i) is the Taylor
// coefficient h^i / i! d^i u_f / dx^i at node m.
// Reading takes '<f8' and '<f4' in C order, whatever the header's version is.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hermite/grid/grid.hpp"

namespace hermite {

struct NpyArray {
  std::vector<long> shape;
  std::vector<double> values;  // C order
};

/// Throws CaseError that names the file where it is not such an array.
NpyArray read_npy(const std::string& file);
void write_npy(const std::string& file, const std::vector<long>& shape, const double* values);
void write_npy(const std::string& file, const std::vector<long>& shape, const float* values);

/// Puts `count` values at position `first` of the array in C order.
using PutValues = std::function<void(long first, const double* values, long count)>;
/// The same from parts, in any order, which together are the whole array: it is never held in
/// memory.
void write_npy(const std::string& file, const std::vector<long>& shape, bool single,
               const std::function<void(const PutValues&)>& produce);

/// Of nodal data on the primal grid.
std::vector<long> nodal_shape(int fields, const Grid& grid, int order,
                              const Staggering& stagger = Stagger::primal);
/// "(1, 16, 16, 4, 4)"
std::string shape_text(const std::vector<long>& shape);

}  // namespace hermite
