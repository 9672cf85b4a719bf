// The one-dimensional operators of the Hermite method, as matrices.
//
// Order N keeps n = N+1 scaled derivatives p_j = h^j/j! D^j u at a node. A cell of width h with
// midpoint xc has the polynomial u = sum_k b_k z^k, z = (x - xc)/h, k = 0..2N+1, that matches the
// data of its two nodes:  sum_k C(k,j) z^(k-j) b_k = p_j  at z = -1/2 (left) and z = +1/2 (right).
//
// Columns of node data are [left 0..N, right 0..N]; rows of coefficients are 0..2N+1.
// T. Hagstrom and D. Appelo, "Solving PDEs with Hermite interpolation", LNCSE 106 (2015).
#pragma once

#include "hermite/method/eigen.hpp"

#include "hermite/core/order.hpp"

namespace hermite {

/// H, 2n x 2n: node data to coefficients. Every entry is dyadic and exact, in float too.
Eigen::MatrixXd interpolation(int order);

/// V, 2n x 2n, the inverse of H: the confluent Vandermonde matrix at z = -1/2 and z = +1/2.
Eigen::MatrixXd confluent_vandermonde(int order);

/// D, 2n x 2n: D_{k,k+1} = k+1, so the coefficients of h du/dx are D b.
Eigen::MatrixXd differentiation(int order);

/// S, n x 2n: S_ij = C(j,i) (lam/2)^(j-i), the coefficients 0..N about z = lam/2. As an evolution
/// it is the exact half step of u_t = c u_x, lam = c dt/h.
Eigen::MatrixXd shift_rows(int order, double lam);

/// A = S H = [A_L A_R], n x 2n: node data to the data of the new node, half a step later.
Eigen::MatrixXd half_step(int order, double lam);

/// [A_L A_L, A_L A_R + A_R A_L, A_R A_R], n x 3n: a full step from the nodes i-1, i, i+1 to i.
Eigen::MatrixXd full_step(int order, double lam);

/// Two full steps, n x 5n: from the nodes i-2 ... i+2 to i.
Eigen::MatrixXd two_steps(int order, double lam);

/// H split by parity, half the work of the dense matrix: with e_j = r_j + (-1)^j l_j and
/// o_j = r_j - (-1)^j l_j (l, r the left and right data), b_{2m} = (even e)_m and
/// b_{2m+1} = (odd o)_m.
struct EvenOdd {
  Eigen::MatrixXd even;  // n x n
  Eigen::MatrixXd odd;   // n x n
};
EvenOdd split(int order);

/// C(n, k), exact while it is below 2^53.
double binomial(int n, int k);

}  // namespace hermite
