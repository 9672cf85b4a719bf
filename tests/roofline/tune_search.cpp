// The order in which a search goes on.
#include <doctest/doctest.h>

#include <set>

#include "tests/folder.hpp"
#include "tests/roofline/tuner.hpp"

using namespace hermite;

TEST_CASE("what the code takes of each variant is measured before other blocks of any") {
  const Small small("acoustics", 2, "monolithic");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {2, 4, 8, 16};
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Folder folder;
    TuneOptions options = quick();
    options.rounds = 1;
    options.seed = seed;
    search(small, setting, folder / "j", options);
    std::vector<std::string> variants;  // in the order of their first samples
    for (const nlohmann::json& entry : lines_in(text_in(folder / "j"))) {
      if (entry.contains("phase"))
        variants.push_back(entry.at("configuration").at("variant").get<std::string>());
    }
    REQUIRE(variants.size() > 2);
    CHECK(variants[0] == "march");
    CHECK(variants[1] == "literal");
  }
}

TEST_CASE("variants that are far behind are refined last, and may win all the same") {
  const Small small("acoustics", 2, "two-kernel");
  TuneSetting setting = small.setting();
  setting.cells_per_block = {8};
  const Folder folder;
  const std::string file = folder / "j";
  for (const std::string variant : {"march", "literal"}) {
    setting.variants = {variant};
    search(small, setting, folder / variant, quick());
  }
  setting.variants.clear();
  // All that is known of march, and of literal the crossed axes, where it took a hundred times as long; in the
  // end all this took so.
  for (const double slow : {1, 100}) {
    std::string known =
        text_in(folder / "march").substr(0, text_in(folder / "march").find('\n') + 1);
    for (const std::string variant : {"march", "literal"})
      for (nlohmann::json json : lines_in(text_in(folder / variant))) {
        if (!json.contains("phase") || (variant == "literal" && json["phase"] != "crossed"))
          continue;
        json["seconds"] = json["seconds"].get<double>() * slow * (variant == "literal" ? 100 : 1);
        known += json.dump() + "\n";
      }
    std::ofstream(file, std::ios::binary) << known;
    const TuneResult result = search(small, setting, file, quick());
    CHECK(result.complete);
    REQUIRE(result.best.size() == 2);
    std::vector<std::string> phases;
    std::set<std::string> finalists;
    for (const nlohmann::json& json : lines_in(text_in(file).substr(known.size()))) {
      if (!json.contains("phase")) continue;
      const std::string variant = json["configuration"]["variant"];
      if (phases.empty() || phases.back() != json["phase"]) phases.push_back(json["phase"]);
      if (phases.back() == "finals")
        finalists.insert(variant);
      else
        CHECK(variant == "literal");
    }
    REQUIRE(!phases.empty());
    CHECK(phases.front() == "slab of slower variants");
    if (slow == 1) continue;
    CHECK(phases.back() == "finals");
    CHECK(phases.size() == 2);
    CHECK(finalists == std::set<std::string>{"literal", "march"});
  }
}
