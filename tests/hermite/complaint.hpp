#pragma once
// What a call is refused with.
#include <string>

#include "hermite/core/error.hpp"

namespace hermite {

/// The message of the CaseError that f() throws; empty where it throws none.
template <class F>
std::string complaint_of(F&& f) {
  try {
    f();
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace hermite
