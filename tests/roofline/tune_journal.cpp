// The journal: what was written is there again, whatever happened to the last line; a journal of other
// conditions is set aside, not mixed in.
#include "roofline/tune/journal.hpp"

#include "tests/roofline/subject.hpp"

using namespace hermite;
using nlohmann::json;

namespace {

Configuration with_cells(int cells) {
  Configuration c;
  c.order = 2;
  c.kernel.variant = "march";
  c.kernel.cells_per_block = cells;
  return c;
}

const json conditions = {{"machine", "here"}, {"case", "a"}};

// Two configurations, of which one has two samples, and a note.
void write_some(const std::string& file) {
  std::vector<std::string> notices;
  TuneJournal journal(file, conditions, notices);
  CHECK(notices.empty());
  CHECK(journal.resumed() == 0);
  journal.verified(with_cells(8), 0.5, 77);
  journal.add(with_cells(8), {"crossed", 1, 0.125, 3, 1.5e9});
  journal.note("seed", 77);
  journal.skip(with_cells(16), "wrong: a \"quoted\" reason", true);
  journal.add(with_cells(8), {"crossed", 2, 0.25, 3});
}

void check_some(const TuneJournal& journal, std::size_t samples) {
  const TuneHistory& eight = journal.of(with_cells(8));
  CHECK(eight.verified);
  CHECK(eight.skipped.empty());
  REQUIRE(eight.samples.size() == samples);
  CHECK(eight.samples[0].seconds == 0.125);
  CHECK(eight.samples[0].steps == 3);
  CHECK(eight.samples[0].clock == 1.5e9);
  if (samples == 2) CHECK(eight.samples[1].clock == 0);
  CHECK(eight.has("crossed", 1));
  CHECK(eight.has("crossed", 2) == (samples == 2));
  CHECK_FALSE(eight.has("slab", 1));
  CHECK(journal.of(with_cells(16)).skipped == "wrong: a \"quoted\" reason");
  CHECK(journal.of(with_cells(16)).wrong);
  CHECK(journal.noted("seed") == 77);
  CHECK(journal.noted("nothing").is_null());
  CHECK(journal.of(with_cells(32)).samples.empty());
}

}  // namespace

TEST_CASE("a journal that is opened again has everything, and is added to") {
  const Folder folder;
  const std::string file = folder / "journal.jsonl";
  write_some(file);
  const std::string before = text_in(file);
  std::vector<std::string> notices;
  {
    TuneJournal journal(file, conditions, notices);
    CHECK(journal.resumed() == 2);
    check_some(journal, 2);
    journal.add(with_cells(8), {"slab", 1, 0.5, 1});
  }
  CHECK(notices.empty());
  CHECK(text_in(file).rfind(before, 0) == 0);  // only added to
  CHECK(TuneJournal(file, conditions, notices).resumed() == 3);
}

TEST_CASE("cut off at any byte, a journal keeps its whole lines and goes on") {
  const Folder folder;
  const std::string file = folder / "journal.jsonl";
  write_some(file);
  const std::string whole = text_in(file);
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t size = last + 1; size < whole.size(); ++size) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, size);
    std::vector<std::string> notices;
    {
      TuneJournal journal(file, conditions, notices);
      check_some(journal, 1);
      journal.add(with_cells(8), {"crossed", 2, 0.25, 3});
    }
    CHECK(notices.size() == 1);
    CHECK(notices.front().find(file + ":6") != std::string::npos);
    CHECK(text_in(file) == whole);
  }
}

TEST_CASE("a note that cannot be what it says is a broken line") {
  for (const char* const note :
       {R"({"note":"seed","value":"abc"})", R"({"note":"ceilings","value":{"copy":1}})",
        R"({"note":7,"value":1})"}) {
    const Folder folder;
    const std::string file = folder / "journal.jsonl";
    write_some(file);
    std::ofstream(file, std::ios::app) << note << "\n";
    std::vector<std::string> notices;
    const TuneJournal journal(file, conditions, notices);
    CHECK(notices.size() == 1);
    CHECK(notices.front().find(file + ":7") != std::string::npos);
    check_some(journal, 2);
  }
}

TEST_CASE("a file that does not begin as a journal is set aside, each under a name of its own") {
  const Folder folder;
  const std::string file = folder / "journal.jsonl";
  for (const char* const begin : {"", "{\"schema\"", "nonsense\n{}\n", "[1]\n"}) {
    std::ofstream(file, std::ios::binary) << begin;
    std::vector<std::string> notices;
    CHECK(TuneJournal(file, conditions, notices).resumed() == 0);
    notices.clear();
    TuneJournal(file, conditions, notices);  // whole now
    CHECK(notices.empty());
  }
  CHECK(text_in(file + ".old") == "{\"schema\"");
  CHECK(text_in(file + ".old2") == "nonsense\n{}\n");
  CHECK(text_in(file + ".old3") == "[1]\n");
}

TEST_CASE("a journal of another machine or case is set aside with a word") {
  const Folder folder;
  const std::string file = folder / "journal.jsonl";
  write_some(file);
  const std::string before = text_in(file);
  std::vector<std::string> notices;
  const TuneJournal journal(file, {{"machine", "there"}, {"case", "a"}}, notices);
  CHECK(journal.resumed() == 0);
  CHECK(journal.of(with_cells(8)).samples.empty());
  REQUIRE(notices.size() == 1);
  CHECK(notices.front().find("journal.jsonl.old") != std::string::npos);
  CHECK(text_in(file + ".old") == before);
}
