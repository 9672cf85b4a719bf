// What hermite tune, its plots and --tuned refuse: in one line, before anything is written.
#include <string>
#include <vector>

#include "tests/drivers/command.hpp"

using namespace hermite;

TEST_CASE("tune and --tuned refuse what cannot be") {
  const Workplace place;
  const std::string row = R"({"configuration": {}, "seconds": )",
                    head = R"({"schema": "hermite-tune-1", "groups": [{"rows": [)";
  place.write("untimed.json", head + row + "1}, " + row + "-2}]}]}");
  place.write("unnamed.json", head + R"({"seconds": 1}]}]})");
  struct Bad {
    std::string arguments;
    int code;
    std::vector<std::string> parts;
  };
  for (const Bad& bad : std::vector<Bad>{
           {"tune", 2, {"tune", "case"}},
           {"tune absent.json", 3, {"absent.json"}},
           {"tune good.json --orders 1,x", 2, {"--orders"}},
           {"tune good.json --orders 12", 3, {"--orders", "method.order", "found 12"}},
           {"tune good.json --pipelines shft", 3, {"--pipelines", "kernel.pipeline", "shft"}},
           {"tune good.json --pipelines leapfrog", 3, {"leapfrog"}},
           {"tune good.json --set kernel.pipeline=leapfrog", 3, {"leapfrog"}},
           {"tune good.json --precisions half", 3, {"--precisions", "half"}},
           {"tune good.json --variants waltz", 2, {"--variants", "waltz"}},
           {"tune good.json --cells-per-block 0", 2, {"--cells-per-block"}},
           {"tune good.json --set kernel.cells_per_block=9",
            3,
            {"--set", "kernel.cells_per_block", "found 9", "at most 8"}},
           {"tune good.json --variants registers",
            3,
            {"--variants", "allowed literal for", "1-D on host"}},
           {"tune good.json --budget 0", 2, {"--budget", "found 0", "greater than 0"}},
           {"tune good.json --budget soon", 2, {"--budget", "found soon", "greater than 0"}},
           {"tune good.json --seed 0", 2, {"--seed", "found 0", "greater than 0"}},
           {"tune good.json --rounds 1", 2, {"--rounds"}},
           {"tune good.json --device cuda:7", 4, {"--device", "cuda:7"}},
           {"tune good.json --out /proc/nowhere", 4, {"/proc/nowhere"}},
           {"tune good.json --out out --table /proc/t.jsonl", 4, {"/proc", "--table"}},
           {"tune good.json --table good.json", 3, {"--table", "good.json is no table", "another"}},
           {"tune good.json --no-roof --ceilings a.json", 2, {"--no-roof and --ceilings"}},
           {"run good.json --out out --tuned good.json", 3, {"--tuned", "good.json is no table"}},
           {"tune plot absent.json", 3, {"absent.json"}},
           {"tune plot good.json", 3, {"good.json", "hermite-tune-1"}},
           {"tune plot untimed.json", 3, {"untimed.json: groups[0].rows[1].seconds", "-2"}},
           {"tune plot unnamed.json", 3, {"unnamed.json: groups[0].rows[0]", "configuration"}},
           {"run good.json --out out --tuned nothing.jsonl", 3, {"--tuned", "nothing.jsonl"}},
           {"check good.json --tuned nothing.jsonl", 3, {"--tuned", "nothing.jsonl"}}})
    check_refused(place, bad.arguments, bad.code, bad.parts);
}
