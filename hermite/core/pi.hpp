// pi, and what it makes of angles.
#pragma once

namespace hermite {

constexpr double pi = 3.141592653589793238462643383279503;
constexpr double two_pi = 2 * pi;
constexpr double degree = pi / 180;

}  // namespace hermite
