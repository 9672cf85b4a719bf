// What the systems of the solver fdtd share before the first step.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "drivers/problem/problem.hpp"

namespace hermite {

/// Throws CaseError where keys of the Hermite solver are not as they are when nobody sets them. `order`
/// names the scheme's, "2, the order of Yee's scheme,".
void refuse_hermite_keys(const Case& input, const Source& source, const std::string& pipeline,
                         const std::string& order);

/// That sources drive. A table's takes a Fourier transform, and many sources may share one.
template <class S>
double highest_frequency(const std::vector<S>& sources) {
  double highest = 0;
  std::set<const void*> tables;
  for (const S& source : sources)
    if (!source.waveform.table || tables.insert(source.waveform.table.get()).second)
      highest = std::max(highest, source.waveform.highest_frequency());
  return highest;
}

/// What plan_fdtd does for the system elastic alone (fdtd_elastic.cpp).
void plan_elastic_fdtd(Problem& problem, const Source& source);

/// Throws CaseError where the frequency of a source or of the incident wave has a period of two steps or fewer
/// (short_waves.cpp).
void refuse_fast_waves(const Problem& problem, const Source& source);

/// What a user should know of a problem that is planned (fdtd_notices.cpp), of its waves (short_waves.cpp), and of its
/// media (media_notices.cpp).
void add_fdtd_notices(Problem& problem);
void warn_of_short_waves(Problem& problem);
void add_media_notices(Problem& problem);

}  // namespace hermite
