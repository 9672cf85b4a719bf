// The search on a GPU: every configuration that runs is verified against the host's reference, those
// that cannot launch are skipped with the reason, and what the compiler made of the best is known.
#if HERMITE_CUDA_ENABLED

#include "roofline/tune/report.hpp"
#include "tests/roofline/subject.hpp"

using namespace hermite;

TEST_SUITE("gpu") {
  TEST_CASE("a search on a GPU") {
    const Device gpu("cuda");
    for (const char* const pipeline : {"monolithic", "two-kernel", "leapfrog"})
      for (const Precision precision : {Precision::single, Precision::double_}) {
        const Folder folder;
        const Small small("acoustics", 3, pipeline, 1, precision);
        TuneSetting setting = small.setting();
        setting.cuda = true;
        setting.cells_per_block = {4, 8, 20, 32, 40};
        TuneOptions options;
        options.rounds = 3;
        options.sample_seconds = 1e-3;
        std::vector<std::string> notices;
        TuneJournal journal(folder / "j", {{"case", "test"}}, notices);
        const TuneResult result = Tuner(small.subject, setting, gpu, journal, options).search();
        CAPTURE(std::string(pipeline));
        CAPTURE(std::string(name_of(precision)));
        REQUIRE(result.best.size() >= 2);
        for (const TuneCandidate& c : result.candidates) {
          CAPTURE(text_of(c.configuration.kernel));
          CAPTURE(c.skipped);
          CHECK_FALSE(c.wrong);
          // The grid has 40 cells along x1, a block at most 32 lanes.
          if (c.configuration.kernel.cells_per_block > 32)
            CHECK(c.skipped.find("threads") != std::string::npos);
          CHECK((c.verified || !c.skipped.empty()));
        }
        const TuneFacts facts = facts_of(*result.candidates[result.best.front()].solver);
        CHECK(facts.known);
        CHECK(facts.registers > 0);
        CHECK(facts.occupancy > 0);
        CHECK(facts.occupancy <= 1);
      }
  }
}

#endif
