#pragma once
// The kernels of the elastic scheme by dimension, precision, half and media, on the host and on CUDA.

#include "kernels/device/counting_block.hpp"
#include "kernels/device/kernel_facts.hpp"
#include "kernels/device/launch_target.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/fdtd/elastic/arguments.hpp"
#include "kernels/fdtd/elastic/elastic_kernel.hpp"
#include "kernels/fdtd/elastic/elastic_march.hpp"
#include "kernels/fdtd/elastic/elastic_tile.hpp"
#include "kernels/fdtd/elastic/surface_kernel.hpp"

namespace hermite {

// Which of them.
struct ElasticChoice {
  Precision precision = Precision::double_;
  int dimension = 3;
  bool velocity = true;
  FdtdSchedule schedule = FdtdSchedule::literal;
  bool cuda = false;
};

constexpr int most_elastic_lanes = 128;  // of a block on CUDA

// The field kernels over a box that no free surface is in, and the planes at one.
void launch_elastic(const ElasticChoice& choice, const ElasticArguments& a,
                    const LaunchTarget& target);
void launch_surface(const ElasticChoice& choice, const ElasticArguments& a,
                    const SurfaceArguments& surface, const LaunchTarget& target);

// Operations and values moved per point, counted by running the kernel on a box of its own; a tile of the size
// of its blocks.
Counts count_elastic(const ElasticChoice& choice, const ElasticArguments& a);

// The CUDA side (elastic_cuda.cu).
#if HERMITE_CUDA_ENABLED
void launch_elastic_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const LaunchTarget& target);
void launch_surface_cuda(const ElasticChoice& choice, const ElasticArguments& a,
                         const SurfaceArguments& surface, const LaunchTarget& target);
KernelFacts elastic_facts_cuda(const ElasticChoice& choice, const ElasticArguments& a);
#else
inline void launch_elastic_cuda(const ElasticChoice&, const ElasticArguments&,
                                const LaunchTarget&) {}
inline void launch_surface_cuda(const ElasticChoice&, const ElasticArguments&,
                                const SurfaceArguments&, const LaunchTarget&) {}
inline KernelFacts elastic_facts_cuda(const ElasticChoice&, const ElasticArguments&) { return {}; }
#endif

// Calls f with the kernel of a family that was chosen.
template <class T, int D, template <class, int, bool, class> class Kernel, class F, class... More>
void with_elastic_family(const ElasticChoice& choice, F&& f, const ElasticArguments& a,
                         const More&... more) {
  const bool numbered = a.kind == FactorKind::numbered;
  if (choice.velocity && numbered)
    f(Kernel<T, D, true, unsigned char>(a, more...));
  else if (choice.velocity)
    f(Kernel<T, D, true, NodeValues>(a, more...));
  else if (numbered)
    f(Kernel<T, D, false, unsigned char>(a, more...));
  else
    f(Kernel<T, D, false, NodeValues>(a, more...));
}
template <class T, class F>
void with_elastic_kernel_of(const ElasticChoice& choice, const ElasticArguments& a, F&& f) {
  if (choice.dimension == 2)
    with_elastic_family<T, 2, ElasticKernel>(choice, f, a);
  else if (choice.schedule == FdtdSchedule::march)
    with_elastic_family<T, 3, ElasticMarch>(choice, f, a);
  else if (choice.schedule == FdtdSchedule::tile)
    with_elastic_family<T, 3, ElasticTile>(choice, f, a);
  else
    with_elastic_family<T, 3, ElasticKernel>(choice, f, a);
}
template <class F>
void with_elastic_kernel(const ElasticChoice& choice, const ElasticArguments& a, F&& f) {
  with_precision(choice.precision,
                 [&](auto zero) { with_elastic_kernel_of<decltype(zero)>(choice, a, f); });
}
template <class T, class F>
void with_surface_kernel_of(const ElasticChoice& choice, const ElasticArguments& a,
                            const SurfaceArguments& surface, F&& f) {
  if (choice.dimension == 2)
    with_elastic_family<T, 2, SurfaceKernel>(choice, f, a, surface);
  else
    with_elastic_family<T, 3, SurfaceKernel>(choice, f, a, surface);
}
template <class F>
void with_surface_kernel(const ElasticChoice& choice, const ElasticArguments& a,
                         const SurfaceArguments& surface, F&& f) {
  with_precision(choice.precision,
                 [&](auto zero) { with_surface_kernel_of<decltype(zero)>(choice, a, surface, f); });
}

}  // namespace hermite
