#pragma once
// Acoustics in second-order form: two arrays half a step apart, each stage reads one and updates
// the other in place. tau = dt/2; C, S: wave_series.hpp; I: interpolation.
//
//   conservative   p alone, 2 arrays of one field instead of 2 of 1 + dim, order 2N
//     u_dual(t + tau) = -u_dual(t - tau) + 2 C I u(t)
//     u(t + 2 tau)    = -u(t) + 2 C I u_dual(t + tau)
//   leapfrog       p and v, staggered in space and time, order 2N+2 for even N, 2N for odd N
//     v(t + tau)      = v(t - tau) - (dt / rho) grad S I p(t)
//     p(t + 2 tau)    = p(t) - dt K div S I v(t + tau)
//
//   arrays   u, p: primal, at the step's beginning     u_dual, v: dual, half a step before
//
// Both are stable for lam < 1 in every dimension, and neutrally: nothing is damped. For on a
// periodic grid let |.| be the seminorm of the mixed derivative D_1^(N+1) ... D_d^(N+1) of the
// interpolant, in which interpolation is an orthogonal projection (hermite/method/norms.hpp), and
// lam <= 1, so that the data of a new node depend on its own cell alone. M = C I from the primal to
// the dual grid, data to data, then has C I the other way as its adjoint and |M| <= |C| <= 1; A =
// -(dt/rho) grad S I and -dt K div S I are each other's negative adjoint in 1/K |p|^2 + rho |v|^2,
// with |A| <= |2 sin(c tau k)| <= 2. Hence
//     |u(t)|^2 - <u_dual(t - tau), u_dual(t + tau)>      and
//     1/K |p(t)|^2 + rho <v(t - tau), v(t + tau)>
// stay as they are, and all eigenvalues of a step lie on the unit circle. At lam = 1 eigenvalues
// meet, and rough data may grow linearly; at lam = 1.05 they leave the circle.
// (J. Goodrich, T. Hagstrom, J. Lorenz, Math. Comp. 75 (2006), for the projection.)

#include "kernels/hermite/stages.hpp"

namespace hermite {

// Powers of the Laplacian in C and S: with all that a polynomial of degree 2N+1 per direction has
// the series are exact.
constexpr int wave_powers(int dimension, int order) { return dimension * order; }

Solver wave_solver(const System& system, const Grid& grid, const HermiteMethod& method,
                   const Device& device);

}  // namespace hermite
