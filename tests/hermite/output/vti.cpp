// VTK images and CSV tables, parsed back.
#include "hermite/output/vti.hpp"

#include <cstdint>
#include <cstring>

#include "hermite/core/json_file.hpp"
#include "hermite/output/csv.hpp"
#include "tests/folder.hpp"

#include <doctest/doctest.h>

using namespace hermite;

namespace {

template <class T>
void check_image(const std::string& bytes, bool single) {
  CHECK((bytes.find(single ? "Float32" : "Float64") != bytes.npos));
  size_t at = bytes.find("<AppendedData encoding=\"raw\">\n_");
  REQUIRE(at != bytes.npos);
  at += std::strlen("<AppendedData encoding=\"raw\">\n_");
  for (int array = 0; array < 2; ++array) {
    const size_t offset = size_t(array) * (8 + 6 * sizeof(T));
    CHECK((bytes.find("offset=\"" + std::to_string(offset) + "\"") != bytes.npos));
    std::uint64_t count = 0;
    std::memcpy(&count, bytes.data() + at + offset, 8);
    CHECK(count == 6 * sizeof(T));
    for (int i = 0; i < 6; ++i) {
      T value;
      std::memcpy(&value, bytes.data() + at + offset + 8 + size_t(i) * sizeof(T), sizeof(T));
      CHECK(value == T(10 * array + i + 0.1));
    }
  }
  CHECK(bytes.substr(at + 2 * (8 + 6 * sizeof(T))) == "\n</AppendedData>\n</VTKFile>\n");
}

}  // namespace

TEST_CASE("an image holds its arrays, whatever the order of the parts") {
  const Folder folder;
  const std::string file = folder / "test.vti";
  for (const bool single : {false, true}) {
    VtiHead head;
    head.points = {3, 2, 1};
    head.origin = {0.1, -1, 0};
    head.spacing = {0.25, 0.5, 1};
    head.time = 0.3;
    head.single = single;
    head.arrays = {"p", "vx"};
    write_vti(file, head, [](const PutSamples& put) {
      for (long row = 2; row-- > 0;)
        for (long array = 2; array-- > 0;) {
          const double first = 10.0 * double(array) + 3.0 * double(row) + 0.1;
          const double values[] = {first, first + 1, first + 2};
          put(array, 3 * row, values, 3);
        }
    });
    const std::string bytes = read_text(file);
    for (const char* text : {"WholeExtent=\"0 2 0 1 0 0\"", "Origin=\"0.10000000000000001 -1 0\"",
                             "Spacing=\"0.25 0.5 1\"", "header_type=\"UInt64\"",
                             "byte_order=\"LittleEndian\"", "Name=\"vx\"", ">0.29999999999999999<"})
      CHECK((bytes.find(text) != bytes.npos));
    single ? check_image<float>(bytes, single) : check_image<double>(bytes, single);
  }
}

TEST_CASE("a picture on a graded grid says where its points are") {
  const Folder folder;
  const std::string file = folder / "test.vtr";
  VtiHead head;
  head.points = {3, 2, 1};
  head.coordinates = {{{0, 0.5, 2}, {1.0 / 3, 3}, {-1}}};
  head.arrays = {"p"};
  write_vti(file, head, [](const PutSamples& put) {
    const double values[] = {1, 2, 3, 4, 5, 6};
    put(0, 0, values, 6);
  });
  const std::string bytes = read_text(file);
  for (const char* text :
       {"<VTKFile type=\"RectilinearGrid\"", "<RectilinearGrid WholeExtent=\"0 2 0 1 0 0\">",
        "> 0 0.5 2</DataArray>", "> 0.33333333333333331 3</DataArray>", "> -1</DataArray>",
        "</RectilinearGrid>"})
    CHECK((bytes.find(text) != bytes.npos));
}

TEST_CASE("a table's doubles come back from the text") {
  const Folder folder;
  const std::string file = folder / "test.csv";
  const double third = 1.0 / 3, tiny = 5e-324;
  write_csv(file, {{"step", "p@1"}, {0, third, 1e15, tiny}});
  const std::string text = read_text(file);
  CHECK(text.substr(0, 9) == "step,p@1\n");
  double a = 0, b = 0, c = 0, d = 0;
  REQUIRE(std::sscanf(text.c_str() + 9, "%lf,%lf\n%lf,%lf", &a, &b, &c, &d) == 4);
  CHECK(b == third);
  CHECK(c == 1e15);
  CHECK(d == tiny);
  CHECK((text.find("1000000000000000,") != text.npos));
}

TEST_CASE("a list of pictures has their times to the last bit, their files and their parts") {
  const Folder folder;
  const std::string file = folder / "test.pvd";
  const double third = 1.0 / 3;
  write_pvd(file, {{third, "a.vti", 0}, {2 * third, "b.vti", 1}});
  const std::string text = read_text(file);
  const auto times = text.find("timestep=\"");
  REQUIRE(times != text.npos);
  CHECK(std::stod(text.substr(times + 10)) == third);
  CHECK((text.find("part=\"0\" file=\"a.vti\"") != text.npos));
  CHECK((text.find("part=\"1\" file=\"b.vti\"") != text.npos));
}
