// A record over time as a binary file of SAC, version 6, which seismologists' programs read: 632 bytes of
// header, then float values. Numbers are those of this machine, little-endian.
#pragma once

#include <string>
#include <vector>

namespace hermite {

struct SacRecord {
  std::string station, component;  // up to 8 characters
  double begin = 0, step = 1;      // s
  std::vector<double> place;       // kept in user0, user1, user2
  std::vector<float> values;
};

void write_sac(const std::string& file, const SacRecord& record);

}  // namespace hermite
