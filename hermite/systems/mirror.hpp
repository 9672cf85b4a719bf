// The parities of a system's fields, from its terms alone. Freestanding: kernels include it.
//
// Mirrors along the axes leave a system as it is where each term couples fields of opposite parity along
// its axis and of the same parity along the others.
#pragma once

namespace hermite {

constexpr int most_fields = 16;

struct Mirror {
  bool exists = false;
  // Bit a: whether a field's parity under the mirror image along axis a is not that of field 0.
  int flips[most_fields] = {};
};

/// term(t), t = 0..terms-1: with members out, in and axis.
template <class TermOf>
constexpr Mirror mirror_of(int fields, int terms, TermOf term) {
  Mirror mirror;
  bool known[most_fields] = {true};
  for (int round = 0; round < fields; ++round)
    for (int t = 0; t < terms; ++t) {
      const int out = term(t).out, in = term(t).in, bit = 1 << term(t).axis;
      if (known[in] && !known[out]) mirror.flips[out] = mirror.flips[in] ^ bit;
      if (known[out] && !known[in]) mirror.flips[in] = mirror.flips[out] ^ bit;
      known[in] = known[out] = known[in] || known[out];
    }
  mirror.exists = true;
  for (int t = 0; t < terms; ++t)
    if ((mirror.flips[term(t).out] ^ mirror.flips[term(t).in]) != 1 << term(t).axis)
      mirror.exists = false;
  return mirror;
}
template <class Terms>
Mirror mirror_of(int fields, const Terms& terms) {
  return mirror_of(fields, static_cast<int>(terms.size()), [&](int t) { return terms.data()[t]; });
}
template <class Coupling>
constexpr Mirror mirror_of() {
  return mirror_of(Coupling::fields, Coupling::terms, [](int t) { return Coupling::term(t); });
}

}  // namespace hermite
