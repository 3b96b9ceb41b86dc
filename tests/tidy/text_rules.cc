#include "tidy/text_rules.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace oarlock::tidy {
namespace {

struct Ban {
  std::string word;
  bool tests_only;
  std::string_view instead;
};

// Words are spelled in two halves so that this file passes its own rule.
const std::vector<Ban>& Bans() {
  static const std::vector<Ban> kBans = {
      {std::string("TO") + "DO", false, "finish it or leave it out"},
      {std::string("FIX") + "ME", false, "finish it or leave it out"},
      {std::string("DISABLED") + "_", true, "a test is never switched off"},
      {std::string("GTEST_") + "SKIP", true, "a missing tool is a failure"},
      {std::string("sleep") + "_for", true, "wait for a condition or use base::FakeClock"},
      {std::string("usle") + "ep(", true, "wait for a condition or use base::FakeClock"},
      {std::string("std::cou") + "t", false, "use base::Log, or fmt::print in app"},
      {std::string("dlmo") + "pen", false, "a namespace has its own C library and few places"},
      {std::string("RTLD_DEEP") + "BIND", false, "it mixes allocators and breaks sanitizers"},
      {std::string("RTLD_GLO") + "BAL", false, "plugins would see each other's symbols"},
      {std::string("/work") + "/", false, "no path of one machine"},
      {std::string("/root") + "/", false, "no path of one machine"},
  };
  return kBans;
}

bool IsCodeBan(const std::string& word) { return word[0] != '/'; }

std::string NextIdentifier(std::string_view text, size_t& at) {
  while (at < text.size()) {
    if (text[at] != 'k' || (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) ||
                                       text[at - 1] == '_'))) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0)) ++end;
    std::string word(text.substr(at, end - at));
    at = end;
    if (word.size() > 1 && std::isupper(static_cast<unsigned char>(word[1])) != 0) return word;
  }
  return {};
}

bool IsLimitName(const std::string& word) {
  return word.ends_with("Max") || word.ends_with("Timeout");
}

std::set<std::string> LimitNames(std::string_view text) {
  std::set<std::string> names;
  for (size_t at = 0; at < text.size();) {
    const std::string word = NextIdentifier(text, at);
    if (IsLimitName(word)) names.insert(word);
  }
  return names;
}

}  // namespace

std::vector<Finding> CheckBannedText(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  for (const SourceFile& file : files) {
    const auto lines = Lines(file.text);
    for (size_t i = 0; i < lines.size(); ++i) {
      for (const auto& [word, tests_only, instead] : Bans()) {
        if (lines[i].find(word) == std::string_view::npos) continue;
        if (IsCodeBan(word) && !file.IsCode()) continue;
        if (tests_only && !file.IsTest()) continue;
        findings.push_back({file.path, i + 1, word + ": " + std::string(instead)});
      }
    }
  }
  return findings;
}

std::vector<Finding> CheckHeaderOpenings(const std::vector<SourceFile>& files) {
  std::vector<Finding> findings;
  for (const SourceFile& file : files) {
    if (!file.IsHeader() || !file.path.starts_with("runtime/")) continue;
    const auto lines = Lines(file.text);
    if (lines.size() < 2 || lines[0] != "#pragma once" || !lines[1].starts_with("// ")) {
      findings.push_back(
          {file.path, 1, "a header opens with #pragma once and a comment that says what it is"});
    }
  }
  return findings;
}

std::vector<Finding> CheckLimitsAreDocumented(const std::vector<SourceFile>& files) {
  constexpr std::string_view kPage = "docs/limits.md";
  std::vector<Finding> findings;
  std::set<std::string> documented;
  std::set<std::string> mentioned;
  for (const SourceFile& file : files) {
    if (file.path != kPage) continue;
    mentioned = LimitNames(file.text);
    size_t number = 0;
    for (const std::string_view line : Lines(file.text)) {
      ++number;
      if (!line.starts_with("| `k")) continue;
      const auto cells = TableCells(line);
      const std::string name(cells[0].substr(1, cells[0].size() - 2));
      if (cells.size() != 4 || std::find(cells.begin(), cells.end(), "") != cells.end()) {
        findings.push_back(
            {file.path, number, name + ": a row is limit, value, what it bounds and past it"});
      }
      if (!documented.insert(name).second) {
        findings.push_back({file.path, number, name + " has a second row"});
      }
    }
  }
  std::set<std::string> declared;
  for (const SourceFile& file : files) {
    if (!file.IsHeader() || !file.path.starts_with("runtime/")) continue;
    for (std::string_view line : Lines(file.text)) {
      if (line.find("constexpr") == std::string_view::npos) continue;
      for (const std::string& name : LimitNames(line.substr(0, line.find('=')))) {
        declared.insert(name);
        if (documented.contains(name)) continue;
        findings.push_back({file.path, 0, name + " has no row in docs/limits.md"});
      }
    }
  }
  for (const std::string& name : mentioned) {
    if (declared.contains(name)) continue;
    findings.push_back({std::string(kPage), 0, name + " is not declared in any header"});
  }
  return findings;
}

}  // namespace oarlock::tidy
