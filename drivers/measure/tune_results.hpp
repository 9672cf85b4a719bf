// tune.json, which `hermite tune` leaves and `hermite tune plot` draws.
#pragma once

#include <string>

#include "drivers/measure/tune_searches.hpp"
#include "roofline/tune/tuned_entry.hpp"

namespace hermite {

constexpr const char* tune_results_schema = "hermite-tune-1";

/// Throws CaseError, with the place in the file, where a plot could not be made of it.
void require_tune_results(const std::string& file);

/// Whether all that is in the file is of this machine and of these searches.
bool holds_only(const std::string& file, const TunedMachine& machine, const Searches& searches);

}  // namespace hermite
