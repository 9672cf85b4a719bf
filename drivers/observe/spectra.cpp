#include "drivers/observe/spectra.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "hermite/core/json_file.hpp"
#include "hermite/core/pi.hpp"
#include "hermite/grid/yee.hpp"
#include "hermite/output/csv.hpp"
#include "hermite/output/npy.hpp"

namespace hermite {

namespace {

using Complex = std::complex<double>;

// The number of a solver's kept array among its states, as Simulation counts.
int state_of(const Problem& problem, const std::string& name) {
  int state = static_cast<int>(problem.solver.states.size());
  for (const int array : problem.solver.kept) {
    if (problem.solver.arrays[static_cast<std::size_t>(array)].name == name) break;
    ++state;
  }
  return state;
}

// Calls take(frequency's number, first value, values) for all parts of a region's sums.
template <class Take>
void read_region(const Problem& problem, const Simulation& simulation, const Spectrum& spectrum,
                 std::size_t region, Take&& take) {
  const int state = state_of(problem, spectrum.name);
  const long plane = static_cast<long>(simulation.slice_size(state)) /
                     static_cast<long>(2 * spectrum.frequencies.size());
  const long begin = spectrum.begin(region), end = begin + spectrum.regions[region].size();
  std::vector<double> values(simulation.slice_size(state));
  std::vector<Complex> part;
  for (long slice = begin / plane; slice * plane < end; ++slice) {
    simulation.read_slice(slice, values.data(), state);
    const long first = std::max(begin, slice * plane), last = std::min(end, (slice + 1) * plane);
    for (std::size_t f = 0; f < spectrum.frequencies.size(); ++f) {
      const double* re = values.data() + 2 * static_cast<long>(f) * plane - slice * plane;
      part.clear();
      for (long i = first; i < last; ++i) part.emplace_back(re[i], re[i + plane]);
      take(f, first - begin, part);
    }
  }
}

nlohmann::json sampling(const Spectrum& s) {
  return {{"frequencies", s.frequencies},
          {"transform", "dt every sum u(t) exp(-2 pi i f t)"},
          {"dt", s.dt},
          {"first_step", s.first},
          {"every", s.every},
          {"samples", s.samples()},
          {"duration", s.dt * static_cast<double>(s.every * s.samples())}};
}

std::string field_file(const Problem& problem, const SpectrumRegion& region) {
  return "spectra-" + problem.solver.fields[static_cast<std::size_t>(region.field)] + ".npy";
}

void write_fields(const Problem& problem, const Simulation& simulation,
                  const std::filesystem::path& folder) {
  const Spectrum& s = problem.fdtd.spectra;
  const bool single = problem.solver.precision == Precision::single;
  nlohmann::json content = sampling(s);
  for (std::size_t r = 0; r < s.regions.size(); ++r) {
    const SpectrumRegion& region = s.regions[r];
    const std::vector<long> shape = {static_cast<long>(s.frequencies.size()), region.nodes[2],
                                     region.nodes[1], region.nodes[0], 2};
    write_npy((folder / field_file(problem, region)).string(), shape, single,
              [&](const PutValues& put) {
                read_region(problem, simulation, s, r,
                            [&](std::size_t f, long first, const std::vector<Complex>& values) {
                              put(2 * (static_cast<long>(f) * region.size() + first),
                                  reinterpret_cast<const double*>(values.data()),
                                  2 * static_cast<long>(values.size()));
                            });
              });
    std::array<std::vector<double>, 3> places;
    for (int d = 0; d < 3; ++d) {
      const auto axis = static_cast<std::size_t>(d);
      for (long n = 0; n < region.nodes[axis]; ++n)
        places[axis].push_back(
            problem.grid.node(d, region.lower[axis] + n, yee_staggering(region.field)[d]));
    }
    content["fields"].push_back(
        {{"field", problem.solver.fields[static_cast<std::size_t>(region.field)]},
         {"file", field_file(problem, region)},
         {"nodes", region.nodes},
         {"places", places}});
  }
  write_json((folder / "spectra.json").string(), content);
}

// The far fields of one frequency: a row for each angle, and what has no angle.
nlohmann::json far_field_at(const Problem& problem, const FaceSpectra& faces, double frequency,
                            CsvTable& table) {
  const FarField& far = problem.fdtd.far_field;
  const IncidentWave& wave = problem.fdtd.incident;
  const Medium& background = problem.fdtd.scene.media.front();
  const FarFieldTransform transform(problem.grid, far, background, frequency, faces);
  const bool lit = wave.on();
  const Complex incident =
      lit ? incident_spectrum(wave, problem.grid, far, background, frequency) : 1;
  const double per_intensity = 4 * pi / std::norm(incident);
  for (const double phi : far.phi)
    for (const double theta : far.theta) {
      const FarFieldTransform::Field f = transform.at(theta * degree, phi * degree);
      table.values.insert(table.values.end(), {frequency, theta, phi, f.theta.real(),
                                               f.theta.imag(), f.phi.real(), f.phi.imag()});
      if (lit) table.values.push_back(per_intensity * (std::norm(f.theta) + std::norm(f.phi)));
    }
  nlohmann::json row = {{"frequency", frequency},
                        {"wave_number", transform.wave_number()},
                        {"radiated", transform.power()}};
  if (!lit) return row;
  const std::array<double, 3> forward = wave.direction(problem.grid);
  const auto ahead = transform.along(forward),
             back = transform.along({-forward[0], -forward[1], -forward[2]});
  const auto cross_section = [&](const std::array<Complex, 3>& f) {
    return per_intensity * (std::norm(f[0]) + std::norm(f[1]) + std::norm(f[2]));
  };
  Complex scattered = 0;
  for (std::size_t d = 0; d < 3; ++d) scattered += ahead[d] * wave.electric[d] / incident;
  row["direction"] = forward;
  row["polarization"] = wave.electric;
  row["incident"] = {incident.real(), incident.imag()};
  row["scattering"] = transform.power() / (std::norm(incident) / (2 * transform.impedance()));
  row["extinction"] = -4 * pi / transform.wave_number() * scattered.imag();
  row["backward_rcs"] = cross_section(back);
  row["forward_rcs"] = cross_section(ahead);
  return row;
}

void write_far_field(const Problem& problem, const Simulation& simulation,
                     const std::filesystem::path& folder) {
  const FarField& far = problem.fdtd.far_field;
  const Spectrum& s = far.spectrum;
  std::vector<FaceSpectra> faces(s.frequencies.size(), FaceSpectra(s.regions.size()));
  for (std::size_t r = 0; r < s.regions.size(); ++r)
    read_region(problem, simulation, s, r,
                [&](std::size_t f, long, const std::vector<Complex>& values) {
                  faces[f][r].insert(faces[f][r].end(), values.begin(), values.end());
                });
  CsvTable table;
  table.columns = {"frequency", "theta", "phi", "Etheta_re", "Etheta_im", "Ephi_re", "Ephi_im"};
  if (problem.fdtd.incident.on()) table.columns.emplace_back("rcs");
  nlohmann::json content = sampling(s);
  for (std::size_t f = 0; f < s.frequencies.size(); ++f)
    content["rows"].push_back(far_field_at(problem, faces[f], s.frequencies[f], table));
  write_csv((folder / "far_field.csv").string(), table);
  write_json((folder / "far_field.json").string(), content);
}

}  // namespace

std::vector<std::string> spectrum_files(const Problem& problem) {
  std::vector<std::string> files;
  const FdtdSetting& fdtd = problem.fdtd;
  for (const SpectrumRegion& region : fdtd.spectra.regions)
    files.push_back(field_file(problem, region));
  if (fdtd.spectra.on()) files.emplace_back("spectra.json");
  if (fdtd.far_field.on()) files.insert(files.end(), {"far_field.csv", "far_field.json"});
  return files;
}

void write_spectra(const Problem& problem, const Simulation& simulation,
                   const std::string& folder) {
  if (problem.fdtd.spectra.on()) write_fields(problem, simulation, folder);
  if (problem.fdtd.far_field.on()) write_far_field(problem, simulation, folder);
}

}  // namespace hermite
