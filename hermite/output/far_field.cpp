#include "hermite/output/far_field.hpp"

#include <cmath>

#include "hermite/core/pi.hpp"
#include "hermite/media/medium.hpp"
#include "hermite/sources/incident_wave.hpp"

namespace hermite {

namespace {

using Complex = std::complex<double>;

// The geometric mean, on the side of the arithmetic one.
Complex mean_of(const Complex& a, const Complex& b) {
  const Complex mean = std::sqrt(a) * std::sqrt(b), sum = a + b;
  return std::real(mean * std::conj(sum)) < 0 ? -mean : mean;
}

Complex dot(const std::array<Complex, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace

// Face by face: across x, y, z, at the lower and the upper end; E_b, H_c, then E_c, H_b, where b and c
// follow the face's axis. H has two nodes across the face.
std::vector<SpectrumRegion> far_field_regions(const std::array<long, 3>& lower,
                                              const std::array<long, 3>& upper) {
  std::vector<SpectrumRegion> regions;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const int side : {0, 1})
      for (const std::size_t turn : {1, 2}) {
        const std::size_t e = (axis + turn) % 3, h = (axis + 3 - turn) % 3;
        SpectrumRegion electric{static_cast<int>(e), lower, {}};
        for (std::size_t d = 0; d < 3; ++d)
          electric.nodes[d] = upper[d] - lower[d] + (d == e ? 0 : 1);
        electric.lower[axis] = side == 0 ? lower[axis] : upper[axis];
        electric.nodes[axis] = 1;
        SpectrumRegion magnetic = electric;
        magnetic.field = static_cast<int>(3 + h);
        magnetic.lower[axis] -= 1;
        magnetic.nodes[axis] = 2;
        regions.push_back(electric);
        regions.push_back(magnetic);
      }
  return regions;
}

FarFieldTransform::FarFieldTransform(const Grid& grid, const FarField& box,
                                     const Medium& background, double frequency,
                                     const FaceSpectra& faces)
    : k_(2 * pi * frequency / background.speed()),
      eta_(std::sqrt(background.permeability / background.permittivity)) {
  for (std::size_t r = 0; r < faces.size(); r += 2) {
    const SpectrumRegion& region = box.spectrum.regions[r];
    const std::size_t axis = r / 8, e = static_cast<std::size_t>(region.field), h = 3 - axis - e;
    const double outwards = r / 4 % 2 == 0 ? -1 : 1;
    // (axis, e, h) cyclic: n x e_h = -+ e_e.
    const double turn = (axis + 1) % 3 == e ? outwards : -outwards;
    const std::array<long, 3>& n = region.nodes;
    const std::array<long, 3> strides = {1, n[0] * (axis == 0 ? 2 : 1),
                                         n[0] * n[1] * (axis == 2 ? 1 : 2)};
    const double area = grid.h(static_cast<int>(e)) * grid.h(static_cast<int>(h));
    for (long place = 0; place < region.size(); ++place) {
      const std::array<long, 3> at = {place % n[0], place / n[0] % n[1], place / n[0] / n[1]};
      Currents c{};
      for (std::size_t d = 0; d < 3; ++d) {
        const long node = region.lower[d] + at[d];
        c.x[d] =
            grid.h(static_cast<int>(d)) * (static_cast<double>(node) + (d == e ? 0.5 : 0) -
                                           static_cast<double>(box.lower[d] + box.upper[d]) / 2);
      }
      // E_e lies on the edges of the face at both ends of h, with half a cell each.
      const double weight = area * (at[h] == 0 || at[h] == n[h] - 1 ? 0.5 : 1);
      const long first = at[0] * strides[0] + at[1] * strides[1] + at[2] * strides[2];
      const auto& magnetic = faces[r + 1];
      const Complex u = faces[r][static_cast<std::size_t>(place)],
                    v = mean_of(magnetic[static_cast<std::size_t>(first)],
                                magnetic[static_cast<std::size_t>(first + strides[axis])]);
      c.j[e] = -turn * weight * v;
      c.m[h] = -turn * weight * u;
      power_ += turn * weight * std::real(u * std::conj(v)) / 2;
      currents_.push_back(c);
    }
  }
}

std::array<Complex, 3> FarFieldTransform::along(const std::array<double, 3>& direction) const {
  Vector n{}, l{};
  for (const Currents& c : currents_) {
    const double x = direction[0] * c.x[0] + direction[1] * c.x[1] + direction[2] * c.x[2];
    const Complex wave = std::polar(1.0, k_ * x);
    for (std::size_t d = 0; d < 3; ++d) {
      n[d] += wave * c.j[d];
      l[d] += wave * c.m[d];
    }
  }
  // F = -ik/(4 pi) (eta (N - r (r.N)) - r x L)
  const Complex factor = Complex(0, -k_ / (4 * pi)), radial = dot(n, direction);
  Vector f;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::size_t b = (d + 1) % 3, c = (d + 2) % 3;
    f[d] = factor *
           (eta_ * (n[d] - direction[d] * radial) - (direction[b] * l[c] - direction[c] * l[b]));
  }
  return f;
}

FarFieldTransform::Field FarFieldTransform::at(double theta, double phi) const {
  const double st = std::sin(theta), ct = std::cos(theta), sp = std::sin(phi), cp = std::cos(phi);
  const Vector f = along({st * cp, st * sp, ct});
  return {dot(f, {ct * cp, ct * sp, -st}), dot(f, {-sp, cp, 0})};
}

Complex incident_spectrum(const IncidentWave& wave, const Grid& grid, const FarField& box,
                          const Medium& background, double frequency) {
  Complex sum = 0;
  const Spectrum& s = box.spectrum;
  for (long sample = 0; sample < s.samples(); ++sample) {
    const long step = s.first + sample * s.every;
    sum += s.phase(frequency, step, 0) * wave.amplitude *
           wave.waveform.at(static_cast<double>(step) * s.dt);
  }
  // The grid's own wave: sin^2(w dt/2)/(c dt)^2 = sum sin^2(p_d q/2)/h_d^2, q the phase from r to r + 1.
  const double along = std::sin(pi * frequency * s.dt) / (background.speed() * s.dt);
  double q = 2 * pi * frequency / background.speed() * wave.spacing(grid);
  for (int round = 0; round < 20; ++round) {
    double value = -along * along, slope = 0;
    for (int d = 0; d < 3; ++d) {
      const double p = wave.step[static_cast<std::size_t>(d)], h = grid.h(d);
      value += std::pow(std::sin(p * q / 2) / h, 2);
      slope += p * std::sin(p * q) / (2 * h * h);
    }
    q -= value / slope;
  }
  double centre = -static_cast<double>(wave.begin());
  for (std::size_t d = 0; d < 3; ++d)
    centre += wave.step[d] * static_cast<double>(box.lower[d] + box.upper[d]) / 2;
  return sum * std::polar(1.0, -q * centre);
}

}  // namespace hermite
