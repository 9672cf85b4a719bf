#include "hermite/output/csv.hpp"

#include <cstdio>
#include <ostream>

#include "hermite/core/json_file.hpp"

namespace hermite {

void write_csv(const std::string& file, const CsvTable& table) {
  write_atomically(file, [&](std::ostream& out) {
    for (size_t c = 0; c < table.columns.size(); ++c) out << (c ? "," : "") << table.columns[c];
    out << "\n";
    char text[40];
    for (size_t i = 0; i < table.values.size(); ++i) {
      const bool last = (i + 1) % table.columns.size() == 0;
      std::snprintf(text, sizeof text, "%.17g%c", table.values[i], last ? '\n' : ',');
      out << text;
    }
  });
}

}  // namespace hermite
