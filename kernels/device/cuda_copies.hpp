#pragma once
// What messages and launches beside the kernels ask of CUDA: pinned memory, and streams that do not wait for
// the default one unless they are told to, and go before it where both have work: kernels of thousands of
// blocks would else keep a message waiting that they are to hide. In cuda_copies.cu; without CUDA it is never
// called.

#include <cstddef>

namespace hermite {

#if HERMITE_CUDA_ENABLED
void* cuda_allocate_pinned(std::size_t bytes);
void cuda_release_pinned(void* data) noexcept;
void cuda_create_stream(void*& stream, void*& event);
void cuda_release_stream(void* stream, void* event) noexcept;
void cuda_copy_in(void* stream, void* to, const void* from, std::size_t bytes);
void cuda_wait_for_stream(void* stream);
// `next` goes on once what was launched in `stream` is done; the default one is null.
void cuda_wait_in_stream(void* next, void* stream, void* event);
#else
inline void* cuda_allocate_pinned(std::size_t) { return nullptr; }
inline void cuda_release_pinned(void*) noexcept {}
inline void cuda_create_stream(void*&, void*&) {}
inline void cuda_release_stream(void*, void*) noexcept {}
inline void cuda_copy_in(void*, void*, const void*, std::size_t) {}
inline void cuda_wait_for_stream(void*) {}
inline void cuda_wait_in_stream(void*, void*, void*) {}
#endif

}  // namespace hermite
