#pragma once
// Conformance: the rules for docs/conformance.md. Its upper part has a row per case
// (`| C-WAT-01 | tests |`), its part "Behaviours" a row per numbered behaviour
// (`| REF-1 | upstream tests | tests |`). Not thread-safe; used by tests only.

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tidy/source_tree.h"

namespace oarlock::tidy {

// Whether a behaviour may still be "open". False once every row has its test.
inline constexpr bool kOpenRowsAllowed = false;
// How many behaviours one test may stand for.
inline constexpr size_t kIdsPerTest = 3;

// Each case of an area's list ("Cases: C-WAT-01 C-WAT-03 …") has a row with a test, each row's case
// is in a list, and each test that a row names is in the tree.
std::vector<Finding> CheckCases(const std::vector<SourceFile>& files);

// Each id of a section's list ("Ids: WL-1…16 CD-1…2") has exactly one row. Its second column is
// `–` or names upstream tests, as words (TestX, BenchmarkX) or as quoted text. Its third column is
// one of
//   `Suite.Test`, `Suite.Test`…
//   differs on purpose: what a user sees instead. `Suite.Test`…
//   open                                               (while `open_rows_allowed`)
// Each test named is in the tree, carries the row's id in its name and stands for at most
// kIdsPerTest ids.
std::vector<Finding> CheckBehaviours(const std::vector<SourceFile>& files,
                                     bool open_rows_allowed = kOpenRowsAllowed);

// "Suite.Name" of every TEST, TEST_F and TEST_P.
std::set<std::string> TestNames(const std::vector<SourceFile>& files);

struct TestsAndText {
  std::vector<std::string> tests;
  std::string rest;  // what stands outside of the tests' names
};

// Takes a cell apart. Other code in backquotes than "Suite.Test" is text.
TestsAndText ReadTests(std::string_view cell);

// The ids in a test's name: "Watch.WAT_3_4_C_WAT_05_Works" carries WAT-3 and WAT-4 (a case is
// none).
std::vector<std::string> IdsOfTest(std::string_view test);

}  // namespace oarlock::tidy
