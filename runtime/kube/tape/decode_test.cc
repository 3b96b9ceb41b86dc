#include "kube/decode.h"

#include <gtest/gtest.h>

#include <random>

#include "kube/tape/tape_builder.h"

namespace oarlock::kube {
namespace {

Object Parse(std::string_view json, const DecodeOptions& options = {}) {
  auto result = ObjectFromJson(json, options);
  EXPECT_TRUE(result.ok()) << json << ": " << result.status().ToString();
  return result.ok() ? *result : Object();
}

void ExpectDataLoss(std::string_view json) {
  auto result = DocumentFromJson(json);
  EXPECT_EQ(result.status().code(), base::StatusCode::kDataLoss) << json;
  EXPECT_NE(result.status().message().find(" at byte "), std::string::npos)
      << result.status().message();
}

TEST(Decode, KeepsOrderAndEveryType) {
  const std::string json =
      R"({"z":1,"a":null,"m":{"t":true,"f":false,"e":{},"l":[[],[1,"x"]]},"s":"\"\\\n\u0001é"})";
  const Object object = Parse(json);
  EXPECT_EQ(object.ToJson(), json);
  EXPECT_EQ(object["m"]["l"].At(1).At(1).AsString(), "x");
}

TEST(Decode, UnescapesStringsAndKeys) {
  const Object object = Parse(R"({"\u0061\/":"\ud83d\ude42\u00fc\t"})");
  EXPECT_EQ(object["a/"].AsString(), "\xF0\x9F\x99\x82\xC3\xBC\t");
}

TEST(Decode, C_RC_04_NumbersKeepTheirDigits) {
  const std::string numbers =
      "1000000009,9007199254740993,-9223372036854775808,1e3,1.0,0.1,18446744073709551615,"
      "18446744073709551616,1e400,-0,-0.0,1E+2,123456789012345678901234567890,0,1e-400,"
      "3.14159265358979323846";
  const Object object = Parse("{\"n\":[" + numbers + "]}");
  EXPECT_EQ(object.ToJson(), "{\"n\":[" + numbers + "]}");
  const Value n = object["n"];
  EXPECT_EQ(n.At(0).AsInt(), 1000000009);
  EXPECT_EQ(n.At(1).AsInt(), 9007199254740993);
  EXPECT_EQ(n.At(2).AsInt(), INT64_MIN);
  using T = ValueType;
  const std::vector<T> want = {T::kInt,        T::kInt,    T::kInt,        T::kDouble,
                               T::kDouble,     T::kDouble, T::kUint,       T::kNumberText,
                               T::kNumberText, T::kDouble, T::kDouble,     T::kDouble,
                               T::kNumberText, T::kInt,    T::kNumberText, T::kNumberText};
  ASSERT_EQ(n.size(), want.size());
  for (uint32_t i = 0; i < n.size(); ++i) EXPECT_EQ(n.At(i).type(), want[i]) << i;
  EXPECT_EQ(n.At(6).AsUint(), UINT64_MAX);
  EXPECT_EQ(n.At(3).AsDouble(), 1000.0);
  EXPECT_EQ(n.At(15).AsDouble(), 3.14159265358979323846);
}

TEST(Decode, RefusesMalformedInputWithItsPosition) {
  for (const char* bad : {"",
                          " ",
                          "{",
                          "}",
                          "[",
                          "]",
                          "{]",
                          "[}",
                          "[1 2]",
                          "[1,]",
                          "[,1]",
                          "{\"a\"}",
                          "{\"a\":}",
                          "{\"a\":1,}",
                          "{a:1}",
                          "{'a':1}",
                          "{\"a\" 1}",
                          "{\"a\":1 \"b\":2}",
                          "{\"a\":1}}",
                          "{\"a\":1} x",
                          "{}{}",
                          "1 2",
                          "1,2",
                          "1],[2",
                          "[1]]",
                          "01",
                          "+1",
                          "1.",
                          ".5",
                          "1e",
                          "-",
                          "--1",
                          "1x",
                          "0x10",
                          "NaN",
                          "Infinity",
                          "nul",
                          "nulll",
                          "tru",
                          "truex",
                          "falsee",
                          "\"a",
                          "\"\\x\"",
                          "\"\\u12\"",
                          "\"\\u12g4\"",
                          "\"\n\"",
                          "\"\t\"",
                          "\"\\ud800\"",
                          "\"\\udc00\"",
                          "\"\\ud800\\u0041\"",
                          "{\"\\udc00\":1}",
                          "\"\xff\"",
                          "\"\xc0\x80\"",
                          "\"\xed\xa0\x80\"",
                          "\"\xf4\x90\x80\x80\"",
                          "\xef\xbb\xbf{}",
                          "[1]//",
                          "[\"a\":1]",
                          "[{\"a\":1},{\"b\":]"}) {
    ExpectDataLoss(bad);
  }
  ExpectDataLoss(std::string_view("{\"a\":1}\0", 8));
  ExpectDataLoss(std::string_view("[\"a\0\"]", 6));
}

TEST(Decode, NamesThePositionOfBadUtf8) {
  const auto result = ObjectFromJson("{\"k\":\"\xC3\xBC\xFF\"}");
  EXPECT_EQ(result.status().message().rfind("malformed JSON at byte 8 of 11", 0), 0u)
      << result.status().message();
}

TEST(Decode, EveryPrefixOfAnObjectIsAnError) {
  const std::string json = R"({"a":[1,-2.5e3,"x\u00fc",null,{"b":true}],"c":{"d":{}}})";
  for (size_t n = 0; n < json.size(); ++n) ExpectDataLoss(json.substr(0, n));
  EXPECT_TRUE(ObjectFromJson(json).ok());
}

TEST(Decode, AnObjectIsAMap) {
  for (const char* bad : {"[]", "1", "\"x\"", "null", "[{}]"}) {
    EXPECT_EQ(ObjectFromJson(bad).status().code(), base::StatusCode::kDataLoss) << bad;
    EXPECT_TRUE(DocumentFromJson(bad).ok()) << bad;
  }
}

TEST(Decode, LastOfDuplicateKeysWins) { EXPECT_EQ(Parse(R"({"a":1,"a":2})")["a"].AsInt(), 2); }

TEST(Decode, PutsDefaultTypeInFront) {
  const DecodeOptions options{.default_api_version = "v1", .default_kind = "Secret"};
  EXPECT_EQ(Parse(R"({"metadata":{"name":"a"}})", options).ToJson(),
            R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"}})");
  EXPECT_EQ(Parse(R"({"kind":"X","metadata":{}})", options).ToJson(),
            R"({"apiVersion":"v1","kind":"X","metadata":{}})");
  EXPECT_EQ(Parse(R"({"kind":"X","apiVersion":"y"})", options).ToJson(),
            R"({"kind":"X","apiVersion":"y"})");
  EXPECT_EQ(Parse(R"({"metadata":{"kind":"q"}})", options).kind(), "Secret");
}

TEST(Decode, DropsManagedFieldsOfTheObjectOnly) {
  const std::string json =
      R"({"metadata":{"managedFields":[{"f:x":{}}],"name":"a"},"managedFields":[1],)"
      R"("spec":{"template":{"metadata":{"managedFields":[2]}}}})";
  EXPECT_EQ(Parse(json).ToJson(), R"({"metadata":{"name":"a"},"managedFields":[1],)"
                                  R"("spec":{"template":{"metadata":{"managedFields":[2]}}}})");
  EXPECT_EQ(Parse(json, {.drop_managed_fields = false}).ToJson(), json);
}

TEST(Decode, C_INF_03_EachObjectIsFresh) {
  const Object a = Parse(R"({"metadata":{"name":"a","finalizers":["f"]},"data":{"x":"1"}})");
  const Object b = Parse(R"({"metadata":{"name":"b"}})");
  EXPECT_EQ(b.name(), "b");
  EXPECT_FALSE(b.finalizers().exists());
  EXPECT_FALSE(b["data"].exists());
  EXPECT_EQ(a.finalizers().At(0).AsString(), "f");
}

TEST(Decode, LimitsDepth) {
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(DocumentFromJson(nested(kObjectDepthMax)).ok());
  for (size_t depth : {size_t{kObjectDepthMax} + 1, size_t{2000}, size_t{1'000'000}}) {
    EXPECT_EQ(DocumentFromJson(nested(depth)).status().code(), base::StatusCode::kTooLarge);
  }
}

TEST(Decode, LimitsBytesAndNodesAndGoesOnAfterwards) {
  const std::string big = "{\"a\":\"" + std::string(kObjectBytesMax, 'x') + "\"}";
  EXPECT_EQ(ObjectFromJson(big).status().code(), base::StatusCode::kTooLarge);
  TapeBuilder few(3);
  few.BeginArray();
  EXPECT_NE(few.Null(), 0u);
  EXPECT_NE(few.Null(), 0u);
  EXPECT_EQ(few.Null(), 0u);
  few.EndArray();
  EXPECT_EQ(few.Finish().status().code(), base::StatusCode::kTooLarge);
  EXPECT_TRUE(ObjectFromJson("{}").ok()) << "usable after an error";
}

// A random document as text, with random whitespace and escapes.
class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string Value(int depth) {
    switch (Below(depth > 4 ? 5 : 7)) {
      case 0: return Space() + "null" + Space();
      case 1: return Below(2) == 0 ? "true" : "false";
      case 2: return Number();
      case 3:
      case 4: return String();
      case 5: return Container('[', ']', depth);
      default: return Container('{', '}', depth);
    }
  }

  size_t Below(size_t n) { return random_() % n; }

 private:
  std::string Space() { return std::string(Below(3), " \n\t\r"[Below(4)]); }
  std::string Number() {
    static const std::vector<std::string> kNumbers = {
        "0", "-1", "1.50", "1e9", "9007199254740993", "18446744073709551616", "-0.0", "1E-7"};
    return Below(2) == 0 ? kNumbers[Below(kNumbers.size())] : std::to_string(random_() % 100000);
  }
  std::string String() {
    static const std::vector<std::string> kParts = {"a",
                                                    "key",
                                                    "\\n",
                                                    "\\u00e9",
                                                    "\xC3\xA9",
                                                    "\xE6\xBC\xA2",
                                                    "\xF0\x9F\x99\x82",
                                                    "\\\"",
                                                    "\\\\",
                                                    "{",
                                                    "}",
                                                    "[",
                                                    "]",
                                                    ",",
                                                    ":",
                                                    "\\ud83d\\ude42",
                                                    " ",
                                                    "/",
                                                    "\\/"};
    std::string out = "\"";
    for (size_t n = Below(12); n > 0; --n) out += kParts[Below(kParts.size())];
    return out + "\"";
  }
  std::string Container(char open, char close, int depth) {
    std::string out(1, open);
    const size_t count = Below(8) == 0 ? 30 : Below(5);
    for (size_t i = 0; i < count; ++i) {
      out += i == 0 ? Space() : "," + Space();
      if (open == '{') out += "\"k" + std::to_string(i) + String().substr(1) + Space() + ":";
      out += Value(depth + 1);
    }
    return out + Space() + close;
  }

  std::mt19937_64 random_;
};

TEST(Decode, RandomDocumentsSurviveARoundTrip) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Generator generator(seed);
  for (int i = 0; i < 400; ++i) {
    const std::string json = generator.Value(0);
    const auto first = DocumentFromJson(json);
    ASSERT_TRUE(first.ok()) << json << first.status().ToString();
    const auto second = DocumentFromJson(first->ToJson());
    ASSERT_TRUE(second.ok()) << first->ToJson();
    EXPECT_TRUE(DeepEqual(first->root(), second->root()));
    EXPECT_EQ(first->ToJson(), second->ToJson());
  }
}

TEST(Decode, RandomDamageNeverCrashesAndWhatIsAcceptedRoundTrips) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Generator generator(seed);
  for (int i = 0; i < 2000; ++i) {
    std::string json = generator.Value(0);
    for (size_t n = 1 + generator.Below(3); n > 0; --n) {
      json[generator.Below(json.size())] = "\"{}[],:\\x0 \n\x80"[generator.Below(13)];
    }
    const auto first = DocumentFromJson(json);
    if (!first.ok()) continue;
    const auto second = DocumentFromJson(first->ToJson());
    ASSERT_TRUE(second.ok()) << json;
    EXPECT_EQ(first->ToJson(), second->ToJson());
  }
}

}  // namespace
}  // namespace oarlock::kube
