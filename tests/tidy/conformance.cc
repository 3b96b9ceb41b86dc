#include "tidy/conformance.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>

namespace oarlock::tidy {
namespace {

constexpr std::string_view kPage = "docs/conformance.md";
constexpr std::string_view kBehaviours = "# Behaviours";
constexpr std::string_view kNone = "–";
constexpr std::string_view kRange = "…";
constexpr std::string_view kDiffers = "differs on purpose: ";
// Fewer words than this do not say what a user sees.
constexpr size_t kReasonWordsMin = 5;

// The words of `text` between any of `separators`.
std::vector<std::string> Words(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  for (;;) {
    const size_t from = text.find_first_not_of(separators);
    if (from == std::string_view::npos) return words;
    const size_t to = std::min(text.find_first_of(separators, from), text.size());
    words.emplace_back(text.substr(from, to - from));
    text.remove_prefix(to);
  }
}

std::vector<std::string> Split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (;;) {
    const size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

bool AllOf(std::string_view text, int (*is)(int)) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [is](char c) {
    return is(static_cast<unsigned char>(c)) != 0;
  });
}

bool IsIdentifier(std::string_view text) {
  std::string letters(text);
  std::erase(letters, '_');
  return AllOf(letters, std::isalnum) && std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

struct Line {
  size_t number;
  std::string_view text;
};

// The lines above the heading "Behaviours", or those below it.
std::vector<Line> PageLines(const std::vector<SourceFile>& files, bool behaviours) {
  std::vector<Line> lines;
  for (const SourceFile& file : files) {
    if (file.path != kPage) continue;
    size_t number = 0;
    bool below = false;
    for (const std::string_view line : Lines(file.text)) {
      ++number;
      below = below || line == kBehaviours;
      if (below == behaviours) lines.push_back({number, line});
    }
  }
  return lines;
}

// "WL-1…16" → WL-1, WL-2, …; empty when it is no such range.
std::vector<std::string> ExpandRange(std::string_view range) {
  const size_t dash = range.find('-');
  if (dash == std::string_view::npos || !AllOf(range.substr(0, dash), std::isupper)) return {};
  const auto ends = Split(range.substr(dash + 1), kRange);
  const auto number = [](const std::string& text) -> std::optional<size_t> {
    size_t n = 0;
    if (text.size() >= 4 || !AllOf(text, std::isdigit)) return std::nullopt;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
  };
  const auto first = number(ends.front());
  const auto last = number(ends.back());
  std::vector<std::string> ids;
  if (ends.size() > 2 || !first || !last) return ids;
  for (size_t n = *first; n <= *last; ++n) {
    ids.push_back(std::string(range.substr(0, dash + 1)) + std::to_string(n));
  }
  return ids;
}

bool IsUpstreamList(std::string_view cell) {
  if (cell == kNone) return true;
  const auto parts = Split(cell, "\"");
  if (parts.size() % 2 == 0) return false;
  std::string list;  // quoted text may hold anything, and counts as a name
  for (size_t i = 0; i < parts.size(); ++i) list += i % 2 == 1 ? "TestQuoted" : parts[i];
  const auto names = Split(list, ", ");
  return std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return IsIdentifier(name) && (name.starts_with("Test") || name.starts_with("Benchmark"));
  });
}

class BehaviourRules {
 public:
  BehaviourRules(std::set<std::string> tests, bool open_allowed)
      : tests_(std::move(tests)), open_allowed_(open_allowed) {}

  std::vector<Finding> Check(const std::vector<Line>& lines) {
    for (const Line& line : lines) {
      if (line.text.starts_with("Ids: ")) ReadIds(line);
      const bool table = line.text.starts_with("| ");
      if (table && !line.text.starts_with("| id |")) CheckRow(line);
    }
    if (listed_.empty()) Find(0, "lists no id");
    for (const std::string& id : listed_) {
      if (!seen_.contains(id)) Find(0, id + " is listed but has no row");
    }
    for (const auto& [test, ids] : ids_of_test_) {
      if (ids.size() <= kIdsPerTest) continue;
      Find(0, test + " stands for " + std::to_string(ids.size()) + " ids, at most " +
                  std::to_string(kIdsPerTest));
    }
    return std::move(findings_);
  }

 private:
  void Find(size_t line, const std::string& what) {
    findings_.push_back({std::string(kPage), line, what});
  }

  void ReadIds(const Line& line) {
    for (const std::string& range : Words(line.text.substr(4), " ")) {
      const auto ids = ExpandRange(range);
      if (ids.empty()) Find(line.number, range + " is no range of ids");
      listed_.insert(ids.begin(), ids.end());
    }
  }

  void CheckRow(const Line& line) {
    const std::string_view text = line.text;
    const bool closed = text.ends_with(" |") && text.size() > 4;
    const auto cells = Split(closed ? text.substr(2, text.size() - 4) : text, " | ");
    if (!closed || cells.size() != 3) {
      Find(line.number, "not a row of id, upstream and here: " + std::string(text.substr(0, 40)));
      return;
    }
    const std::string& id = cells[0];
    if (!listed_.contains(id)) Find(line.number, id + " is in no list of ids above it");
    if (!seen_.insert(id).second) Find(line.number, id + " has a second row");
    if (!IsUpstreamList(cells[1])) {
      Find(line.number, id + ": the second column is " + std::string(kNone) + " or upstream tests");
    }
    CheckHere(line.number, id, cells[2]);
  }

  void CheckHere(size_t line, const std::string& id, const std::string& cell) {
    if (cell == "open") {
      if (!open_allowed_) Find(line, id + " is open");
      return;
    }
    const TestsAndText here = ReadTests(cell);
    if (here.tests.empty()) Find(line, id + " names no test");
    if (!cell.starts_with(kDiffers)) {
      if (!Words(here.rest, ", ").empty()) {
        Find(line, id + ": beside tests only \"" + std::string(kDiffers) + "…\" may stand there");
      }
    } else if (Words(here.rest.substr(kDiffers.size()), " ,.").size() < kReasonWordsMin) {
      Find(line, id + " does not say what a user sees instead");
    }
    for (const std::string& test : here.tests) CheckTest(line, id, test);
  }

  void CheckTest(size_t line, const std::string& id, const std::string& test) {
    if (!tests_.contains(test)) Find(line, test + " is no test of the tree");
    const auto carried = IdsOfTest(test);
    if (std::find(carried.begin(), carried.end(), id) == carried.end()) {
      Find(line, test + " does not carry " + id + " in its name");
    }
    ids_of_test_[test].insert(id);
  }

  const std::set<std::string> tests_;
  const bool open_allowed_;
  std::set<std::string> listed_;
  std::set<std::string> seen_;
  std::map<std::string, std::set<std::string>> ids_of_test_;
  std::vector<Finding> findings_;
};

}  // namespace

std::set<std::string> TestNames(const std::vector<SourceFile>& files) {
  std::set<std::string> names;
  for (const SourceFile& file : files) {
    if (!file.IsTest() || !file.IsSource()) continue;
    for (const std::string_view macro : {"\nTEST(", "\nTEST_F(", "\nTEST_P("}) {
      for (size_t at = file.text.find(macro); at != std::string::npos;
           at = file.text.find(macro, at + 1)) {
        const size_t open = at + macro.size();
        const size_t length = file.text.find(')', open) - open;
        const auto words = Words(std::string_view(file.text).substr(open, length), ", \n");
        if (words.size() == 2) names.insert(words[0] + "." + words[1]);
      }
    }
  }
  return names;
}

TestsAndText ReadTests(std::string_view cell) {
  TestsAndText here;
  const auto parts = Split(cell, "`");
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto names = Split(parts[i], ".");
    const bool is_test = i % 2 == 1 && names.size() == 2 && IsIdentifier(names[0]) &&
                         IsIdentifier(names[1]) &&
                         std::isupper(static_cast<unsigned char>(names[0][0])) != 0;
    if (is_test) {
      here.tests.push_back(parts[i]);
    } else {
      here.rest += parts[i];
    }
  }
  return here;
}

std::vector<std::string> IdsOfTest(std::string_view test) {
  const auto words = Split(test.substr(test.find('.') + 1), "_");
  std::vector<std::string> ids;
  std::string prefix;  // of the numbers that follow; empty: they belong to nothing
  for (size_t i = 0; i < words.size(); ++i) {
    if (AllOf(words[i], std::isdigit)) {
      if (!prefix.empty()) ids.push_back(prefix + "-" + words[i]);
      continue;
    }
    const bool of_case = i > 0 && words[i - 1] == "C";
    const bool is_prefix = words[i].size() > 1 && AllOf(words[i], std::isupper);
    prefix = is_prefix && !of_case ? words[i] : "";
  }
  return ids;
}

std::vector<Finding> CheckCases(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  const auto find = [&findings](size_t line, const std::string& what) {
    findings.push_back({std::string(kPage), line, what});
  };
  const std::set<std::string> tests = TestNames(files);
  std::set<std::string> listed;
  std::set<std::string> shown;
  for (const auto& [number, line] : PageLines(files, false)) {
    if (line.starts_with("Cases: ")) {
      for (const std::string& id : Words(line.substr(7), " ")) listed.insert(id);
    }
    if (!line.starts_with("| C-")) continue;
    const std::vector<std::string> words = Words(line, "|, `");
    if (words.size() < 2) find(number, words[0] + " has no test");
    if (words.size() >= 2) shown.insert(words[0]);
    if (!listed.contains(words[0])) find(number, words[0] + " is in no list of cases above it");
    for (size_t i = 1; i < words.size(); ++i) {
      if (!tests.contains(words[i])) find(number, words[i] + " is no test of the tree");
    }
  }
  for (const std::string& id : listed) {
    if (!shown.contains(id)) find(0, id + " is listed but has no test");
  }
  if (listed.empty()) find(0, "lists no case");
  return findings;
}

std::vector<Finding> CheckBehaviours(const std::vector<SourceFile>& files, bool open_rows_allowed) {
  return BehaviourRules(TestNames(files), open_rows_allowed).Check(PageLines(files, true));
}

}  // namespace oarlock::tidy
