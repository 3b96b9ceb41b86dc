// The SDK's classes over the fake host.
#include <gtest/gtest.h>

#include <string>

#include "abi/sdk_fixture.h"

namespace oarlock::abi_test {
namespace {

TEST_F(Sdk, ReadsValuesOfEveryType) {
  const auto o = Obj(
      R"({"apiVersion": "v1", "kind": "X", "metadata": {"labels": {"app": "web"}}, "n": 3, "f": 1.5,
      "b": true, "z": null, "big": 18446744073709551615, "l": ["a", "b"]})");
  EXPECT_EQ(o["n"].AsInt(), 3);
  EXPECT_EQ(o["f"].AsDouble(), 1.5);
  EXPECT_TRUE(o["b"].AsBool());
  EXPECT_TRUE(o["z"].is_null());
  EXPECT_EQ(o["big"].NumberText(), "18446744073709551615");
  EXPECT_EQ(o["l"].At(1).AsString(), "b");
  EXPECT_EQ(o.Label("app"), "web");
  EXPECT_FALSE(o["no"]["such"].At(4)["thing"].exists());
  EXPECT_EQ(o["no"].Json(), "");
  std::string keys;
  for (const auto& [key, value] : sdk::Members(o.root())) keys += std::string(key) + ",";
  EXPECT_EQ(keys, "apiVersion,kind,metadata,n,f,b,z,big,l,");
  EXPECT_EQ(sdk::Object()["x"].AsString("none"), "none");
}

TEST_F(Sdk, IteratesMatchesBeyondOneBatch) {
  std::string json = R"({"apiVersion": "v1", "kind": "X", "l": [)";
  for (int i = 0; i < 100; ++i) json += (i == 0 ? "" : ",") + std::to_string(i);
  const auto o = Obj(json + "]}");
  const sdk::Path path{4, "/l/*"};
  host_.paths.emplace(4, *kube::Path::Parse(path.text));
  int64_t next = 0;
  o.ForEach(path, [&](const sdk::Value& value) { EXPECT_EQ(value.AsInt(), next++); });
  EXPECT_EQ(next, 100);
  EXPECT_EQ(o.Get(path).AsInt(-1), 0);
  EXPECT_FALSE(o.Get({5, "/undeclared"}).exists());
}

TEST(SdkText, WritesAndEscapesJson) {
  sdk::JsonWriter w;
  w.Object().Member("a\"b", "x\n\x01").Member("n", -3).Member("t", true);
  w.Key("l").Array().Value(1).Null().Object().End().End().End();
  EXPECT_EQ(w.text(), R"({"a\"b":"x\n\u0001","n":-3,"t":true,"l":[1,null,{}]})");
  EXPECT_EQ(sdk::JoinPointer({"metadata", "annotations", "a/b~c"}),
            "/metadata/annotations/a~1b~0c");
}

TEST(SdkText, CutsTextAtACharacter) {
  char room[4] = {};
  oar_text out{room, sizeof(room), 0};
  sdk::WriteText(out, "ab\xc3\xa9\xc3\xa9");
  EXPECT_EQ(std::string(room, out.len), "ab\xc3\xa9");
  sdk::WriteText(out, "abc\xc3\xa9");
  EXPECT_EQ(std::string(room, out.len), "abc");
  oar_text none{};
  sdk::WriteText(none, "x");
  EXPECT_EQ(none.len, 0u);
}

TEST(SdkOutcome, FollowsTheStatus) {
  using sdk::Outcome;
  using sdk::Status;
  EXPECT_EQ(Outcome(Status()).outcome, OAR_DONE);
  EXPECT_EQ(Outcome(Status(OAR_E_CONFLICT, "c")).outcome, OAR_SKIPPED_CONFLICT);
  EXPECT_EQ(Outcome(Status(OAR_E_INVALID, "c")).outcome, OAR_ERROR_PERMANENT);
  EXPECT_EQ(Outcome(Status(OAR_E_TIMEOUT, "late")).outcome, OAR_ERROR_TRANSIENT);
  EXPECT_EQ(Outcome(Status(OAR_E_TIMEOUT, "late")).message, "late");
}

}  // namespace
}  // namespace oarlock::abi_test
