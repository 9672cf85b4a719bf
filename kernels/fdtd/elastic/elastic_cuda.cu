#include "kernels/device/launch_cuda.hpp"
#include "kernels/fdtd/elastic/launch.hpp"

namespace hermite {

void launch_elastic_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const LaunchTarget& target) {
  with_elastic_kernel(choice, a, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_surface_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const SurfaceArguments& surface, const LaunchTarget& target) {
  with_surface_kernel(choice, a, surface, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

KernelFacts elastic_facts_cuda(const ElasticChoice& choice, const ElasticArguments& a) {
  KernelFacts facts;
  with_elastic_kernel(choice, a, [&](const auto& kernel) { facts = cuda_facts_of(kernel); });
  return facts;
}

}  // namespace hermite
