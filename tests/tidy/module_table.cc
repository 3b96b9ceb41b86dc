#include "tidy/module_table.h"

#include <algorithm>
#include <array>
#include <utility>

namespace oarlock::tidy {
namespace {

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const size_t at = text.find(separator);
    parts.push_back(Trim(text.substr(0, at)));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// Include prefix → the library's name in the table. Listed: what a module needs a row for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kLibraries = {{
    {"fmt/", "fmt"},
    {"spdlog/", "spdlog"},
    {"simdjson", "simdjson"},
    {"nlohmann/", "nlohmann-json"},
    {"zstd", "zstd"},
    {"yaml-cpp/", "yaml-cpp"},
    {"curl/", "libcurl"},
    {"openssl/", "OpenSSL"},
    {"boost/unordered", "Boost.Unordered"},
    {"boost/dll", "Boost.DLL"},
    {"boost/asio", "Boost.Beast/Asio"},
    {"boost/beast", "Boost.Beast/Asio"},
    {"boost/", "another part of Boost"},
    {"prometheus/", "prometheus-cpp"},
    {"CLI/", "CLI11"},
    {"zlib", "zlib"},
    {"re2/", "RE2"},
    {"xxhash", "xxHash"},
    {"benchmark/", "Google Benchmark"},
}};

// The one header outside of base that shows a library: what the sandbox's documents are.
constexpr std::string_view kDocumentHeader = "runtime/sandbox/types/json.h";

std::string_view LibraryOf(std::string_view header) {
  for (const auto& [prefix, name] : kLibraries) {
    if (header.starts_with(prefix)) return name;
  }
  return {};
}

// The module that a quoted include belongs to: "queue", "plugin-sdk/abi", "plugin-sdk/sdk".
std::string ModuleOfInclude(std::string_view header) {
  if (header.starts_with("oarlock/abi/")) return "plugin-sdk/abi";
  if (header.starts_with("oarlock/sdk/")) return "plugin-sdk/sdk";
  return std::string(header.substr(0, header.find('/')));
}

struct Include {
  size_t line;
  std::string_view header;
};

std::vector<Include> IncludesOf(const SourceFile& file) {
  std::vector<Include> includes;
  size_t number = 0;
  for (std::string_view line : Lines(file.text)) {
    ++number;
    if (!line.starts_with("#include ")) continue;
    const size_t open = line.find_first_of("\"<");
    const size_t close = line.find_first_of("\">", open + 1);
    if (open == std::string_view::npos || close == std::string_view::npos) continue;
    includes.push_back({number, line.substr(open + 1, close - open - 1)});
  }
  return includes;
}

bool IsTestOnlyInclude(const SourceFile& file, std::string_view header) {
  return file.IsTest() &&
         (header.starts_with("sandbox/") || header.find("/testing/") != std::string_view::npos);
}

class Checker {
 public:
  Checker(const ModuleTable& table, std::vector<Finding>& findings)
      : table_(table), findings_(findings) {}

  void Check(const SourceFile& file) {
    const std::string module = file.Module();
    if (file.path.starts_with("plugins/")) return CheckPlugin(file);
    if (module.empty() || !file.IsCode()) return;
    const auto row = table_.find(module);
    if (row == table_.end()) {
      findings_.push_back(
          {file.path, 0, "module " + module + " has no row in docs/architecture.md"});
      return;
    }
    for (const Include& include : IncludesOf(file)) CheckOne(file, module, row->second, include);
  }

 private:
  void CheckOne(const SourceFile& file, const std::string& module, const ModuleRow& row,
                const Include& include) {
    if (const auto library = LibraryOf(include.header); !library.empty()) {
      return CheckLibrary(file, module, row, include, library);
    }
    if (include.header.find('/') == std::string_view::npos) return;  // the standard library
    const std::string target = ModuleOfInclude(include.header);
    const bool known = table_.contains(target) || target.starts_with("plugin-sdk");
    if (!known || target == module) return;
    if (row.modules.contains("all") && target != "plugin-sdk/sdk") return;
    if (row.modules.contains(target) || IsTestOnlyInclude(file, include.header)) return;
    findings_.push_back(
        {file.path, include.line, module + " may not include " + std::string(include.header)});
  }

  void CheckLibrary(const SourceFile& file, const std::string& module, const ModuleRow& row,
                    const Include& include, std::string_view library) {
    // fmt stands for std::format, which the compilers lack: fine in any .cc.
    const bool is_format = library == "fmt" && !file.IsHeader();
    if (!is_format && !row.third_party.contains(std::string(library)) && !file.IsTest()) {
      findings_.push_back(
          {file.path, include.line, module + " may not use " + std::string(library)});
    } else if (file.IsHeader() && module != "base" && file.path != kDocumentHeader) {
      findings_.push_back({file.path, include.line,
                           std::string(library) + " belongs into a .cc, not into a header"});
    }
  }

  void CheckPlugin(const SourceFile& file) {
    for (const Include& include : IncludesOf(file)) {
      if (!table_.contains(ModuleOfInclude(include.header))) continue;
      findings_.push_back(
          {file.path, include.line,
           "a plugin includes plugin-sdk only, not " + std::string(include.header)});
    }
  }

  const ModuleTable& table_;
  std::vector<Finding>& findings_;
};

}  // namespace

ModuleTable ReadModuleTable(std::string_view architecture_md) {
  ModuleTable table;
  bool in_section = false;
  for (std::string_view line : Lines(architecture_md)) {
    if (line.starts_with("## ")) in_section = line == "## Modules";
    if (!in_section || !line.starts_with("| ")) continue;
    const auto cells = TableCells(line);
    if (cells.size() < 2 || cells[0] == "module" || cells[0].starts_with("---")) continue;
    ModuleRow row;
    const auto halves = Split(cells[1], ';');
    const auto fill = [](std::string_view list, std::set<std::string>& out) {
      for (std::string_view item : Split(list, ',')) {
        if (!item.empty() && item != "nothing") out.emplace(item);
      }
    };
    fill(halves[0], row.modules);
    if (halves.size() > 1) fill(halves[1], row.third_party);
    table.emplace(cells[0], std::move(row));
  }
  return table;
}

std::vector<Finding> CheckIncludes(const ModuleTable& table, const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  Checker checker(table, findings);
  for (const SourceFile& file : files) checker.Check(file);
  return findings;
}

}  // namespace oarlock::tidy
