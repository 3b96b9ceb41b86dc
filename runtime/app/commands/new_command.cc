#include "app/commands/new_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>

#include "app/exit_code.h"

namespace oarlock::app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kNameBytes = 63;

// A DNS label: it names a file, a controller and part of the plugin's id.
bool IsName(std::string_view name) {
  if (name.empty() || name.size() > kNameBytes) return false;
  if (std::islower(static_cast<unsigned char>(name.front())) == 0 || name.back() == '-')
    return false;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::islower(byte) == 0 && std::isdigit(byte) == 0 && c != '-') return false;
  }
  return true;
}

// "my-plugin" → "my_plugin".
std::string FileName(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

// "my-plugin" → "MyPlugin".
std::string ClassName(std::string_view name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (c != '-') {
      out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    }
    upper = c == '-';
  }
  return out;
}

// Where this program is installed, when the SDK is there as well.
std::string FindSdk() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const fs::path prefix = self.parent_path().parent_path();
  const bool there = !error && fs::exists(prefix / "share/oarlock-sdk/rust/Cargo.toml", error);
  return there ? prefix.string() : std::string();
}

std::string Filled(std::string_view text, const std::map<std::string, std::string>& words) {
  std::string out;
  while (!text.empty()) {
    const size_t open = text.find("{{");
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open);
    const size_t close = text.find("}}");
    const auto word = close == std::string_view::npos
                          ? words.end()
                          : words.find(std::string(text.substr(2, close - 2)));
    if (word == words.end()) {
      out += "{{";
      text.remove_prefix(2);
    } else {
      out += word->second;
      text.remove_prefix(close + 2);
    }
  }
  return out;
}

bool WriteFile(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) fmt::print(stderr, "{}: cannot be written\n", path.string());
  return static_cast<bool>(out);
}

int WriteProject(const NewOptions& options, const fs::path& folder, const std::string& sdk) {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  const std::map<std::string, std::string> words = {{"name", options.name},
                                                    {"file", FileName(options.name)},
                                                    {"class", ClassName(options.name)},
                                                    {"sdk", sdk},
                                                    {"oarlock", error ? "oarlock" : self.string()}};
  const std::string prefix = options.language + "/";
  for (const TemplateFile& file : TemplateFiles()) {
    if (!file.path.starts_with(prefix)) continue;
    std::string path = Filled(file.path.substr(prefix.size()), words);
    // Sources that are none before they are filled in.
    if (path.ends_with(".in")) path.resize(path.size() - 3);
    if (!WriteFile(folder / path, Filled(file.text, words))) return kExitInternal;
    fmt::print("  {}\n", (folder / path).string());
  }
  return kExitOk;
}

}  // namespace

CLI::App* AddNewCommand(CLI::App& app, NewOptions& options) {
  CLI::App* command = app.add_subcommand("new", "Write a plugin project that builds and tests");
  command->add_option("name", options.name, "Name of the plugin: lower case, digits and dashes")
      ->required();
  command->add_option("--lang", options.language, "Language of the plugin")
      ->check(CLI::IsMember({"cpp", "c", "rust"}))
      ->capture_default_str();
  command->add_option("--dir", options.directory, "Folder to write to (default: ./NAME)");
  command->add_option("--sdk", options.sdk, "Install prefix of the SDK (default: this program's)");
  return command;
}

int RunNew(const NewOptions& options) {
  if (!IsName(options.name)) {
    fmt::print(stderr, "\"{}\": a name has lower-case letters, digits and dashes, like my-plugin\n",
               options.name);
    return kExitUsage;
  }
  const fs::path folder = options.directory.empty() ? options.name : options.directory;
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    fmt::print(stderr, "{}: exists and is not empty\n", folder.string());
    return kExitUsage;
  }
  const std::string sdk = options.sdk.empty() ? FindSdk() : fs::absolute(options.sdk).string();
  if (sdk.empty() && options.language == "rust") {
    fmt::print(stderr, "the SDK is not beside this program: give its prefix with --sdk\n");
    return kExitUsage;
  }
  const int code = WriteProject(options, folder, sdk);
  if (code == kExitOk) fmt::print("see {}\n", (folder / "README.md").string());
  return code;
}

}  // namespace oarlock::app
