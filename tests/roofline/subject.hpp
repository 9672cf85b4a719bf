// A small step to tune.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "hermite/method/stability.hpp"
#include "hermite/systems/advection.hpp"
#include "hermite/systems/table.hpp"
#include "roofline/tune/space.hpp"
#include "tests/folder.hpp"

namespace hermite {

namespace fs = std::filesystem;

// A system with its material, on a grid whose cells are no cubes.
struct Small {
  std::unique_ptr<System> system;
  TuneSubject subject;

  explicit Small(const std::string& name, int dimension, const std::string& pipeline, int order = 1,
                 Precision precision = Precision::single)
      : system(name == "advection" ? std::make_unique<Advection>(std::vector<double>{-1, 0.7, -0.4})
                                   : make_system(name)) {
    subject.system = system.get();
    Grid& grid = subject.grid;
    grid.dimension = dimension;
    const long cells[] = {40, 12, 9};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis) {
      grid.cells[axis] = cells[axis];
      grid.upper[axis] = 1 + 0.3 * static_cast<double>(axis);
    }
    HermiteMethod& method = subject.method;
    method.order = order;
    method.precision = precision;
    method.stages = full_stages(dimension, order);
    method.kernel.pipeline = pipeline;
    method.dt = 0.8 / courant_rate(grid, system->speeds(dimension));
  }

  TuneSetting setting() const {
    TuneSetting setting;
    setting.dimension = subject.grid.dimension;
    setting.cells = subject.grid.cells;
    return setting;
  }
};

inline std::string text_in(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace hermite
