#pragma once
// SourceTree: the project's text files as the tidy rules see them.
//
// Reads every file below a root except build output and .git. A rule is a function from files to
// findings; a finding names file, line and what to do. Not thread-safe; used by tests only.

#include <string>
#include <string_view>
#include <vector>

namespace oarlock::tidy {

struct SourceFile {
  std::string path;  // relative to the root: "runtime/queue/work_queue.h"
  std::string text;

  bool IsHeader() const { return path.ends_with(".h"); }
  bool IsSource() const { return path.ends_with(".cc") || path.ends_with(".c"); }
  bool IsCode() const { return IsHeader() || IsSource(); }
  bool IsTest() const {
    return path.ends_with("_test.cc") || path.starts_with("tests/") ||
           path.find("/testing/") != std::string::npos;
  }
  // "queue" for runtime/queue/…; empty outside runtime/.
  std::string Module() const;
};

struct Finding {
  std::string path;
  size_t line = 0;  // 0 = the whole file
  std::string message;

  std::string ToString() const;
};

std::vector<SourceFile> ReadTree(const std::string& root);
std::vector<std::string_view> Lines(std::string_view text);
// The cells of a line of a Markdown table ("| a | b |"), without the blanks around them.
std::vector<std::string_view> TableCells(std::string_view line);
// The code with comments, strings and character literals blanked out (same length, same lines).
std::string StripCommentsAndStrings(std::string_view code);

}  // namespace oarlock::tidy
