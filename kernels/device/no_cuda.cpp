// A build without CUDA: there is no GPU, and the reason is stated.
#include "kernels/device/box_map.hpp"
#include "kernels/device/cuda_cycles.hpp"
#include "kernels/device/cuda_device.hpp"
#include "kernels/device/cuda_graph.hpp"
#include "kernels/device/cuda_library.hpp"
#include "kernels/device/kernel_facts.hpp"

#if !HERMITE_CUDA_ENABLED

#include "hermite/core/error.hpp"

namespace hermite {

namespace {
const char* const reason_text =
    "this build has no CUDA; configure with -DHERMITE_CUDA=ON where nvcc is installed";
[[noreturn]] void refuse() { throw MachineError(reason_text); }
}  // namespace

int cuda_device_count(std::string* reason) {
  if (reason != nullptr) *reason = reason_text;
  return 0;
}
CudaDeviceFacts cuda_facts(int) { refuse(); }
std::array<char, 16> cuda_identity(int) { refuse(); }
int cuda_single_to_double(int) { refuse(); }
std::string cuda_driver() { return {}; }
void cuda_use(int) { refuse(); }
void* cuda_allocate(std::size_t) { refuse(); }
void cuda_release(void*) noexcept {}
void cuda_upload(void*, const void*, std::size_t) { refuse(); }
void cuda_download(void*, const void*, std::size_t) { refuse(); }
void cuda_download_lines(void*, const void*, std::size_t, std::size_t, std::size_t) { refuse(); }
void cuda_synchronize() { refuse(); }
void cuda_profile(bool) { refuse(); }
void* cuda_create_event() { refuse(); }
void cuda_release_event(void*) noexcept {}
void cuda_record_event(void*, void*) { refuse(); }
double cuda_seconds_between(void*, void*) { refuse(); }

int cuda_architecture() { refuse(); }
void* cuda_load(const std::string&) { refuse(); }
const void* cuda_kernel(void*, const char*) { refuse(); }
void cuda_launch(const void*, const CudaGrid&, void**, void*) { refuse(); }
KernelFacts cuda_kernel_facts(const void*, int, long) { refuse(); }

BoxMap make_box_map(const void*, const NodeLayout&, int, int, const BoxShape&) { refuse(); }

CudaCycles::CudaCycles() { refuse(); }
CudaCycles::~CudaCycles() = default;
void CudaCycles::read(int) const { refuse(); }
double CudaCycles::per_second() const { refuse(); }

CudaGraph::CudaGraph(const std::function<void(void*)>&) { refuse(); }
CudaGraph::~CudaGraph() = default;
void CudaGraph::launch() const { refuse(); }

}  // namespace hermite

#endif
