#include "sandbox/types/json.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::sandbox {
namespace {

TEST(Json, C_SBX_04_NumbersAreKept) {
  const auto parsed = ParseJson(R"({"a":9007199254740993,"b":0.1,"c":-9223372036854775808})");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(WriteJson(parsed->value), R"({"a":9007199254740993,"b":0.1,"c":-9223372036854775808})");
  EXPECT_FALSE(ParseJson(R"({"a":1e400})").ok());
  EXPECT_TRUE(ParseJson("18446744073709551615")->value.is_number_float());
  EXPECT_TRUE(ParseJson("1.0")->value.is_number_float());
}

TEST(Json, NamesMembersThatAreThereTwice) {
  const auto parsed = ParseJson(
      R"({"spec":{"r":1,"r":2,"c":[{},{"name":"a","name":"b"}]},"spec2":1,"spec2":{"x":1}})");
  ASSERT_TRUE(parsed.ok());
  const std::vector<std::string> want{"spec.r", "spec.c[1].name", "spec2"};
  EXPECT_EQ(parsed->duplicates, want);
  EXPECT_EQ(At(parsed->value, {"spec", "r"}), 2);
}

TEST(Json, EndsAtADepth) {
  const std::string deep(kube::kObjectDepthMax + 1, '[');
  EXPECT_EQ(ParseJson(deep).status().code(), base::StatusCode::kTooLarge);
  EXPECT_EQ(ParseJson(std::string(kube::kObjectDepthMax, '[')).status().message(),
            "unexpected end of JSON input");
}

TEST(Json, ManyDuplicatesAreNotAllRemembered) {
  std::string text = "{\"a\":0";
  for (size_t i = 0; i < 2 * kSandboxDuplicatesMax; ++i) text += ",\"a\":1";
  const auto parsed = ParseJson(text + "}");
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(parsed->duplicates.size(), kSandboxDuplicatesMax);
}

TEST(Json, SaysWhatIsWrong) {
  EXPECT_EQ(ParseJson("{\"a\":").status().message(), "unexpected end of JSON input");
  EXPECT_EQ(ParseJson("x").status().message(),
            "invalid character 'x' looking for beginning of value");
  EXPECT_EQ(ParseJson(" ").status().message(), "unexpected end of JSON input");
  EXPECT_FALSE(ParseJson("{} {}").ok());
}

TEST(Json, MembersThatAreMissingAreNull) {
  const Json object = ParseTrustedJson(R"({"a":{"b":"c"},"n":1})");
  EXPECT_EQ(TextAt(object, {"a", "b"}), "c");
  EXPECT_TRUE(At(object, {"n", "b", "c"}).is_null());
  EXPECT_EQ(TextAt(object, {"n"}), "");
}

}  // namespace
}  // namespace oarlock::sandbox
