// Media of nodes and factors of points: what the scene says of each by itself, though most are copied from
// the points before them, on any number of threads.
#include "hermite/core/grow.hpp"
#include "kernels/fdtd/elastic/tables.hpp"
#include "tests/kernels/elastic/elastic.hpp"

using namespace hermite;

namespace {

constexpr double everywhere = 1e300;

// Faces on nodes, between nodes, beyond the domain; bodies in each other; what is round, along y too.
std::vector<Scene::Body> bodies_of(int kind) {
  const Scene::Body layer{{-everywhere, -everywhere, 0.5}, {everywhere, everywhere, everywhere}, 1};
  const Scene::Body box{{0.1, 0.2, 0.3}, {0.4, 0.77, 0.61}, 2};
  const Scene::Body corner{{-1, 0.5, 0.25}, {0.6, 3, 0.5}, 3};
  const Scene::Body ball{{0.3, 0.2, 0.1}, {0.8, 0.9, 0.55}, 4, Scene::Shape::ellipsoid};
  const Scene::Body pipe{{0.6, 0.15, 0.7}, {0.85, 0.6, 0.95}, 3, Scene::Shape::cylinder_y};
  // Its faces are nearer to nodes than a thousandth of a cell, which is how far nodes look.
  const Scene::Body sliver{{-everywhere, 0.48002, 0.70002}, {everywhere, 0.6, 0.75}, 4};
  switch (kind) {
    case 0:
      return {};
    case 1:
      return {layer};
    case 2:
      return {box, layer, corner, sliver};
    default:
      return {layer, ball, box, pipe};
  }
}

ElasticProblem problem_of(int kind, int wall) {
  ElasticProblem p = elastic_box(3, {20, 17, 18}, {1, 1.02, 0.9}, wall);
  p.method.scene.media = {
      ElasticMedium::of_speeds(1.3, 2, 1.1), ElasticMedium::of_speeds(2.1, 1.4, 0.9),
      ElasticMedium::of_speeds(0.8, 1.5, 0), ElasticMedium::of_speeds(1.7, 2.2, 1.2),
      ElasticMedium::of_speeds(1.9, 1.8, 0.7)};
  p.method.scene.places.bodies = bodies_of(kind);
  p.complete();
  return p;
}

double factor_at(const ElasticArguments& a, int n, long offset) {
  const ElasticFactor& factor = a.factor[n];
  return static_cast<const double*>(
      factor.table)[static_cast<const unsigned char*>(factor.numbers)[offset]];
}

// A component's nodes that its factors are averaged from.
std::vector<std::array<long, 3>> around(int field, std::array<long, 3> node, const Grid& grid) {
  std::vector<std::array<long, 3>> nodes = {node};
  const Staggering stagger = elastic_staggering(3, field);
  for (std::size_t d = 0; d < 3; ++d) {
    if (stagger[static_cast<int>(d)] == Stagger::primal) continue;
    for (std::size_t n = nodes.size(); n-- > 0;) {
      std::array<long, 3> next = nodes[n];
      next[d] = (next[d] + 1) % grid.extents(Stagger::primal)[d];
      nodes.push_back(next);
    }
  }
  return nodes;
}

}  // namespace

TEST_CASE("elastic media: nodes have what the scene says of each, factors are averages of these") {
  for (const int kind : {0, 1, 2, 3})
    for (const int wall : {0, 1}) {
      const ElasticProblem p = problem_of(kind, wall);
      const auto medium = [&](const std::array<long, 3>& n) {
        std::array<double, 3> x{};
        for (int axis = 0; axis < 3; ++axis)
          x[std::size_t(axis)] = p.grid.node(axis, n[std::size_t(axis)], Stagger::primal);
        return p.method.scene.at_node(p.grid, x);
      };
      for (const int threads : {1, 3}) {
        CAPTURE(kind);
        CAPTURE(wall);
        const Device device("host", threads);
        const NodeMedia media(p.method.scene, p.grid, threads);
        NodeExtents x;
        for (int d = 0; d < 3; ++d) x.nodes[d] = p.grid.extents(Stagger::primal)[std::size_t(d)];
        const NodeLayout layout = make_layout(Layout::x1_innermost, x, sizeof(double));
        ElasticTables tables(device, Precision::double_);
        fill_tables(tables, p.grid, p.method, device, layout);
        long wrong = 0;
        double apart = 0;
        for (int field = 0; field < 9; ++field) {
          const ElasticArguments& a = field < 3 ? tables.velocity : tables.stress;
          for (long k = 0; k < a.nodes[field][2]; ++k)
            for (long j = 0; j < a.nodes[field][1]; ++j)
              for (long i = 0; i < a.nodes[field][0]; ++i) {
                if (field == 3 && !(media.medium(media.number({i, j, k})) == medium({i, j, k})))
                  ++wrong;
                std::vector<double> density, mu;
                for (const auto& node : around(field, {i, j, k}, p.grid)) {
                  density.push_back(medium(node).density);
                  mu.push_back(medium(node).mu);
                }
                const long offset = layout.at(0, k, j, i, 0);
                if (field < 3)
                  grow(apart, std::abs(factor_at(a, field, offset) -
                                       2 * p.method.dt / (density[0] + density[1])));
                else if (field == 3)
                  apart = std::max(
                      {apart,
                       std::abs(factor_at(a, lambda_factor, offset) -
                                p.method.dt * medium({i, j, k}).lambda),
                       std::abs(factor_at(a, two_mu_factor, offset) - 2 * p.method.dt * mu[0])});
                else if (field >= 6)
                  grow(apart, std::abs(factor_at(a, shear_factor + field - 6, offset) -
                                       p.method.dt * p.method.scene.mean(mu.data(), 4)));
              }
        }
        CHECK(wrong == 0);
        // Averages of four in another order, moduli up to 10 times a dt below 0.1: a few roundings of 1.
        CHECK(p.method.dt < 0.1);
        CHECK(apart < 1e-15);
      }
    }
}

TEST_CASE("elastic media: planes of one medium repeat, those next to a face or an end do not") {
  const ElasticProblem p = problem_of(1, 1);  // a layer from 0.5 on, the node 10 of 18
  const NodeMedia media(p.method.scene, p.grid, 1);
  std::string z, x;
  for (long k = 0; k <= 18; ++k) z += media.repeats(2, k) ? '=' : '.';
  for (long i = 0; i <= 20; ++i) x += media.repeats(0, i) ? '=' : '.';
  CHECK(z == "..========..======.");
  CHECK(x == "..==================.");
  CHECK_FALSE(media.repeats(2, 19));
}

TEST_CASE("elastic media: layers have d0 of the fastest medium, at nodes and between them") {
  ElasticProblem p = problem_of(1, 1);  // h = 0.05; the fastest of its media has 2.2
  p.method.cpml = {2, 1, 1, 1, 3, {{{0, 0}, {0, 0}, {5, 0}}}};
  p.method.cpml.reflection = 1e-3;
  const Device device("host", 1);
  NodeExtents x;
  for (int d = 0; d < 3; ++d) x.nodes[d] = p.grid.extents(Stagger::primal)[std::size_t(d)];
  const NodeLayout layout = make_layout(Layout::x1_innermost, x, sizeof(double));
  ElasticTables tables(device, Precision::double_);
  fill_tables(tables, p.grid, p.method, device, layout);
  // -(2 + 1) 2.2 ln(.001)/(2 * 5 * 0.05)
  const double d0 = 3 * 2.2 * 6.907755279 / 0.5;
  for (const int dual : {0, 1})
    for (const int node : {1, 3}) {
      const CpmlAxis& layer = tables.velocity.cpml[2][dual];
      const double xi = (5 - node - 0.5 * dual) / 5, d = d0 * xi * xi, alpha = 3 * (1 - xi);
      const double b = std::exp(-(d + alpha) * p.method.dt), a = d * (b - 1) / (d + alpha);
      // The ten digits of ln 1000; the table's c is over h.
      CHECK(static_cast<const double*>(layer.b)[node] == doctest::Approx(b).epsilon(1e-9));
      CHECK(static_cast<const double*>(layer.c)[node] == doctest::Approx(a / 0.05).epsilon(1e-9));
    }
}
