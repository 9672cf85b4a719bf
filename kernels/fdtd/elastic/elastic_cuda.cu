#include "kernels/device/launch_cuda.hpp"
#include "kernels/fdtd/elastic/launch.hpp"

#include <cstdlib>

namespace hermite {

// Trial: float, numbered media; HERMITE_ELASTIC_TRIAL=1...
template <int Most, int Ahead>
struct Trial {
  template <class T, int D, bool Velocity, class Index>
  using Kernel = ElasticMarchOf<T, D, Velocity, Index, Most, Ahead>;
};
template <int Most, int Ahead, class F>
void with_trial(const ElasticChoice& choice, const ElasticArguments& a, F&& f) {
  if (choice.velocity)
    f(typename Trial<Most, Ahead>::template Kernel<float, 3, true, unsigned char>(a));
  else
    f(typename Trial<Most, Ahead>::template Kernel<float, 3, false, unsigned char>(a));
}
template <class F>
void with_any(const ElasticChoice& choice, const ElasticArguments& a, F&& f) {
  const char* const text = std::getenv("HERMITE_ELASTIC_TRIAL");
  const int trial = text ? std::atoi(text) : 0;
  if (trial == 0 || choice.precision != Precision::single || choice.dimension != 3 ||
      choice.schedule != ElasticSchedule::march || a.kind != FactorKind::numbered)
    return with_elastic_kernel(choice, a, f);
  switch (trial) {
    case 1:
      return with_trial<768, 1>(choice, a, f);
    case 2:
      return with_trial<768, 2>(choice, a, f);
    case 3:
      return with_trial<640, 0>(choice, a, f);
    case 4:
      return with_trial<640, 2>(choice, a, f);
    case 5:
      return with_trial<512, 0>(choice, a, f);
    case 6:
      return with_trial<512, 2>(choice, a, f);
    case 7:
      return with_trial<896, 0>(choice, a, f);
    default:
      return with_trial<896, 2>(choice, a, f);
  }
}

void launch_elastic_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const LaunchTarget& target) {
  with_any(choice, a, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_surface_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const SurfaceArguments& surface, const LaunchTarget& target) {
  with_surface_kernel(choice, a, surface, [&](const auto& kernel) {
    launch_cuda(kernel, static_cast<cudaStream_t>(target.stream));
  });
}

void launch_elastic_sources_cuda(const ElasticChoice& choice, const SourceArguments& a,
                                 const LaunchTarget& target) {
  const auto stream = static_cast<cudaStream_t>(target.stream);
  if (choice.precision == Precision::single)
    launch_cuda(SourceKernel<float>(a), stream);
  else
    launch_cuda(SourceKernel<double>(a), stream);
}

KernelFacts elastic_facts_cuda(const ElasticChoice& choice, const ElasticArguments& a) {
  KernelFacts facts;
  with_any(choice, a, [&](const auto& kernel) {
    using Kernel = std::decay_t<decltype(kernel)>;
    const KernelNeeds needs = cuda_needs(kernel);
    facts = cuda_kernel_facts(reinterpret_cast<const void*>(&run_kernel<Kernel>),
                              needs.lane_threads * needs.row_threads, needs.scratch_bytes);
  });
  return facts;
}

}  // namespace hermite
