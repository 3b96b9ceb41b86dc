// The rules of docs/conformance.md are shown pages that break them, and one that does not.
#include "tidy/conformance.h"

#include <gtest/gtest.h>

namespace oarlock::tidy {
namespace {

const SourceFile& Tests() {
  static const SourceFile kTests{
      "runtime/a/a_test.cc",
      "\nTEST_F(Thing,\n       C_WAT_01_Works) {}\nTEST(A, REF_1_2_3_Do) {}\n"
      "TEST_P(A, REF_4_C_WAT_05_Does) {}\nTEST(A, REF_1_2_3_4_Do) {}\nTEST(A, Other) {}\n"};
  return kTests;
}

std::string Text(const std::vector<Finding>& findings) {
  std::string all;
  for (const Finding& finding : findings) all += finding.message + ";";
  return all;
}

std::string Cases(const std::string& page) {
  return Text(CheckCases({Tests(), {"docs/conformance.md", page}}));
}

std::string Behaviours(const std::string& page, bool open_rows_allowed = true) {
  return Text(CheckBehaviours({Tests(), {"docs/conformance.md", "# Behaviours\n" + page}},
                              open_rows_allowed));
}

// One row for REF-1 with `here` as its third column.
std::string Row(const std::string& here) {
  return Behaviours("Ids: REF-1\n| REF-1 | – | " + here + " |\n");
}

TEST(CheckCases, WantsATestOfTheTreeForEachCase) {
  EXPECT_EQ(Cases("Cases: C-WAT-01\n| C-WAT-01 | `Thing.C_WAT_01_Works` |\n"), "");
  EXPECT_EQ(Cases("Cases: C-WAT-01 C-WAT-02\n| C-WAT-01 | `Thing.C_WAT_01_Works` |\n"),
            "C-WAT-02 is listed but has no test;");
  EXPECT_EQ(Cases("Cases: C-WAT-01\n| C-WAT-01 | `Thing.C_WAT_01_Works`, `Thing.Gone` |\n"),
            "Thing.Gone is no test of the tree;");
  EXPECT_EQ(Cases("Cases: C-WAT-01\n| C-WAT-01 | |\n"),
            "C-WAT-01 has no test;C-WAT-01 is listed but has no test;");
  EXPECT_EQ(Cases("Cases: C-WAT-02\n| C-WAT-01 | `Thing.C_WAT_01_Works` |\n"),
            "C-WAT-01 is in no list of cases above it;C-WAT-02 is listed but has no test;");
  EXPECT_EQ(Cases(""), "lists no case;");
}

TEST(IdsOfTest, ReadsNumbersAfterAPrefixButNoCases) {
  using Ids = std::vector<std::string>;
  EXPECT_EQ(IdsOfTest("A.REF_4_5_7_Do"), (Ids{"REF-4", "REF-5", "REF-7"}));
  EXPECT_EQ(IdsOfTest("A.TP_4_XP_12_ANew"), (Ids{"TP-4", "XP-12"}));
  EXPECT_EQ(IdsOfTest("A.C_WAT_05_06_PQ_3_429Is"), (Ids{"PQ-3"}));
  EXPECT_EQ(IdsOfTest("A.WAT_3_C_WAT_05_Is"), (Ids{"WAT-3"}));
  EXPECT_EQ(IdsOfTest("REF_1.Works_2_3"), Ids{});
}

TEST(CheckBehaviours, AcceptsTestsDifferencesAndOpenRows) {
  EXPECT_EQ(Behaviours("Ids: REF-1…4 WL-7\n| id | upstream | here |\n|---|---|---|\n"
                       "| REF-1 | TestX, BenchmarkY_Z | `A.REF_1_2_3_Do` |\n"
                       "| REF-2 | \"does, what it should\", TestX | `A.REF_1_2_3_Do` |\n"
                       "| REF-3 | – | differs on purpose: the `key` is e.g. told once and not "
                       "twice. `A.REF_1_2_3_Do` |\n"
                       "| REF-4 | – | `A.REF_4_C_WAT_05_Does`, `A.REF_1_2_3_4_Do` |\n"
                       "| WL-7 | – | open |\n"),
            "");
  EXPECT_EQ(Behaviours("Ids: REF-0…1\n| REF-0 | – | open |\n| REF-1 | – | open |\n"), "");
}

TEST(CheckBehaviours, WantsExactlyOneRowPerId) {
  const std::string row = "| REF-1 | – | open |\n";
  EXPECT_EQ(Behaviours("Ids: REF-1…2\n" + row), "REF-2 is listed but has no row;");
  EXPECT_EQ(Behaviours("Ids: REF-1\n" + row + row), "REF-1 has a second row;");
  EXPECT_EQ(Behaviours("Ids: REF-1\n" + row + "| REF-2 | – | open |\n"),
            "REF-2 is in no list of ids above it;");
  EXPECT_EQ(Behaviours("Ids: REF-1 REF-…3 WL\n" + row),
            "REF-…3 is no range of ids;WL is no range of ids;");
  EXPECT_EQ(Behaviours(""), "lists no id;");
}

TEST(CheckBehaviours, WantsThreeColumns) {
  EXPECT_EQ(Behaviours("Ids: REF-1\n| REF-1 | open |\n"),
            "not a row of id, upstream and here: | REF-1 | open |;"
            "REF-1 is listed but has no row;");
  for (const std::string upstream : {"", "-", "TestX TestY", "X", "\"half", "TestX,"}) {
    EXPECT_EQ(Behaviours("Ids: REF-1\n| REF-1 | " + upstream + " | open |\n"),
              "REF-1: the second column is – or upstream tests;")
        << upstream;
  }
}

TEST(CheckBehaviours, WantsATestOfTheTreeThatCarriesTheId) {
  EXPECT_EQ(Row("`A.REF_1_2_3_Do`"), "");
  EXPECT_EQ(Row("`A.REF_1_Gone`"), "A.REF_1_Gone is no test of the tree;");
  EXPECT_EQ(Row("`A.Other`"), "A.Other does not carry REF-1 in its name;");
  EXPECT_EQ(Row("`A.REF_4_C_WAT_05_Does`"),
            "A.REF_4_C_WAT_05_Does does not carry REF-1 in its name;");
  EXPECT_EQ(Behaviours("Ids: WAT-5\n| WAT-5 | – | `A.REF_4_C_WAT_05_Does` |\n"),
            "A.REF_4_C_WAT_05_Does does not carry WAT-5 in its name;");
  EXPECT_EQ(Row("–"),
            "REF-1 names no test;REF-1: beside tests only \"differs on purpose: …\" may stand "
            "there;");
  EXPECT_EQ(Row("done, see `A.REF_1_2_3_Do`"),
            "REF-1: beside tests only \"differs on purpose: …\" may stand there;");
}

TEST(CheckBehaviours, WantsADifferenceToBeSaidAndTested) {
  EXPECT_EQ(Row("differs on purpose: a key is told once and not twice."), "REF-1 names no test;");
  EXPECT_EQ(Row("differs on purpose: . `A.REF_1_2_3_Do`"),
            "REF-1 does not say what a user sees instead;");
  EXPECT_EQ(Row("differs on purpose: not needed here. `A.REF_1_2_3_Do`"),
            "REF-1 does not say what a user sees instead;");
}

TEST(CheckBehaviours, LetsATestStandForThreeIdsAtMost) {
  std::string page = "Ids: REF-1…4\n";
  for (const char* id : {"1", "2", "3", "4"}) {
    page += "| REF-" + std::string(id) + " | – | `A.REF_1_2_3_4_Do` |\n";
  }
  EXPECT_EQ(Behaviours(page), "A.REF_1_2_3_4_Do stands for 4 ids, at most 3;");
}

TEST(CheckBehaviours, RefusesOpenRowsOnceTheyAreNotAllowed) {
  const std::string page = "Ids: REF-1…2\n| REF-1 | – | open |\n| REF-2 | – | `A.REF_1_2_3_Do` |\n";
  EXPECT_EQ(Behaviours(page, true), "");
  EXPECT_EQ(Behaviours(page, false), "REF-1 is open;");
}

}  // namespace
}  // namespace oarlock::tidy
