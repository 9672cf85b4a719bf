#include "kernels/fdtd/maxwell/factors.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "hermite/core/error.hpp"
#include "hermite/grid/yee.hpp"

namespace hermite {

namespace {

// What fits into an index of one byte, and of two.
constexpr std::size_t few_factors = 1 << 8, most_factors = 1 << 16;

std::size_t most_in_kernel(Precision precision) {
  return static_cast<std::size_t>(constant_table_bytes) /
         static_cast<std::size_t>(2 * bytes_of(precision));
}

void refuse_full_table(std::size_t count, bool electric, Precision precision) {
  const std::size_t most = most_in_kernel(precision);
  if (count > most)
    throw Error(Exit::bad_case, "kernel.coefficients: found \"constant\" with " +
                                    std::to_string(count) + " pairs of factors of " +
                                    (electric ? "E" : "H") + ", allowed up to " +
                                    std::to_string(most) + " in " + name_of(precision) +
                                    " precision; \"auto\" takes as many as there are");
}

// Of the pairs of a table; some kernels do not have that where others can read it.
const double* energy_table(const std::vector<double>& pairs, double dt, Constants& constants) {
  std::vector<double> energy;
  for (std::size_t i = 0; i < pairs.size(); i += 2)
    energy.push_back(energy_of_factors(dt, pairs[i], pairs[i + 1]));
  return constants.keep("tables", energy);
}

// For kernels that bring it along.
const void* table_on_host(std::vector<double> pairs, Precision precision, Constants& constants) {
  pairs.resize(2 * most_in_kernel(precision), 0);
  if (precision == Precision::double_) return constants.keep_on_host(pairs);
  return constants.keep_on_host(std::vector<float>(pairs.begin(), pairs.end()));
}

}  // namespace

NodeFactors::NodeFactors(const Grid& grid, const FdtdMethod& method, int threads)
    : grid_(grid), method_(method), threads_(threads) {
  for (int field = 0; field < 6; ++field)
    media_.emplace_back(method.scene, grid, yee_staggering(field));
}

MediumFactors NodeFactors::of_medium(int medium, int field) const {
  const Medium& m = method_.scene.media[static_cast<std::size_t>(medium)];
  const bool electric = field < 3;
  const int c = field % 3;
  if (electric && m.pec) return {0, 0};
  return electric ? medium_factors(m.permittivity[c], m.conductivity[c], method_.dt, 1)
                  : medium_factors(m.permeability[c], m.magnetic_conductivity[c], method_.dt, -1);
}

// All the pairs that there are, by media and components: those of an isotropic medium are one pair.
void NodeFactors::set(YeeArguments& a, bool electric, std::array<EnergyFactors, 6>& energy,
                      Constants& constants) const {
  const std::string& wanted = method_.kernel.coefficients;
  std::map<std::pair<double, double>, int> known;
  std::vector<double> pairs;               // [number][keep, gain]
  std::array<std::vector<int>, 3> number;  // [component][medium]
  for (int m = 0; m < static_cast<int>(method_.scene.media.size()); ++m)
    for (int c = 0; c < 3; ++c) {
      const MediumFactors f = of_medium(m, electric ? c : 3 + c);
      const auto [pair, is_new] =
          known.try_emplace({f.keep, f.gain}, static_cast<int>(known.size()));
      number[static_cast<std::size_t>(c)].push_back(pair->second);
      if (!is_new) continue;
      pairs.insert(pairs.end(), {f.keep, f.gain});
    }
  const std::size_t count = known.size();
  if (count > most_factors && wanted == "indices")
    throw Error(Exit::bad_case, "kernel.coefficients: found \"indices\" with " +
                                    std::to_string(count) + " media, allowed \"auto\" or " +
                                    "\"arrays\" where they are more than " +
                                    std::to_string(most_factors));
  if (wanted == "constant") refuse_full_table(count, electric, method_.precision);
  EnergyFactors* const of = energy.data() + (electric ? 0 : 3);
  if (wanted == "arrays" || count > most_factors) {
    with_precision(method_.precision,
                   [&](auto zero) { write_out<decltype(zero)>(a, electric, of, constants); });
    return;
  }
  const double* const energies = energy_table(pairs, method_.dt, constants);
  for (int c = 0; c < 3; ++c) of[c] = {EnergyMedia::one_medium, energies};
  // Nothing is looked up where one pair is everywhere.
  a.table_in_kernel = wanted == "constant" && count > 1;
  a.factors = a.table_in_kernel ? table_on_host(pairs, method_.precision, constants)
                                : constants.keep_in_precision("tables", pairs);
  if (count == 1) return;
  const auto index = [&](int field, const std::array<long, 3>& node, long) {
    const int medium = media_[static_cast<std::size_t>(field)].at(node);
    return number[static_cast<std::size_t>(field % 3)][static_cast<std::size_t>(medium)];
  };
  if (count <= few_factors)
    set_nodes<std::uint8_t>(a, electric, 1, constants, index);
  else
    set_nodes<std::uint16_t>(a, electric, 1, constants, index);
  for (int c = 0; c < 3; ++c)
    of[c] = {count <= few_factors ? EnergyMedia::byte_numbers : EnergyMedia::short_numbers,
             energies, a.medium[c]};
}

template <class T>
void NodeFactors::write_out(YeeArguments& a, bool electric, EnergyFactors* energy,
                            Constants& constants) const {
  set_nodes<T>(a, electric, 2, constants,
               [&](int field, const std::array<long, 3>& node, long part) {
                 const MediumFactors f = at(field, node);
                 return part == 0 ? f.keep : f.gain;
               });
  for (int c = 0; c < 3; ++c) {
    const T* const keep = static_cast<const T*>(a.medium[c]);
    energy[c] = {EnergyMedia::factors, nullptr, nullptr, {keep, keep + a.layout.size}, method_.dt};
  }
}

// Arrays of the fields' layout, `parts` of them in one for each component. at(field, node, part)
template <class Value, class At>
void NodeFactors::set_nodes(YeeArguments& a, bool electric, long parts, Constants& constants,
                            At&& at) const {
  const NodeLayout& layout = a.layout;
  a.medium_bytes = static_cast<int>(parts) * static_cast<int>(sizeof(Value));
  for (int c = 0; c < 3; ++c) {
    std::vector<Value> values(static_cast<std::size_t>(parts * layout.size), 0);
    const int field = electric ? c : 3 + c;
    const Planes own = grid_.planes(yee_staggering(field));
    const long end = std::min(own.end, a.nodes[c][2]);
    for (long part = 0; part < parts; ++part)
#pragma omp parallel for schedule(static) num_threads(threads_)
      for (long k = own.begin; k < end; ++k)
        for (long j = 0; j < a.nodes[c][1]; ++j)
          for (long i = 0; i < a.nodes[c][0]; ++i)
            values[static_cast<std::size_t>(part * layout.size + layout.at(0, k, j, i, 0))] =
                static_cast<Value>(at(field, {i, j, k}, part));
    a.medium[c] = constants.keep("media", values);
  }
}

}  // namespace hermite
