#pragma once
// The kernels of Yee's scheme by precision, field and media, on the host and on CUDA.

#include "kernels/device/kernel_facts.hpp"
#include "kernels/device/launch_target.hpp"
#include "kernels/device/precision.hpp"
#include "kernels/fdtd/maxwell/arguments.hpp"
#include "kernels/fdtd/maxwell/cpml_launches.hpp"
#include "kernels/fdtd/maxwell/incident_kernel.hpp"
#include "kernels/fdtd/maxwell/mur_kernel.hpp"
#include "kernels/fdtd/maxwell/yee_kernel.hpp"
#include "kernels/fdtd/maxwell/yee_march.hpp"
#include "kernels/fdtd/maxwell/yee_pairs.hpp"
#include "kernels/fdtd/maxwell/yee_tile.hpp"

namespace hermite {

// Which of them.
struct YeeChoice {
  Precision precision = Precision::double_;
  bool electric = true;
  FdtdSchedule schedule = FdtdSchedule::literal;
  bool cuda = false;
};

void launch_yee(const YeeChoice& choice, const YeeArguments& a, const LaunchTarget& target);
// Two steps of a core.
void launch_pairs(const YeeChoice& choice, const YeePairArguments& a, const LaunchTarget& target);
// CPML apart from the fields, after them.
void launch_cpml(const YeeChoice& choice, const YeeArguments& a, const CpmlLaunch& layers,
                 const LaunchTarget& target);
void launch_incident(const YeeChoice& choice, const IncidentArguments& a,
                     const LaunchTarget& target);
void launch_mur(const YeeChoice& choice, const MurArguments& a, const LaunchTarget& target);

// The CUDA side (yee_cuda.cu).
#if HERMITE_CUDA_ENABLED
void launch_yee_cuda(const YeeChoice& choice, const YeeArguments& a, const LaunchTarget& target);
void launch_pairs_cuda(const YeeChoice& choice, const YeePairArguments& a,
                       const LaunchTarget& target);
void launch_cpml_cuda(const YeeChoice& choice, const YeeArguments& a, const CpmlLaunch& layers,
                      const LaunchTarget& target);
void launch_incident_cuda(const YeeChoice& choice, const IncidentArguments& a,
                          const LaunchTarget& target);
void launch_mur_cuda(const YeeChoice& choice, const MurArguments& a, const LaunchTarget& target);
KernelFacts yee_facts_cuda(const YeeChoice& choice, const YeeArguments& a);
KernelFacts pair_facts_cuda(const YeeChoice& choice, const YeePairArguments& a);
KernelFacts cpml_facts_cuda(const YeeChoice& choice, const YeeArguments& a,
                            const CpmlLaunch& layers);
#else
inline void launch_yee_cuda(const YeeChoice&, const YeeArguments&, const LaunchTarget&) {}
inline void launch_pairs_cuda(const YeeChoice&, const YeePairArguments&, const LaunchTarget&) {}
inline void launch_cpml_cuda(const YeeChoice&, const YeeArguments&, const CpmlLaunch&,
                             const LaunchTarget&) {}
inline void launch_incident_cuda(const YeeChoice&, const IncidentArguments&, const LaunchTarget&) {}
inline void launch_mur_cuda(const YeeChoice&, const MurArguments&, const LaunchTarget&) {}
inline KernelFacts yee_facts_cuda(const YeeChoice&, const YeeArguments&) { return {}; }
inline KernelFacts pair_facts_cuda(const YeeChoice&, const YeePairArguments&) { return {}; }
inline KernelFacts cpml_facts_cuda(const YeeChoice&, const YeeArguments&, const CpmlLaunch&) {
  return {};
}
#endif

// Calls f with the kernel that was chosen, of one family or of both.
template <class T, class Index, template <class, bool, class> class Kernel, class F, class... More>
void with_yee_index(const YeeChoice& choice, F&& f, const YeeArguments& a, const More&... more) {
  static_assert(sizeof(Kernel<T, true, Index>) <= most_parameter_bytes);
  if (choice.electric)
    f(Kernel<T, true, Index>(a, more...));
  else
    f(Kernel<T, false, Index>(a, more...));
}
// Of those that have factors from memory.
template <class T, template <class, bool, class> class Kernel, class F, class... More>
void with_memory_family(const YeeChoice& choice, F&& f, const YeeArguments& a,
                        const More&... more) {
  if (a.medium_bytes == 0)
    with_yee_index<T, OneMedium, Kernel>(choice, f, a, more...);
  else if (a.medium_bytes == 1)
    with_yee_index<T, unsigned char, Kernel>(choice, f, a, more...);
  else if (a.medium_bytes == 2)
    with_yee_index<T, unsigned short, Kernel>(choice, f, a, more...);
  else
    with_yee_index<T, OwnFactors, Kernel>(choice, f, a, more...);
}
// Of those that may hold the table of pairs themselves.
template <class T, template <class, bool, class> class Kernel, class F, class... More>
void with_yee_family(const YeeChoice& choice, F&& f, const YeeArguments& a, const More&... more) {
  if (a.table_in_kernel)
    with_yee_index<T, InConstantMemory, Kernel>(choice, f, a, more...);
  else
    with_memory_family<T, Kernel>(choice, f, a, more...);
}
template <class T, class F>
void with_yee_kernel_of(const YeeChoice& choice, const YeeArguments& a, F&& f) {
  if (choice.schedule == FdtdSchedule::march && a.before[0] != nullptr)
    with_memory_family<T, YeeMarchApart>(choice, f, a);
  else if (choice.schedule == FdtdSchedule::march)
    with_yee_family<T, YeeMarch>(choice, f, a);
  else if (choice.schedule == FdtdSchedule::tile)
    with_yee_family<T, YeeTile>(choice, f, a);
  else
    with_yee_family<T, YeeKernel>(choice, f, a);
}
template <class F>
void with_yee_kernel(const YeeChoice& choice, const YeeArguments& a, F&& f) {
  with_precision(choice.precision,
                 [&](auto zero) { with_yee_kernel_of<decltype(zero)>(choice, a, f); });
}
// Indices of H are as those of E, or there are none: has_pairs().
template <class T, class Index, class F>
void with_pair_index(const YeePairArguments& a, F&& f) {
  if (a.magnetic.medium_bytes == 0)
    f(YeePairs<T, Index, OneMedium>(a));
  else
    f(YeePairs<T, Index, Index>(a));
}
template <class T, class F>
void with_pair_kernel_of(const YeePairArguments& a, F&& f) {
  if (a.electric.medium_bytes == 0)
    f(YeePairs<T, OneMedium, OneMedium>(a));
  else if (a.electric.medium_bytes == 1)
    with_pair_index<T, unsigned char>(a, f);
  else if (a.electric.medium_bytes == 2)
    with_pair_index<T, unsigned short>(a, f);
  else
    with_pair_index<T, OwnFactors>(a, f);
}
inline bool has_pairs(const YeeArguments& electric, const YeeArguments& magnetic) {
  return magnetic.medium_bytes == 0 || magnetic.medium_bytes == electric.medium_bytes;
}
template <class F>
void with_pair_kernel(const YeeChoice& choice, const YeePairArguments& a, F&& f) {
  with_precision(choice.precision, [&](auto zero) { with_pair_kernel_of<decltype(zero)>(a, f); });
}
template <class T, class F>
void with_cpml_kernel_of(const YeeChoice& choice, const YeeArguments& a, const CpmlLaunch& layers,
                         F&& f) {
  if (layers.over_regions)
    with_yee_family<T, CpmlKernel>(choice, f, a, layers.regions);
  else
    with_yee_family<T, CpmlFaceKernel>(choice, f, a, layers.face);
}
// In the launch's own block.
template <class F>
void with_cpml_kernel(const YeeChoice& choice, YeeArguments a, const CpmlLaunch& layers, F&& f) {
  a.take(layers.block);
  with_precision(choice.precision,
                 [&](auto zero) { with_cpml_kernel_of<decltype(zero)>(choice, a, layers, f); });
}

}  // namespace hermite
