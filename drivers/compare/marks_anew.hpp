// `hermite compare marks FILE...`: the marks of a record by today's rules, without the machine of its runs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "drivers/compare/marks.hpp"
#include "hermite/core/manifest.hpp"

namespace hermite {

/// The series of a record's runs. Of one that is not complete those are where nothing is left to be run.
std::vector<GridSeries> series_of(const nlohmann::json& record);

/// Writes the marks of compare.json anew, with what found them, and prints them.
void mark_anew(const std::string& file, const Manifest& manifest);

}  // namespace hermite
