#include "kube/path.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::kube {
namespace {

Object Sample() {
  auto object = ObjectFromJson(R"({
    "metadata": {"labels": {"app": "web", "a/b": "slash", "t~x": "tilde", "*": "star", "7": "x"}},
    "volumes": [{"name": "a", "configMap": {"name": "cm1"}}, {"name": "b"},
                {"name": "c", "configMap": {"name": "cm2"}}],
    "conditions": [{"type": "Ready", "ok": true, "status": "False"},
                   {"type": "a/b=c", "port": 80, "status": "x"}],
    "zero": null, "deep": {"x": {"n": 1}, "y": {"n": 2}}})");
  EXPECT_TRUE(object.ok()) << object.status().ToString();
  return *object;
}

std::string GetText(const Object& object, std::string_view text) {
  auto path = Path::Parse(text);
  EXPECT_TRUE(path.ok()) << path.status().ToString();
  const Value value = path->Get(object.root());
  return value.exists() ? value.ToJson() : "missing";
}

std::string All(const Object& object, std::string_view text) {
  auto path = Path::Parse(text);
  EXPECT_TRUE(path.ok()) << path.status().ToString();
  std::string out;
  path->ForEach(object.root(), [&](Value value) {
    out += value.ToJson() + " ";
    return true;
  });
  return out;
}

TEST(Path, FollowsNamesAndEscapes) {
  const Object object = Sample();
  EXPECT_EQ(GetText(object, "/metadata/labels/app"), "\"web\"");
  EXPECT_EQ(GetText(object, "/metadata/labels/a~1b"), "\"slash\"");
  EXPECT_EQ(GetText(object, "/metadata/labels/t~0x"), "\"tilde\"");
  EXPECT_EQ(GetText(object, "/metadata/labels/~2"), "\"star\"");
  EXPECT_EQ(GetText(object, "/metadata/labels/7"), "\"x\"");
  EXPECT_EQ(GetText(object, "/zero"), "null");
  EXPECT_EQ(GetText(object, "/zero/x"), "missing");
  EXPECT_EQ(GetText(object, "/nothing/here"), "missing");
  EXPECT_EQ(GetText(object, "/metadata/"), "missing");
  EXPECT_EQ(GetText(object, ""), object.root().ToJson());
}

TEST(Path, ReadsArraysByIndexAsRfc6901Says) {
  const Object object = Sample();
  EXPECT_EQ(GetText(object, "/volumes/1/name"), "\"b\"");
  EXPECT_EQ(GetText(object, "/volumes/3"), "missing");
  EXPECT_EQ(GetText(object, "/volumes/01/name"), "missing");
  EXPECT_EQ(GetText(object, "/volumes/-"), "missing");
  EXPECT_EQ(GetText(object, "/volumes/99999999999999999999"), "missing");
}

TEST(Path, StarVisitsElementsAndMembersInOrder) {
  const Object object = Sample();
  EXPECT_EQ(All(object, "/volumes/*/configMap/name"), "\"cm1\" \"cm2\" ");
  EXPECT_EQ(All(object, "/deep/*/n"), "1 2 ");
  EXPECT_EQ(GetText(object, "/volumes/*/configMap/name"), "\"cm1\"");
  EXPECT_EQ(All(object, "/metadata/labels/app/*"), "");
}

TEST(Path, MatchPicksElementsByMember) {
  const Object object = Sample();
  EXPECT_EQ(GetText(object, "/conditions/[type=Ready]/status"), "\"False\"");
  EXPECT_EQ(GetText(object, "/conditions/[type=a~1b=c]/status"), "\"x\"");
  EXPECT_EQ(GetText(object, "/conditions/[port=80]/status"), "\"x\"");
  EXPECT_EQ(GetText(object, "/conditions/[ok=true]/status"), "\"False\"");
  EXPECT_EQ(GetText(object, "/conditions/[type=Gone]"), "missing");
  EXPECT_EQ(GetText(object, "/deep/[n=1]"), "missing");
}

TEST(Path, StopsWhenTheVisitorSaysSo) {
  const Object object = Sample();
  int seen = 0;
  Path::Parse("/volumes/*/name")->ForEach(object.root(), [&](Value) { return ++seen < 2; });
  EXPECT_EQ(seen, 2);
}

TEST(Path, RefusesMalformedTextAndNamesTheSegment) {
  for (const char* bad : {"a", "/a~", "/a~3b", "/[x]", "/[=y]", "/[a=b", "/[a=~9]"}) {
    const auto path = Path::Parse(bad);
    ASSERT_FALSE(path.ok()) << bad;
    EXPECT_EQ(path.status().code(), base::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(Path::Parse("/ok/a~3b").status().message(),
            "path segment \"a~3b\": `~` must be ~0, ~1 or ~2");
}

TEST(Path, LimitsItsSegments) {
  std::string text;
  for (size_t i = 0; i < kPathSegmentsMax; ++i) text += "/a";
  EXPECT_TRUE(Path::Parse(text).ok());
  EXPECT_FALSE(Path::Parse(text + "/a").ok());
}

}  // namespace
}  // namespace oarlock::kube
