#include "kernels/fdtd/elastic/factors.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>

#include "hermite/grid/elastic_stagger.hpp"

namespace hermite {

namespace {

// What one byte numbers.
constexpr std::size_t few = 256;

using Nodes = std::array<int, 4>;  // the media of the nodes around a point, -1 where they are fewer
using Values = std::array<double, 2>;

class Averages {
 public:
  Averages(const NodeMedia& media, int dimension, double dt)
      : media_(media), dimension_(dimension), dt_(dt) {}

  const NodeMedia& media() const { return media_; }
  Nodes around(int field, const std::array<long, 3>& node) const {
    Nodes around = {media_.number(node), -1, -1, -1};
    if (field < dimension_) {
      around[1] = beside(node, field, -1);
    } else if (field >= 2 * dimension_) {
      const StressIndex ab = stress_index(dimension_, field);
      around = {around[0], beside(node, ab.a, -1), beside(node, ab.b, -1),
                beside(node, ab.a, ab.b)};
    }
    return around;
  }
  Values of(int field, const Nodes& around) const {
    const ElasticMedium& m = media_.medium(around[0]);
    if (field < dimension_) return {2 * dt_ / (m.density + media_.medium(around[1]).density), 0};
    if (field < 2 * dimension_) return {dt_ * m.lambda, 2 * dt_ * m.mu};
    double mu[4];
    for (int n = 0; n < 4; ++n) mu[n] = media_.medium(around[std::size_t(n)]).mu;
    const bool same = mu[1] == mu[0] && mu[2] == mu[0] && mu[3] == mu[0];
    return {dt_ * (same ? mu[0] : media_.scene().mean(mu, 4)), 0};
  }

 private:
  const NodeMedia& media_;
  int dimension_;
  double dt_;

  int beside(std::array<long, 3> node, int a, int b) const {
    ++node[static_cast<std::size_t>(a)];
    if (b >= 0) ++node[static_cast<std::size_t>(b)];
    return media_.number(node);
  }
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
               const NodeMedia& media, V* values, F&& f) {
  const auto repeats = [&](int axis, long node) {
    return media.repeats(axis, node) && media.repeats(axis, node + 1);
  };
  const long count = a.nodes[field][0];
  for (long j = own.rows.begin; j < own.rows.end; ++j) {
    V* const row = values + offset(a, {0, j, k});
    if (j > own.rows.begin && repeats(1, j))
      std::copy_n(row - a.layout.m2, count, row);
    else
      for (long i = 0; i < count; ++i)
        row[i] = repeats(0, i) ? row[i - 1] : f(std::array<long, 3>{i, j, k});
  }
}

// The values of a plane of a component, each once, and their number at each point; false where they are
// too many.
bool number_plane(const ElasticArguments& a, int field, const OwnPoints& own, long k,
                  const Averages& averages, std::vector<Values>& values, std::uint8_t* number) {
  std::map<Nodes, std::uint8_t> known;
  std::map<Values, std::uint8_t> same;
  Nodes last = {-1, -1, -1, -1};
  std::uint8_t now = 0;
  bool fits = true;
  set_plane(a, field, own, k, averages.media(), number, [&](const std::array<long, 3>& node) {
    const Nodes around = averages.around(field, node);
    if (!fits || around == last) return now;
    const auto [found, is_new] = known.try_emplace(around, std::uint8_t{0});
    if (is_new) {
      const Values v = averages.of(field, around);
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
bool number_values(const ElasticArguments& a, int field, const Averages& averages, int threads,
                   std::vector<Values>& values, std::vector<std::uint8_t>& number) {
  const OwnPoints own(a, field, averages.media().grid());
  const long begin = own.planes.begin, end = own.planes.end;
  number.assign(static_cast<std::size_t>(a.layout.size), 0);
  std::vector<std::vector<Values>> of_plane(static_cast<std::size_t>(end - begin));
  const auto in = [begin](auto& list, long k) -> auto& {
    return list[static_cast<std::size_t>(k - begin)];
  };
  std::atomic<bool> fits{true};
#pragma omp parallel for schedule(static) num_threads(threads)
  for (long k = begin; k < end; ++k)
    if (fits && !number_plane(a, field, own, k, averages, in(of_plane, k), number.data()))
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
    set_plane(a, field, own, k, averages.media(), number.data(),
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

bool set_numbers(ElasticArguments& a, const std::vector<Wanted>& wanted, const Averages& averages,
                 int threads, Constants& constants) {
  struct Numbered {
    std::vector<Values> values;
    std::vector<std::uint8_t> number;
    const void* nodes = nullptr;
  };
  std::map<int, Numbered> fields;
  for (const Wanted& w : wanted) {
    Numbered& field = fields[w.field];
    if (field.number.empty() &&
        !number_values(a, w.field, averages, threads, field.values, field.number))
      return false;
  }
  for (const Wanted& w : wanted) {
    Numbered& field = fields[w.field];
    if (field.nodes == nullptr) field.nodes = constants.keep("media", field.number);
    std::vector<double> table;
    for (const Values& v : field.values) table.push_back(v[static_cast<std::size_t>(w.which)]);
    a.factor[w.n] = {constants.keep_in_precision("tables", table), field.nodes};
  }
  a.kind = FactorKind::numbered;
  return true;
}

template <class T>
void set_values(ElasticArguments& a, const std::vector<Wanted>& wanted, const Averages& averages,
                int threads, Constants& constants) {
  for (const Wanted& w : wanted) {
    std::vector<T> values(static_cast<std::size_t>(a.layout.size), T(0));
    const OwnPoints own(a, w.field, averages.media().grid());
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long k = own.planes.begin; k < own.planes.end; ++k)
      set_plane(a, w.field, own, k, averages.media(), values.data(),
                [&](const std::array<long, 3>& node) {
                  const Values both = averages.of(w.field, averages.around(w.field, node));
                  return static_cast<T>(both[static_cast<std::size_t>(w.which)]);
                });
    a.factor[w.n] = {nullptr, constants.keep("media", values)};
  }
  a.kind = FactorKind::valued;
}

}  // namespace

void set_factors(ElasticArguments& velocity, ElasticArguments& stress, const NodeMedia& media,
                 int dimension, double dt, Precision precision, int threads, Constants& constants) {
  const Averages averages(media, dimension, dt);
  std::vector<Wanted> of_velocity,
      of_stress = {{lambda_factor, dimension, 0}, {two_mu_factor, dimension, 1}};
  for (int a = 0; a < dimension; ++a) of_velocity.push_back({a, a, 0});
  for (int s = 0; s < dimension * (dimension - 1) / 2; ++s)
    of_stress.push_back({shear_factor + s, 2 * dimension + s, 0});
  for (const auto& [a, wanted] : {std::pair{&velocity, &of_velocity}, {&stress, &of_stress}}) {
    if (set_numbers(*a, *wanted, averages, threads, constants)) continue;
    precision == Precision::single ? set_values<float>(*a, *wanted, averages, threads, constants)
                                   : set_values<double>(*a, *wanted, averages, threads, constants);
  }
}

}  // namespace hermite
