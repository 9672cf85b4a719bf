// Eigen, without the false alarms that g++ 12 raises in its AVX-512 intrinsics: they are "used
// uninitialized" on purpose there, and -Wall reports it in whoever calls them.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX512F__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

#include <Eigen/Core>
