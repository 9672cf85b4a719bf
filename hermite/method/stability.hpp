// Which Taylor orders q are stable, found by sampling the symbol of a half step.
//
// On data p exp(i theta . node) a half step of u_t = sum_d A_d d_d u is a matrix,
//   G_q(theta) = truncate(sum_{s<=q} b_s),   b_0 = R(theta),   b_{s+1} = lam/(2s+2) sum_d A_d D_d
//   b_s,
// where R interpolates the 2^d corners with phases exp(i theta . corner), corner_d = -1/2 or +1/2,
// and A_d is scaled to a fastest speed of 1. q is called stable when the spectral radius of G_q is
// at most 1 + tolerance at every sampled theta: evidence, not a proof, and not monotone in q. With
// q = d(2N+1) the series ends and the step is exact, stable for lam <= 1.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "hermite/core/problem.hpp"

namespace hermite {

/// Growth per half step that is let pass. Rounding moves the spectral radius by up to 2e-9 (2-D,
/// N = 7, lam = 1: the terms of the series cancel); 1e-8 is 0.2 % in 1e5 steps. The instabilities
/// that decide the smallest q are far larger, 1e-3 and more.
constexpr double stability_tolerance = 1e-8;

/// q beyond which the series adds nothing: d(2N+1).
inline int full_stages(int dimension, int order) { return dimension * (2 * order + 1); }

struct StabilityRow {
  int dimension = 0;
  int order = 0;
  double courant = 0;
  int samples = 0;          // angles per axis
  int media = 0;            // sets of coefficients, the row holds for the worst
  int full = 0;             // d(2N+1)
  std::vector<int> stable;  // the stable q in 1..full, ascending

  std::optional<int> smallest() const;
  bool is_stable(int stages) const;
};

/// Angles per axis: enough for the instabilities there are, which are broad, in minutes.
int angles_per_axis(int dimension, int order);

/// Samples every q = 1..full at one Courant number. `media` are systems of `fields` fields, scaled
/// to a fastest speed of 1; the row holds for the worst of them. Isotropic ones, which mirrors and
/// exchanges of axes leave as they are, need one of up to 48 angles that these map onto each other.
StabilityRow sample_stability(int fields, const std::vector<std::vector<CoupledTerm>>& media,
                              int dimension, int order, double courant, int samples,
                              bool isotropic = false);

/// The spectral radius of G_q at one theta.
double symbol_radius(int fields, const std::vector<CoupledTerm>& terms, int dimension, int order,
                     double courant, int stages, const std::array<double, 3>& theta);

/// How much a half step of the q-stage form may amplify rounding errors: rho(|S| |H|)^d, the same map
/// with every product taken as positive. Its intermediates, the coefficients, grow fast with N and
/// cancel; where eps times this is above 1 a run can become unstable by rounding alone.
double rounding_gain(int dimension, int order, double lam);

}  // namespace hermite
