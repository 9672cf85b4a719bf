// More media than a byte numbers, whose values at nodes the kernels average: against the reference, and against tables.
#include "tests/kernels/elastic/elastic.hpp"

namespace hermite {

void check_many_media(const Device& device) {
  for (const int dimension : {2, 3}) {
    const bool plane = dimension == 2;
    ElasticProblem few =
        elastic_box(dimension, {plane ? 26 : 13, plane ? 23 : 11, 12}, {1.0, 0.8, 1.1}, 1);
    few.method.free = {true, false};
    add_layer_and_fluid(few);
    ElasticProblem many = few;
    // Blocks of 400 media, and averages of them where they meet.
    const std::array<int, 3> blocks =
        plane ? std::array<int, 3>{20, 20, 1} : std::array<int, 3>{10, 10, 4};
    for (int m = 0; m < 400; ++m) {
      const std::array<int, 3> block = {m % blocks[0], m / blocks[0] % blocks[1],
                                        m / blocks[0] / blocks[1]};
      std::array<double, 3> lower{}, upper{};
      for (std::size_t d = 0; d < 3; ++d) {
        const double side = std::array<double, 3>{1.0, 0.8, 1.1}[d] / blocks[d];
        lower[d] = side * block[d];
        upper[d] = side * (block[d] + 1);
      }
      many.method.scene.media.push_back(ElasticMedium::of_speeds(1 + 0.05 * m / 400, 2, 1));
      many.method.scene.places.bodies.push_back({lower, upper, m + 3});
    }
    many.complete();
    ElasticRun run(many, device);
    CHECK(run.simulation().solver().stages[0].constant_bytes_per_cell == 16);
    CHECK(run.simulation().solver().stages[1].constant_bytes_per_cell == 8);
    check_elastic(device, many, 10, all_elastic_variants(dimension));
  }
}

void check_averages(const Device& device) {
  constexpr long steps = 3;
  for (const Precision precision : {Precision::single, Precision::double_})
    for (const bool arithmetic : {false, true})
      for (const ElasticVariant& one : all_elastic_variants(3)) {
        if (one.precision != precision) continue;
        const std::string variant = one.name;
        CAPTURE(variant);
        CAPTURE(arithmetic);
        ElasticProblem few = elastic_box(3, {21, 11, 40}, {1.0, 0.8, 4}, 1);
        add_layer_and_fluid(few);
        few.method.free = {true, false};
        few.method.scene.arithmetic = arithmetic;
        few.method.kernel.variant = variant;
        std::mt19937 random(2);
        const auto uniform = [&](double from, double to) {
          return std::uniform_real_distribution<double>(from, to)(random);
        };
        for (int m = 0; m < 8; ++m) {
          few.method.scene.media.push_back(
              ElasticMedium::of_speeds(uniform(1, 3), uniform(1, 2), uniform(0.1, 0.8)));
          const double x = uniform(0, 0.8), y = uniform(0, 0.6), z = uniform(0, 1.2);
          few.method.scene.places.bodies.push_back({{x, y, z}, {x + 0.3, y + 0.2, z + 0.4}, m + 3});
        }
        ElasticProblem many = few;
        // Other media in each of 500 places of the farther half, more than a byte numbers.
        for (int m = 0; m < 500; ++m) {
          many.method.scene.media.push_back(ElasticMedium::of_speeds(1 + 0.001 * m, 1.5, 0.5));
          const double x = 0.1 * (m % 10), y = 0.08 * (m / 10 % 10), z = 3 + 0.2 * (m / 100);
          many.method.scene.places.bodies.push_back(
              {{x, y, z}, {x + 0.1, y + 0.08, z + 0.2}, m + 11});
        }
        few.complete(precision);
        many.complete(precision);
        const Elastic system = few.system();
        ElasticReference rough(system, few.grid, few.method);
        set_rough(rough, 8);
        ElasticRun table(few, device), averaged(many, device);
        CHECK(table.simulation().solver().stages[0].constant_bytes_per_cell == 4);
        CHECK(averaged.simulation().solver().stages[0].constant_bytes_per_cell ==
              2 * bytes_of(precision));
        CHECK(averaged.simulation().solver().stages[1].constant_bytes_per_cell ==
              bytes_of(precision));
        for (ElasticRun* run : {&table, &averaged}) {
          run->set_values(rough.u);
          run->step(steps);
        }
        for (int f = 0; f < table.fields(); ++f) {
          const std::vector<double> first = table.values(f), second = averaged.values(f);
          const auto planes =
              first.size() * 15 / 40;  // media differ from 30 on, and are heard up to 18
          CHECK(std::equal(first.begin(), first.begin() + long(planes), second.begin()));
          CHECK(first != second);
        }
      }
}

}  // namespace hermite

using namespace hermite;

TEST_CASE("elastic: more media than a byte numbers, averaged by the kernels") {
  check_many_media(one_thread());
}

TEST_CASE("elastic: factors of a table are those that kernels average, bit for bit") {
  check_averages(one_thread());
}
