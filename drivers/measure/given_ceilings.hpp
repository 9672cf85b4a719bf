// Ceilings from a file, instead of measuring them again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "roofline/ceilings.hpp"

namespace hermite {

/// A file that hermite roofline wrote. Throws CaseError where it is none.
nlohmann::json read_roofline(const std::string& file);

/// Refuses such a file where a row has no time, or no operations: it cannot be drawn.
void require_rows(const std::string& file, const nlohmann::json& content);

/// The ceilings in such a file; refused where they are another device's, told of where they are a trial's and this
/// call is none (`quick`).
Ceilings given_ceilings(const std::string& file, const Device& device, bool quick);

}  // namespace hermite
