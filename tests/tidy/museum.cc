#include "tidy/museum.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>

#include "tidy/conformance.h"

namespace oarlock::tidy {
namespace {

constexpr std::string_view kPage = "docs/museum.md";
constexpr std::string_view kReasons[] = {"cannot occur: ", "not built yet: "};
// Fewer letters than this do not say why.
constexpr size_t kReasonLettersMin = 30;

struct Rules {
  std::set<std::string> tests;
  std::set<std::string> scripts;
};

// "P7" and "B12", nothing else.
bool IsRowId(std::string_view id) {
  return id.size() > 1 && (id[0] == 'P' || id[0] == 'B') &&
         std::all_of(id.begin() + 1, id.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

// Empty: the cell is as it should be.
std::string Judge(std::string_view cell, const Rules& rules) {
  const TestsAndText named = ReadTests(cell);
  for (const std::string& test : named.tests) {
    if (!rules.tests.contains(test)) return test + " is no test of the tree";
  }
  bool script = false;
  for (const std::string& path : rules.scripts) {
    script = script || cell.find("`" + path + "`") != std::string_view::npos;
  }
  if (!named.tests.empty() || script) return "";
  for (const std::string_view reason : kReasons) {
    if (cell.starts_with(reason) && cell.size() >= reason.size() + kReasonLettersMin) return "";
  }
  return "names no test, and does not say why there is none";
}

}  // namespace

std::vector<Finding> CheckMuseum(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  Rules rules{TestNames(files), {}};
  for (const SourceFile& file : files) {
    if (file.path.ends_with(".sh")) rules.scripts.insert(file.path);
  }
  std::set<std::string> rows;
  for (const SourceFile& file : files) {
    if (file.path != kPage) continue;
    size_t number = 0;
    for (const std::string_view line : Lines(file.text)) {
      ++number;
      const auto cells = TableCells(line);
      const auto id = std::find_if(cells.begin(), cells.end(), IsRowId);
      if (id == cells.end()) continue;
      const std::string name(*id);
      if (!rows.insert(name).second) findings.push_back({file.path, number, name + " twice"});
      const std::string wrong = Judge(cells.back(), rules);
      if (!wrong.empty()) findings.push_back({file.path, number, name + ": " + wrong});
    }
  }
  const auto need = [&](char kind, int count) {
    for (int i = 1; i <= count; ++i) {
      const std::string name = kind + std::to_string(i);
      if (!rows.contains(name)) findings.push_back({std::string(kPage), 0, name + " has no row"});
    }
  };
  need('P', kPitfalls);
  need('B', kBugReports);
  return findings;
}

}  // namespace oarlock::tidy
