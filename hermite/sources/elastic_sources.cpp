#include "hermite/sources/elastic_sources.hpp"

#include <cmath>

#include "hermite/core/case.hpp"
#include "hermite/core/entry_of.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/keys.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/grid.hpp"
#include "hermite/sources/read_waveform.hpp"

namespace hermite {

namespace {

using Tensor = std::array<double, 6>;

class Reader {
 public:
  Reader(const Case& input, const Source& source)
      : input_(input), sources_(input.sources), source_(source), waveforms_(input, source) {
    // One tensor may stand without brackets of its own.
    const std::size_t size = input.dimension == 3 ? 6 : 3;
    moments_ = sources_.moment;
    bool plain = moments_.size() == size;
    for (const auto& entry : moments_) plain = plain && entry.size() == 1;
    if (!plain) return;
    moments_.assign(1, {});
    for (const auto& entry : sources_.moment) moments_.front().push_back(entry.front());
  }

  PointSource at(std::size_t i) {
    PointSource s;
    for (std::size_t d = 0; d < sources_.points[i].size(); ++d) s.point[d] = sources_.points[i][d];
    s.waveform = waveforms_.at(i);
    const std::string& driven = entry(sources_.fields, "fields", i);
    const double amplitude = entry(sources_.amplitude, "amplitude", i);
    if (driven == "moment")
      s.moment = moment(i, amplitude);
    else if (driven == "double-couple")
      s.moment = slip(i, amplitude);
    else
      s.force[axis_of(driven)] = amplitude;
    return s;
  }

 private:
  const Case& input_;
  const Case::Sources& sources_;
  const Source& source_;
  WaveformReader waveforms_;
  std::vector<std::vector<double>> moments_;

  template <class T>
  const T& entry(const std::vector<T>& list, const char* name, std::size_t i) const {
    const std::string path = std::string("sources.") + name;
    if (list.empty())
      throw CaseError(source_.place(path), path,
                      "missing; source " + std::to_string(i + 1) + " needs it");
    return entry_of(list, i, sources_.points.size(), path, source_);
  }

  std::size_t axis_of(const std::string& driven) const {
    const auto axis = static_cast<std::size_t>(driven[1] - 'x');
    if (driven[0] == 'v' && axis < static_cast<std::size_t>(input_.dimension)) return axis;
    throw CaseError(source_.place("sources.fields"), "sources.fields", "\"" + driven + "\"",
                    input_.dimension == 3 ? "vx, vy, vz, moment, double-couple with elastic"
                                          : "vx, vy, moment with elastic in 2-D");
  }

  Tensor moment(std::size_t i, double amplitude) const {
    const std::vector<double>& m = entry(moments_, "moment", i);
    const std::size_t wanted = input_.dimension == 3 ? 6 : 3;
    if (m.size() != wanted)
      throw CaseError(source_.place("sources.moment"), "sources.moment",
                      std::to_string(m.size()) + " numbers for source " + std::to_string(i + 1),
                      wanted == 6 ? "six: xx, yy, zz, xy, xz, yz" : "three: xx, yy, xy");
    if (wanted == 3) return {amplitude * m[0], amplitude * m[1], 0, amplitude * m[2], 0, 0};
    Tensor tensor{};
    for (std::size_t c = 0; c < 6; ++c) tensor[c] = amplitude * m[c];
    return tensor;
  }

  Tensor slip(std::size_t i, double amplitude) const {
    if (input_.dimension != 3)
      throw CaseError(source_.place("sources.fields"), "sources.fields", "\"double-couple\"",
                      "vx, vy, moment in 2-D");
    const Tensor tensor =
        double_couple(amplitude, entry(sources_.strike, "strike", i), entry(sources_.dip, "dip", i),
                      entry(sources_.rake, "rake", i));
    return sources_.axes == "east-north-up" ? east_north_up(tensor) : tensor;
  }
};

}  // namespace

Tensor double_couple(double moment, double strike, double dip, double rake) {
  const double f = strike * degree, d = dip * degree, l = rake * degree;
  const double sf = std::sin(f), cf = std::cos(f), sd = std::sin(d), cd = std::cos(d),
               sl = std::sin(l), cl = std::cos(l);
  const double s2f = std::sin(2 * f), c2f = std::cos(2 * f), s2d = std::sin(2 * d),
               c2d = std::cos(2 * d);
  return {-moment * (sd * cl * s2f + s2d * sl * sf * sf),
          moment * (sd * cl * s2f - s2d * sl * cf * cf),
          moment * s2d * sl,
          moment * (sd * cl * c2f + 0.5 * s2d * sl * s2f),
          -moment * (cd * cl * cf + c2d * sl * sf),
          -moment * (cd * cl * sf - c2d * sl * cf)};
}

Tensor east_north_up(const Tensor& m) { return {m[1], m[0], m[2], m[3], -m[5], -m[4]}; }

std::vector<PointSource> make_point_sources(const Case& input, const Grid& grid,
                                            const Source& source) {
  Reader reader(input, source);
  std::vector<PointSource> sources;
  for (std::size_t i = 0; i < input.sources.points.size(); ++i) {
    sources.push_back(reader.at(i));
    for (std::size_t d = 0; d < static_cast<std::size_t>(grid.dimension); ++d)
      if (sources[i].point[d] < grid.lower[d] || sources[i].point[d] > grid.upper[d])
        throw CaseError(source.place("sources.points"), "sources.points",
                        "point " + std::to_string(i + 1) + " outside the domain in direction " +
                            std::to_string(d + 1),
                        "points of the domain, grid.lower to grid.upper");
  }
  return sources;
}

}  // namespace hermite
