// Manifest and hash; the folder data/; progress and interrupts; texts.
#include "hermite/core/manifest.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "hermite/core/data_dir.hpp"
#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"
#include "hermite/core/interrupt.hpp"
#include "hermite/core/progress.hpp"

#include <doctest/doctest.h>

using namespace hermite;

TEST_CASE("FNV-1a of the published test strings") {
  // Test vectors of the authors (isthe.com/chongo/tech/comp/fnv).
  CHECK(fnv1a("") == 0xcbf29ce484222325u);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8cu);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("the hash of a case sees values, not spaces or the order of keys") {
  CHECK(hash_json(R"({"a": 1, "b": 2})") == hash_json(R"({ "b":2,"a":1 })"));
  CHECK(hash_json(R"({"a": 1})") != hash_json(R"({"a": 2})"));
}

TEST_CASE("a manifest says what was run, from what, on what") {
  const char* const argv[] = {"hermite", "run", "a.json"};
  Manifest manifest = start_manifest(3, argv);
  manifest.case_file = "a.json";
  manifest.resolved_case = R"({"a": 1})";
  manifest.device = "host";
  manifest.seconds["loop"] = 0.5;
  const nlohmann::json json = to_json(manifest);
  CHECK(json["schema"] == manifest_schema);
  CHECK(json["argv"].size() == 3);
  CHECK(json["case"]["resolved"]["a"] == 1);
  CHECK(json["case"]["hash"] == hash_json(manifest.resolved_case));
  CHECK(json["git"].contains("commit"));
  CHECK(json["git"]["dirty"].is_boolean());
  CHECK(json["build"].contains("flags"));
  CHECK(json["machine"]["device"] == "host");
  CHECK(json["seconds"]["loop"] == 0.5);
  CHECK(json["started"].get<std::string>().size() == 20);
}

TEST_CASE("HERMITE_DATA names the folder, and must exist") {
  const char* const before = std::getenv("HERMITE_DATA");
  const std::string kept = before ? before : "";
  setenv("HERMITE_DATA", "/tmp", 1);
  CHECK(data_dir() == "/tmp");
  setenv("HERMITE_DATA", "/none", 1);
  CHECK_THROWS_WITH_AS(data_dir(), doctest::Contains("HERMITE_DATA: no folder /none"),
                       MachineError);
  before ? setenv("HERMITE_DATA", kept.c_str(), 1) : unsetenv("HERMITE_DATA");
}

TEST_CASE("progress: what the line says, and silence") {
  CHECK(progress_line(40, 100, 1.2e8, 3.2) == "step 40/100  1.20e+08 updates/s  3 s left");
  CHECK(progress_line(1, 2, 1, 61) == "step 1/2  1.00e+00 updates/s  1:01 min left");
  CHECK(progress_line(1, 2, 1, 7260) == "step 1/2  1.00e+00 updates/s  2:01 h left");
  std::ostringstream out, silent;
  {
    Progress shown(1000, 1, out, true), hidden(1000, 1, silent, false);
    for (long step = 1; step <= 500; ++step) {
      shown.update(step);
      hidden.update(step);
    }
    CHECK(out.str().empty());  // less than a tenth of a second has gone by
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
    shown.update(501);
    hidden.update(501);
    shown.update(502);
    CHECK(out.str().find("step 501/1000") == 1);
    CHECK(out.str().find("step 502") == std::string::npos);
  }
  CHECK(out.str().back() == '\r');
  CHECK(silent.str().empty());
}

TEST_CASE("a signal sets the flag, and one that comes again within a moment does no more") {
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // Whatever the tests were started with, as by nohup.
    struct sigaction standard = {}, before, after;
    standard.sa_handler = SIG_DFL;
    sigaction(signal, &standard, &before);
    {
      CatchInterrupts scope;
      CHECK_FALSE(interrupted());
      for (int i = 0; i < 3; ++i) std::raise(signal);
      CHECK(interrupted());
    }
    sigaction(signal, &before, &after);
    const bool as_before = after.sa_handler == SIG_DFL;
    CHECK(as_before);
  }
}

TEST_CASE("a signal that is ignored, as nohup has SIGHUP, stays so") {
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGHUP, &ignore, &before);
  {
    CatchInterrupts scope;
    std::raise(SIGHUP);
    CHECK_FALSE(interrupted());
  }
  sigaction(SIGHUP, &before, nullptr);
}

TEST_CASE("numbers in texts, however long") {
  CHECK(format("%d %s %.3g", 7, "cells", 0.1234) == "7 cells 0.123");
  const std::string word(1000, 'x');
  CHECK(format("%s;%s", word.c_str(), word.c_str()) == word + ";" + word);
  CHECK(format("%s", "").empty());
}
