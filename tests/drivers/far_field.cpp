// Running Fourier transforms and far fields of whole runs: spheres against Mie's series, a dipole, what is
// refused, and what a run that was stopped goes on with.
#include <array>
#include <cmath>
#include <vector>

#include "hermite/core/grow.hpp"
#include "tests/approx.hpp"
#include "tests/drivers/far_field.hpp"

using namespace hermite;

namespace {

const Refusal refusals[] = {
    {"--set far_field.lower=-10", {"far_field.lower", "-12.0 or less", "incident.lower"}},
    {"--set far_field.upper=14", {"far_field.upper", "13.0 or less", "walls and layers"}},
    {"--set far_field.lower=[]", {"far_field.lower", "missing"}},
    {"--set far_field.every=25", {"far_field.every", "found 25", "more than two samples"}},
    {"--set far_field.begin=1000", {"far_field.begin", "before the end"}},
    {"--set far_field.theta=181", {"far_field.theta", "181", "0 to 180"}},
    {"--set far_field.frequencies=-1", {"far_field.frequencies", "greater than 0"}},
    {"--set conductivity.electric=0.01", {"far_field.frequencies", "losses"}},
    {"--set objects.upper=[[8,8,14]]", {"far_field.lower", "cut a body", "around all bodies"}},
    {"--set spectra.frequencies=0.02 --set spectra.fields=Dx", {"spectra.fields", "Dx"}},
    {"--set spectra.frequencies=0.02 --set 'spectra.fields=[\"Ex\",\"Ex\"]'",
     {"spectra.fields", "twice"}},
    {"--set spectra.frequencies=50 --set spectra.fields=Ez",
     {"spectra.frequencies", "50.0 Hz", "two steps"}},
    {"--set spectra.frequencies=0.02 --set spectra.lower=-23", {"spectra.lower", "-22.0 to 22.0"}},
    {"--set spectra.frequencies=0.02 --set spectra.lower=3 --set spectra.upper=2",
     {"spectra.upper", "spectra.lower"}},
};

// The sphere as a model of voxels so many that each place of a component, all multiples of half a cell, has
// its own: of how much of the cell about the place lies in the sphere. `samples` along each side of the cell.
void write_voxels(const Workplace& place, int samples) {
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
double rcs_error(const Table& table, std::size_t f, double x, double radius) {
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

}  // namespace

TEST_CASE("far field: what cannot be is refused before the first step") {
  const Workplace place;
  place.write("sphere.json", sphere);
  check_refused(place, "sphere.json", refusals);
}

TEST_CASE("far field: a dielectric sphere of 8 cells scatters as Mie's series says") {
  check_sphere("");
}

TEST_CASE("far field: stopped and resumed, the same bits; spectra too") {
  check_transforms_resume("");
}

TEST_CASE("far field: a short dipole radiates (k I dl)^2 eta/(12 pi)") {
  const Workplace place;
  place.write("sphere.json", sphere);
  // A current that leaves no charge behind: -2z exp(-z^2), z = (t - delay)/width, whose spectrum is
  // 2 pi f width^2 sqrt(pi) exp(-(pi f width)^2) in magnitude, times amplitude and edge.
  const Outcome outcome = place.call(
      "run sphere.json --set incident.direction=none --set objects.lower=[] --set objects.upper=[] "
      "--set "
      "'sources={\"points\":[[0,0,0.5]],\"width\":10,\"delay\":40,\"waveform\":\"differentiated-"
      "gaussian\"}' --set time.final=120 "
      "--out out --set far_field.frequencies=0.02");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const double k = 2 * pi * 0.02;
  const double moment = k * 100 * std::sqrt(pi) * std::exp(-std::pow(pi * 0.02 * 10, 2));
  const double power = std::pow(k * moment, 2) * 0.5 / (12 * pi);
  const double ratio = rows_of(place, "out")[0]["radiated"].get<double>() / power;
  MESSAGE("radiated power over that of the dipole: ", ratio);
  // Dispersion of waves 50 cells long and the layers: 0.23 % were seen, and 0.08 % of the largest field.
  CHECK(ratio == relative(1, 0.006));
  const Table table = read_table(place.folder / "out/far_field.csv");
  for (std::size_t i = 0; i < 5; ++i) {
    const double theta = table.column("theta")[i] * degree;
    const double wanted = k * 0.5 * moment / (4 * pi) * std::sin(theta);
    const double found = std::hypot(table.column("Etheta_re")[i], table.column("Etheta_im")[i]);
    CHECK(std::abs(found - wanted) < 0.003 * k * 0.5 * moment / (4 * pi));
  }
}

TEST_CASE("far field: a sphere scatters a wave off the axes as one along them") {
  const Workplace place;
  place.write("sphere.json", sphere);
  const std::string angles =
      "run sphere.json --set incident.direction=angles --set incident.theta=48.19 --set "
      "incident.phi=-63.43 --set incident.psi=30 --set incident.waveform=differentiated-gaussian ";
  const Outcome outcome = place.call(angles + "--set time.final=440 --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.error, "by 1, -2, 2 cells"));
  CHECK(contains(outcome.out, "off the axes"));
  const nlohmann::json rows = rows_of(place, "out");
  CHECK(rows[0]["direction"][0].get<double>() == nearly(1. / 3));
  for (std::size_t f = 0; f < 2; ++f) {
    const Mie<double> mie(double(f + 1), 2);
    const double area = pi * 64, scattering = rows[f]["scattering"].get<double>() / area,
                 extinction = rows[f]["extinction"].get<double>() / area;
    MESSAGE("x = ", f + 1, ": scattering ", scattering / mie.scattering(), ", extinction ",
            extinction / mie.extinction());
    // As in far_field.hpp, but dispersion is less off the axes: 1.3 % were seen.
    CHECK(scattering == relative(mie.scattering(), 0.03));
    CHECK(extinction == relative(mie.extinction(), 0.03));
  }
  CHECK(contains(place
                     .call("check sphere.json --set incident.direction=angles --set "
                           "incident.theta=47")
                     .error,
                 "degrees from what is asked"));
}

TEST_SUITE("slow") {
  TEST_CASE("the case mie-sphere scatters within 1 % of Mie's series") {
    const Workplace place;
    const Outcome outcome =
        place.call("run '" HERMITE_SOURCE_DIR "/data/cases/mie-sphere.json' --out out");
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const nlohmann::json rows = rows_of(place, "out");
    REQUIRE(rows.size() > 0);
    const double area = pi * 0.01;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double x = 1 + 0.5 * double(f);
      const Mie<double> mie(x, 2);
      const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering();
      MESSAGE("x = ", x, ": scattering ", scattering, ", extinction ",
              rows[f]["extinction"].get<double>() / area / mie.extinction());
      // A surface of steps, of 1/20 of a radius, and 21 cells and more per wavelength in the sphere: 0.84 % were seen.
      CHECK(scattering == relative(1, 0.01));
    }
  }
  TEST_CASE("a conducting sphere of 20 cells scatters as one half a cell larger, within 5 %") {
    // A component is 0 where its own place lies in the sphere; the edges that it lies on reach half a
    // cell further.
    const Workplace place;
    const Outcome outcome = place.call(
        "run '" HERMITE_SOURCE_DIR "/data/cases/mie-sphere.json' --set objects.kind=pec --out out");
    CAPTURE(outcome.error);
    REQUIRE(outcome.code == 0);
    const nlohmann::json rows = rows_of(place, "out");
    REQUIRE(rows.size() > 0);
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
  TEST_CASE(
      "a sphere of voxels is the body; with permittivities averaged over cells it scatters worse") {
    const Workplace place;
    place.write("sphere.json", sphere);
    nlohmann::json by_voxels = nlohmann::json::parse(sphere);
    by_voxels.erase("objects");
    by_voxels["voxels"]["path"] = "voxels.json";
    place.write("voxels-case.json", by_voxels.dump());
    const auto scattering = [&](const std::string& name) {
      const Outcome outcome = place.call("run " + name + " --out out");
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
