// Ceilings of a machine that one can reckon with.
#pragma once

#include "roofline/ceilings.hpp"

namespace hermite {

// Memory 100 B/s (copy) and 125 (read), cache 200, scratch 1000, peak 10 flop/s, a launch .1 s.
inline Ceilings round_numbers() {
  Ceilings c;
  c.device = "host";
  c.cache_bytes = 50;
  const auto add = [&](const char* name, const char* unit, double value) {
    c.list.push_back({name, unit, value, timing_of({1}, 1)});
  };
  add("copy", "B/s", 80);
  add("copy_streaming", "B/s", 100);
  add("triad", "B/s", 90);
  add("read", "B/s", 125);
  add("cache_read", "B/s", 200);
  add("scratch", "B/s", 1000);
  add("fma_single", "flop/s", 20);
  add("fma_double", "flop/s", 10);
  add("matrix_double", "flop/s", 15);
  add("launch", "s", 0.1);
  c.copies = {{10, 1}, {20, 1.2}, {100, 2}};
  return c;
}

}  // namespace hermite
