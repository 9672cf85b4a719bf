#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <vector>

#include "hermite/grid/elastic_stagger.hpp"
#include "hermite/systems/elastic_compliance.hpp"
#include "kernels/fdtd/elastic/factors.hpp"
#include "kernels/fdtd/elastic/node_averages.hpp"
#include "kernels/fdtd/elastic/node_values.hpp"

namespace hermite {

namespace {

// What one byte numbers.
constexpr std::size_t few = 256;

using Nodes = NodeAverages::Nodes;
using Values = NodeAverages::Values;

// What a step makes of the media around a point: the bits that kernels make of the values of nodes.
class Factors {
 public:
  Factors(const NodeMedia& media, double dt, Precision precision)
      : averages_(media), dt_(dt), precision_(precision) {}

  const NodeAverages& averages() const { return averages_; }
  int dimension() const { return averages_.media().grid().dimension; }
  Values of(int field, const Nodes& around) const {
    return with_precision(precision_,
                          [&](auto zero) { return values<decltype(zero)>(field, around); });
  }
  // The fields whose energy is one with that of a field: normal stresses.
  std::vector<int> together(int field) const {
    if (!is_normal(field)) return {field};
    std::vector<int> all;
    for (int a = 0; a < dimension(); ++a) all.push_back(dimension() + a);
    return all;
  }
  bool is_normal(int field) const { return field >= dimension() && field < 2 * dimension(); }
  // What the energy of such fields is known by.
  EnergyFactors energy(int field, const std::vector<Values>& values, const void* numbers,
                       Constants& constants) const {
    std::vector<double> table;
    for (const Values& v : values)
      if (is_normal(field)) {
        const auto c = elastic_compliance(dimension(), v[0] / dt_, v[1] / dt_);
        table.insert(table.end(), {c.bulk, c.shear});
      } else {
        table.push_back(energy_of_factors(dt_, 1.0, v[0]));
      }
    return {EnergyMedia::byte_numbers, constants.keep("tables", table), numbers};
  }

 private:
  template <class T>
  Values values(int field, const Nodes& around) const {
    const auto medium = [&](int n) -> const ElasticMedium& {
      return averages_.media().medium(around[static_cast<std::size_t>(n)]);
    };
    const auto inertia = [&](int n) {
      return static_cast<T>(inertia_value(dt_, medium(n).density));
    };
    const bool harmonic = !averages_.media().scene().arithmetic;
    const auto rigidity = [&](int n) {
      return static_cast<T>(rigidity_value(harmonic, dt_, medium(n).mu));
    };
    if (field < dimension()) return {gain_of_sum(inertia(0) + inertia(1)), 0};
    if (is_normal(field))
      return {static_cast<T>(dt_ * medium(0).lambda), two_dt_mu_of<T>(harmonic, rigidity(0))};
    const T below = rigidity(0) + rigidity(1), above = rigidity(2) + rigidity(3);
    return {dt_mu_of_sum(harmonic, below + above), 0};
  }

  NodeAverages averages_;
  double dt_;
  Precision precision_;
};

long offset(const ElasticArguments& a, const std::array<long, 3>& node) {
  return a.layout.at(0, node[2], node[1], node[0], 0);
}

// Rows and planes of a component that are this rank's.
struct OwnPoints {
  Planes rows, planes;

  OwnPoints(const ElasticArguments& a, int field, const Grid& grid)
      : rows{0, a.nodes[field][1]}, planes{0, a.nodes[field][2]} {
    (grid.dimension == 3 ? planes : rows) = grid.planes(elastic_staggering(grid.dimension, field));
  }
};

// Sets the points of a plane of a component: f(node), but where the nodes around a point repeat those before
// it along x or y, what that point has.
template <class V, class F>
void set_plane(const ElasticArguments& a, int field, const OwnPoints& own, long k,
               const NodeAverages& averages, V* values, F&& f) {
  const long count = a.nodes[field][0];
  for (long j = own.rows.begin; j < own.rows.end; ++j) {
    V* const row = values + offset(a, {0, j, k});
    if (j > own.rows.begin && averages.repeats(1, j))
      std::copy_n(row - a.layout.m2, count, row);
    else
      for (long i = 0; i < count; ++i)
        row[i] = averages.repeats(0, i) ? row[i - 1] : f(std::array<long, 3>{i, j, k});
  }
}

// The values of a plane of a component, each once, and their number at each point; false where they are
// too many.
bool number_plane(const ElasticArguments& a, int field, const OwnPoints& own, long k,
                  const Factors& factors, std::vector<Values>& values, std::uint8_t* number) {
  std::map<Nodes, std::uint8_t> known;
  std::map<Values, std::uint8_t> same;
  Nodes last = {-1, -1, -1, -1};
  std::uint8_t now = 0;
  bool fits = true;
  set_plane(a, field, own, k, factors.averages(), number, [&](const std::array<long, 3>& node) {
    const Nodes around = factors.averages().around(field, node);
    if (!fits || around == last) return now;
    const auto [found, is_new] = known.try_emplace(around, std::uint8_t{0});
    if (is_new) {
      const Values v = factors.of(field, around);
      const auto [place, fresh] = same.try_emplace(v, static_cast<std::uint8_t>(values.size()));
      if (fresh && values.size() == few) fits = false;
      if (fresh && fits) values.push_back(v);
      found->second = place->second;
    }
    last = around;
    now = found->second;
    return now;
  });
  return fits;
}

// The same of a component, in the order of its planes, however many threads number these.
bool number_values(const ElasticArguments& a, int field, const Factors& factors, int threads,
                   std::vector<Values>& values, std::vector<std::uint8_t>& number) {
  const OwnPoints own(a, field, factors.averages().media().grid());
  const long begin = own.planes.begin, end = own.planes.end;
  number.assign(static_cast<std::size_t>(a.layout.size), 0);
  std::vector<std::vector<Values>> of_plane(static_cast<std::size_t>(end - begin));
  const auto in = [begin](auto& list, long k) -> auto& {
    return list[static_cast<std::size_t>(k - begin)];
  };
  std::atomic<bool> fits{true};
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long k = begin; k < end; ++k)
    if (fits && !number_plane(a, field, own, k, factors, in(of_plane, k), number.data()))
      fits = false;
  if (!fits) return false;
  std::map<Values, std::uint8_t> known;
  std::vector<std::vector<std::uint8_t>> become(of_plane.size());  // [plane][number in it]
  for (std::size_t k = 0; k < of_plane.size(); ++k)
    for (const Values& v : of_plane[k]) {
      const auto [place, fresh] = known.try_emplace(v, static_cast<std::uint8_t>(values.size()));
      if (fresh && values.size() == few) return false;
      if (fresh) values.push_back(v);
      become[k].push_back(place->second);
    }
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long k = begin; k < end; ++k)
    set_plane(a, field, own, k, factors.averages(), number.data(),
              [&](const std::array<long, 3>& node) {
                const std::uint8_t old = number[static_cast<std::size_t>(offset(a, node))];
                return in(become, k)[old];
              });
  return true;
}

// Factor n of the arguments is value `which` of the field.
struct Wanted {
  int n, field, which;
};

bool set_numbers(ElasticArguments& a, const std::vector<Wanted>& wanted, const Factors& factors,
                 int threads, ElasticTables& tables) {
  Constants& constants = tables.constants;
  struct Numbered {
    std::vector<Values> values;
    std::vector<std::uint8_t> number;
    const void* nodes = nullptr;
  };
  std::map<int, Numbered> fields;
  for (const Wanted& w : wanted) {
    Numbered& field = fields[w.field];
    if (field.number.empty() &&
        !number_values(a, w.field, factors, threads, field.values, field.number))
      return false;
  }
  for (const Wanted& w : wanted) {
    Numbered& field = fields[w.field];
    if (field.nodes == nullptr) field.nodes = constants.keep("media", field.number);
    std::vector<double> table;
    for (const Values& v : field.values) table.push_back(v[static_cast<std::size_t>(w.which)]);
    a.factor[w.n] = {constants.keep_in_precision("tables", table), field.nodes};
  }
  for (const auto& [field, numbered] : fields)
    tables.energy.push_back({factors.together(field),
                             factors.energy(field, numbered.values, numbered.nodes, constants)});
  a.kind = FactorKind::numbered;
  return true;
}

}  // namespace

bool number_velocity_factors(ElasticTables& tables, const NodeMedia& media, double dt,
                             Precision precision, int threads) {
  std::vector<Wanted> wanted;
  for (int a = 0; a < media.grid().dimension; ++a) wanted.push_back({a, a, 0});
  return set_numbers(tables.velocity, wanted, Factors(media, dt, precision), threads, tables);
}

bool number_stress_factors(ElasticTables& tables, const NodeMedia& media, double dt,
                           Precision precision, int threads) {
  const int dimension = media.grid().dimension;
  std::vector<Wanted> wanted = {{lambda_factor, dimension, 0}, {two_mu_factor, dimension, 1}};
  for (int s = 0; s < dimension * (dimension - 1) / 2; ++s)
    wanted.push_back({shear_factor + s, 2 * dimension + s, 0});
  return set_numbers(tables.stress, wanted, Factors(media, dt, precision), threads, tables);
}

}  // namespace hermite
