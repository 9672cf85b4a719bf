#pragma once

namespace hermite {

// Where there is a GPU.
void register_launches();

}  // namespace hermite
