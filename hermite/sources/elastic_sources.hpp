// Sources of elastic waves at points: forces and moment tensors, from the section sources of a case.
#pragma once

#include <array>
#include <vector>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct Grid;
struct Source;

/// rho v_t = div sigma + force w(t) delta(x - point),  sigma_t = c : grad v - moment w'(t) delta(x - point).
struct PointSource {
  std::array<double, 3> point{};
  std::array<double, 3> force{};   // N
  std::array<double, 6> moment{};  // xx yy zz xy xz yz, N m
  Waveform waveform;
};

/// The moment tensor of slip on a fault, angles in degrees, x north, y east, z down (Aki and Richards,
/// box 4.4).
std::array<double, 6> double_couple(double moment, double strike, double dip, double rake);
/// The same tensor in axes x east, y north, z up.
std::array<double, 6> east_north_up(const std::array<double, 6>& north_east_down);

/// Throws CaseError for points outside the domain, for a width, frequency or moment that is missing.
std::vector<PointSource> make_point_sources(const Case& input, const Grid& grid,
                                            const Source& source);

}  // namespace hermite
