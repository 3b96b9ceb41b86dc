#include "tidy/source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace oarlock::tidy {
namespace {

namespace fs = std::filesystem;

bool IsTextFile(const fs::path& path) {
  static const std::set<std::string> kExtensions = {".h",   ".cc",   ".c",   ".md",   ".cmake",
                                                    ".txt", ".yaml", ".yml", ".json", ".mod",
                                                    ".rs",  ".go",   ".py",  ".sh",   ".map"};
  static const std::set<std::string> kNames = {
      "Makefile", "demo", "install-deps", "build-kube", "run", ".clang-format", ".clang-tidy"};
  return kExtensions.contains(path.extension().string()) ||
         kNames.contains(path.filename().string());
}

bool IsSkipped(const std::string& path) {
  return path.starts_with("build/") || path.starts_with(".git/") ||
         path.find("/generated/") != std::string::npos || path.starts_with("tests/abi/frozen/");
}

}  // namespace

std::string SourceFile::Module() const {
  constexpr std::string_view kRoot = "runtime/";
  if (!path.starts_with(kRoot)) return "";
  const size_t slash = path.find('/', kRoot.size());
  return slash == std::string::npos ? "" : path.substr(kRoot.size(), slash - kRoot.size());
}

std::string Finding::ToString() const {
  return path + (line != 0 ? ":" + std::to_string(line) : "") + ": " + message;
}

std::vector<SourceFile> ReadTree(const std::string& root) {
  std::vector<SourceFile> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator();
       ++it) {
    const std::string path = fs::relative(it->path(), root).string();
    if (it->is_directory()) {
      if (path == "build" || path == ".git") it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file() || IsSkipped(path) || !IsTextFile(it->path())) continue;
    std::ifstream in(it->path(), std::ios::binary);
    files.push_back({path, std::string(std::istreambuf_iterator<char>(in), {})});
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<std::string_view> TableCells(std::string_view line) {
  std::vector<std::string_view> cells;
  for (size_t end = line.find('|'); end != std::string_view::npos; end = line.find('|')) {
    std::string_view cell = line.substr(0, end);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    cells.push_back(cell);
    line.remove_prefix(end + 1);
  }
  if (!cells.empty()) cells.erase(cells.begin());  // what stands in front of the first bar
  return cells;
}

namespace {

// Length of the comment or literal that starts at `at`, or 0.
size_t SkippedLength(std::string_view code, size_t at) {
  const std::string_view rest = code.substr(at);
  const auto until = [&](std::string_view end, size_t from) {
    const size_t found = rest.find(end, from);
    return found == std::string_view::npos ? rest.size() : found + end.size();
  };
  if (rest.starts_with("//")) return std::min(rest.find('\n'), rest.size());
  if (rest.starts_with("/*")) return until("*/", 2);
  if (rest.starts_with("R\"") &&
      (at == 0 || !std::isalnum(static_cast<unsigned char>(code[at - 1])))) {
    const size_t open = rest.find('(');
    if (open == std::string_view::npos) return 0;
    return until(")" + std::string(rest.substr(2, open - 2)) + "\"", open);
  }
  const char quote = rest[0];
  // A quote between digits is a separator (1'000), not a literal.
  if (quote == '\'' && at > 0 && std::isxdigit(static_cast<unsigned char>(code[at - 1]))) return 0;
  if (quote != '"' && quote != '\'') return 0;
  size_t i = 1;
  while (i < rest.size() && rest[i] != quote && rest[i] != '\n') i += rest[i] == '\\' ? 2u : 1u;
  return std::min(i + 1, rest.size());
}

}  // namespace

std::string StripCommentsAndStrings(std::string_view code) {
  std::string out(code);
  for (size_t i = 0; i < code.size();) {
    const size_t length = SkippedLength(code, i);
    if (length == 0) {
      ++i;
      continue;
    }
    for (size_t j = i; j < i + length; ++j) {
      if (out[j] != '\n') out[j] = ' ';
    }
    i += length;
  }
  return out;
}

}  // namespace oarlock::tidy
