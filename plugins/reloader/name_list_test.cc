#include "name_list.h"

#include <gtest/gtest.h>

namespace oarlock::reloader {
namespace {

using Items = std::vector<std::string_view>;

TEST(NameList, SplitsAtCommasButNotInQuantifiers) {
  EXPECT_EQ(SplitNames(""), Items{});
  EXPECT_EQ(SplitNames(" , ,"), Items{});
  EXPECT_EQ(SplitNames(" other, db-.* \n"), (Items{"other", "db-.*"}));
  EXPECT_EQ(SplitNames("a{1,3}b,c{2,},d"), (Items{"a{1,3}b", "c{2,}", "d"}));
  EXPECT_EQ(SplitNames("{a,b},{1,b},{,2}"), (Items{"{a", "b}", "{1", "b}", "{", "2}"}));
  EXPECT_EQ(SplitNames("[bad,cfg"), (Items{"[bad", "cfg"}));
}

TEST(NameList, R06_MatchesTheWholeName) {
  EXPECT_TRUE(MatchNames("other, db-.*", "db-main").matched);
  EXPECT_FALSE(MatchNames("db-.*", "mydb-main").matched);
  EXPECT_FALSE(MatchNames("db-.", "db-main").matched);
  EXPECT_FALSE(MatchNames("cfg", "cfg2").matched);
  EXPECT_TRUE(MatchNames("a{1,3}", "aaa").matched);
  EXPECT_FALSE(MatchNames("", "cfg").matched);
}

TEST(NameList, R07_GroupsAlternatives) {
  EXPECT_FALSE(MatchNames("a|b", "abc").matched);
  EXPECT_FALSE(MatchNames("a|b", "cab").matched);
  EXPECT_TRUE(MatchNames("a|b", "a").matched);
  EXPECT_TRUE(MatchNames("a|b", "b").matched);
}

TEST(NameList, R08_InvalidItemSpoilsNoOther) {
  const NameMatch match = MatchNames("[bad,cfg", "cfg");
  EXPECT_TRUE(match.matched);
  EXPECT_EQ(match.invalid, std::vector<std::string>{"[bad"});
  EXPECT_EQ(MatchNames("ok,(*bad", "ok").invalid, std::vector<std::string>{"(*bad"});
}

TEST(NameList, InvalidItemCannotEscapeItsGroup) {
  const NameMatch match = MatchNames("a)|(b", "axyz");
  EXPECT_FALSE(match.matched);
  EXPECT_EQ(match.invalid.size(), 1u);
}

TEST(NameList, ItemThatIsTheNameMatchesAlways) {
  EXPECT_TRUE(MatchNames("cfg.v1", "cfg.v1").matched);
  EXPECT_TRUE(MatchNames("cfg.v1", "cfgxv1").matched) << "a dot is a pattern, too";
}

// An engine that tries alternatives one after the other would need 2^2000 steps.
TEST(NameList, C_RLD_09_IsLinearWhateverThePattern) {
  const std::string name = std::string(2000, 'a') + "!";
  for (const char* pattern : {"(a+)+$", "(a|a)*b", "(a*)*c", "(.*)(.*)(.*)(.*)x"}) {
    const NameMatch match = MatchNames(pattern, name);
    EXPECT_FALSE(match.matched) << pattern;
    EXPECT_TRUE(match.invalid.empty()) << pattern;
  }
  EXPECT_TRUE(MatchNames("(a+)+$", std::string(40, 'a')).matched);
}

TEST(NameList, PatternThatNeedsTooMuchMemoryIsInvalid) {
  EXPECT_EQ(MatchNames("((a{100}){100}){100}", "a").invalid.size(), 1u);
}

TEST(NameList, ExcludesByPlainName) {
  EXPECT_TRUE(ListsName("a, cfg ,b", "cfg"));
  EXPECT_FALSE(ListsName("c.*", "cfg"));
  EXPECT_FALSE(ListsName("", "cfg"));
}

}  // namespace
}  // namespace oarlock::reloader
