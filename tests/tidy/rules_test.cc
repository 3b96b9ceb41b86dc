// Each rule is shown a tree that breaks it and one that does not: a rule that cannot fail is none.
#include <gtest/gtest.h>

#include "tidy/metric_rules.h"
#include "tidy/module_table.h"
#include "tidy/size_rules.h"
#include "tidy/text_rules.h"

namespace oarlock::tidy {
namespace {

constexpr std::string_view kTable = R"(# x
## Modules
| module | may include |
|---|---|
| base | nothing; fmt, spdlog |
| kube | base; simdjson |
| queue | base; Boost.Unordered |
| app | all; CLI11 |
## Next
| other | table |
)";

std::vector<std::string> IncludeFindings(const std::vector<SourceFile>& files) {
  std::vector<std::string> out;
  for (const Finding& f : CheckIncludes(ReadModuleTable(kTable), files)) {
    out.push_back(f.ToString());
  }
  return out;
}

TEST(ModuleTable, ReadsRowsOfItsSectionOnly) {
  const ModuleTable table = ReadModuleTable(kTable);
  EXPECT_EQ(table.size(), 4u);
  EXPECT_EQ(table.at("kube").modules, std::set<std::string>{"base"});
  EXPECT_EQ(table.at("base").third_party, (std::set<std::string>{"fmt", "spdlog"}));
}

TEST(CheckIncludes, AllowsWhatTheRowNames) {
  EXPECT_TRUE(
      IncludeFindings(
          {{"runtime/queue/a.cc",
            "#include \"queue/a.h\"\n#include \"base/status.h\"\n#include <vector>\n"
            "#include <boost/unordered_map.hpp>\n#include <sys/stat.h>\n#include <fmt/format.h>\n"},
           {"runtime/app/main.cc", "#include \"queue/a.h\"\n#include <CLI/CLI.hpp>\n"}})
          .empty());
}

TEST(CheckIncludes, RefusesOtherModulesLibrariesAndUnlistedModules) {
  EXPECT_EQ(IncludeFindings({{"runtime/queue/a.cc", "#include \"kube/object.h\"\n"}}),
            std::vector<std::string>{"runtime/queue/a.cc:1: queue may not include kube/object.h"});
  EXPECT_EQ(IncludeFindings({{"runtime/queue/a.cc", "\n#include <curl/curl.h>\n"}}),
            std::vector<std::string>{"runtime/queue/a.cc:2: queue may not use libcurl"});
  EXPECT_EQ(IncludeFindings({{"runtime/kube/a.h", "#include <simdjson.h>\n"}}),
            std::vector<std::string>{
                "runtime/kube/a.h:1: simdjson belongs into a .cc, not into a header"});
  EXPECT_EQ(IncludeFindings({{"runtime/extra/a.cc", ""}}),
            std::vector<std::string>{
                "runtime/extra/a.cc: module extra has no row in docs/architecture.md"});
  EXPECT_EQ(
      IncludeFindings({{"runtime/app/main.cc", "#include \"oarlock/sdk/plugin.h\"\n"}}).size(), 1u);
  EXPECT_EQ(IncludeFindings({{"plugins/reloader/a.cc", "#include \"kube/object.h\"\n"}}).size(),
            1u);
}

TEST(FindFunctions, CountsBodiesNotClassesOrLambdas) {
  const std::string code =
      "namespace a {\n"
      "class B {\n public:\n  int F() const { return 1; }\n};\n"
      "constexpr int kTable[] = {1, 2,\n 3};\n"
      "// { in a comment, \"{\" in text\n"
      "void G(int x) {\n  auto l = [&](int y) {\n    return y;\n  };\n  l(x);\n}\n"
      "}\n";
  const auto spans = FindFunctions(code);
  ASSERT_EQ(spans.size(), 2u);
  EXPECT_EQ(spans[0].lines, 1u);
  EXPECT_EQ(spans[1].first_line, 9u);
  EXPECT_EQ(spans[1].lines, 6u);
}

std::string Repeat(const std::string& text, size_t n) {
  std::string out;
  for (size_t i = 0; i < n; ++i) out += text;
  return out;
}

TEST(CheckSizes, RefusesLongFilesFunctionsLinesAndFullFolders) {
  const std::string body = "void F() {\n" + Repeat("  g();\n", 70) + "}\n";
  EXPECT_EQ(CheckSizes({{"runtime/a/a.cc", body}}).size(), 1u);
  EXPECT_EQ(CheckSizes({{"runtime/a/a.h", Repeat("\n", kHeaderLinesMax + 1)}}).size(), 1u);
  EXPECT_EQ(CheckSizes({{"runtime/a/a.cc", Repeat("\n", kSourceLinesMax)}}).size(), 0u);
  EXPECT_EQ(CheckSizes({{"runtime/a/a.cc", "// " + Repeat("é", 97) + "\n"}}).size(), 0u);
  EXPECT_EQ(CheckSizes({{"runtime/a/a.cc", "// " + Repeat("e", 98) + "\n"}}).size(), 1u);
  std::vector<SourceFile> full;
  for (size_t i = 0; i <= kFolderFilesMax; ++i) full.push_back({"runtime/a/f.md", ""});
  EXPECT_EQ(CheckSizes(full).size(), 1u);
}

TEST(CheckBannedText, RefusesLeftoversAndSleepsInTests) {
  const std::string sleep = std::string("std::this_thread::sleep") + "_for(1s);";
  EXPECT_EQ(CheckBannedText({{"runtime/a/a_test.cc", sleep}}).size(), 1u);
  EXPECT_EQ(CheckBannedText({{"runtime/a/a.cc", sleep}}).size(), 0u);
  EXPECT_EQ(CheckBannedText({{"runtime/a/a.cc", std::string("// TO") + "DO"}}).size(), 1u);
  EXPECT_EQ(CheckBannedText({{"docs/a.md", std::string("see /work") + "/x"}}).size(), 1u);
}

TEST(CheckHeaderOpenings, WantsPragmaAndPurpose) {
  EXPECT_EQ(CheckHeaderOpenings({{"runtime/a/a.h", "#pragma once\n#include <x>\n"}}).size(), 1u);
  EXPECT_EQ(CheckHeaderOpenings({{"runtime/a/a.h", "#pragma once\n// A: what it is.\n"}}).size(),
            0u);
}

TEST(CheckLimitsAreDocumented, ComparesBothWays) {
  const SourceFile header{"runtime/a/a.h", "inline constexpr size_t kThingsMax = kOtherMax;\n"};
  const auto check = [&](const std::string& page) {
    return CheckLimitsAreDocumented({header, {"docs/limits.md", page}}).size();
  };
  const std::string row = "| `kThingsMax` | 7 | things | refused |\n";
  EXPECT_EQ(check(row), 0u);
  EXPECT_EQ(check(""), 1u);
  EXPECT_EQ(check("see `kThingsMax`"), 1u) << "named, but no row of its own";
  EXPECT_EQ(check(row + "| `kGoneMax` | 7 | things | refused |\n"), 1u);
  EXPECT_EQ(check(row + row), 1u);
  EXPECT_EQ(check("| `kThingsMax` | 7 | things | |\n"), 1u);
  EXPECT_EQ(check("| `kThingsMax` | 7 | refused |\n"), 1u);
}

TEST(CheckMetricsAreDocumented, ComparesBothWays) {
  const SourceFile code{
      "runtime/a/a.cc",
      "Make(\"oarlock_things_total\",\n \"oarlock_x is \"\n \"\\\"text\\\".\", \"oarlock_\");\n"
      "#include \"informer_x/a.h\"\n"};
  const SourceFile test{"runtime/a/a_test.cc", "Find(\"oarlock_other\");"};
  const std::string row =
      "| `oarlock_things_total` | counter | – | oarlock_x is \"text\". Really. |\n";
  const auto check = [&](const std::string& page, const std::string& limits = "") {
    std::string all;
    for (const Finding& finding : CheckMetricsAreDocumented(
             {{"docs/limits.md", limits}, {"docs/metrics.md", page}, code, test})) {
      all += finding.ToString() + ";";
    }
    return all;
  };
  EXPECT_EQ(check("| name | type |\n" + row, "`oarlock_things_total{a=\"b\"}`, `workqueue_*`"), "");
  EXPECT_EQ(check(""), "runtime/a/a.cc: oarlock_things_total has no row in docs/metrics.md;");
  EXPECT_EQ(check(row + "| `workqueue_gone` | gauge | `a` | Gone. |\n"),
            "docs/metrics.md:2: workqueue_gone is registered nowhere;");
  EXPECT_EQ(check(row + row), "docs/metrics.md:2: oarlock_things_total has a second row;");
  EXPECT_EQ(check("| `oarlock_things_total` | counter | – | Things. |\n"),
            "docs/metrics.md:1: oarlock_things_total: the meaning does not begin with its help: "
            "oarlock_x is \"text\".;");
  EXPECT_EQ(check(row, "`informer_gone`"),
            "docs/limits.md: informer_gone has no row in docs/metrics.md;");
  for (const std::string cells :
       {"count | – | Things.", "counter | | Things.", "counter | – | ", "counter | Things."}) {
    EXPECT_EQ(check("| `oarlock_things_total` | " + cells + " |\n"),
              "docs/metrics.md:1: oarlock_things_total: a row is name, type, labels and meaning;");
  }
}

}  // namespace
}  // namespace oarlock::tidy
