#include "kube/patch.h"

#include <gtest/gtest.h>

#include <random>

#include "kube/decode.h"

namespace oarlock::kube {
namespace {

Object Json(std::string_view text) {
  auto object = DocumentFromJson(text);
  EXPECT_TRUE(object.ok()) << text << ": " << object.status().ToString();
  return object.ok() ? *object : Object();
}

std::string Diff(std::string_view from, std::string_view to) {
  const Object a = Json(from);
  const Object b = Json(to);
  auto patch = CreateMergePatch(a.root(), b.root());
  return patch.ok() ? *patch : patch.status().ToString();
}

std::string Merge(std::string_view document, std::string_view patch) {
  const Object object = Json(document);
  auto merged = ApplyMergePatch(object.root(), patch);
  return merged.ok() ? *merged : merged.status().ToString();
}

std::string JsonPatch(std::string_view document, std::string_view patch) {
  const Object object = Json(document);
  auto patched = ApplyJsonPatch(object.root(), patch);
  return patched.ok() ? *patched : patched.status().message();
}

TEST(Patch, C_RC_03_MergePatchKeepsDigitsOfLargeIntegers) {
  EXPECT_EQ(Diff(R"({"spec":{"activeDeadlineSeconds":9223372036854775807}})",
                 R"({"spec":{"activeDeadlineSeconds":9223372036854775800}})"),
            R"({"spec":{"activeDeadlineSeconds":9223372036854775800}})");
}

TEST(Patch, C_RC_04_NumbersSurviveEveryPatch) {
  const std::string document =
      R"({"spec":{"num":[1000000009,9007199254740993,-9223372036854775808,1e3,1.0,0.1,)"
      R"(123456789012345678901234567890]},"m":{"l":"a"}})";
  std::string changed = document;
  changed.replace(changed.find("\"a\""), 3, "\"b\"");
  EXPECT_EQ(Merge(document, R"({"m":{"l":"b"}})"), changed);
  EXPECT_EQ(JsonPatch(document, R"([{"op":"replace","path":"/m/l","value":"b"}])"), changed);
  EXPECT_EQ(JsonPatch(R"({"a":[9007199254740993,2]})",
                      R"([{"op":"move","from":"/a/0","path":"/a/1"},
                          {"op":"add","path":"/b","value":18446744073709551615}])"),
            R"({"a":[2,9007199254740993],"b":18446744073709551615})");
}

TEST(Patch, C_RC_07_PointersEscapeTildeAndSlashOnly) {
  EXPECT_EQ(
      JoinPointer({"metadata", "annotations", "metacontroller.k8s.io/last-applied-configuration"}),
      "/metadata/annotations/metacontroller.k8s.io~1last-applied-configuration");
  EXPECT_EQ(JoinPointer({"metadata", "annotations", "a~b/c~1d"}),
            "/metadata/annotations/a~0b~1c~01d");
  EXPECT_EQ(JoinPointer({"data", "x.y"}), "/data/x.y");
  EXPECT_EQ(JoinPointer({}), "");
  EXPECT_EQ(JsonPatch(R"({"a~b/c~1d":1,"x.y":2})", R"([{"op":"remove","path":"/a~0b~1c~01d"}])"),
            R"({"x.y":2})");
}

TEST(Patch, C_RC_22_NullMapsBecomeMaps) {
  const std::string before = R"({"metadata":{"name":"x","annotations":null,"labels":null}})";
  const std::string after = R"({"metadata":{"name":"x","annotations":{"k":"v"},"labels":null}})";
  EXPECT_EQ(Diff(before, after), R"({"metadata":{"annotations":{"k":"v"}}})");
  EXPECT_EQ(Merge(before, Diff(before, after)), after);
  EXPECT_EQ(JsonPatch(before, R"([{"op":"add","path":"/metadata/annotations","value":{}},
                                  {"op":"add","path":"/metadata/annotations/k","value":"v"}])"),
            after);
}

TEST(MergePatch, CreatesTheSmallestPatch) {
  EXPECT_EQ(Diff(R"({"a":1,"b":{"c":[1]}})", R"({"b":{"c":[1]},"a":1})"), "{}");
  EXPECT_EQ(Diff(R"({"a":1,"b":{"c":1,"d":2}})", R"({"a":1,"b":{"d":3}})"),
            R"({"b":{"c":null,"d":3}})");
  EXPECT_EQ(Diff(R"({"a":[1,2]})", R"({"a":[1]})"), R"({"a":[1]})");
  EXPECT_EQ(Diff(R"({"a":{"x":1}})", R"({"a":"s"})"), R"({"a":"s"})");
  EXPECT_EQ(Diff(R"({"a":{"x":1}})", R"({"a":{}})"), R"({"a":{"x":null}})");
  EXPECT_EQ(Diff("{}", R"({"a":{},"n":null,"m":{"x":null,"y":1}})"), R"({"a":{},"m":{"y":1}})");
  EXPECT_EQ(Diff(R"({"n":1})", R"({"n":null})"), R"({"n":null})");
  EXPECT_FALSE(CreateMergePatch({}, {}).ok());
}

TEST(MergePatch, OfEqualDocumentsChangesNothing) {
  for (const char* text : {"{}", R"({"a":1})", "[1]", "\"s\"", "1", "null"}) {
    EXPECT_EQ(Merge(text, Diff(text, text)), text);
  }
}

// The table of RFC 7396, appendix A.
TEST(MergePatch, FollowsTheStandardsExamples) {
  const char* const rows[][3] = {
      {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
      {R"({"a":"b"})", R"({"a":null})", "{}"},
      {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
      {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
      {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
      {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
      {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
      {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
      {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
      {R"({"a":"foo"})", "null", "null"},
      {R"({"a":"foo"})", R"("bar")", R"("bar")"},
      {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
      {"[1,2]", R"({"a":"b","c":null})", R"({"a":"b"})"},
      {"{}", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"}};
  for (const auto& row : rows) EXPECT_EQ(Merge(row[0], row[1]), row[2]) << row[1];
  EXPECT_EQ(ApplyMergePatch({}, R"({"a":1})").value(), R"({"a":1})");
  EXPECT_EQ(ApplyMergePatch({}, "{").status().code(), base::StatusCode::kDataLoss);
}

std::string RandomJson(std::mt19937& random, int depth) {
  const auto kind = random() % (depth > 0 ? 8 : 5);
  if (kind == 0) return std::to_string(random());
  if (kind == 1) return "\"s" + std::to_string(random() % 3) + "\"";
  if (kind == 2) return random() % 2 == 0 ? "true" : "1.50";
  if (kind == 3) return "9007199254740993";
  if (kind == 4) return "[]";
  std::string out = kind == 5 ? "[" : "{";
  for (unsigned i = 0; i < 4; ++i) {
    if (random() % 3 == 0) continue;
    if (out.size() > 1) out += ",";
    if (kind != 5) out += "\"k" + std::to_string(i) + "\":";
    out += RandomJson(random, depth - 1);
  }
  return out + (kind == 5 ? "]" : "}");
}

TEST(MergePatch, RandomDocumentsComeOutAsAsked) {
  const unsigned seed = std::random_device()();
  RecordProperty("seed", std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 400; ++round) {
    const Object from = Json("{\"r\":" + RandomJson(random, 4) + "}");
    const Object to = Json("{\"r\":" + RandomJson(random, 4) + "}");
    const auto patch = CreateMergePatch(from.root(), to.root());
    ASSERT_TRUE(patch.ok());
    const auto merged = ApplyMergePatch(from.root(), *patch);
    ASSERT_TRUE(merged.ok());
    EXPECT_TRUE(DeepEqual(Json(*merged).root(), to.root())) << "seed " << seed << "\n"
                                                            << from.ToJson() << "\n"
                                                            << *patch << "\n"
                                                            << to.ToJson();
  }
}

TEST(JsonPatch, AppliesEachOperation) {
  const char* const rows[][3] = {
      {R"({"a":1})", R"([{"op":"add","path":"/b","value":{"c":[]}},
                         {"op":"add","path":"/b/c/-","value":2},
                         {"op":"add","path":"/b/c/0","value":1}])",
       R"({"a":1,"b":{"c":[1,2]}})"},
      {R"({"a":1})", R"([{"op":"add","path":"/a","value":null}])", R"({"a":null})"},
      {R"({"a":[1,2,3]})", R"([{"op":"remove","path":"/a/1"}])", R"({"a":[1,3]})"},
      {R"({"a":{"b":1}})", R"([{"op":"replace","path":"/a/b","value":[0]}])", R"({"a":{"b":[0]}})"},
      {R"({"a":{"b":1},"c":{}})", R"([{"op":"move","from":"/a/b","path":"/c/d"}])",
       R"({"a":{},"c":{"d":1}})"},
      {R"({"a":{"b":1}})", R"([{"op":"copy","from":"/a","path":"/c"},
                               {"op":"replace","path":"/c/b","value":2}])",
       R"({"a":{"b":1},"c":{"b":2}})"},
      {R"({"a":1})", R"([{"op":"replace","path":"","value":[1]}])", "[1]"},
      {R"({"a":1})", R"([{"op":"copy","from":"","path":"/b"}])", R"({"a":1,"b":{"a":1}})"},
      {R"({"a":[1.0,{"x":"y","z":null}]})",
       R"([{"op":"test","path":"/a","value":[1,{"z":null,"x":"y"}]}])",
       R"({"a":[1.0,{"x":"y","z":null}]})"},
      {R"({"":1,"a/b":2})", R"([{"op":"remove","path":"/"},{"op":"remove","path":"/a~1b"}])", "{}"},
      {R"({"a":1})", R"([{"op":"move","from":"/a","path":"/a"}])", R"({"a":1})"},
      {R"({"a":1})", "[]", R"({"a":1})"}};
  for (const auto& row : rows) EXPECT_EQ(JsonPatch(row[0], row[1]), row[2]) << row[1];
}

TEST(JsonPatch, FailsAsAWholeAndNamesTheOperation) {
  EXPECT_EQ(JsonPatch(R"({"a":1})", R"([{"op":"add","path":"/b","value":1},
                                        {"op":"remove","path":"/c"}])"),
            "JSON patch: operation 1 (remove /c): there is no \"c\"");
  for (const char* bad :
       {R"({"op":"add"})", R"([{"op":"add","path":"b","value":1}])", R"([1])",
        R"([{"op":"add","path":"/b"}])", R"([{"op":"nop","path":"/b"}])",
        R"([{"op":"add","path":"/a/b","value":1}])", R"([{"op":"add","path":"/x/y","value":1}])",
        R"([{"op":"add","path":"/l/3","value":1}])", R"([{"op":"add","path":"/l/01","value":1}])",
        R"([{"op":"remove","path":"/l/-"}])", R"([{"op":"remove","path":""}])",
        R"([{"op":"replace","path":"/z","value":1}])", R"([{"op":"test","path":"/a","value":2}])",
        R"([{"op":"test","path":"/l","value":[0,"1"]}])", R"([{"op":"copy","path":"/b"}])",
        R"([{"op":"move","from":"/m","path":"/m/x"}])",
        R"([{"op":"add","path":"/a~2","value":1}])"}) {
    const Object object = Json(R"({"a":1,"l":[0,1],"m":{}})");
    EXPECT_FALSE(ApplyJsonPatch(object.root(), bad).ok()) << bad;
  }
}

TEST(JsonPatch, BoundsOperationsCopiesAndDepth) {
  std::string many = "[";
  for (size_t i = 0; i <= kJsonPatchOpsMax; ++i) {
    many += std::string(i == 0 ? "" : ",") + R"({"op":"test","path":"/a","value":1})";
  }
  const Object object = Json(R"({"a":1})");
  EXPECT_EQ(ApplyJsonPatch(object.root(), many + "]").status().code(), base::StatusCode::kTooLarge);
  std::string doubling = "[";
  for (int i = 0; i < 64; ++i) {
    doubling += (i == 0 ? "" : ",") + std::string(R"({"op":"copy","from":"","path":"/)") +
                std::to_string(i) + "\"}";
  }
  EXPECT_EQ(ApplyJsonPatch(object.root(), doubling + "]").status().code(),
            base::StatusCode::kTooLarge);
  std::string deeper = "[";
  for (size_t i = 0; i <= kObjectDepthMax; ++i) {
    deeper += std::string(i == 0 ? "" : ",") +
              R"({"op":"add","path":"/b","value":{}},{"op":"move","from":"/a","path":"/b/a"},)"
              R"({"op":"move","from":"/b","path":"/a"})";
  }
  EXPECT_FALSE(ApplyJsonPatch(object.root(), deeper + "]").ok());
}

TEST(JsonQuote, EscapesWhatJsonDemands) {
  EXPECT_EQ(JsonQuote("a\"b\\c\n\x01é🙂/"), "\"a\\\"b\\\\c\\n\\u0001é🙂/\"");
  EXPECT_EQ(JsonQuote("x\xFFy"), "\"x\xEF\xBF\xBDy\"");
  EXPECT_EQ(Json(JsonQuote(std::string_view("\0z", 2))).root().AsString(),
            std::string_view("\0z", 2));
}

}  // namespace
}  // namespace oarlock::kube
