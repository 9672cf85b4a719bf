// The name a user probably meant.
#pragma once

#include <string>
#include <vector>

namespace hermite {

/// Least number of letters inserted, removed, replaced or swapped with their neighbour
/// (the optimal string alignment distance).
int edit_distance(const std::string& a, const std::string& b);

/// The name nearest to `word`, or "" when none is near (more than a third of its letters differ).
std::string nearest_name(const std::string& word, const std::vector<std::string>& names);

/// "did you mean 'cells'? " or "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& names);
/// "; did you mean 'cells'?" or "", behind what is allowed.
std::string or_did_you_mean(const std::string& word, const std::vector<std::string>& names);

/// "a, b, c"
std::string join(const std::vector<std::string>& words, const std::string& between = ", ");

}  // namespace hermite
