// What the solver fdtd tells the user of a case before the first step.
#include <string>

#include "tests/drivers/fdtd_runs.hpp"

using namespace hermite;

TEST_CASE("fdtd: transforms over a part of a harmonic source's period are told of") {
  const char* const driven = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 12, "upper": 12 },
    "material": { "permittivity": 1, "permeability": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 100 },
    "sources": { "points": [[6,6,6.5]], "fields": "Ez", "waveform": "harmonic", "frequency": 0.05 },
    "spectra": { "fields": "Ez", "frequencies": 0.05 } })";
  const auto told = [&](const std::string& changes) {
    return contains(notices_of(driven, changes), "spectra sums over");
  };
  CHECK_FALSE(told(""));  // 5 periods
  // 5.02 and 5.03 of them: what is over is less than half a percent of all, and more.
  CHECK_FALSE(told("--set time.final=100.4"));
  CHECK(told("--set time.final=100.6"));
  CHECK(told("--set time.final=107"));
  CHECK_FALSE(told("--set time.final=107 --set spectra.begin=7"));
  CHECK(told("--set spectra.every=9 --set spectra.begin=63"));
  CHECK_FALSE(
      told("--set time.final=107 --set sources.waveform=differentiated-gaussian --set "
           "sources.width=5 --set sources.frequency=1"));
}

TEST_CASE(
    "fdtd: bodies in a face of a plane wave's box, and runs that nothing drives, are warned of") {
  const char* const empty = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 12, "upper": 12 },
    "material": { "permittivity": 1, "permeability": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 20 } })";
  const std::string wave =
      "--set incident.direction=+z --set incident.polarization=Ex --set incident.width=2 "
      "--set incident.delay=8 --set incident.lower=3 --set incident.upper=9 ";
  const auto cut = [&](const std::string& lower, const std::string& upper) {
    return contains(notices_of(empty, wave + "--set 'objects.lower=[[5,5," + lower +
                                          "]]' --set 'objects.upper=[[7,7," + upper +
                                          "]]' --set objects.permittivity=2"),
                    "in a face of the incident wave's box");
  };
  CHECK_FALSE(cut("4", "8"));
  CHECK(cut("8", "11"));
  CHECK(cut("2", "5"));
  CHECK_FALSE(cut("10", "11"));
  // A film through all of a box that fills the periodic directions lies in none of its faces.
  const std::string film =
      "--set 'grid.boundary=[\"periodic\",\"periodic\",\"pec\"]' --set incident.lower=[0,0,3] "
      "--set "
      "incident.upper=[12,12,9] --set objects.permittivity=2 --set 'objects.lower=[[-1,-1,5]]' "
      "--set 'objects.upper=[[13,13,";
  CHECK_FALSE(contains(notices_of(empty, wave + film + "7]]'"), "in a face"));
  CHECK(contains(notices_of(empty, wave + film + "11]]'"), "in a face"));
  CHECK(contains(notices_of(empty, ""), "nothing drives the fields"));
  CHECK_FALSE(contains(notices_of(empty, wave), "nothing drives"));
}

TEST_CASE("fdtd: bodies and layers between nodes, and sources that are over, are warned of") {
  const auto thin = [](const std::string& bounds) {
    return "--set 'objects.lower=[[5,5,5],[9,3," + bounds.substr(0, 4) +
           "]]' --set 'objects.upper=[[7,8,9],[12,6," + bounds.substr(5) + "]]'";
  };
  // Places along z are nodes, and half way between them.
  CHECK(
      contains(notices_of(driven_maxwell, thin("3.10 3.40")), "object 2 lies between the places"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, thin("3.40 3.60")), "between the places"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, thin("2.90 3.10")), "between the places"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, ""), "between the places"));
  CHECK(
      contains(notices_of(driven_maxwell,
                          "--set 'objects.lower=[[5.1,5.1,5.1],[9,3,3]]' --set "
                          "'objects.upper=[[5.4,5.4,5.4],[12,6,9]]' --set objects.shape=ellipsoid"),
               "object 1 lies between the places"));
  // A body that holds places of H alone changes E nowhere.
  const std::string bar =
      "--set 'objects.lower=[[5,5,5],[9,5.4,3.4]]' --set 'objects.upper=[[7,8,9],[12,5.6,3.6]]'";
  CHECK(contains(notices_of(driven_maxwell, bar), "object 2 lies between the places"));
  CHECK_FALSE(
      contains(notices_of(driven_maxwell, bar + " --set objects.permeability=2"), "object 2 lies"));
  // Elastic media are those of nodes.
  CHECK(contains(notices_of(driven_elastic, "--set layers.begin=[3.2,3.7]"),
                 "layer 1 lies between the places"));
  CHECK_FALSE(
      contains(notices_of(driven_elastic, "--set layers.begin=[3.7,4.2]"), "between the places"));

  CHECK(contains(notices_of(driven_maxwell, "--set sources.delay=[-30,0,20]"),
                 "source 1 is over before the run begins"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, "--set sources.delay=[-2,-5,20]"), "is over"));
  CHECK_FALSE(contains(notices_of(driven_maxwell,
                                  "--set sources.waveform=harmonic --set sources.width=[] --set "
                                  "sources.frequency=25 --set sources.delay=-4"),
                       "is over"));
}

TEST_CASE("fdtd: too many steps for sources are refused before their waveforms are worked out") {
  const Workplace place;
  place.write("driven.json", driven_elastic);
  const Outcome outcome = place.call("check driven.json --set time.final=1e12");
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.error, "time.final: found "));
  CHECK(contains(outcome.error, "allowed 16777216 with sources"));
}

TEST_CASE("fdtd: far fields of charges, of walls and of sources outside their box are warned of") {
  const std::string open = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 24, "upper": 24, "boundary": "pec" },
    "material": { "permittivity": 1, "permeability": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 200 },
    "cpml": { "lower": 4, "upper": 4 },
    "sources": { "points": [[12,12,12.5]], "fields": "Ez", "waveform": "ricker", "frequency": 0.02, "delay": 80 },
    "far_field": { "lower": 8, "upper": 16, "frequencies": 0.02 } })";
  const auto said = [&](const std::string& changes) { return notices_of(open.c_str(), changes); };
  CHECK(said("").empty());
  // The box's last nodes along x are at 16: a current along z on that face, and one along x that ends there.
  CHECK(contains(said("--set sources.points=[[16,12,12.5]]"), "outside the box of far_field"));
  CHECK(said("--set sources.points=[[15.5,12,12]] --set sources.fields=Ex").empty());
  CHECK(contains(said("--set sources.points=[[16.5,12,12]] --set sources.fields=Ex"),
                 "outside the box of far_field"));
  CHECK(contains(said("--set sources.waveform=step --set sources.width=8"), "leaves charges"));
  // Transforms inside the domain see them too.
  const std::string spectra = "--set spectra.fields=Ez --set spectra.frequencies=0.02 ";
  CHECK(said(spectra).empty());
  CHECK(contains(said(spectra + "--set sources.waveform=gaussian --set sources.width=8"),
                 "leaves charges"));
  // A pulse's transform is that of all of it: ricker's last side lobe ends near t = 140.
  CHECK(contains(said("--set time.final=110"), "far_field ends while source 1 goes on"));
  CHECK(contains(said(spectra + "--set time.final=110"), "spectra ends while source 1 goes on"));
  CHECK(said("--set time.final=150").empty());
  CHECK(contains(said("--set cpml.upper=[4,0,4] --set cpml.lower=[4,0,4]"),
                 "without absorbing layers in direction 2"));
  CHECK(contains(said("--set cpml.upper=[4,4,0]"), "without absorbing layers in direction 3"));
}

TEST_CASE("fdtd: layers in units of which neither SI's vacuum nor 1 is one are warned of") {
  const auto warned = [&](const std::string& eps) {
    const std::string said = notices_of(driven_maxwell, "--set material.permittivity=" + eps);
    CHECK(contains(said, "cpml.vacuum_permittivity") == contains(said, "in F/m nor relative"));
    return contains(said, "in F/m nor relative");
  };
  CHECK_FALSE(warned("2"));
  CHECK_FALSE(warned("1.8e-11"));
  CHECK(warned("8.85e-3"));
  CHECK_FALSE(warned("8.85e-3 --set cpml.vacuum_permittivity=8.85e-3"));
}

TEST_CASE("fdtd: sources and receivers in a conductor are warned of") {
  const std::string within =
      "--set sources.points=[[6,6,6.5]] --set sources.fields=Ez --set sources.waveform=harmonic "
      "--set sources.delay=0 --set sources.amplitude=1";
  CHECK(contains(notices_of(driven_maxwell, within),
                 "source 1, of Ez, lies in a perfect conductor and does nothing"));
  const std::string second =
      notices_of(driven_maxwell, "--set 'sources.points=[[4,4,4.5],[6,6,6.5],[8.5,9,6]]'");
  CHECK(contains(second, "source 2, of Ez, lies in a perfect conductor"));
  CHECK_FALSE(contains(second, "source 1"));
  CHECK_FALSE(contains(second, "source 3"));
  CHECK(contains(
      notices_of(driven_maxwell, within + " --set sources.kind=hard"),
      "the hard source 1, of Ez, lies in a perfect conductor, in which its edge is a gap"));
  CHECK(contains(notices_of(driven_maxwell, "--set receivers.points=[[6,6,6.5]]"),
                 "receiver 1 lies in a perfect conductor"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, ""), "perfect conductor"));
}

TEST_CASE("fdtd: sources and receivers in layers, and layers that fill the domain, are warned of") {
  const std::string moved = notices_of(driven_maxwell,
                                       "--set 'receivers.points=[[10,10,10.5]]' "
                                       "--set 'sources.points=[[4,4,4.5],[4,1,4.5],[8.5,9,6]]'");
  CHECK(contains(moved, "source 2 lies in an absorbing layer, in direction 2"));
  CHECK(contains(moved, "receiver 1 lies in an absorbing layer, in direction 3"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, ""), "absorbing layer"));
  const std::string full =
      notices_of(cavity, "--set exact.kind=none --set cpml.lower=[0,0,4] --set cpml.upper=[0,0,4]");
  CAPTURE(full);
  CHECK(contains(full, "absorbing layers fill the domain, in direction 3"));
}

TEST_CASE("fdtd: conductors whose skin a cell is too thick for are warned of") {
  const char* const block = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 24, "upper": 24, "boundary": "pec" },
    "material": { "permittivity": 1, "permeability": 1 },
    "initial": { "kind": "zero" }, "exact": { "kind": "none" }, "time": { "final": 200 },
    "objects": { "lower": [[8,8,8]], "upper": [[16,16,16]], "conductivity": 5 },
    "sources": { "points": [[4,4,4.5]], "fields": "Ez", "waveform": "harmonic", "frequency": 0.02 } })";
  // sqrt(2/(2 pi .02 5)) = 1.8 cells; with 50 it is .56, and what is less conducting than dielectric has none.
  CHECK_FALSE(contains(notices_of(block, ""), "skin depth"));
  CHECK(contains(notices_of(block, "--set objects.conductivity=50"), "skin depth of 0.564"));
  CHECK_FALSE(
      contains(notices_of(block, "--set objects.conductivity=50 --set objects.permittivity=500"),
               "skin depth"));
}

TEST_CASE("fdtd: pulses that begin with a jump, or after the run, are warned of") {
  const auto said = [](const std::string& more) {
    return notices_of(driven_maxwell, "--set sources.waveform=gaussian " + more);
  };
  CHECK(contains(said("--set sources.delay=0"), "source 1 begins with a jump: its waveform is 1"));
  // exp(-(delay/3)^2) on both sides of a hundredth.
  CHECK(contains(said("--set sources.delay=6.4"), "source 1 begins with a jump"));
  CHECK_FALSE(contains(said("--set sources.delay=6.5"), "source 1 begins with a jump"));
  CHECK(contains(said("--set sources.delay=1e9"), "after the run's end"));
  CHECK_FALSE(contains(notices_of(driven_maxwell, ""), "jump"));
}

TEST_CASE("fdtd: bodies outside the domain are warned of") {
  const std::string said = notices_of(driven_maxwell,
                                      "--set 'objects.lower=[[5,5,5],[9,3,30]]' "
                                      "--set 'objects.upper=[[7,8,9],[12,6,40]]'");
  CAPTURE(said);
  CHECK(contains(said, "object 2 lies outside the domain"));
  CHECK_FALSE(contains(said, "object 1"));
}

TEST_CASE("fdtd: a wave that the grid cannot hold is warned of") {
  CHECK(contains(notices_of(cavity, "--set grid.cells=8 --set initial.waves=[1,8,1]"),
                 "in direction 2 a wavelength has 2 values of the grid"));
  CHECK_FALSE(
      contains(notices_of(cavity, "--set grid.cells=8 --set initial.waves=[1,7,1]"), "wavelength"));
}

TEST_CASE(
    "fdtd: initial data in magnetic bodies, and the energy of rounded conductors, are warned of") {
  const std::string box = R"({
    "solver": "fdtd", "system": "maxwell", "dimension": 3, "grid": { "cells": 8, "upper": 8, "boundary": "pec" },
    "material": { "permittivity": 1, "permeability": 1 },
    "objects": { "lower": [[4,0,0]], "upper": [[8,8,8]] },
    "initial": { "kind": "gaussian", "width": 2 }, "exact": { "kind": "none" }, "time": { "final": 4 },
    "norms": { "every": 1 }, "precision": "single", "kernel": { "coefficients": "arrays" } })";
  const auto said = [&](const std::string& changes) { return notices_of(box.c_str(), changes); };
  CHECK_FALSE(contains(said("--set objects.permittivity=4"), "another permeability"));
  CHECK(contains(said("--set objects.permeability=4"), "another permeability"));
  CHECK_FALSE(contains(said("--set objects.permeability=4 --set initial.kind=zero"),
                       "another permeability"));
  // dt is 4/9: sigma dt/(2 eps) on both sides of 1000.
  CHECK_FALSE(contains(said("--set objects.conductivity=4.4e3"), "good conductors"));
  CHECK(contains(said("--set objects.conductivity=4.6e3"), "good conductors"));
  for (const char* right : {"precision=double", "kernel.coefficients=indices", "norms.every=0"})
    CHECK_FALSE(contains(said(std::string("--set objects.conductivity=1e5 --set ") + right),
                         "good conductors"));
}

TEST_CASE("fdtd: of fields held half a step early is told where they are recorded") {
  const Workplace place;
  place.write("case.json", driven_maxwell);
  const auto told = [&](const std::string& keys) {
    const Outcome outcome = place.call("run case.json --stop-after 1 --out out " + keys);
    CAPTURE(outcome.error);
    CHECK(outcome.code == 0);
    return contains(outcome.error, "recorded half a step before");
  };
  const std::string points = "--set receivers.points=[[3,3,3]] --set 'receivers.fields=";
  CHECK_FALSE(told(points + "Ez'"));
  CHECK(told(points + "Hz'"));
  CHECK(told(points + "[\"Ez\",\"Hz\"]'"));
}
