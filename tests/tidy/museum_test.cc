#include "tidy/museum.h"

#include <gtest/gtest.h>

#include <string>

namespace oarlock::tidy {
namespace {

std::string Row(const std::string& id, const std::string& cell) {
  return "| " + id + " | what went wrong | " + cell + " |\n";
}

// A page with all rows, one of them with that cell.
std::vector<SourceFile> Page(const std::string& id, const std::string& cell) {
  std::string text;
  for (int i = 1; i <= kPitfalls; ++i) text += Row("P" + std::to_string(i), "`Here.Works`");
  for (int i = 1; i <= kBugReports; ++i) text += Row("B" + std::to_string(i), "`Here.Works`");
  const std::string usual = Row(id, "`Here.Works`");
  text.replace(text.find(usual), usual.size(), cell.empty() ? "" : Row(id, cell));
  return {{"docs/museum.md", text},
          {"tests/x_test.cc", "\nTEST(Here, Works) {}\n"},
          {"tests/abi/layout.sh", ""}};
}

std::string Only(const std::vector<Finding>& findings) {
  EXPECT_LE(findings.size(), 1u);
  return findings.empty() ? "" : findings[0].message;
}

TEST(CheckMuseum, EachPieceHasItsTestOrSaysWhyNot) {
  EXPECT_EQ(Only(CheckMuseum(Page("B7", "`Here.Works` and `tests/abi/layout.sh`"))), "");
  EXPECT_EQ(Only(CheckMuseum(Page("B7", "`tests/abi/layout.sh`"))), "");
  EXPECT_EQ(Only(CheckMuseum(Page("P3", "cannot occur: nothing is ever loaded by such a name"))),
            "");
  EXPECT_EQ(Only(CheckMuseum(Page("B7", "`Here.Fails`"))), "B7: Here.Fails is no test of the tree");
  EXPECT_NE(Only(CheckMuseum(Page("B7", "cannot occur: no"))), "");
  EXPECT_NE(Only(CheckMuseum(Page("B7", "`tests/abi/none.sh`"))), "");
  EXPECT_EQ(Only(CheckMuseum(Page("P40", ""))), "P40 has no row");
}

}  // namespace
}  // namespace oarlock::tidy
