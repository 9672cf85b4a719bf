// Running Fourier transforms and far fields of whole runs: spheres against Mie's series, a dipole, what is
// refused, and what a run that was stopped goes on with.
#include <cmath>
#include <vector>

#include "tests/drivers/command.hpp"
#include "tests/drivers/table.hpp"
#include "tests/reference/mie.hpp"

using namespace hermite;

namespace {

constexpr double pi = 3.14159265358979323846;

// A sphere of radius 8 cells, in units of a cell, c = 1.
const char* const sphere = R"({
  "solver": "fdtd", "system": "maxwell", "dimension": 3, "precision": "single",
  "grid": { "cells": 44, "lower": -22, "upper": 22, "boundary": "pec" },
  "material": { "permittivity": 2, "permeability": 0.5 },
  "objects": { "shape": "ellipsoid", "lower": [[-8,-8,-8]], "upper": [[8,8,8]], "permittivity": 8 },
  "cpml": { "lower": 8, "upper": 8, "sigma_max": 0.75, "kappa_max": 10, "alpha_max": 0.05 },
  "incident": { "direction": "+z", "polarization": "Ex", "lower": -11, "upper": 11,
                "width": 10, "delay": 40 },
  "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "method": { "courant": 0.99 },
  "time": { "final": 400 },
  "far_field": { "every": 4, "frequencies": [0.0198943678864869, 0.0397887357729738], "lower": -12, "upper": 12,
                 "theta": [0, 45, 90, 135, 180] }
})";

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
    {"--set spectra.frequencies=0.02 --set spectra.lower=-23", {"spectra.lower", "-22.0 to 22.0"}},
    {"--set spectra.frequencies=0.02 --set spectra.lower=3 --set spectra.upper=2",
     {"spectra.upper", "spectra.lower"}},
};

// What far_field.json says of each frequency.
nlohmann::json rows_of(const Workplace& place, const std::string& folder) {
  return place.json(folder + "/far_field.json")["rows"];
}

}  // namespace

TEST_CASE("far field: what cannot be is refused before the first step") {
  const Workplace place;
  place.write("sphere.json", sphere);
  check_refused(place, "sphere.json", refusals);
}

TEST_CASE("far field: a dielectric sphere of 8 cells scatters as Mie's series says") {
  const Workplace place;
  place.write("sphere.json", sphere);
  const Outcome outcome = place.call("run sphere.json --out out");
  CAPTURE(outcome.error);
  REQUIRE(outcome.code == 0);
  const nlohmann::json rows = rows_of(place, "out");
  const Table table = read_table(place.folder / "out/far_field.csv");
  const std::vector<double> rcs = table.column("rcs"), theta = table.column("theta"),
                            phi = table.column("phi");
  REQUIRE(rows.size() == 2);
  REQUIRE(rcs.size() == 2 * 2 * 5);
  const double area = pi * 64;
  for (std::size_t f = 0; f < 2; ++f) {
    const double x = double(f + 1);
    const Mie<double> mie(x, 2);
    CAPTURE(x);
    const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering(),
                 extinction = rows[f]["extinction"].get<double>() / area / mie.extinction();
    MESSAGE("x = ", x, ": scattering ", scattering, ", extinction ", extinction, ", backwards ",
            rows[f]["backward_rcs"].get<double>() / area / mie.radar(pi, 0));
    // 13 cells per wavelength in the sphere at x = 2, and steps for a surface: 4 %; the case mie-sphere,
    // with 20 cells for a radius, is within 1 %.
    CHECK(scattering == doctest::Approx(1).epsilon(0.05));
    CHECK(extinction == doctest::Approx(1).epsilon(0.05));
    double worst = 0;
    for (std::size_t i = 10 * f; i < 10 * (f + 1); ++i)
      worst = std::max(worst,
                       std::abs(rcs[i] / area - mie.radar(theta[i] * pi / 180, phi[i] * pi / 180)));
    MESSAGE("largest error of the radar cross-section: ", worst / mie.radar(0, 0));
    CHECK(worst < 0.08 * mie.radar(0, 0));
  }
}

TEST_CASE("far field: stopped and resumed, the same bits; spectra too") {
  const Workplace place;
  place.write("sphere.json", sphere);
  const std::string run =
      "run sphere.json --set time.final=40 --set incident.delay=15 --set 'spectra="
      "{\"frequencies\":[0.02,0.04],\"fields\":[\"Ex\",\"Hy\"],\"lower\":[-9,0,-9],\"upper\":[9,0,"
      "9],"
      "\"every\":2,\"begin\":5}' --out ";
  REQUIRE(place.call(run + "whole").code == 0);
  REQUIRE(place.call(run + "half --stop-after 31").code == 0);
  const Outcome resumed = place.call(run + "half --resume half/checkpoint.h5");
  CAPTURE(resumed.error);
  REQUIRE(resumed.code == 0);
  for (const char* file : {"far_field.csv", "far_field.json", "spectra-Ex.npy", "spectra-Hy.npy",
                           "spectra.json", "final-Ez.npy"}) {
    CAPTURE(file);
    CHECK(content(place.folder / "whole" / file).size() > 200);
    CHECK((content(place.folder / "whole" / file) == content(place.folder / "half" / file)));
  }
  const nlohmann::json spectra = place.json("whole/spectra.json");
  CHECK(spectra["fields"][0]["nodes"] == nlohmann::json({18, 1, 19}));
  const nlohmann::json& places = spectra["fields"][0]["places"];  // along x, y, z
  CHECK(places[0][0] == -8.5);
  CHECK(places[1][0] == 0);
  CHECK(places[2][0] == -9);
  CHECK(spectra["fields"][1]["field"] == "Hy");
  CHECK(contains(content(place.folder / "whole/spectra-Ex.npy"), "(2, 19, 1, 18, 2)"));
  CHECK(contains(place.call(run + "other --resume half/checkpoint.h5 --set spectra.every=3").error,
                 "spectra.every: the checkpoint has 2, the case 3"));
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
  CHECK(ratio == doctest::Approx(1).epsilon(0.01));
  const Table table = read_table(place.folder / "out/far_field.csv");
  for (std::size_t i = 0; i < 5; ++i) {
    const double theta = table.column("theta")[i] * pi / 180;
    const double wanted = k * 0.5 * moment / (4 * pi) * std::sin(theta);
    CHECK(std::hypot(table.column("Etheta_re")[i], table.column("Etheta_im")[i]) ==
          doctest::Approx(wanted).epsilon(0.01).scale(k * 0.5 * moment / (4 * pi)));
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
  CHECK(rows[0]["direction"][0].get<double>() == doctest::Approx(1. / 3).epsilon(1e-3));
  for (std::size_t f = 0; f < 2; ++f) {
    const Mie<double> mie(double(f + 1), 2);
    const double area = pi * 64, scattering = rows[f]["scattering"].get<double>() / area,
                 extinction = rows[f]["extinction"].get<double>() / area;
    MESSAGE("x = ", f + 1, ": scattering ", scattering / mie.scattering(), ", extinction ",
            extinction / mie.extinction());
    CHECK(scattering == doctest::Approx(mie.scattering()).epsilon(0.05));
    CHECK(extinction == doctest::Approx(mie.extinction()).epsilon(0.05));
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
    const double area = pi * 0.01;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double x = 1 + 0.5 * double(f);
      const Mie<double> mie(x, 2);
      const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering();
      MESSAGE("x = ", x, ": scattering ", scattering, ", extinction ",
              rows[f]["extinction"].get<double>() / area / mie.extinction());
      CHECK(scattering == doctest::Approx(1).epsilon(0.01));
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
    const double radius = 0.1 + 0.0025, area = pi * radius * radius;
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double x = rows[f]["wave_number"].get<double>() * radius;
      const Mie<double> mie(x);
      const double scattering = rows[f]["scattering"].get<double>() / area / mie.scattering();
      MESSAGE("x = ", x, ": scattering ", scattering, ", backwards ",
              rows[f]["backward_rcs"].get<double>() / area / mie.radar(pi, 0));
      CHECK(scattering == doctest::Approx(1).epsilon(0.05));
    }
  }
}
