#include "kernels/device/launch_cuda.hpp"
#include "kernels/fdtd/maxwell/launch.hpp"

namespace hermite {

void launch_yee_cuda(const YeeChoice& choice, const YeeArguments& a, const LaunchTarget& target) {
  with_yee_kernel(choice, a, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_pairs_cuda(const YeeChoice& choice, const YeePairArguments& a,
                       const LaunchTarget& target) {
  with_pair_kernel(choice, a, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_cpml_cuda(const YeeChoice& choice, const YeeArguments& a, const CpmlLaunch& layers,
                      const LaunchTarget& target) {
  with_cpml_kernel(choice, a, layers, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_incident_cuda(const YeeChoice& choice, const IncidentArguments& a,
                          const LaunchTarget& target) {
  const auto stream = static_cast<cudaStream_t>(target.stream);
  with_precision(choice.precision,
                 [&](auto zero) { launch_cuda(IncidentKernel<decltype(zero)>(a), stream); });
}

void launch_mur_cuda(const YeeChoice& choice, const MurArguments& a, const LaunchTarget& target) {
  const auto stream = static_cast<cudaStream_t>(target.stream);
  with_precision(choice.precision,
                 [&](auto zero) { launch_cuda(MurKernel<decltype(zero)>(a), stream); });
}

KernelFacts yee_facts_cuda(const YeeChoice& choice, const YeeArguments& a) {
  KernelFacts facts;
  with_yee_kernel(choice, a, [&](const auto& kernel) { facts = cuda_facts_of(kernel); });
  return facts;
}

KernelFacts pair_facts_cuda(const YeeChoice& choice, const YeePairArguments& a) {
  KernelFacts facts;
  with_pair_kernel(choice, a, [&](const auto& kernel) { facts = cuda_facts_of(kernel); });
  return facts;
}

KernelFacts cpml_facts_cuda(const YeeChoice& choice, const YeeArguments& a,
                            const CpmlLaunch& layers) {
  KernelFacts facts;
  with_cpml_kernel(choice, a, layers, [&](const auto& kernel) { facts = cuda_facts_of(kernel); });
  return facts;
}

}  // namespace hermite
