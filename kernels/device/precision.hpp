#pragma once
// The arithmetic and storage types a run can have.

#include <string>

namespace hermite {

enum class Precision { single, double_ };

template <class T>
struct PrecisionOf;
template <>
struct PrecisionOf<float> {
  static constexpr Precision value = Precision::single;
};
template <>
struct PrecisionOf<double> {
  static constexpr Precision value = Precision::double_;
};

constexpr int bytes_of(Precision p) { return p == Precision::single ? 4 : 8; }
inline const char* name_of(Precision p) { return p == Precision::single ? "single" : "double"; }
inline Precision precision_named(const std::string& name) {
  return name == "single" ? Precision::single : Precision::double_;
}

// Calls f with a 0 of that type, whose name is then decltype(zero).
template <class F>
auto with_precision(Precision precision, F&& f) {
  return precision == Precision::single ? f(0.0F) : f(0.0);
}

}  // namespace hermite
