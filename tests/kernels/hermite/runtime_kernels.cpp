// What NVRTC makes of the kernels' headers; it needs no GPU for that.
#include "kernels/hermite/runtime_kernels.hpp"

#include <doctest/doctest.h>

#include "kernels/hermite/couplings.hpp"
#include "kernels/hermite/shape.hpp"
#include "tests/kernels/device/opened.hpp"

using namespace hermite;

namespace {

KernelKey key_of(KernelId id, int dimension, int order, const std::string& coupling = "") {
  return {id, coupling, dimension, order, Precision::single, Layout::x1_innermost, Backend::cuda};
}

void check_compiles(const Nvrtc& library, const KernelKey& key) {
  const std::string what = text_of(key) + ", N = " + std::to_string(key.order);
  INFO(what);
  const std::string cubin = library.compile(runtime_source(key, 90));
  CHECK(cubin.find("hermite_run") != std::string::npos);
  CHECK(cubin.find("hermite_prepare") != std::string::npos);
}

}  // namespace

TEST_SUITE("runtime kernels") {
  TEST_CASE("NVRTC compiles every family from the headers as they are") {
    const Nvrtc* library = opened();
    if (library == nullptr) return;
    check_compiles(*library, key_of(KernelId::reconstruct_march, 3, 6));
    check_compiles(*library, key_of(KernelId::full_step_literal, 2, 6));
    check_compiles(*library, key_of(KernelId::pressure_march, 2, 3));
    check_compiles(*library, key_of(KernelId::monolithic_literal, 2, 6, "acoustics"));
    check_compiles(*library, key_of(KernelId::monolithic_registers, 3, 1, "acoustics"));
    check_compiles(*library, key_of(KernelId::reconstruct_registers, 3, 3));
    check_compiles(*library, key_of(KernelId::evolve_registers, 3, 2, "acoustics"));
    check_compiles(*library, key_of(KernelId::parity_registers, 3, 2, "acoustics"));
    check_compiles(*library, key_of(KernelId::parity_matrix, 3, 4, "acoustics"));
    KernelKey key = key_of(KernelId::half_step_march, 2, 7);
    key.precision = Precision::double_;
    key.layout = Layout::node_major;
    check_compiles(*library, key);
  }

  TEST_CASE("minimum blocks are part of a kernel's name, and of what is compiled") {
    KernelKey plain = key_of(KernelId::monolithic_march, 3, 2, "acoustics"), with = plain;
    with.min_blocks = 3;
    CHECK_FALSE(with == plain);
    CHECK(text_of(with) != text_of(plain));
    CHECK(runtime_source(with, 90).text != runtime_source(plain, 90).text);
    CHECK(runtime_source(with, 90).text.find("runtime_min_blocks = 3;") != std::string::npos);
    CHECK(kernel_table().orders(with) == kernel_table().orders(plain));
    CHECK(kernel_table().find(with) == nullptr);
    if (const Nvrtc* library = opened()) check_compiles(*library, with);
    // Those that NVRTC is not asked for.
    CHECK(has(KernelId::half_step_registers, Trait::ahead_only));
    CHECK(has(KernelId::full_step_registers, Trait::ahead_only));
    CHECK_FALSE(has(KernelId::monolithic_registers, Trait::ahead_only));
    // What an older GPU does without.
    CHECK(properties_of(KernelId::monolithic_registers).architecture == 90);
    CHECK(properties_of(KernelId::full_step_registers).architecture == 90);
    CHECK(properties_of(KernelId::parity_matrix).architecture == 90);
    CHECK(properties_of(KernelId::parity_registers).architecture == 90);
    CHECK(properties_of(KernelId::monolithic_march).architecture == 0);
  }

  TEST_CASE("NVRTC compiles every coupling, at the lowest order") {
    const Nvrtc* library = opened();
    if (library == nullptr) return;
    for (const CompiledCoupling& coupling : compiled_couplings())
      check_compiles(*library, key_of(KernelId::evolve, coupling.dimension, 0, coupling.name));
  }

  TEST_CASE("couplings have the names and fields of systems.cmake") {
    int found = 0;
    for (const CompiledCoupling& c : compiled_couplings())
      if (c.name == "maxwell_te") {
        ++found;
        CHECK(c.dimension == 2);
        CHECK(c.header == "hermite/systems/maxwell.hpp");
        CHECK(c.type == "MaxwellTeCoupling<2>");
        CHECK(c.fields == 3);
      }
    CHECK(found == 1);
  }

  TEST_CASE("registers are for what they hold") {
    CHECK(fits_registers(key_of(KernelId::monolithic_registers, 3, 1, "acoustics")));
    KernelKey evolve = key_of(KernelId::evolve_registers, 3, 2, "acoustics");
    CHECK(fits_registers(evolve));
    evolve.precision = Precision::double_;
    CHECK_FALSE(fits_registers(evolve));
    CHECK(fits_registers(key_of(KernelId::reconstruct_registers, 3, 3)));
    KernelKey parity = key_of(KernelId::parity_registers, 3, 2, "acoustics");
    CHECK(fits_registers(parity));
    parity.precision = Precision::double_;
    CHECK_FALSE(fits_registers(parity));
    parity.order = 1;
    CHECK(fits_registers(parity));
    CHECK_FALSE(fits_registers(key_of(KernelId::parity_registers, 3, 3, "acoustics")));
    CHECK(fits_registers(key_of(KernelId::parity_matrix, 3, 10, "acoustics")));
    CHECK_FALSE(fits_registers(key_of(KernelId::parity_matrix, 3, 1, "advection")));
    CHECK_FALSE(fits_registers(key_of(KernelId::parity_registers, 3, 1, "advection")));
    CHECK_FALSE(fits_registers(key_of(KernelId::parity_registers, 2, 1, "acoustics")));
    CHECK_FALSE(fits_registers(key_of(KernelId::monolithic_registers, 2, 1, "acoustics")));
    CHECK_FALSE(fits_registers(key_of(KernelId::monolithic_registers, 3, 10, "acoustics")));
    CHECK(fits_registers(key_of(KernelId::monolithic_march, 3, 10, "acoustics")));
  }

#if HERMITE_CUDA_ENABLED
  TEST_CASE("with CUDA there is a kernel for every order, compiled ahead or not") {
    const KernelTable& table = kernel_table();
    for (int order = 0; order <= max_order; ++order) {
      CHECK(table.has(key_of(KernelId::reconstruct_march, 2, order)));
      CHECK(table.has(key_of(KernelId::monolithic_march, 3, order, "acoustics")));
    }
    CHECK_FALSE(table.has(key_of(KernelId::reconstruct_march, 2, max_order + 1)));
    CHECK_FALSE(table.has(key_of(KernelId::reconstruct_march, 1, 1)));
    CHECK_FALSE(table.has(key_of(KernelId::monolithic_march, 3, 2, "unknown")));
    KernelKey key = key_of(KernelId::monolithic_march, 3, 1, "acoustics");
    key.min_blocks = 2;
    CHECK(table.has(key));
    key = key_of(KernelId::half_step_registers, 3, 1);
    key.min_blocks = 2;
    CHECK_FALSE(table.has(key));
  }
#endif
}
