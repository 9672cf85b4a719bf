// What a roofline study says of two steps in one sweep, which the host and a GPU are both asked for.
#pragma once

#include "kernels/device/device.hpp"

namespace hermite {

void check_pair_row(const Device& device);

}  // namespace hermite
