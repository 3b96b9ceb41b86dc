#include "kube/annotations.h"

#include <gtest/gtest.h>

#include "kube/decode.h"

namespace oarlock::kube {
namespace {

Object Parse(const std::string& json) { return *DocumentFromJson(json); }

TEST(Annotations, C_RC_21_CountsKeysAndValues) {
  EXPECT_EQ(AnnotationBytes(Parse(R"({"ab":"cde","f":""})").root()), 6u);
  EXPECT_EQ(AnnotationBytes(Parse("null").root()), 0u);
  EXPECT_EQ(AnnotationBytes({}), 0u);
  EXPECT_EQ(AnnotationBytes(Parse(R"({"a":"\u00e9\n"})").root()), 4u) << "as UTF-8, unescaped";
}

TEST(Annotations, C_RC_21_CountsWhatAMergePatchLeaves) {
  const Object now = Parse(R"({"a":"1234","b":"12"})");
  const auto after = [&](const std::string& patch) {
    return AnnotationBytesAfterMerge(now.root(), Parse(patch).root());
  };
  EXPECT_EQ(after(R"({"c":"123"})"), 12u);
  EXPECT_EQ(after(R"({"a":"1"})"), 5u);
  EXPECT_EQ(after(R"({"a":null,"z":null})"), 3u);
  EXPECT_EQ(after("null"), 0u);
  EXPECT_EQ(AnnotationBytesAfterMerge({}, Parse(R"({"a":"1"})").root()), 2u);
}

TEST(Annotations, C_RC_21_RefusesPastTheServersBoundWithTheSize) {
  const auto of = [](size_t value) {
    return R"({"kind":"X","metadata":{"name":"a","annotations":{"k":")" + std::string(value, 'x') +
           R"("}}})";
  };
  EXPECT_TRUE(CheckAnnotationsOf(of(262'143)).ok());
  const base::Status past = CheckAnnotationsOf(of(262'144));
  EXPECT_EQ(past.code(), base::StatusCode::kTooLarge);
  EXPECT_NE(past.message().find("262145 bytes, at most 262144"), std::string::npos)
      << past.message();
  EXPECT_TRUE(CheckAnnotationsOf("{" + std::string(300'000, ' ')).ok()) << "the server's business";
}

}  // namespace
}  // namespace oarlock::kube
