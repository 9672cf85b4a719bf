// What `check` says of Hermite runs that would not show what they are for.
#include <algorithm>
#include <string>

#include "tests/drivers/command.hpp"

using namespace hermite;

namespace {

// Of the good case, a wave of advection, with such keys.
std::string said(const Workplace& place, const std::string& keys) {
  std::string line = "check good.json";
  for (std::size_t begin = 0; begin < keys.size();) {
    const std::size_t end = std::min(keys.find(' ', begin), keys.size());
    line += " --set '" + keys.substr(begin, end - begin) + "'";
    begin = end + 1;
  }
  const Outcome outcome = place.call(line);
  CAPTURE(line);
  CAPTURE(outcome.error);
  CHECK(outcome.code == 0);
  return outcome.error;
}

}  // namespace

TEST_CASE("waves and pulses are held by the N + 1 values of each node") {
  const Workplace place;
  // N = 2: three values a cell, so that 8 cells hold 11 waves, not 12.
  CHECK_FALSE(contains(said(place, "initial.waves=11"), "a wavelength has"));
  CHECK(contains(said(place, "initial.waves=12"), "a wavelength has 2 values of the grid"));
  const std::string pulse = "initial.kind=gaussian initial.width=";
  CHECK_FALSE(contains(said(place, pulse + "0.0417"), "of the distance of the grid's values"));
  CHECK(contains(said(place, pulse + "0.0416"), "of the distance of the grid's values"));
}

TEST_CASE("rounding that a series in time amplifies is told of, and is none of the shifts'") {
  const Workplace place;
  const std::string high = "dimension=3 method.order=5 method.stages=full method.courant=1 ";
  const std::string told = "may amplify rounding errors";
  CHECK(contains(said(place, high + "precision=single kernel.pipeline=monolithic"), told));
  CHECK_FALSE(contains(said(place, high + "precision=double kernel.pipeline=monolithic"), told));
  CHECK_FALSE(contains(said(place, high + "precision=single kernel.pipeline=shift"), told));
  CHECK_FALSE(contains(said(place, high + "precision=single kernel.pipeline=full-step"), told));
}

TEST_CASE("the limit of the forms without dissipation is told of") {
  const Workplace place;
  place.write("good.json", R"({ "system": "acoustics", "dimension": 1, "grid": { "cells": 8 },
    "material": { "density": 1, "speed": 1 }, "initial": { "kind": "plane-wave" },
    "method": { "order": 2, "stages": "full" }, "time": { "final": 1 } })");
  for (const std::string pipeline : {"leapfrog", "conservative"})
    for (const std::string courant : {"1", "0.9"})
      CHECK(contains(said(place, "kernel.pipeline=" + pipeline + " method.courant=" + courant),
                     "method.courant 1 is the limit") == (courant == "1"));
}
