// The tests of waves on a GPU.
#if HERMITE_CUDA_ENABLED

#include "hermite/core/grow.hpp"
#include "tests/kernels/hermite/launch.hpp"
#include "tests/kernels/hermite/waves.hpp"

using namespace hermite;

namespace {

template <class T>
void check_orders(int dimension) {
  const Device device("cuda");
  for (const int order : cuda_orders(KernelId::conservative_literal, ""))
    check_wave_variants<T>(device, wave_problem(dimension, order));
}

}  // namespace

TEST_SUITE("gpu") {
  TEST_CASE("CUDA, waves: every schedule equals the literal reference, float") {
    for (int dimension = 1; dimension <= 3; ++dimension) check_orders<float>(dimension);
  }
  TEST_CASE("CUDA, waves: every schedule equals the literal reference, double") {
    for (int dimension = 1; dimension <= 3; ++dimension) check_orders<double>(dimension);
  }

  TEST_CASE("CUDA, waves between walls: host and GPU end alike") {
    const Device device("cuda");
    for (const std::string pipeline : wave_pipelines)
      for (int dimension = 1; dimension <= 3; ++dimension) {
        Problem p = wave_problem(dimension, 2);
        for (int d = 0; d < dimension; ++d) p.wall[std::size_t(d)] = {1, -1};
        INFO(text_of(p));
        CAPTURE(pipeline);
        Initial wave;
        wave.kind = "plane-wave";
        wave.waves = {1, dimension > 1 ? 2 : 0, dimension > 2 ? 1 : 0};
        const Case::Kernel kernel = kernel_of(pipeline);
        WaveRun run(host(), p, Precision::double_, kernel);
        const auto initial = exact_states(run.simulation(), p, wave, 0);
        const auto end = advance_wave(host(), p, Precision::double_, kernel, initial);
        const auto on_gpu = advance_wave(device, p, Precision::double_, kernel, initial);
        double most = 0;
        for (std::size_t i = 0; i < end.size(); ++i) grow(most, std::abs(end[i] - on_gpu[i]));
        // A few steps on data of magnitude 1, with sums of some 200 products.
        CHECK(most < 1e-13);
      }
  }

#if HERMITE_STRICT_FP
  TEST_CASE("CUDA, strict: waves on the host and the GPU agree bit for bit") {
    const Device device("cuda");
    for (const Precision precision : {Precision::single, Precision::double_})
      for (const std::string pipeline : wave_pipelines)
        for (const char* variant : {"literal", "march"})
          for (int dimension = 1; dimension <= 3; ++dimension)
            for (int order = 1; order <= 3; ++order) {
              if (dimension == 1 && std::string(variant) == "march") continue;
              const Problem p = wave_problem(dimension, order);
              const auto initial = rounded(wave_data(p, pipeline, rough_data(p, 1)), precision);
              const Case::Kernel kernel = kernel_of(pipeline, variant);
              INFO(text_of(p));
              INFO(text_of(kernel));
              CHECK(count_differences(advance_wave(host(), p, precision, kernel, initial),
                                      advance_wave(device, p, precision, kernel, initial)) == 0);
            }
  }
#endif
}

TEST_SUITE("gpu-sanitize") {
  TEST_CASE("CUDA, waves: whole steps, halos included") {
    const Device device("cuda");
    for (int dimension = 1; dimension <= 3; ++dimension) {
      Problem p = wave_problem(dimension, 1);
      p.steps = 1;
      check_wave_variants<float>(device, p);
    }
  }
}

#endif  // HERMITE_CUDA_ENABLED
