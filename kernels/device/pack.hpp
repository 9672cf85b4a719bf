#pragma once
// The host's lanes: as many neighbouring cells as a vector register holds, as one value with the
// arithmetic of a scalar. Written with the vector extension of g++ and clang, because trials showed
// that loops over lanes left to the auto-vectoriser fall to scalar code at the first obstacle,
// without a word; a pack is a vector on every target.

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>

namespace hermite {

#if defined(__AVX512F__)
constexpr int pack_bytes = 64;
#elif defined(__AVX__)
constexpr int pack_bytes = 32;
#else
constexpr int pack_bytes = 16;
#endif

template <class T>
struct PackType {
  typedef T type __attribute__((vector_size(pack_bytes)));
};

template <class T>
using Pack = typename PackType<T>::type;

template <class T>
constexpr int pack_lanes = pack_bytes / static_cast<int>(sizeof(T));

// Writes the first `count` lanes of a pack, 0 < count < pack_lanes.
template <class T>
inline void store_lanes(T* p, const Pack<T>& v, int count) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4)
    _mm512_mask_storeu_epi32(p, static_cast<__mmask16>((1u << count) - 1), (__m512i)v);
  else
    _mm512_mask_storeu_epi64(p, static_cast<__mmask8>((1u << count) - 1), (__m512i)v);
#else
  for (int i = 0; i < count; ++i) p[i] = v[i];
#endif
}

// Writes a pack past the caches where the processor can and p is aligned: a line that is written
// whole need not be read first. Weakly ordered: call finish_streams() before other threads read.
template <class T>
inline void stream_pack(T* p, const Pack<T>& v) {
  if (reinterpret_cast<std::uintptr_t>(p) % pack_bytes != 0) {
    std::memcpy(p, &v, sizeof v);
    return;
  }
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(p), (__m512i)v);
#elif defined(__AVX__)
  _mm256_stream_si256(reinterpret_cast<__m256i*>(p), (__m256i)v);
#elif defined(__SSE2__)
  _mm_stream_si128(reinterpret_cast<__m128i*>(p), (__m128i)v);
#else
  std::memcpy(p, &v, sizeof v);
#endif
}

inline void finish_streams() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace hermite
