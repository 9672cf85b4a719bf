// Reads the CSV files of a run.
#pragma once

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace hermite {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;

  std::vector<double> column(const std::string& name) const {
    const auto c = std::size_t(std::find(columns.begin(), columns.end(), name) - columns.begin());
    std::vector<double> values;
    for (const std::vector<double>& row : rows) values.push_back(row.at(c));
    return values;
  }
};

inline Table read_table(const std::string& file) {
  Table table;
  std::ifstream in(file);
  std::string line, cell;
  for (bool head = true; std::getline(in, line); head = false) {
    std::istringstream cells(line);
    if (!head) table.rows.emplace_back();
    while (std::getline(cells, cell, ',')) {
      if (head)
        table.columns.push_back(cell);
      else
        table.rows.back().push_back(std::stod(cell));
    }
  }
  return table;
}

}  // namespace hermite
