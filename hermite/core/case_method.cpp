// The keys of how it is solved: method, kernels, time.
#include "hermite/core/case.hpp"

#include "hermite/core/keys.hpp"

namespace hermite {

void declare_method(Case& c, Keys& keys) {
  keys.section("method", "The numerical method.");
  keys.add("order", c.method.order)
      .range(0, max_order)
      .help(
          "N: nodes hold derivatives 0..N per direction; the method converges at order 2N+1 "
          "(conservative, leapfrog: 2N or 2N+2)");
  keys.add("courant", c.method.courant)
      .positive()
      .help(
          "largest lam = dt max c_d/h_d, with fdtd dt c sqrt(sum 1/h_d^2), which is at most 1 for "
          "maxwell and 6/7 for elastic; dt divides the final time");
  Stages& stages = c.method.stages;
  keys.add("stages", TextValue{[&stages](const std::string& text) { return stages.read(text); },
                               [&stages] { return stages.text(); }})
      .allowed("\"full\", \"auto\" or a whole number, 1 to 9999")
      .help("q, Taylor stages of a half step: full: exact in time; auto: the least that is stable");

  keys.section("kernel",
               "How the method is carried out; but for conservative and leapfrog, the results are "
               "the same. Blocks are at most as large as the grid; those of fdtd may reach beyond "
               "it, as what lies there idles.");
  keys.add("pipeline", c.kernel.pipeline)
      .choices({"auto", "monolithic", "two-kernel", "parity", "shift", "full-step", "conservative",
                "leapfrog"})
      .help(
          "auto: of those with the same result the fastest that reads the keys set here: full-step "
          "for advection with full stages; parity in 3-D on GPUs from Hopper on, where a thread's "
          "registers hold a cell or double precision is at least half as fast as single, and with "
          "full stages on the host where its matrices are small; else monolithic; two-kernel with "
          "a slab; "
          "monolithic: one kernel per half step; two-kernel: reconstruct, then evolve; parity: the "
          "half step as one matrix per parity, not for advection and euler; shift and full-step: "
          "one matrix per direction, advection with full stages only; conservative "
          "(p alone) and leapfrog (p and v staggered): acoustics in second-order form, with full "
          "stages only");
  keys.add("variant", c.kernel.variant)
      .choices({"auto", "literal", "march", "registers", "matrix", "tile"})
      .help(
          "schedule of the reconstruction: cell by cell, or marching along the last direction; "
          "registers: marching, and a cell's values in registers (3-D, first-order forms, "
          "on CUDA); matrix: the pipeline parity on FP64 matrix units (3-D, on CUDA); tile: fdtd's "
          "march with the other field in shared memory");
  keys.add("truncate", c.kernel.truncate)
      .help("leave out the coefficients of a stage that no later stage reads");
  keys.add("cells_per_block", c.kernel.cells_per_block)
      .range(0, 4096)
      .help("cells of a block along the first direction; 0: chosen");
  keys.add("rows_per_block", c.kernel.rows_per_block)
      .range(0, 4096)
      .help("cells of a block along the second direction; 0: chosen");
  keys.add("planes_per_block", c.kernel.planes_per_block)
      .range(0, 1e6)
      .help("planes that a block marches through; 0: chosen");
  keys.add("slab", c.kernel.slab)
      .range(0, 1e6)
      .help(
          "two-kernel: planes whose coefficients are made at a time, on CUDA of two slabs side by "
          "side; 0: the whole grid");
  keys.add("min_blocks", c.kernel.min_blocks)
      .range(0, 16)
      .help(
          "on CUDA: blocks that the registers of a multiprocessor must suffice for; NVRTC then "
          "compiles the kernels; 0: as each kernel says");
  keys.add("layout", c.kernel.layout)
      .choices({"x1-innermost", "node-major"})
      .help("order of the fields in memory");
  keys.add("rows", c.kernel.rows)
      .choices({"auto", "lines", "tight"})
      .help(
          "where rows of nodes along the first direction start in memory, to the same results: "
          "lines: at multiples of 128 bytes, the fastest; tight: of 32; auto: tight where "
          "only these fit into memory and, by fdtd for Maxwell's equations, where lines would take "
          "more than 5 % over what fields and layers are, and tight ones save half a percent and "
          "more");
  declare_coefficients(c, keys);

  keys.section("time", "How long the waves run.");
  keys.add("final", c.time.final).positive().unit("s").required().help("time at the end");
  keys.add("steps", c.time.steps)
      .range(0, 1000000000000)
      .help("time steps until then, no fewer than method.courant allows; 0: as few as that");
}

}  // namespace hermite
