#include "hermite/systems/waves.hpp"

#include <algorithm>

#include "hermite/core/error.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/core/suggest.hpp"

namespace hermite {

Vector3 wave_vector(const Domain& domain, const Initial& initial) {
  Vector3 k{0, 0, 0};
  for (int d = 0; d < domain.dimension; ++d) {
    const double waves = initial.waves[std::size_t(d)];
    const bool opposite = domain.wall[d][0] != domain.wall[d][1];
    k[d] = pi / domain.length(d) *
           (domain.periodic(d) ? 2 * waves
            : opposite         ? waves - 0.5
                               : waves);
  }
  return k;
}

namespace {

void check_polarization(const System& system, int dimension, const std::string& mode,
                        const std::vector<double>& given) {
  if (given.empty()) return;
  if (!system.has_polarization(dimension, mode))
    throw Error(Exit::bad_case, "initial.polarization: leave it out, waves of the mode " + mode +
                                    " of " + system.name() + " in " + std::to_string(dimension) +
                                    "-D have one direction only");
  if (given.size() != 3)
    throw Error(Exit::bad_case, "initial.polarization: found " + std::to_string(given.size()) +
                                    " numbers, allowed three, along x, y and z");
}

}  // namespace

PlaneWave named_wave(const System& system, const Domain& domain, const Initial& initial) {
  const Vector3 k = wave_vector(domain, initial);
  if (length(k) == 0) throw Error(Exit::bad_case, "initial.waves: all 0, which is no wave");
  const std::vector<std::string> modes = system.modes(domain.dimension);
  const std::string mode = initial.mode.empty() ? modes.front() : initial.mode;
  if (std::find(modes.begin(), modes.end(), mode) == modes.end())
    throw Error(Exit::bad_case, "initial.mode: found \"" + mode + "\"; " +
                                    did_you_mean(mode, modes) + system.name() + " in " +
                                    std::to_string(domain.dimension) + "-D has " + join(modes));
  check_polarization(system, domain.dimension, mode, initial.polarization);
  return system.plane_wave(domain.dimension, mode, k, initial.polarization);
}

WaveWithImages::WaveWithImages(const System& system, const Domain& domain, const Initial& initial)
    : dimension_(domain.dimension), phase_(initial.phase), lower_(domain.lower) {
  const PlaneWave wave = named_wave(system, domain, initial);
  const Vector3 k = wave_vector(domain, initial);
  frequency_ = wave.frequency;
  fields_ = int(wave.amplitude.size());
  for (int mirrors = 0; mirrors < 1 << dimension_; ++mirrors) {  // bit d: about the wall of axis d
    bool exists = true;
    Image image{k, wave.amplitude};
    for (int d = 0; d < dimension_; ++d) {
      if ((mirrors >> d & 1) == 0) continue;
      exists = exists && !domain.periodic(d);
      image.k[d] = -k[d];
      for (int f = 0; f < fields_; ++f)
        image.amplitude[f] *= domain.wall[d][0] * system.parity(f, d, dimension_);
    }
    if (exists) images_.push_back(image);
  }
  for (Image& image : images_)
    for (double& part : image.amplitude) part *= initial.amplitude / double(images_.size());
}

double length(const Vector3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector3 scaled_to_one(Vector3 v) {
  double most = 0;
  for (const double entry : v) most = std::max(most, std::abs(entry));
  for (double& entry : v) entry /= most;
  return v;
}

Vector3 normal_to(const Vector3& k, const std::vector<double>& wanted) {
  Vector3 w{0, 0, 0};
  if (wanted.empty()) {
    // The axis that k leans to least; the first of several.
    int least = 0;
    for (int d = 1; d < 3; ++d)
      if (std::abs(k[d]) < std::abs(k[least]) * (1 - 1e-12)) least = d;
    w[least] = 1;
  } else {
    for (std::size_t d = 0; d < wanted.size() && d < 3; ++d) w[d] = wanted[d];
  }
  const double along = (w[0] * k[0] + w[1] * k[1] + w[2] * k[2]) / (length(k) * length(k));
  Vector3 normal = w;
  for (int d = 0; d < 3; ++d) normal[d] -= along * k[d];
  if (!(length(normal) > 1e-6 * length(w)))
    throw Error(Exit::bad_case,
                "initial.polarization: it must not be 0 nor parallel to the direction of the wave "
                "(initial.waves)");
  const double size = length(normal);
  for (double& entry : normal) entry /= size;
  return normal;
}

}  // namespace hermite
