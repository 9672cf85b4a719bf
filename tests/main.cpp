// The main function of every test program.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#ifdef __has_feature
#if __has_feature(thread_sanitizer)
// libomp is compiled without, so what it orders would be reported as races.
extern "C" const char* __tsan_default_options() { return "ignore_noninstrumented_modules=1"; }
#endif
#endif
