// What is written between rows: nothing twice, all that is asked for, and whole sectors where there is room.
#include "kernels/hermite/row_gap.hpp"

#include <doctest/doctest.h>

#include "hermite/grid/layout.hpp"

using namespace hermite;

TEST_CASE("Images and padding between rows lie beside each other, of rows of all lengths") {
  for (const int value_bytes : {4, 8})
    for (const int below : {0, 1})
      for (const int above : {0, 1})
        for (long nodes = 2; nodes < 200; ++nodes) {
          CAPTURE(value_bytes);
          CAPTURE(below);
          CAPTURE(above);
          CAPTURE(nodes);
          NodeExtents x;
          x.nodes[0] = nodes;
          x.below[0] = below;
          x.above[0] = above;
          const long pitch = make_layout(Layout::x1_innermost, x, value_bytes).entry;
          const long sector = 32 / value_bytes;
          const RowGap gap(nodes, pitch, below, above, sector);
          CHECK(gap.below >= below);
          CHECK(gap.above >= above);
          CHECK((below > 0 || gap.below == 0));
          CHECK((above > 0 || gap.above == 0));
          // In this order: what lanes write beyond the row or its images above, the images of the next row.
          CHECK(gap.row_end >= nodes);
          CHECK((gap.above == 0 || gap.row_end == nodes));
          const long end = std::max(gap.row_end, nodes + gap.above);
          CHECK(end <= pitch - gap.below);
          if (pitch - nodes < 2 * sector + 1) continue;
          CHECK(end % sector == 0);
          CHECK((below == 0 || gap.below == sector));
        }
}
