// The rules of the house, applied to the tree itself.
#include <gtest/gtest.h>

#include "tidy/conformance.h"
#include "tidy/metric_rules.h"
#include "tidy/module_table.h"
#include "tidy/museum.h"
#include "tidy/size_rules.h"
#include "tidy/text_rules.h"

namespace oarlock::tidy {
namespace {

const std::vector<SourceFile>& Tree() {
  static const std::vector<SourceFile> kTree = ReadTree(OARLOCK_SOURCE_DIR);
  return kTree;
}

void ExpectNone(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) ADD_FAILURE() << finding.ToString();
}

TEST(Tidy, ModulesIncludeOnlyWhatTheirRowNames) {
  ModuleTable table;
  for (const SourceFile& file : Tree()) {
    if (file.path == "docs/architecture.md") table = ReadModuleTable(file.text);
  }
  ASSERT_FALSE(table.empty()) << "docs/architecture.md has no table of modules";
  ExpectNone(CheckIncludes(table, Tree()));
}

TEST(Tidy, FilesAndFunctionsStaySmall) { ExpectNone(CheckSizes(Tree())); }
TEST(Tidy, NothingIsLeftBehind) { ExpectNone(CheckBannedText(Tree())); }
TEST(Tidy, HeadersOpenWithTheirPurpose) { ExpectNone(CheckHeaderOpenings(Tree())); }
// The plugin in the README is the one that is compiled and loaded by tests.
TEST(Tidy, TheReadmesPluginIsTheCompiledOne) {
  std::string readme;
  std::string plugin;
  for (const SourceFile& file : Tree()) {
    if (file.path == "README.md") readme = file.text;
    if (file.path == "plugin-sdk/samples/owner_label.cc") plugin = file.text;
  }
  ASSERT_FALSE(plugin.empty());
  EXPECT_NE(readme.find("```cpp\n" + plugin + "```\n"), std::string::npos)
      << "README.md shows another plugin than plugin-sdk/samples/owner_label.cc";
}

TEST(Tidy, EveryCaseHasItsTests) { ExpectNone(CheckCases(Tree())); }
TEST(Tidy, EveryBehaviourHasItsTests) { ExpectNone(CheckBehaviours(Tree())); }
TEST(Tidy, EveryMuseumPieceHasItsTests) { ExpectNone(CheckMuseum(Tree())); }
TEST(Tidy, EveryMetricHasItsRow) { ExpectNone(CheckMetricsAreDocumented(Tree())); }
TEST(Tidy, EveryLimitHasItsRow) { ExpectNone(CheckLimitsAreDocumented(Tree())); }

}  // namespace
}  // namespace oarlock::tidy
