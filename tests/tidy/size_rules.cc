#include "tidy/size_rules.h"

#include <algorithm>
#include <map>

namespace oarlock::tidy {
namespace {

bool Contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// What an opening brace opens, judged by the text between the last ';', '{' or '}' and it.
bool OpensFunction(std::string_view head) {
  const size_t paren = head.find('(');
  if (paren == std::string_view::npos) return false;
  const std::string_view before = head.substr(0, paren);
  if (Contains(before, "=") && !Contains(before, "operator")) return false;
  for (const std::string_view word : {"namespace", "enum "}) {
    if (Contains(before, word)) return false;
  }
  // "class OARLOCK_CAPABILITY("x") Name {" is a class; "struct X F(int) {" does not occur.
  return !(Contains(before, "class ") || Contains(before, "struct "));
}

size_t CountColumns(std::string_view line) {
  return static_cast<size_t>(std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

size_t LinesMax(const SourceFile& file) {
  if (file.IsTest()) return kTestLinesMax;
  return file.IsHeader() ? kHeaderLinesMax : kSourceLinesMax;
}

void CheckFile(const SourceFile& file, std::vector<Finding>& findings) {
  const auto lines = Lines(file.text);
  if (lines.size() > LinesMax(file)) {
    findings.push_back({file.path, 0,
                        std::to_string(lines.size()) + " lines, at most " +
                            std::to_string(LinesMax(file)) + ": split it"});
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    if (CountColumns(lines[i]) > kColumnsMax) {
      findings.push_back({file.path, i + 1, "line longer than 100 columns"});
    }
  }
  for (const FunctionSpan& function : FindFunctions(file.text)) {
    if (function.lines <= kFunctionLinesMax) continue;
    findings.push_back({file.path, function.first_line,
                        "function of " + std::to_string(function.lines) + " lines, at most " +
                            std::to_string(kFunctionLinesMax) + ": split it"});
  }
}

}  // namespace

std::vector<FunctionSpan> FindFunctions(std::string_view code) {
  const std::string stripped = StripCommentsAndStrings(code);
  std::vector<FunctionSpan> functions;
  size_t line = 1;
  size_t head_start = 0;
  int depth_in_function = 0;  // 0 = outside of any function
  size_t first_line = 0;
  for (size_t i = 0; i < stripped.size(); ++i) {
    const char c = stripped[i];
    if (c == '\n') ++line;
    if (c == '{') {
      if (depth_in_function > 0) {
        ++depth_in_function;
      } else if (OpensFunction(std::string_view(stripped).substr(head_start, i - head_start))) {
        depth_in_function = 1;
        first_line = line;
      }
    } else if (c == '}' && depth_in_function > 0 && --depth_in_function == 0) {
      functions.push_back({first_line, line - first_line + 1});
    }
    if (depth_in_function == 0 && (c == ';' || c == '{' || c == '}')) head_start = i + 1;
  }
  return functions;
}

std::vector<Finding> CheckSizes(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  std::map<std::string, size_t> folders;
  for (const SourceFile& file : files) {
    ++folders[file.path.substr(0, file.path.rfind('/') + 1)];
    if (file.IsCode()) CheckFile(file, findings);
  }
  for (const auto& [folder, count] : folders) {
    if (count <= kFolderFilesMax) continue;
    findings.push_back({folder, 0,
                        std::to_string(count) + " files in one folder, at most " +
                            std::to_string(kFolderFilesMax)});
  }
  return findings;
}

}  // namespace oarlock::tidy
