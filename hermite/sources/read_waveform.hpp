// The time functions of the section sources.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "hermite/sources/waveform.hpp"

namespace hermite {

struct Case;
struct Source;

class WaveformReader {
 public:
  /// Both must outlive it.
  WaveformReader(const Case& input, const Source& source) : input_(input), source_(source) {}
  /// Of source i. Throws CaseError where a key that it needs is missing, or its table cannot be read.
  Waveform at(std::size_t i);

 private:
  const Case& input_;
  const Source& source_;
  std::map<std::string, std::shared_ptr<const TimeTable>> tables_;  // by file
};

}  // namespace hermite
