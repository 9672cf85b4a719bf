// Files: JSON in, text out. A file is written beside its place and then renamed, so that a reader
// never meets half of one.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>

namespace hermite {

/// Throws CaseError with file, line and column where the text is not JSON, and where a key stands
/// twice in one object.
nlohmann::json read_json(const std::string& file);
/// The same from a text; `name` stands for the file in messages.
nlohmann::json parse_json(const std::string& text, const std::string& name);

/// Whole content of a file. Throws CaseError where it cannot be read.
std::string read_text(const std::string& file);
/// Whether there is a file or a folder of that name.
bool file_exists(const std::string& name);

/// Makes the folder where it is missing. Throws MachineError where nothing can be written there, with the
/// option that names another.
void require_writable_folder(const std::string& folder, const std::string& option = "");

/// The same for a file: its folder is made, and what stands there must be a file that may be replaced.
void require_writable_file(const std::string& file, const std::string& option = "");

/// A symbolic link stays, the file that it points to is replaced.
void write_atomically(const std::string& file, const std::function<void(std::ostream&)>& write);
void write_text(const std::string& file, const std::string& text);
void write_json(const std::string& file, const nlohmann::json& value);

}  // namespace hermite
