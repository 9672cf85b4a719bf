#include "hermite/core/json_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <vector>

#include "hermite/core/error.hpp"
#include "hermite/core/format.hpp"

namespace hermite {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// "a.json:3:5", lines and columns counted from 1.
std::string position(const std::string& name, const std::string& text, size_t byte) {
  const size_t end = std::min(byte, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + long(end), '\n');
  const size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const size_t column = newline == std::string::npos ? end + 1 : end - newline;
  return name + ":" + std::to_string(line) + ":" + std::to_string(column);
}

/// The reason alone, of "[json.exception...] parse error at line 3, column 5: REASON", which quotes what was read:
/// bytes of any kind.
std::string reason(const std::string& what) {
  const size_t colon = what.find(": ");
  std::string shown;
  for (const unsigned char c : colon == std::string::npos ? what : what.substr(colon + 2))
    shown += c < 0x80 ? std::string(1, char(c)) : format("\\x%02x", c);
  return shown;
}

/// Refuses a key that stands twice in an object, which JSON leaves open and readers decide
/// silently.
class DuplicateKeys {
 public:
  explicit DuplicateKeys(const std::string& name) : name_(name) {}

  void see(json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) objects_.emplace_back();
    if (event == json::parse_event_t::object_end) objects_.pop_back();
    if (event != json::parse_event_t::key) return;
    const std::string key = parsed.get<std::string>();
    if (!objects_.back().insert(key).second) {
      throw CaseError(name_, key, "the key stands twice in one object; remove one");
    }
  }

 private:
  std::string name_;
  std::vector<std::set<std::string>> objects_;
};

}  // namespace

json parse_json(const std::string& text, const std::string& name) {
  DuplicateKeys duplicates(name);
  try {
    return json::parse(text, [&](int, json::parse_event_t event, json& parsed) {
      duplicates.see(event, parsed);
      return true;
    });
  } catch (const json::parse_error& error) {
    const size_t byte = error.byte > 0 ? error.byte - 1 : 0;
    throw CaseError(position(name, text, byte), "", "not JSON: " + reason(error.what()));
  } catch (const json::out_of_range& error) {
    // "number overflow parsing '1e999'": the position is that of the number's first appearance.
    const std::string what = error.what();
    const size_t first = what.find('\''), last = what.rfind('\'');
    const std::string number = first < last ? what.substr(first + 1, last - first - 1) : "";
    throw CaseError(position(name, text, std::min(text.find(number), text.size())), "", number,
                    "a number that is finite");
  }
}

bool file_exists(const std::string& name) {
  std::error_code failed;  // names too long are of nothing
  return fs::exists(name, failed);
}

std::string read_text(const std::string& file) {
  std::error_code failed;
  std::ifstream in;
  if (fs::is_regular_file(file, failed)) in.open(file, std::ios::binary);
  if (!in.is_open()) {
    throw CaseError(file, "",
                    fs::is_directory(file, failed) ? "is a folder; name a file"
                    : file_exists(file) ? "cannot be read; is it a file, and yours to read?"
                                        : "no such file");
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

json read_json(const std::string& file) { return parse_json(read_text(file), file); }

namespace {

/// A name beside the file that no other process uses.
std::string beside(const std::string& file) { return file + ".part" + std::to_string(getpid()); }

[[noreturn]] void cannot_write(const std::string& what, const std::string& folder) {
  throw MachineError("cannot write " + what + ": is " + (folder.empty() ? "." : folder) +
                     " a folder, yours to write to, and the disk not full?");
}

// A folder or a device node is not to be replaced by a file.
void refuse_irregular(const std::string& file) {
  std::error_code failed;
  const fs::file_status status = fs::status(file, failed);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw MachineError("cannot write " + file + ": it exists and is not a file; give another name");
}

// Whether a file may be written that is to become `name`: a name may be too long, a disk full.
bool can_write(const std::string& name) {
  const std::string trial = beside(name);
  const bool written = bool(std::ofstream(trial) << "trial" << std::flush);
  std::error_code failed;
  fs::remove(trial, failed);
  return written;
}

}  // namespace

void require_writable_folder(const std::string& folder, const std::string& option) {
  std::error_code failed;
  if (fs::exists(folder, failed) && !fs::is_directory(folder, failed))
    throw MachineError(folder + " is no folder: give one that you may write to" +
                       (option.empty() ? "" : ", with " + option));
  fs::create_directories(folder, failed);
  if (failed || !can_write((fs::path(folder) / "trial").string())) {
    throw MachineError("cannot write to the folder " + folder + ": give one that you may write to" +
                       (option.empty() ? "" : ", with " + option));
  }
}

void require_writable_file(const std::string& file, const std::string& option) {
  const fs::path parent = fs::path(file).parent_path();
  require_writable_folder(parent.empty() ? "." : parent.string(), option);
  refuse_irregular(file);
  if (!can_write(file)) cannot_write(file, parent.string());
}

void write_atomically(const std::string& name, const std::function<void(std::ostream&)>& write) {
  refuse_irregular(name);
  std::error_code unresolved;
  const fs::path target =
      fs::is_symlink(name, unresolved) ? fs::weakly_canonical(name, unresolved) : fs::path(name);
  const std::string file = target.string(), folder = target.parent_path().string();
  const std::string part = beside(file);
  std::error_code ignored;
  {
    std::ofstream out(part, std::ios::binary);
    if (!out) cannot_write(file, folder);
    try {
      write(out);
    } catch (...) {
      fs::remove(part, ignored);
      throw;
    }
    out.close();  // some file systems tell here alone that they are full
    if (!out) {
      fs::remove(part, ignored);
      cannot_write(file, folder);
    }
  }
  std::error_code failed;
  fs::rename(part, file, failed);
  if (!failed) return;
  fs::remove(part, ignored);
  cannot_write(file, folder);
}

void write_text(const std::string& file, const std::string& text) {
  write_atomically(file, [&](std::ostream& out) { out << text; });
}

void write_json(const std::string& file, const json& value) {
  write_text(file, value.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

}  // namespace hermite
