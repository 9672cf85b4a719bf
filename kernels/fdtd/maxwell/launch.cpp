#include "kernels/fdtd/maxwell/launch.hpp"

#include <type_traits>

#include "kernels/device/launch_host.hpp"

namespace hermite {

namespace {

// A kernel of which each block makes a copy that nobody else has the address of: what it holds stays in
// registers, where the compiler would else read it again after every store.
template <class Kernel>
struct OwnCopy : Kernel {
  explicit OwnCopy(const Kernel& kernel) : Kernel(kernel) {}
  template <class Block>
  HERMITE_DEVICE void operator()(Block& block) const {
    const Kernel own = *this;
    own(block);
  }
};

}  // namespace

void launch_yee(const YeeChoice& choice, const YeeArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_yee_cuda(choice, a, target);
  with_yee_kernel(choice, a, [&](const auto& kernel) {
    launch_host(OwnCopy<std::decay_t<decltype(kernel)>>(kernel), target.threads);
  });
}

void launch_pairs(const YeeChoice& choice, const YeePairArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_pairs_cuda(choice, a, target);
  with_pair_kernel(choice, a, [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

void launch_cpml(const YeeChoice& choice, const YeeArguments& a, const CpmlLaunch& layers,
                 const LaunchTarget& target) {
  if (choice.cuda) return launch_cpml_cuda(choice, a, layers, target);
  with_cpml_kernel(choice, a, layers,
                   [&](const auto& kernel) { launch_host(kernel, target.threads); });
}

void launch_incident(const YeeChoice& choice, const IncidentArguments& a,
                     const LaunchTarget& target) {
  if (choice.cuda) return launch_incident_cuda(choice, a, target);
  with_precision(choice.precision, [&](auto zero) {
    launch_host(IncidentKernel<decltype(zero)>(a), target.threads);
  });
}

void launch_mur(const YeeChoice& choice, const MurArguments& a, const LaunchTarget& target) {
  if (choice.cuda) return launch_mur_cuda(choice, a, target);
  with_precision(choice.precision,
                 [&](auto zero) { launch_host(MurKernel<decltype(zero)>(a), target.threads); });
}

}  // namespace hermite
