// What stages say that they read, from which halos and the planes that ranks exchange are derived.
#include "tests/kernels/elastic/elastic.hpp"

using namespace hermite;

// A difference of order 4 takes two values on either side of the place: of a field half a cell off along the
// axis those two nodes before it and one after, of another one the other way round.
TEST_CASE("elastic: stages declare what their differences read") {
  ElasticProblem p = elastic_box(3, {12, 12, 12}, {1, 1, 1}, 0);
  p.complete();
  const Solver solver = fdtd_elastic_solver(p.system(), p.grid, p.method, one_thread());
  for (const Stage& stage : solver.stages)
    for (const Access& read : stage.reads) {
      const std::string& field = solver.arrays[std::size_t(read.array)].name;
      CAPTURE(stage.name);
      CAPTURE(field);
      const bool is_read = (field[0] == 'v') == (stage.name == "stress");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool named = field.find("xyz"[axis]) != std::string::npos;
        const bool normal = field == "sxx" || field == "syy" || field == "szz";
        const bool differs = is_read && (field[0] == 'v' || named);
        const bool half_off = named && !normal;
        CHECK(read.below[axis] == (!differs ? 0 : half_off ? 2 : 1));
        CHECK(read.above[axis] == (!differs ? 0 : half_off ? 1 : 2));
      }
    }
}
