#include "base/text/lower_case.h"

#include <gtest/gtest.h>

namespace oarlock::base {
namespace {

TEST(LowerCase, ChangesTheLettersOfAsciiAndNothingElse) {
  EXPECT_EQ(LowerCase("Content-Type: AZ@[`{"), "content-type: az@[`{");
  EXPECT_EQ(LowerCase("\xC3\x84"), "\xC3\x84") << "a letter of two bytes";
  EXPECT_EQ(LowerCase(""), "");
}

TEST(LowerCase, ComparesWithoutCase) {
  EXPECT_TRUE(SameInLowerCase("Bearer", "bEARER"));
  EXPECT_FALSE(SameInLowerCase("Bearer", "Bearers"));
  EXPECT_FALSE(SameInLowerCase("a", "b"));
}

}  // namespace
}  // namespace oarlock::base
