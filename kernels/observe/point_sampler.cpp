#include "kernels/observe/point_sampler.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "kernels/device/launch_host.hpp"
#include "kernels/observe/observe_cuda.hpp"

namespace hermite {

PointSampler::PointSampler(const Device& device, Precision precision, int dimension, int order,
                           const std::vector<PointSample>& samples)
    : device_(device),
      precision_(precision),
      dimension_(dimension),
      n_(order + 1),
      count_(static_cast<long>(samples.size())) {
  if (count_ == 0) return;
  const auto columns = static_cast<std::size_t>(2 * n_);
  std::vector<SamplePlace> places;
  std::vector<double> weights(samples.size() * 3 * columns, 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    places.push_back(samples[i].place);
    for (std::size_t axis = 0; axis < 3; ++axis)
      std::copy(samples[i].weights[axis].begin(), samples[i].weights[axis].end(),
                weights.begin() + static_cast<long>((i * 3 + axis) * columns));
  }
  places_ = Buffer(device, places);
  weights_ = Buffer(device, weights);
  values_ = Buffer(device, samples.size() * capacity * sizeof(double));
}

bool PointSampler::record(const std::vector<BoundArray>& states) {
  if (count_ == 0) return true;
  if (recorded_ == capacity) return false;
  if (states.size() > most_states) throw Error(Exit::internal, "samples of too many states");
  SampleArguments a{{},
                    dimension_,
                    n_,
                    static_cast<const SamplePlace*>(places_.data()),
                    static_cast<const double*>(weights_.data()),
                    static_cast<double*>(values_.data()) + recorded_ * count_,
                    count_};
  for (std::size_t k = 0; k < states.size(); ++k) a.states[k] = {states[k].data, states[k].layout};
  // A thread of the host for every so many samples: waking one costs as much as some of them.
  const int threads = static_cast<int>(std::min<long>(device_.threads(), 1 + count_ / 64));
  if (device_.cuda())
    samples_cuda(precision_, a);
  else
    with_precision(precision_,
                   [&](auto zero) { launch_host(Samples<decltype(zero)>(a), threads); });
  ++recorded_;
  return true;
}

std::vector<double> PointSampler::take() {
  std::vector<double> values(static_cast<std::size_t>(recorded_ * count_));
  if (!values.empty()) {
    device_.synchronize();
    device_.download(values.data(), values_.data(), values.size() * sizeof(double));
  }
  recorded_ = 0;
  return values;
}

}  // namespace hermite
