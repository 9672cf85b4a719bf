// Plane waves by total and scattered field, each in a box within a small domain.
#pragma once

#include "tests/kernels/fdtd/yee.hpp"

namespace hermite {

// Along an axis, its E along another one.
inline YeeProblem lit(int axis, int sign, int polarization, Precision precision) {
  YeeProblem p = box_of({15, 17, 19}, {1.5, 3.4, 5.7}, 1);
  p.method.incident = wave_along(axis, sign, polarization);
  p.method.incident.lower = {4, 5, 3};
  p.method.incident.upper = {11, 12, 15};
  p.method.incident.amplitude = 2.5;
  p.method.incident.waveform = {"gaussian", 2, 0.7, 1};
  p.complete(precision);
  return p;
}

// A wave by `step` cells, its E in the plane of a given direction.
inline YeeProblem lit_obliquely(std::array<int, 3> step, std::array<double, 3> towards,
                                std::array<double, 3> upper, double width, Precision precision) {
  YeeProblem p = box_of({15, 17, 19}, upper, 1);
  IncidentWave& w = p.method.incident;
  w.step = step;
  const std::array<double, 3> k = w.direction(p.grid);
  double along = 0, size = 0;
  for (std::size_t d = 0; d < 3; ++d) along += k[d] * towards[d];
  for (std::size_t d = 0; d < 3; ++d) {
    w.electric[d] = towards[d] - along * k[d];
    size += w.electric[d] * w.electric[d];
  }
  for (double& e : w.electric) e /= std::sqrt(size);
  w.lower = {4, 5, 3};
  w.upper = {11, 12, 15};
  w.amplitude = 2.5;
  w.waveform = {"gaussian", 4 * width, width, 1};
  p.complete(precision);
  return p;
}

}  // namespace hermite
