#include "hermite/core/manifest.hpp"

#include <cinttypes>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>

#include "hermite/core/build_info.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

using nlohmann::json;

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != line.npos) return line.substr(colon + 2);
  }
  return "unknown";
}

Manifest start_manifest(int argc, const char* const* argv) {
  Manifest manifest;
  manifest.argv.assign(argv, argv + argc);
  manifest.processor = processor_name();
  manifest.started = utc_now();
  return manifest;
}

std::uint64_t fnv1a(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash ^= std::uint64_t(static_cast<unsigned char>(c));
    hash *= 0x100000001b3u;
  }
  return hash;
}

std::string hash_text(const std::string& text) { return format("%016" PRIx64, fnv1a(text)); }

std::string hash_json(const std::string& text) {
  return hash_text(json::parse(text).dump());  // nlohmann's objects are sorted by key
}

json to_json(const Manifest& manifest) {
  const BuildInfo& build = build_info();
  json result = {
      {"schema", manifest_schema},
      {"argv", manifest.argv},
      {"started", manifest.started},
      {"git", {{"commit", build.git_commit}, {"dirty", build.git_dirty}}},
      {"build",
       {{"version", build.version},
        {"compiler", build.compiler},
        {"flags", build.flags},
        {"type", build.build_type},
        {"cuda_compiler", build.cuda_compiler},
        {"cuda_architectures", build.cuda_architectures}}},
      {"machine",
       {{"device", manifest.device},
        {"driver", manifest.driver},
        {"processor", manifest.processor},
        {"threads", manifest.threads},
        {"ranks", manifest.ranks}}},
      {"seconds", manifest.seconds},
  };
  if (!manifest.resolved_case.empty()) {
    result["case"] = {{"file", manifest.case_file},
                      {"hash", hash_json(manifest.resolved_case)},
                      {"resolved", json::parse(manifest.resolved_case)}};
    if (!manifest.case_files.empty()) result["case"]["files"] = manifest.case_files;
  }
  if (!manifest.block.empty()) result["block"] = manifest.block;
  if (manifest.ranks > 1)
    result["messages"] = {{"by", manifest.messages.by},
                          {"waiting_mean", manifest.messages.waiting_mean},
                          {"waiting_most", manifest.messages.waiting_most}};
  return result;
}

}  // namespace hermite
