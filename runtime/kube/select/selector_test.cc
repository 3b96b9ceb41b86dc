#include "kube/selector.h"

#include <gtest/gtest.h>

#include <random>

#include "kube/decode.h"
#include "kube/select/label_rules.h"

namespace oarlock::kube {
namespace {

Object Json(std::string_view text) {
  auto object = DocumentFromJson(text);
  EXPECT_TRUE(object.ok()) << object.status().ToString();
  return object.ok() ? *object : Object();
}

LabelSelector Parsed(std::string_view text) {
  auto selector = LabelSelector::Parse(text);
  EXPECT_TRUE(selector.ok()) << text << ": " << selector.status().ToString();
  return selector.ok() ? *selector : LabelSelector();
}

bool Matches(std::string_view selector, std::string_view labels) {
  const Object object = Json(labels);
  return Parsed(selector).Matches(object.root());
}

TEST(LabelSelector, MatchesEachOperator) {
  EXPECT_TRUE(Matches("a=b", R"({"a":"b"})"));
  EXPECT_TRUE(Matches("a==b", R"({"a":"b"})"));
  EXPECT_FALSE(Matches("a=b", R"({"a":"c"})"));
  EXPECT_FALSE(Matches("a=b", "{}"));
  EXPECT_TRUE(Matches("a=", R"({"a":""})"));
  EXPECT_FALSE(Matches("a=", "{}"));
  EXPECT_FALSE(Matches("a!=b", R"({"a":"b"})"));
  EXPECT_TRUE(Matches("a!=b", "{}"));
  EXPECT_TRUE(Matches("a in (x, y)", R"({"a":"y"})"));
  EXPECT_FALSE(Matches("a in (x, y)", R"({"a":"z"})"));
  EXPECT_TRUE(Matches("a in (x,)", R"({"a":""})"));
  EXPECT_TRUE(Matches("a notin (x,y)", R"({"b":"x"})"));
  EXPECT_FALSE(Matches("a notin (x,y)", R"({"a":"x"})"));
  EXPECT_TRUE(Matches("a", R"({"a":""})"));
  EXPECT_FALSE(Matches("!a", R"({"a":""})"));
  EXPECT_TRUE(Matches("! a", "{}"));
  EXPECT_TRUE(Matches("a>1,a<10", R"({"a":"9"})"));
  EXPECT_FALSE(Matches("a>1", R"({"a":"1"})"));
  EXPECT_FALSE(Matches("a>1", R"({"a":"x"})"));
  EXPECT_FALSE(Matches("a<1", "{}"));
}

TEST(LabelSelector, EveryTermMustHoldAndNoLabelsIsNoMap) {
  EXPECT_TRUE(Matches(" x.io/a = b , c != d ", R"({"x.io/a":"b","c":"e"})"));
  EXPECT_FALSE(Matches("a=b,c=d", R"({"a":"b"})"));
  EXPECT_TRUE(LabelSelector().Matches({}));
  EXPECT_TRUE(Parsed("!a").Matches({}));
  EXPECT_TRUE(Parsed("!a").Matches(Json(R"({"l":null})")["l"]));
}

TEST(LabelSelector, TakesKeywordsAsKeysAndValues) {
  EXPECT_TRUE(Matches("in in (notin,in)", R"({"in":"notin"})"));
  EXPECT_TRUE(Matches("notin=in", R"({"notin":"in"})"));
}

TEST(LabelSelector, CanonicalTextIsEqualForEqualSelectors) {
  EXPECT_EQ(Parsed("").ToString(), "");
  EXPECT_EQ(Parsed("c in (z, y,y),a==b,!d,b").ToString(), "a=b,b,c in (y,z),!d");
  EXPECT_EQ(Parsed("b , a=b,a in (b)").ToString(), Parsed("a=b,b,a=b").ToString());
  EXPECT_EQ(Parsed("a notin (x)").ToString(), "a!=x");
  EXPECT_EQ(Parsed("a notin (x,y),n>007,m< -1").ToString(), "a notin (x,y),m<-1,n>7");
}

TEST(LabelSelector, RefusesWhatTheServerRefusesWithThePosition) {
  for (const char* bad : {",",
                          "a,",
                          ",a",
                          "a,,b",
                          "a b",
                          "a=b c",
                          "=b",
                          "a in",
                          "a in x",
                          "a in ()",
                          "a in (x",
                          "a in (x y)",
                          "!a=b",
                          "!",
                          "a!b",
                          "a=b=c",
                          "(a)",
                          "a)",
                          "a=!b",
                          "a>x",
                          "a>",
                          "-a",
                          "a-",
                          "A/b=c",
                          "a/b/c",
                          "/b",
                          "a/",
                          "a..b/c",
                          "a=-b",
                          "a=b!",
                          "a in (x),in (y)"}) {
    EXPECT_FALSE(LabelSelector::Parse(bad).ok()) << bad;
  }
  EXPECT_EQ(LabelSelector::Parse("ok,a b").status().message(),
            "label selector, at byte 6: expected =, ==, !=, in, notin, > or <");
}

TEST(LabelSelector, ChecksLengthsOfKeysAndValues) {
  const std::string name63(63, 'n');
  const std::string prefix253 = std::string(250, 'p') + ".io";
  EXPECT_TRUE(LabelSelector::Parse(prefix253 + "/" + name63 + "=" + name63).ok());
  EXPECT_FALSE(LabelSelector::Parse("p" + prefix253 + "/a").ok());
  EXPECT_FALSE(LabelSelector::Parse(name63 + "n").ok());
  EXPECT_FALSE(LabelSelector::Parse("a=n" + name63).ok());
  EXPECT_FALSE(CheckLabelKey("k y").ok());
  EXPECT_TRUE(CheckLabelValue("").ok());
}

TEST(LabelSelector, LimitsTermsAndValues) {
  std::string terms = "a0";
  for (size_t i = 1; i < kSelectorTermsMax; ++i) terms += ",a" + std::to_string(i);
  EXPECT_TRUE(LabelSelector::Parse(terms).ok());
  EXPECT_FALSE(LabelSelector::Parse(terms + ",b").ok());
  std::string values = "a in (v0";
  for (size_t i = 1; i < kSelectorValuesMax; ++i) values += ",v" + std::to_string(i);
  EXPECT_TRUE(LabelSelector::Parse(values + ")").ok());
  EXPECT_FALSE(LabelSelector::Parse(values + ",w)").ok());
}

TEST(LabelSelector, ReadsTheObjectForm) {
  const Object selector = Json(R"({"matchLabels":{"app":"web"},"matchExpressions":[
      {"key":"tier","operator":"In","values":["b","a"]},
      {"key":"env","operator":"NotIn","values":["dev"]},
      {"key":"x","operator":"Exists"},{"key":"y","operator":"DoesNotExist","values":[]}]})");
  auto parsed = LabelSelector::FromValue(selector.root());
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_EQ(parsed->ToString(), "app=web,env!=dev,tier in (a,b),x,!y");
}

TEST(LabelSelector, MissingMatchesNothingAndEmptyEverything) {
  const auto none = LabelSelector::FromValue({});
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->matches_nothing());
  EXPECT_FALSE(none->empty());
  EXPECT_FALSE(none->Matches(Json(R"({"a":"b"})").root()));
  // What we would send for it selects nothing either.
  EXPECT_FALSE(Matches(none->ToString(), R"({"none":"x"})"));
  EXPECT_FALSE(Matches(none->ToString(), "{}"));
  const Object empty = Json(R"({"matchLabels":null,"matchExpressions":[]})");
  const auto all = LabelSelector::FromValue(empty.root());
  ASSERT_TRUE(all.ok());
  EXPECT_TRUE(all->empty());
}

TEST(LabelSelector, RefusesMalformedObjectForms) {
  for (const char* bad :
       {"[]", R"({"matchLabel":{}})", R"({"matchLabels":{"a":1}})", R"({"matchLabels":[]})",
        R"({"matchExpressions":{}})", R"({"matchExpressions":["a"]})",
        R"({"matchExpressions":[{"key":"a","operator":"in","values":["b"]}]})",
        R"({"matchExpressions":[{"key":"a","operator":"In"}]})",
        R"({"matchExpressions":[{"key":"a","operator":"In","values":[]}]})",
        R"({"matchExpressions":[{"key":"a","operator":"Exists","values":["b"]}]})",
        R"({"matchExpressions":[{"operator":"Exists"}]})"}) {
    const Object object = Json(bad);
    EXPECT_FALSE(LabelSelector::FromValue(object.root()).ok()) << bad;
  }
}

// Any selector means the same after it went through its canonical text.
TEST(LabelSelector, RandomSelectorsKeepTheirMeaningThroughToString) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  std::mt19937 random(seed);
  const auto pick = [&](std::vector<std::string> from) { return from[random() % from.size()]; };
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (size_t n = random() % 4; n-- > 0;) {
      if (!text.empty()) text += ",";
      const std::string key = pick({"a", "b", "x.io/c"});
      text += pick({key + "=" + pick({"", "1", "v"}), key + " in (1," + pick({"v", "w"}) + ")",
                    key + " notin (v,1)", key + "!=1", "!" + key, key, key + ">0", key + "<2"});
    }
    std::string labels = "{";
    for (const char* key : {"a", "b", "x.io/c"}) {
      if (random() % 2 == 0) continue;
      labels += (labels.size() > 1 ? ",\"" : "\"") + std::string(key) + "\":\"" +
                pick({"", "1", "v", "w"}) + "\"";
    }
    labels += "}";
    const LabelSelector once = Parsed(text);
    const LabelSelector twice = Parsed(once.ToString());
    EXPECT_EQ(once.ToString(), twice.ToString()) << "seed " << seed;
    const Object object = Json(labels);
    EXPECT_EQ(once.Matches(object.root()), twice.Matches(object.root()))
        << "seed " << seed << " " << text << " " << labels;
  }
}

}  // namespace
}  // namespace oarlock::kube
