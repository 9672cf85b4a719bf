// A table that grows by rows: records over time, as a CSV file of numbers.
#pragma once

#include <string>
#include <vector>

namespace hermite {

struct CsvTable {
  std::vector<std::string> columns;
  std::vector<double> values;  // [row][column]

  long rows() const { return columns.empty() ? 0 : long(values.size() / columns.size()); }
};

/// 17 significant digits: the doubles come back bit for bit.
void write_csv(const std::string& file, const CsvTable& table);

}  // namespace hermite
