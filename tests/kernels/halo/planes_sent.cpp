// What a rank between two others sends and receives in a step, in bytes: no more planes than the differences
// across the cut reach. The rank is alone here; its neighbours are made up, and send nothing but zeros.
#include <cstring>
#include <map>

#include "tests/kernels/elastic/elastic.hpp"
#include "tests/kernels/fdtd/yee.hpp"
#include "tests/kernels/silent_ranks.hpp"

using namespace hermite;

namespace {

class MiddleRank : public SilentRanks {
 public:
  MiddleRank() : SilentRanks(1, 3) {}
  void start_send(const Message& message) override { sent[message.peer] += message.bytes; }
  void start_receive(const Message& message) override {
    std::memset(message.data, 0, message.bytes);
    received[message.peer] += message.bytes;
  }

  std::map<int, std::size_t> sent, received;  // by peer
};

// Planes of each field, as many bytes as they have.
std::size_t bytes_of_planes(const Solver& solver, const std::map<std::string, int>& planes) {
  std::size_t bytes = 0;
  for (const auto& plane : planes) {
    const auto is_field = [&](const ArraySpec& array) { return array.name == plane.first; };
    const auto found = std::find_if(solver.arrays.begin(), solver.arrays.end(), is_field);
    REQUIRE(found != solver.arrays.end());
    const NodeLayout layout = layout_of(solver, int(found - solver.arrays.begin()));
    bytes += std::size_t(plane.second) * std::size_t(layout.m3) *
             std::size_t(bytes_of(solver.precision));
  }
  return bytes;
}

void check_planes(const Solver& solver, const std::map<std::string, int>& to_below,
                  const std::map<std::string, int>& to_above) {
  MiddleRank ranks;
  Simulation simulation(solver, one_thread(), ranks);
  for (int step = 0; step < 3; ++step) {
    ranks.sent.clear();
    ranks.received.clear();
    simulation.step();
    CHECK(ranks.sent[0] == bytes_of_planes(solver, to_below));
    CHECK(ranks.sent[2] == bytes_of_planes(solver, to_above));
    CHECK(ranks.received[0] == bytes_of_planes(solver, to_above));
    CHECK(ranks.received[2] == bytes_of_planes(solver, to_below));
  }
}

}  // namespace

// A difference of order 4 reads two nodes on either side of its own place. From nodes to the places half a cell
// above them these are one plane below a point's own and two above; the other way round two below and one above.
TEST_CASE(
    "elastic: nine planes travel each way and step, those that differences of order 4 reach") {
  const auto check = [](const std::string& variant, Precision precision) {
    CAPTURE(variant);
    ElasticProblem p = elastic_box(3, {12, 10, 30}, {1.2, 1, 3}, 1);
    p.grid.slab = {10, 20};
    p.method.kernel.variant = variant;
    p.complete(precision);
    const Solver solver = fdtd_elastic_solver(p.system(), p.grid, p.method, one_thread());
    check_planes(solver, {{"vx", 2}, {"vy", 2}, {"vz", 1}, {"sxz", 1}, {"syz", 1}, {"szz", 2}},
                 {{"vx", 1}, {"vy", 1}, {"vz", 2}, {"sxz", 2}, {"syz", 2}, {"szz", 1}});
  };
  check("literal", Precision::double_);
  check("march", Precision::single);
}

// A difference of order 2 reads one plane beside a point's own: H that above it, E that below.
TEST_CASE("Maxwell: two planes travel each way and step, E down and H up") {
  YeeProblem p = box_of({9, 8, 21}, {0.9, 0.8, 2.1}, 1);
  p.grid.slab = {7, 14};
  p.complete();
  const Solver solver = fdtd_maxwell_solver(p.system(), p.grid, p.method, one_thread());
  check_planes(solver, {{"Ex", 1}, {"Ey", 1}}, {{"Hx", 1}, {"Hy", 1}});
}
