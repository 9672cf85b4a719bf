#include "kernels/fdtd/maxwell/mur_stages.hpp"

#include <cmath>
#include <string>

#include "hermite/grid/yee.hpp"

namespace hermite {

namespace {

MurFace make_face(const Grid& grid, const FdtdMethod& method, int axis, int side, bool cuda) {
  MurFace face;
  MurArguments& a = face.arguments;
  a.axis = axis;
  a.along[0] = axis == 0 ? 1 : 0;
  a.along[1] = axis == 2 ? 1 : 2;
  a.wall = side == 0 ? 0 : grid.cells[static_cast<std::size_t>(axis)];
  a.inward = side == 0 ? 1 : -1;
  const Medium& medium = method.scene.media.front();
  const double h = grid.spacing(axis, side == 0 ? 0 : a.wall - 1, Stagger::dual);
  a.lanes = cuda ? 32 : 4096;
  for (std::size_t c = 0; c < 2; ++c) {
    face.component[c] = a.along[c];
    const double eps = medium.permittivity[a.along[c]], mu = medium.permeability[a.along[1 - c]];
    const double way = 1 / std::sqrt(eps * mu) * method.dt;
    a.ratio[c] = (way - h) / (way + h);
    const std::array<long, 3> nodes = grid.extents(yee_staggering(face.component[c]));
    for (std::size_t k = 0; k < 2; ++k) a.nodes[c][k] = nodes[static_cast<std::size_t>(a.along[k])];
    const Planes own = grid.planes(yee_staggering(face.component[c]));
    face.first_plane = own.begin;
    if (axis == grid.last())
      face.here = own.has(a.wall);
    else
      a.nodes[c][1] = own.count();
  }
  return face;
}

}  // namespace

std::vector<MurFace> add_mur_arrays(Solver& solver, const Grid& grid, const FdtdMethod& method,
                                    bool cuda) {
  std::vector<MurFace> faces;
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {0, 1}) {
      const auto d = static_cast<std::size_t>(axis);
      if (!method.mur[d][static_cast<std::size_t>(side)]) continue;
      faces.push_back(make_face(grid, method, axis, side, cuda));
      for (std::size_t c = 0; c < 2; ++c) {
        const int component = faces.back().component[c];
        const Staggering stagger = yee_staggering(component);
        std::array<long, 3> nodes = grid.extents(stagger);
        nodes[d] = 1;
        const std::string name = "mur_" + solver.fields[static_cast<std::size_t>(component)] + "_" +
                                 "xyz"[axis] + (side == 0 ? "_lower" : "_upper");
        ArraySpec plane{name, 1, 1, stagger, nodes, Layout::x1_innermost};
        plane.partial = true;
        plane.planes = grid.planes(stagger);
        if (axis == grid.last()) {
          const bool here = plane.planes.has(faces.back().arguments.wall);
          plane.planes = {0, here ? 1 : 0};
        }
        faces.back().memory[c] = static_cast<int>(solver.arrays.size());
        solver.arrays.push_back(plane);
      }
    }
  return faces;
}

Stage mur_stage(const std::vector<MurFace>& faces, const YeeChoice& choice, bool after) {
  Stage stage;
  stage.name = after ? "Mur" : "before Mur";
  for (int c = 0; c < 3; ++c) {
    stage.reads.push_back({c});
    if (after) stage.writes.push_back(c);
  }
  for (const MurFace& face : faces)
    for (const int memory : face.memory) {
      if (after)
        stage.reads.push_back({memory});
      else
        stage.writes.push_back(memory);
    }
  stage.launch = [faces, choice, after](const std::vector<BoundArray>& arrays, const CellBox&,
                                        const LaunchTarget& target) {
    for (const MurFace& face : faces) {
      if (!face.here) continue;
      MurArguments a = face.arguments;
      a.after = after;
      for (std::size_t c = 0; c < 2; ++c) {
        const BoundArray& e = arrays[static_cast<std::size_t>(face.component[c])];
        const BoundArray& memory = arrays[static_cast<std::size_t>(face.memory[c])];
        a.e[c] = e.data;
        a.layout = e.layout;
        a.memory[c] = memory.data;
        a.memory_layout[c] = memory.layout;
        if (a.axis == 2) continue;
        // The kernel counts nodes from 0, along z this rank's.
        a.memory_layout[c].origin += face.first_plane * memory.layout.m3;
      }
      if (a.axis != 2) a.layout.origin += face.first_plane * a.layout.m3;
      launch_mur(choice, a, target);
    }
  };
  stage.cost_per_cell = [] { return Counts{}; };
  return stage;
}

}  // namespace hermite
