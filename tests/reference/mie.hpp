// Scattering of a plane wave by a sphere (Mie 1908), as in Bohren and Huffman, Absorption and Scattering
// of Light by Small Particles, chapter 4 and appendix A: x = ka, m the index relative to the outside.
//   a_n = ((D_n(mx)/m + n/x) psi_n(x) - psi_{n-1}(x)) / ((D_n(mx)/m + n/x) xi_n(x) - xi_{n-1}(x))
//   b_n = ((m D_n(mx) + n/x) psi_n(x) - psi_{n-1}(x)) / ((m D_n(mx) + n/x) xi_n(x) - xi_{n-1}(x))
// D_n, the logarithmic derivative of psi_n, by downward recurrence. A perfect conductor is m = infinity.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace hermite {

template <class T>
class Mie {
 public:
  using Complex = std::complex<T>;

  Mie(T x, Complex m) : x_(x) {
    const std::vector<Complex> d = derivatives(x, m);
    sum([&](std::size_t n, const auto& ratio) { a_.push_back(ratio(d[n] / m)); },
        [&](std::size_t n, const auto& ratio) { b_.push_back(ratio(d[n] * m)); });
  }
  // A perfect conductor: D/m is 0, m D infinite.
  explicit Mie(T x) : x_(x) {
    sum([&](std::size_t, const auto& ratio) { a_.push_back(ratio(Complex(0))); },
        [&](std::size_t, const auto& ratio) { b_.push_back(ratio(Complex(T(1e30)))); });
  }

  // Over the area pi a^2.
  T scattering() const {
    T q = 0;
    for (std::size_t n = 1; n < a_.size(); ++n)
      q += (2 * T(n) + 1) * (std::norm(a_[n]) + std::norm(b_[n]));
    return 2 / (x_ * x_) * q;
  }
  T extinction() const {
    T q = 0;
    for (std::size_t n = 1; n < a_.size(); ++n) q += (2 * T(n) + 1) * std::real(a_[n] + b_[n]);
    return 2 / (x_ * x_) * q;
  }
  // Radar cross-section over pi a^2, `theta` from the forward direction, `phi` from the plane of E.
  T radar(T theta, T phi) const {
    Complex s1 = 0, s2 = 0;
    const T mu = std::cos(theta);
    T before = 0, pi = 1;
    for (std::size_t n = 1; n < a_.size(); ++n) {
      const T order = T(n), tau = order * mu * pi - (order + 1) * before;
      const T weight = (2 * order + 1) / (order * (order + 1));
      s1 += weight * (a_[n] * pi + b_[n] * tau);
      s2 += weight * (a_[n] * tau + b_[n] * pi);
      const T next = ((2 * order + 1) * mu * pi - (order + 1) * before) / order;
      before = pi;
      pi = next;
    }
    const T c = std::cos(phi), s = std::sin(phi);
    return 4 / (x_ * x_) * (std::norm(s2) * c * c + std::norm(s1) * s * s);
  }

 private:
  T x_;
  std::vector<Complex> a_{0}, b_{0};

  static int terms(T x) { return int(x + 4 * std::cbrt(x) + 2); }
  static std::vector<Complex> derivatives(T x, Complex m) {
    const int start = std::max(terms(x), int(std::abs(m * x))) + 16;
    std::vector<Complex> d(std::size_t(start) + 1, 0);
    for (int n = start; n > 0; --n) {
      const Complex ratio = T(n) / (m * x);
      d[std::size_t(n) - 1] = ratio - T(1) / (d[std::size_t(n)] + ratio);
    }
    return d;
  }
  template <class A, class B>
  void sum(const A& add_a, const B& add_b) {
    Complex before(std::cos(x_), std::sin(x_)), xi(std::sin(x_), -std::cos(x_));  // psi - i chi
    for (int n = 1; n <= terms(x_); ++n) {
      const Complex next = T(2 * n - 1) / x_ * xi - before;
      before = xi;
      xi = next;
      const auto ratio = [&](Complex factor) {
        factor += T(n) / x_;
        return (factor * std::real(xi) - std::real(before)) / (factor * xi - before);
      };
      add_a(std::size_t(n), ratio);
      add_b(std::size_t(n), ratio);
    }
  }
};

}  // namespace hermite
