// Functions that a file tabulates.
#include "hermite/sources/time_table.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "hermite/core/grow.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/sources/waveform.hpp"
#include "tests/approx.hpp"
#include "tests/folder.hpp"
#include "tests/hermite/complaint.hpp"

using namespace hermite;

namespace {

TimeTable sampled(const Waveform& w, double begin, double end, int count) {
  std::vector<double> t, v;
  for (int i = 0; i <= count; ++i) {
    t.push_back(begin + (end - begin) * i / count);
    v.push_back(w.at(t.back()));
  }
  return {t, v};
}

std::string refusal(const std::string& text) {
  const Folder folder;
  return complaint_of([&] { TimeTable::read(folder.file("table.csv", text)); });
}

}  // namespace

TEST_CASE("A table is exact for parabolas, at times of any spacing") {
  const std::vector<double> t = {0, 0.5, 0.7, 1.6, 2, 3};
  std::vector<double> v;
  for (const double x : t) v.push_back(2 - 3 * x + 4 * x * x);
  const TimeTable table(t, v);
  for (const double x : {0.5, 0.55, 1.0, 1.7, 2.0}) {  // the end intervals have flat ends
    CHECK(table.at(x) == nearly(2 - 3 * x + 4 * x * x));
    CHECK(table.rate(x) == nearly(-3 + 8 * x));
  }
  CHECK(table.at(-1) == v.front());
  CHECK(table.at(9) == v.back());
  CHECK(table.rate(-1) == 0);
  CHECK(table.rate(9) == 0);
}

TEST_CASE("A table of a waveform converges to it at order 3, and has its highest frequency") {
  for (const char* kind : {"step", "ricker"}) {
    const Waveform w{kind, 4, 1, 0.5};
    const auto error = [&](int count) {
      const TimeTable table = sampled(w, -2, 10, count);
      double most = 0;
      for (double t = -2; t < 10; t += 0.003) grow(most, std::abs(table.at(t) - w.at(t)));
      return most;
    };
    CHECK(std::log2(error(100) / error(200)) > 2.8);  // .2: the project's measure of "observed"
    // Of the derivative, whose spectrum is that of the value times the frequency: a thousandth is left a little later,
    // but for a step, of which it is what the waveform says too. It is a multiple of 1/12.
    const double highest = sampled(w, -2, 10, 400).highest_frequency(),
                 known = w.highest_frequency();
    CHECK(highest > 0.98 * known - 1 / 12.0);
    CHECK(highest < 1.15 * known + 1 / 12.0);
  }
}

TEST_CASE("A table of few samples has no frequencies beyond two of them a period") {
  // Seven samples a width: what is left at four times the highest frequency is the cubics'.
  const Waveform w{"gaussian", 4, 1, 0.5};
  const double known = w.highest_frequency();
  for (const int count : {84, 120, 400})
    CHECK(sampled(w, -2, 10, count).highest_frequency() < 1.3 * known);
}

TEST_CASE("A table of many rows has the frequency of what is in them, however long it is") {
  // A tone of 30 Hz and a tenth of a second at the beginning of 100 s, in rows of 2 ms.
  const auto tone = [](double t) {
    return t < 0.5 ? std::sin(2 * pi * 30 * t) * std::sin(2 * pi * t) : 0;
  };
  std::vector<double> times, values;
  for (int i = 0; i <= 50000; ++i) {
    times.push_back(0.002 * i);
    values.push_back(tone(times.back()));
  }
  const double highest = TimeTable(times, values).highest_frequency();
  CHECK(highest > 30);
  CHECK(highest < 100);
}

TEST_CASE("A table's rate is its derivative") {
  const TimeTable table({0, 1, 1.5, 4}, {0, 2, -1, 3});
  for (const double t : {0.3, 0.99, 1.2, 2.5, 3.9}) {
    const double d = 1e-6;
    // Of a cubic: its error is some roundings of values of 3 over 2 d, 1e-9.
    CHECK(std::abs(table.rate(t) - (table.at(t + d) - table.at(t - d)) / (2 * d)) < 5e-9);
  }
}

TEST_CASE("A file of times and values is read, and refused where it is another") {
  CHECK(refusal("# t, v\n0, 1\n\n0.5 2 # here\n1,\t3\r\n") == "");
  for (const auto& [text, part] : {std::pair{"0,1\n", "found 1 times, allowed two or more"},
                                   {"", "found 0 times"},
                                   {"0,1\n0,2\n", "line 2"},
                                   {"0,1\n-1,2\n", "times that ascend"},
                                   {"0,1\n1,x\n", "a time and a value"},
                                   {"0,1\n1\n", "line 2"},
                                   {"0,1,2\n1,2,3\n", "line 1"},
                                   {"0,nan\n1,2\n", "line 1"}}) {
    const std::string table = text;
    CAPTURE(table);
    CHECK(contains(refusal(table), part));
  }
  // Of what is no text, a part that a terminal can show.
  const std::string binary = refusal("0,1\n\x1b\x02\xff\x7f" + std::string(1000, '\x01') + "\n");
  CHECK(contains(binary, "line 2"));
  CHECK(binary.size() < 600);
  for (const char c : binary) CHECK((c >= ' ' && c < 127));
}
