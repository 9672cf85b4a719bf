#pragma once
// What Nsight Compute (ncu) prints, read: the table of `--csv --page raw`, and the names of
// `--query-metrics`. (Nsight Compute CLI documentation, "Output pages" and "Metrics".)
//
//   ==PROF== ...                                          lines of its own, anywhere
//   "ID","Process ID",...,"Kernel Name",...,"dram__bytes.sum",...    names of the columns
//   "","",...,"",...,"byte",...                                      their units
//   "0","4711",...,"void f<g>(T1)",...,"1,234,567",...               a kernel each

#include <map>
#include <set>
#include <string>
#include <vector>

namespace hermite {

struct NcuKernel {
  std::string name;
  std::map<std::string, double> metrics;  // in SI units, percentages as they are
};

// In the order of the launches. Throws MachineError with the line where it is no such table.
std::vector<NcuKernel> parse_ncu_table(const std::string& text);

// Names without their suffix (.sum, .avg).
std::set<std::string> parse_ncu_metrics(const std::string& text);

}  // namespace hermite
