#include "kernels/fdtd/elastic/stages.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "hermite/core/error.hpp"
#include "kernels/fdtd/block_text.hpp"
#include "kernels/fdtd/clock.hpp"
#include "kernels/fdtd/driven.hpp"
#include "kernels/fdtd/elastic/half_step.hpp"
#include "kernels/fdtd/elastic/surface_weights.hpp"
#include "kernels/fdtd/elastic/tables.hpp"
#include "kernels/fdtd/source_stage.hpp"

namespace hermite {

namespace {

// As that of a system (system.hpp), in all media: velocities and stresses of one wave differ by the impedance.
double largest_exchange(const ElasticScene& scene) {
  double impedance = 1;
  scene.each_medium([&](const ElasticMedium& m) {
    const double z = m.density * m.p_speed();
    impedance = std::max({impedance, z, 1 / z});
  });
  return impedance;
}

class Builder {
 public:
  Builder(const System& system, const Grid& grid, const ElasticMethod& method, const Device& device)
      : grid_(grid),
        method_(method),
        device_(device),
        dimension_(grid.dimension),
        solver_(begin_solver(system, grid, method.precision, method.kernel.rows,
                             largest_exchange(method.scene), device)) {
    choice_.precision = method.precision;
    choice_.dimension = dimension_;
    choice_.cuda = device.cuda();
    fields_ = static_cast<int>(solver_.fields.size());
    for (int field = 0; field < fields_; ++field) add_field(field);
    std::fill_n(&psi_[0][0][0], 2 * 3 * 3, -1);
    for (const bool velocity : {false, true})
      for (int c = 0; c < dimension_; ++c)
        for (int axis = 0; axis < dimension_; ++axis) add_layers(velocity, c, axis);
    tables_ = std::make_shared<ElasticTables>(device, method.precision);
    fill_tables(*tables_, grid, method, device, common_layout());
    const bool driven = tables_->has_forces || tables_->has_moments;
    if (driven) {
      clock_ = static_cast<int>(solver_.arrays.size());
      keep(clock_array(method_.steps));
      for (const PointSource& source : method_.sources) drive(solver_, source.waveform, method_.dt);
    }
    solver_.remedy =
        "where a surface is free take free_surface.operators \"imaging\"; where media differ with "
        "depth absorbing layers make some "
        "waves grow, thin ones less; where densities are far apart take a smaller method.courant";
  }

  Solver build() {
    choose_block();
    set_mirrors();
    solver_.states.clear();
    for (int field = 0; field < fields_; ++field) solver_.states.push_back(field);
    const bool forces = tables_->has_forces;
    add_stage(false);
    if (tables_->has_moments) add_sources("moments", tables_->moments, false, !forces);
    add_stage(true);
    if (forces) add_sources("forces", tables_->forces, true, true);
    solver_.energy = tables_->energy;
    solver_.constants = tables_->constants.memory();
    return solver_;
  }

 private:
  Staggering stagger(int field) const { return elastic_staggering(dimension_, field); }

  // Every field has room for the widest halo, so that all strides are equal: the schedule march
  // updates as many nodes of each, and reads two further on.
  void add_field(int field) {
    ArraySpec array{solver_.fields[static_cast<std::size_t>(field)],
                    1,
                    1,
                    stagger(field),
                    grid_.extents(stagger(field)),
                    Layout::x1_innermost,
                    field,
                    field < dimension_ ? 0 : -0.5};
    for (int axis = 0; axis < dimension_; ++axis) {
      const auto d = static_cast<std::size_t>(axis);
      array.below[d] = 2;
      array.above[d] = grid_.walled_above(axis) && stagger(field)[axis] == Stagger::dual ? 3 : 2;
    }
    array.planes = grid_.planes(stagger(field));
    solver_.arrays.push_back(array);
  }

  void keep(const ArraySpec& array) {
    solver_.kept.push_back(static_cast<int>(solver_.arrays.size()));
    solver_.arrays.push_back(array);
  }

  // psi of the derivative [c][axis] (arguments.hpp). All across one axis have equal strides.
  void add_layers(bool velocity, int c, int axis) {
    if (!method_.cpml.on(axis)) return;
    psi_[velocity][c][axis] = static_cast<int>(solver_.arrays.size());
    const int source = velocity ? stress_field(dimension_, c, axis) : c;
    const int target = velocity ? c : stress_field(dimension_, c, axis);
    const auto d = static_cast<std::size_t>(axis);
    std::array<long, 3> nodes = grid_.extents(stagger(target));
    const CpmlAxis layer = elastic_layers(method_.cpml, grid_, axis);
    nodes[d] = layer.count(nodes[d]);
    ArraySpec psi{"psi_" + solver_.fields[static_cast<std::size_t>(source)] + "_" + "xyz"[axis] +
                      (velocity ? "_" + solver_.fields[static_cast<std::size_t>(c)] : ""),
                  1,
                  1,
                  stagger(target),
                  nodes,
                  Layout::x1_innermost};
    // Room for what kernels compute beyond a component's last node.
    for (int other = 0; other < dimension_; ++other)
      if (other != axis && grid_.walled_above(other) && stagger(target)[other] == Stagger::dual)
        psi.above[static_cast<std::size_t>(other)] = 1;
    psi.above[d] = static_cast<int>(layer.count(grid_.cells[d] + 1) - nodes[d]);
    psi.partial = true;
    psi.planes =
        layer_planes(grid_, stagger(target), axis, layer.lower, layer.upper_begin, nodes[d]);
    keep(psi);
  }

  // Kernels on a GPU read no halo at walls (elastic_place.hpp); tiles, which are made of memory, at those of rows.
  bool mirrors(int axis) const {
    const bool knows = axis == 0 || choice_.schedule != FdtdSchedule::tile;
    return choice_.cuda && knows && !grid_.periodic(axis);
  }
  void set_mirrors() {
    for (ElasticArguments* a : {&tables_->velocity, &tables_->stress})
      for (int field = 0; field < fields_; ++field)
        for (int axis = 0; axis < dimension_; ++axis)
          for (std::size_t end = 0; end < 2 && mirrors(axis); ++end) {
            const auto f = static_cast<std::size_t>(field), d = static_cast<std::size_t>(axis);
            a->mirror[f][d][end] =
                static_cast<signed char>(grid_.wall[d][end] * solver_.parity[f][d]);
          }
  }

  NodeLayout common_layout() const {
    const NodeLayout layout = layout_of(solver_, 0);
    for (int field = 1; field < fields_; ++field) {
      const NodeLayout other = layout_of(solver_, field);
      if (other.m2 != layout.m2 || other.m3 != layout.m3 || other.origin != layout.origin)
        throw Error(Exit::internal, "the fields of the elastic grid have different strides");
    }
    return layout;
  }

  void choose_block() {
    choice_.schedule = chosen_elastic_schedule(method_.kernel.variant, dimension_, choice_.cuda);
    block_ = chosen_elastic_block(method_.kernel, choice_.schedule, choice_.cuda, method_.precision,
                                  grid_);
    solver_.description =
        "staggered: " + block_text(choice_.schedule, block_) + " points per block";
  }

  // Along an axis a field is differentiated from its dual nodes to primal ones, or back.
  Access access(int field) const {
    Access read{field};
    const Staggering lies =
        stagger(field);  // asked for in the loop, g++ 12 takes another field's at -O3
    for (int axis = 0; axis < dimension_; ++axis) {
      const auto d = static_cast<std::size_t>(axis);
      read.mirrors[d] = mirrors(axis);
      if (field >= 2 * dimension_) {
        const StressIndex ab = stress_index(dimension_, field);
        if (axis != ab.a && axis != ab.b) continue;
      } else if (field >= dimension_ && axis != field - dimension_) {
        continue;
      }
      const bool dual = lies[axis] == Stagger::dual;
      read.below[d] = dual ? 2 : 1;
      read.above[d] = dual == grid_.walled_above(axis) ? 2 : 1;
    }
    return read;
  }

  void add_stage(bool velocity) {
    ElasticHalfStep half{tables_, velocity ? tables_->velocity : tables_->stress, choice_, block_,
                         fields_};
    half.ready.cut_at_layers = !choice_.cuda;
    half.choice.velocity = velocity;
    half.surfaces = surfaces(half.ready);
    Stage stage;
    stage.name = velocity ? "velocity" : "stress";
    for (int field = 0; field < fields_; ++field) {
      const bool written = (field < dimension_) == velocity;
      stage.reads.push_back(written ? Access{field} : access(field));
      if (written) stage.writes.push_back(field);
    }
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const int array = half.psi[c][axis] = psi_[velocity][c][axis];
        if (array < 0) continue;
        stage.reads.push_back({array});
        stage.writes.push_back(array);
      }
    const int components = velocity ? dimension_ : 1 + dimension_ * (dimension_ - 1) / 2;
    const int values_of_node = velocity ? 1 : 2;
    stage.constant_bytes_per_cell = half.ready.kind == FactorKind::numbered
                                        ? components
                                        : values_of_node * bytes_of(choice_.precision);
    add_kernels(stage, half, device_);
    stage.by_boxes = true;
    if (method_.free[0] || method_.free[1]) stage.least_in_parts = least_cells_below_surface;
    solver_.stages.push_back(stage);
  }

  // Of a step's sources the last let the clock go on.
  void add_sources(const char* name, SourceArguments ready, bool velocity, bool last) {
    ready.last = last;
    const int first = velocity ? 0 : dimension_, end = velocity ? dimension_ : fields_;
    solver_.stages.push_back(source_stage({name, ready, tables_, first, end - first, clock_},
                                          choice_.precision, choice_.cuda));
  }

  std::vector<ElasticSurface> surfaces(const ElasticArguments& a) const {
    SurfaceArguments surface;
    surface.differences = surface_differences(method_.free_operators);
    std::vector<ElasticSurface> all;
    if (method_.free[0]) all.push_back({0, 2, surface});
    surface.upper = true;
    surface.last = a.box.upper[dimension_ - 1] - 1;
    if (method_.free[1]) all.push_back({surface.last - 1, surface.last + 1, surface});
    return all;
  }

  const Grid& grid_;
  const ElasticMethod& method_;
  const Device& device_;
  int dimension_, fields_ = 0;
  ElasticChoice choice_;
  std::shared_ptr<ElasticTables> tables_;
  int psi_[2][3][3];  // [velocity][c][axis]: arrays, -1: none
  int clock_ = -1;
  FdtdBlock block_;
  Solver solver_;
};

}  // namespace

Solver fdtd_elastic_solver(const System& system, const Grid& grid, const ElasticMethod& method,
                           const Device& device) {
  for (int axis = 0; axis < grid.dimension; ++axis)
    if (grid.graded(axis))
      throw Error(Exit::bad_case, std::string("grid.") + "xyz"[axis] +
                                      ": elastic finite differences need equal cells");
  return Builder(system, grid, method, device).build();
}

}  // namespace hermite
