#pragma once
// What a device can do at most, measured here and now with kernels that do one thing each
// (kernels/ceilings):
//
//   copy            bytes/s of memory, read plus written, arrays far larger than the caches
//   copy_streaming  the same with stores that bypass the caches (host)
//   triad, read     bytes/s of memory: two read and one written; read alone
//   cache_read      bytes/s of the cache that holds what blocks share: L2 on a GPU; on the host the
//                   second-level cache of each core
//   scratch         bytes/s of a block's working memory, read plus written: shared memory on a GPU;
//                   the first-level cache on the host
//   fma_single, fma_double        flop/s of multiply-adds, 2 each
//   matrix_double, matrix_tf32    flop/s of the matrix units by mma.sync (GPU)
//   launch          seconds of a launch that does nothing, one of many in a row
//
// and the time of a copy by its size, which is what a small problem can attain.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kernels/device/device.hpp"
#include "roofline/timing.hpp"

namespace hermite {

struct Ceiling {
  std::string name, unit;  // unit: B/s, flop/s or s
  double value = 0;
  Timing timing;  // of one launch
};

struct CopyPoint {
  double bytes = 0;  // read plus written
  double seconds = 0;
};

struct Ceilings {
  std::string device;
  int threads = 1;
  double cache_bytes = 0;  // a working set above it lies in memory
  bool quick = false;      // small arrays and few samples: for trials, not for comparisons
  std::vector<Ceiling> list;
  std::vector<CopyPoint> copies;  // by ascending size

  bool has(const std::string& name) const;
  // Throw Error where it was not measured.
  const Ceiling& get(const std::string& name) const;
  double at(const std::string& name) const { return get(name).value; }
  // The faster of the two kinds of copy.
  double best_copy() const;
  // Of a copy of so many bytes, read plus written; between sizes on a straight line, beyond the
  // largest at its rate.
  double copy_seconds(double bytes) const;
};

// `quick`: a second or so, of little worth. Otherwise about 15 seconds on the host, 5 on a GPU.
Ceilings measure_ceilings(const Device& device, bool quick = false);

nlohmann::json to_json(const Ceilings& ceilings);
// Throws nlohmann::json::exception where something is missing.
Ceilings ceilings_from(const nlohmann::json& json);

}  // namespace hermite
