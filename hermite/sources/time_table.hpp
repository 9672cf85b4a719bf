// A function of time that a file tabulates. Between two times it is the cubic with the slopes of the
// parabolas through three neighbours at its ends, so that its derivative is continuous; before the first time and after
// the last it is as there.
#pragma once

#include <string>
#include <vector>

namespace hermite {

class TimeTable {
 public:
  /// Times ascend, and are two or more.
  TimeTable(std::vector<double> times, std::vector<double> values);
  /// Lines of a time and a value, between them a comma or blanks; what follows # is a comment. Throws
  /// CaseError where the file is another.
  static TimeTable read(const std::string& file);

  double at(double t) const;
  double rate(double t) const;
  double end() const { return times_.back(); }
  /// Above this its derivative's spectrum is below a thousandth of its largest value; the derivative's,
  /// for a function that ends at another value than it began with has a spectrum like 1/f.
  double highest_frequency() const;

 private:
  std::vector<double> times_, values_, slopes_;
};

}  // namespace hermite
