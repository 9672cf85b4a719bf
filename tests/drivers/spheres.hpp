// Spheres of 20 cells and of voxels in a plane wave, which the host and a GPU are both asked for. `device`: options that
// name one.
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "tests/drivers/far_field.hpp"

namespace hermite {

// Options: every schedule of the fields with every way to update layers.
inline std::vector<std::string> all_schedules() {
  std::vector<std::string> all;
  for (const std::string variant : {"literal", "march", "tile"})
    for (const std::string layers : {"fused", "regions", "faces", "faces-naive"})
      all.push_back("--set kernel.variant=" + variant + " --set cpml.kernels=" + layers + " ");
  return all;
}
// Of these four, which have each schedule and each way.
inline std::vector<std::string> some_schedules() {
  const std::vector<std::string> all = all_schedules();
  return {all[0], all[5], all[10], all[3]};
}

// A run of the case mie-sphere, a radius of 20 cells.
inline nlohmann::json rows_of_mie_sphere(const Workplace& place, const std::string& options) {
  const Outcome outcome =
      place.call("run '" HERMITE_SOURCE_DIR "/data/cases/mie-sphere.json' --out out " + options);
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const nlohmann::json rows = rows_of(place, "out");
  REQUIRE(rows.size() > 0);
  return rows;
}

// The sphere as a model of voxels so many that each place of a component, all multiples of half a cell, has
// its own: of how much of the cell about the place lies in the sphere. `samples` along each side of the cell.
inline void write_voxels(const Workplace& place, int samples) {
  const int voxels = 89, levels = 108;
  const auto share = [&](const std::array<double, 3>& x) {
    const double r = std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    if (std::abs(r - 8) > 0.9) return r < 8 ? 1.0 : 0.0;  // half a cell's diagonal
    int within = 0;
    for (int n = 0; n < samples * samples * samples; ++n) {
      double square = 0;
      for (const double way : {x[0] + (n % samples + 0.5) / samples - 0.5,
                               x[1] + (n / samples % samples + 0.5) / samples - 0.5,
                               x[2] + (n / samples / samples + 0.5) / samples - 0.5})
        square += way * way;
      within += square <= 64;
    }
    return double(within) / (samples * samples * samples);
  };
  std::string data;
  for (int n = 0; n < voxels * voxels * voxels; ++n)
    data += char(std::lround(levels * share({n % voxels / 2.0 - 22, n / voxels % voxels / 2.0 - 22,
                                             n / voxels / voxels / 2.0 - 22})));
  nlohmann::json head{
      {"cells", {voxels, voxels, voxels}}, {"type", "uint8"}, {"data", "voxels.raw"}};
  for (int level = 1; level <= levels; ++level)
    head["media"].push_back({{"permittivity", 2 + 6.0 * level / levels}});
  place.write("voxels.raw", data);
  place.write("voxels.json", head.dump());
}

// The largest error of the radar cross-section of frequency f from that of a conducting sphere, over the largest.
inline double rcs_error(const Table& table, std::size_t f, double x, double radius) {
  const std::vector<double> rcs = table.column("rcs"), theta = table.column("theta"),
                            phi = table.column("phi");
  const std::size_t directions = 2 * 7;
  const Mie<double> mie(x);
  const double area = pi * radius * radius;
  double worst = 0;
  for (std::size_t i = directions * f; i < directions * (f + 1); ++i)
    grow(worst, std::abs(rcs[i] - area * mie.radar(theta[i] * degree, phi[i] * degree)));
  return worst / (area * mie.radar(0, 0));
}

// A dielectric sphere: n = 2, each component has the permittivity of its own place.
inline void check_mie_sphere(const std::string& device) {
  for (const std::string& schedule : all_schedules()) {
    CAPTURE(schedule);
    const Workplace place;
    const nlohmann::json rows = rows_of_mie_sphere(place, schedule + device);
    const double area = pi * 0.01;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double x = 1 + 0.5 * double(f);
      const Mie<double> mie(x, 2);
      const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering(),
                   extinction = rows[f]["extinction"].get<double>() / area / mie.extinction();
      MESSAGE("x = ", x, ": scattering ", scattering, ", extinction ", extinction);
      // A surface of steps, of 1/20 of a radius, and 21 cells and more per wavelength in the sphere: 0.84 and 0.89 % were
      // seen.
      CHECK(scattering == relative(1, 0.01));
      CHECK(extinction == relative(1, 0.01));
    }
  }
}

// In a perfect conductor a component is 0 where its own place lies in the sphere; the edges that it lies on reach half a cell further.
inline void check_conducting_sphere(const std::string& device) {
  for (const std::string& schedule : some_schedules()) {
    CAPTURE(schedule);
    const Workplace place;
    const nlohmann::json rows =
        rows_of_mie_sphere(place, schedule + device + " --set objects.kind=pec");
    const Table table = read_table(place.folder / "out/far_field.csv");
    const double radius = 0.1 + 0.0025, area = pi * radius * radius;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double x = rows[f]["wave_number"].get<double>() * radius;
      const Mie<double> mie(x);
      const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering();
      const double true_error = rcs_error(table, f, x, radius),
                   nominal_error = rcs_error(table, f, x * 0.1 / radius, 0.1);
      MESSAGE("x = ", x, ": scattering ", scattering, ", error of the radar cross-section ",
              true_error, ", from that of the sphere as it was given ", nominal_error);
      // The radius is known to 1/40, and the cross-section goes as its square; 4 % were seen.
      CHECK(scattering == relative(1, 0.05));
      // The surface is known to half a cell, the radius to 1/40, and forwards the cross-section goes as its fourth
      // power: 10 %. Between 7 % at x = 1 and 11 % at x = 3 were seen, and twice that and more with 10 cells for a
      // radius.
      CHECK(true_error < 0.12);
      // Of the sphere without that half a cell: 13 to 22 %.
      CHECK(nominal_error > 1.5 * true_error);
    }
  }
}

// A sphere of voxels is the body; with permittivities averaged over cells it scatters worse.
inline void check_averaged_sphere(const std::string& device) {
  for (const std::string& schedule : some_schedules()) {
    CAPTURE(schedule);
    const Workplace place;
    place.write("sphere.json", sphere);
    nlohmann::json by_voxels = nlohmann::json::parse(sphere);
    by_voxels.erase("objects");
    by_voxels["voxels"]["path"] = "voxels.json";
    place.write("voxels-case.json", by_voxels.dump());
    const auto scattering = [&](const std::string& name) {
      const Outcome outcome = place.call("run " + name + " --out out " + schedule + device);
      CAPTURE(outcome.error);
      REQUIRE(outcome.code == 0);
      std::vector<double> values;
      for (const nlohmann::json& row : rows_of(place, "out")) values.push_back(row["scattering"]);
      return values;
    };
    const std::vector<double> body = scattering("sphere.json");
    write_voxels(place, 1);
    CHECK(scattering("voxels-case.json") == body);
    write_voxels(place, 6);
    const std::vector<double> averaged = scattering("voxels-case.json");
    for (std::size_t f = 0; f < 2; ++f) {
      const double exact = pi * 64 * Mie<double>(double(f + 1), 2).scattering();
      MESSAGE("x = ", f + 1, ": sampled ", body[f] / exact, ", averaged ", averaged[f] / exact);
      // Where E is normal to the surface it is D that is continuous: its mean of 1/eps would be right, and the mean of
      // eps is too large: 12 and 7 % were seen, without averages 0.2 and 4 %.
      CHECK(averaged[f] / exact > 1.05);
      CHECK(std::abs(averaged[f] / exact - 1) > 1.5 * std::abs(body[f] / exact - 1));
    }
  }
}

}  // namespace hermite
