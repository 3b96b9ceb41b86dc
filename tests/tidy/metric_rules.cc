#include "tidy/metric_rules.h"

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace oarlock::tidy {
namespace {

constexpr std::string_view kPage = "docs/metrics.md";
constexpr std::string_view kPrefixes[] = {"oarlock_",   "workqueue_",       "informer_",
                                          "reflector_", "rest_client_",     "controller_runtime_",
                                          "process_",   "leader_election_", "certwatcher_"};

bool IsNameCharacter(char c) {
  return c == '_' || std::islower(static_cast<unsigned char>(c)) != 0 ||
         std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// A name that stands between `before` and one of `after`.
std::set<std::string> FamiliesIn(std::string_view text, char before, std::string_view after) {
  std::set<std::string> families;
  for (const std::string_view prefix : kPrefixes) {
    for (size_t at = text.find(prefix); at != std::string_view::npos;
         at = text.find(prefix, at + 1)) {
      size_t end = at;
      while (end < text.size() && IsNameCharacter(text[end])) ++end;
      if (at == 0 || text[at - 1] != before || end == text.size()) continue;
      if (end == at + prefix.size() || after.find(text[end]) == std::string_view::npos) continue;
      families.emplace(text.substr(at, end - at));
    }
  }
  return families;
}

// The literals that follow a family's name as the next argument, joined: its help. Empty: something
// else follows.
std::string HelpAfter(std::string_view text, size_t at) {
  const auto skip_blanks = [&] {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at])) != 0) ++at;
  };
  skip_blanks();
  if (at == text.size() || text[at] != ',') return {};
  ++at;
  std::string help;
  for (;;) {
    skip_blanks();
    if (at == text.size() || text[at] != '"') return help;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
      help += text[at];
    }
    ++at;
  }
}

bool IsComplete(const std::vector<std::string_view>& cells) {
  if (cells.size() != 4 || cells[2].empty() || cells[3].empty()) return false;
  return cells[1] == "counter" || cells[1] == "gauge" || cells[1] == "histogram";
}

class MetricRules {
 public:
  std::vector<Finding> Check(const std::vector<SourceFile>& files) {
    for (const SourceFile& file : files) {
      if (file.path == kPage) ReadPage(file.text);
    }
    for (const SourceFile& file : files) {
      if (file.path.starts_with("runtime/") && file.path.ends_with(".cc") && !file.IsTest()) {
        for (const std::string& family : FamiliesIn(file.text, '"', "\"")) {
          registered_.insert(family);
          WantRow(file.path, family);
          CheckHelp(file, family);
        }
      }
      if (file.path == "docs/limits.md" || file.path == "docs/operations.md") {
        for (const std::string& family : FamiliesIn(file.text, '`', "`{")) {
          WantRow(file.path, family);
        }
      }
    }
    for (const auto& [family, line] : rows_) {
      if (!registered_.contains(family)) Find(line, family + " is registered nowhere");
    }
    return std::move(findings_);
  }

 private:
  void Find(size_t line, const std::string& what) {
    findings_.push_back({std::string(kPage), line, what});
  }

  void ReadPage(std::string_view text) {
    size_t number = 0;
    for (const std::string_view line : Lines(text)) {
      ++number;
      if (!line.starts_with("| `")) continue;
      const auto cells = TableCells(line);
      const std::string name(cells.empty() ? line : cells[0].substr(1, cells[0].size() - 2));
      const bool complete = IsComplete(cells);
      if (!complete) Find(number, name + ": a row is name, type, labels and meaning");
      if (!rows_.emplace(name, number).second) Find(number, name + " has a second row");
      if (complete) meanings_.emplace(name, cells[3]);
    }
  }

  void CheckHelp(const SourceFile& file, const std::string& family) {
    const auto meaning = meanings_.find(family);
    if (meaning == meanings_.end()) return;
    const std::string literal = '"' + family + '"';
    for (size_t at = file.text.find(literal); at != std::string::npos;
         at = file.text.find(literal, at + 1)) {
      const std::string help = HelpAfter(file.text, at + literal.size());
      if (meaning->second.starts_with(help)) continue;
      Find(rows_.at(family), family + ": the meaning does not begin with its help: " + help);
    }
  }

  void WantRow(const std::string& path, const std::string& family) {
    if (!rows_.contains(family)) {
      findings_.push_back({path, 0, family + " has no row in " + std::string(kPage)});
    }
  }

  std::map<std::string, size_t> rows_;  // to its line
  std::map<std::string, std::string> meanings_;
  std::set<std::string> registered_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> CheckMetricsAreDocumented(const std::vector<SourceFile>& files) {
  return MetricRules().Check(files);
}

}  // namespace oarlock::tidy
