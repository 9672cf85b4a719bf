#include "hermite/output/sac.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ostream>

#include "hermite/core/json_file.hpp"

namespace hermite {

namespace {

// Words of four bytes: 70 floats, 40 whole numbers, 24 texts of 8 characters, of which one is of 16.
class SacHeader {
 public:
  SacHeader() {
    for (int word = 0; word < floats; ++word) put(word, -12345.0F);
    for (int word = floats; word < texts; ++word) put(word, std::int32_t{-12345});
    for (int word = texts; word < words; word += 2) put(word, "-12345");
    put(kevnm + 2, "");
  }
  template <class T>
  void put(int word, T value) {
    static_assert(sizeof value == 4, "a word");
    std::memcpy(bytes_ + 4 * word, &value, 4);
  }
  void put(int word, const char* text) { put(word, std::string(text)); }
  void put(int word, std::string text) {
    text.resize(8, ' ');
    std::memcpy(bytes_ + 4 * word, text.data(), 8);
  }
  void write(std::ostream& out) const { out.write(bytes_, sizeof bytes_); }

 private:
  static constexpr int floats = 70, texts = 110, words = 158, kevnm = 112;
  char bytes_[4 * words];
};

// Where SAC's manual puts them.
namespace word {
constexpr int delta = 0, depmin = 1, depmax = 2, b = 5, e = 6, user0 = 40, depmen = 56, nvhdr = 76,
              npts = 79, iftype = 85, idep = 86, leven = 105, lpspol = 106, lovrok = 107,
              lcalda = 108, kstnm = 110, kcmpnm = 150;
}
constexpr std::int32_t version = 6, time_series = 1, unknown_quantity = 5;

}  // namespace

void write_sac(const std::string& file, const SacRecord& record) {
  const std::vector<float>& v = record.values;
  SacHeader header;
  header.put(word::delta, static_cast<float>(record.step));
  header.put(word::b, static_cast<float>(record.begin));
  if (!v.empty()) {
    double sum = 0;
    for (const float value : v) sum += static_cast<double>(value);
    header.put(word::depmin, *std::min_element(v.begin(), v.end()));
    header.put(word::depmax, *std::max_element(v.begin(), v.end()));
    header.put(word::depmen, static_cast<float>(sum / static_cast<double>(v.size())));
    header.put(word::e,
               static_cast<float>(record.begin + record.step * static_cast<double>(v.size() - 1)));
  }
  for (std::size_t axis = 0; axis < record.place.size(); ++axis)
    header.put(word::user0 + static_cast<int>(axis), static_cast<float>(record.place[axis]));
  header.put(word::nvhdr, version);
  header.put(word::npts, static_cast<std::int32_t>(v.size()));
  header.put(word::iftype, time_series);
  header.put(word::idep, unknown_quantity);
  for (const int logical : {word::leven, word::lpspol, word::lovrok})
    header.put(logical, std::int32_t{1});
  header.put(word::lcalda, std::int32_t{0});
  header.put(word::kstnm, record.station);
  header.put(word::kcmpnm, record.component);
  write_atomically(file, [&](std::ostream& out) {
    header.write(out);
    out.write(reinterpret_cast<const char*>(v.data()), static_cast<long>(4 * v.size()));
  });
}

}  // namespace hermite
