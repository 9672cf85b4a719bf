// Files of SAC, read back word by word where the manual puts each.
#include "hermite/output/sac.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include "tests/folder.hpp"

using namespace hermite;

TEST_CASE("A file of SAC has 632 bytes of header, then the values") {
  const Folder folder;
  const std::string file = folder / "record.sac";
  write_sac(file, {"R12", "vz", 0.5, 0.25, {1, -2, 3.5}, {1, -3, 4, 0.5F}});
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string bytes = text.str();
  REQUIRE(bytes.size() == 632 + 4 * 4);
  const auto number = [&](std::size_t word) {
    float value = 0;
    std::memcpy(&value, bytes.data() + 4 * word, 4);
    return value;
  };
  const auto whole = [&](std::size_t word) {
    std::int32_t value = 0;
    std::memcpy(&value, bytes.data() + 4 * word, 4);
    return value;
  };
  CHECK(number(0) == 0.25F);                           // delta
  CHECK(number(1) == -3);                              // depmin
  CHECK(number(2) == 4);                               // depmax
  CHECK(number(3) == -12345);                          // scale: not set
  CHECK(number(5) == 0.5F);                            // b
  CHECK(number(6) == 1.25F);                           // e
  CHECK(number(40) == 1);                              // user0
  CHECK(number(42) == 3.5F);                           // user2
  CHECK(number(56) == 0.625F);                         // depmen
  CHECK(whole(70) == -12345);                          // nzyear: not set
  CHECK(whole(76) == 6);                               // nvhdr
  CHECK(whole(79) == 4);                               // npts
  CHECK(whole(85) == 1);                               // iftype: a time series
  CHECK(whole(86) == 5);                               // idep: unknown
  CHECK(whole(105) == 1);                              // leven
  CHECK(whole(106) == 1);                              // lpspol
  CHECK(whole(107) == 1);                              // lovrok
  CHECK(whole(108) == 0);                              // lcalda: no event to reckon from
  CHECK(bytes.substr(440, 8) == "R12     ");           // kstnm
  CHECK(bytes.substr(448, 16) == "-12345          ");  // kevnm
  CHECK(bytes.substr(600, 8) == "vz      ");           // kcmpnm
  CHECK(bytes.substr(624, 8) == "-12345  ");           // kinst, the last
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(number(158 + i) == (std::array<float, 4>{1, -3, 4, 0.5F})[i]);
}
