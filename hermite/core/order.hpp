// The orders N the code knows. Freestanding: kernels include it.
#pragma once

namespace hermite {

/// Nodes hold derivatives 0..N per direction, N from 0 to this; the method is of order 2N+1.
constexpr int max_order = 10;

}  // namespace hermite
