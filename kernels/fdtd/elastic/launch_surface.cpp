#include "kernels/device/launch_host.hpp"
#include "kernels/fdtd/elastic/launch.hpp"

namespace hermite {

void launch_surface(const ElasticChoice& choice, const ElasticArguments& a,
                    const SurfaceArguments& surface, const LaunchTarget& target) {
  if (choice.cuda) return launch_surface_cuda(choice, a, surface, target);
  with_surface_kernel(choice, a, surface,
                      [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

}  // namespace hermite
