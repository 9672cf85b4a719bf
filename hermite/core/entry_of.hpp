// Lists of a case with one entry per thing (object, source), or one for all of them.
#pragma once

#include <string>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"

namespace hermite {

/// Entry i of `count`. Throws CaseError for a list of another length.
template <class T>
const T& entry_of(const std::vector<T>& list, std::size_t i, std::size_t count,
                  const std::string& path, const Source& source) {
  if (list.size() == 1) return list.front();
  if (list.size() == count) return list[i];
  throw CaseError(
      source.place(path), path, std::to_string(list.size()) + " entries",
      count == 1 ? "one, as there is one of them" : std::to_string(count) + ", or one for all");
}

}  // namespace hermite
