// hermite devices: what --device can name on this machine, and why there is no GPU if there is
// none.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "drivers/commands.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/device.hpp"
#include "kernels/stage/solver.hpp"

namespace hermite {

namespace {

void print_devices() {
  for (const DeviceRecord& device : list_devices())
    std::printf("%-8s %s, %s of %s free\n", device.name.c_str(), device.description.c_str(),
                human_bytes(static_cast<double>(device.memory_free)).c_str(),
                human_bytes(static_cast<double>(device.memory_total)).c_str());
  std::string reason;
  if (cuda_device_count(&reason) == 0) std::printf("no GPU:  %s\n", reason.c_str());
}

}  // namespace

void add_devices(CLI::App& app, const Manifest&) {
  app.add_subcommand("devices", "List the devices of this machine")->callback(print_devices);
}

}  // namespace hermite
