#include "hermite/core/suggest.hpp"

#include <algorithm>

namespace hermite {

int edit_distance(const std::string& a, const std::string& b) {
  const size_t rows = a.size() + 1, columns = b.size() + 1;
  std::vector<std::vector<int>> d(rows, std::vector<int>(columns));
  for (size_t i = 0; i < rows; ++i) d[i][0] = int(i);
  for (size_t j = 0; j < columns; ++j) d[0][j] = int(j);
  for (size_t i = 1; i < rows; ++i) {
    for (size_t j = 1; j < columns; ++j) {
      const int replaced = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[rows - 1][columns - 1];
}

std::string nearest_name(const std::string& word, const std::vector<std::string>& names) {
  std::string nearest;
  int least = 1 + std::max(1, int(word.size()) / 3);
  for (const std::string& name : names) {
    const int distance = edit_distance(word, name);
    if (distance >= least) continue;
    least = distance;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(word, names);
  return nearest.empty() ? "" : "did you mean '" + nearest + "'? ";
}

std::string or_did_you_mean(const std::string& word, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(word, names);
  return nearest.empty() ? "" : "; did you mean '" + nearest + "'?";
}

std::string join(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

}  // namespace hermite
