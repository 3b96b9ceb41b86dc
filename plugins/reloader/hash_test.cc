#include "hash.h"

#include <gtest/gtest.h>

#include "testing/fake_cluster.h"

namespace oarlock::reloader {
namespace {

class HashTest : public ::testing::Test {
 protected:
  sdk::Object Make(const Json& json) { return MakeObject(host_, api_, json); }
  std::string Hash(const Json& json, ConfigType type = ConfigType::kConfigMap) {
    return PublishedHash(Make(json), type);
  }
  uint64_t Digest(const Json& json, ConfigType type = ConfigType::kConfigMap) {
    return ContentDigest(Make(json), type);
  }

  abi_test::FakeHost host_;
  sdk::Api api_{&host_.core, host_.handle()};
};

TEST_F(HashTest, PublishesThePeersHash) {
  constexpr const char* kEmpty = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
  EXPECT_EQ(Sha1Hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(Hash(Json::object()), kEmpty);
  EXPECT_EQ(Hash({{"data", nullptr}}), kEmpty);
  EXPECT_EQ(Hash({{"data", {{"a", "1"}}}}), Sha1Hex("a=1"));
  EXPECT_EQ(Hash({{"data", {{"a", "1"}}}}), "86eda770a6060824b090dd4df091e3bd4121279c")
      << "sha1sum of a=1";
  EXPECT_EQ(Hash({{"data", {{"b", "2"}, {"a", "1"}}}, {"binaryData", {{"ab", "/w=="}}}}),
            Sha1Hex("a=1;ab=/w==;b=2"));
}

TEST_F(HashTest, SortsEntriesNotKeys) {
  // "a-=x" sorts before "a=x".
  EXPECT_EQ(Hash({{"data", {{"a", "x"}, {"a-", "x"}}}}), Sha1Hex("a-=x;a=x"));
}

TEST_F(HashTest, DecodesSecrets) {
  EXPECT_EQ(Hash({{"data", {{"k", "aGVsbG8="}}}}, ConfigType::kSecret), Sha1Hex("k=hello"));
  EXPECT_EQ(DecodeBase64("AP8Q"), std::string("\0\xff\x10", 3));
  EXPECT_EQ(DecodeBase64("YQ=="), "a");
  EXPECT_EQ(DecodeBase64("YWI="), "ab");
  EXPECT_EQ(DecodeBase64("+/+/"), "\xfb\xff\xbf");
  EXPECT_EQ(DecodeBase64(""), "");
}

TEST_F(HashTest, R44_SeesAChangeThatThePublishedHashHides) {
  const Json before = {{"data", {{"a", "1;b=2"}}}};
  const Json after = {{"data", {{"a", "1"}, {"b", "2"}}}};
  EXPECT_EQ(Hash(before), Hash(after));
  EXPECT_NE(Digest(before), Digest(after));
}

TEST_F(HashTest, DigestCoversContentAndNothingElse) {
  const Json base = {{"data", {{"a", "1"}, {"b", "2"}}}, {"binaryData", {{"c", "AA=="}}}};
  const uint64_t digest = Digest(base);
  Json same = base;
  same["metadata"] = {{"resourceVersion", "9"}, {"labels", {{"x", "y"}}}};
  EXPECT_EQ(Digest(same), digest);
  const auto reordered = host_.AddJson(R"({"binaryData":{"c":"AA=="},"data":{"b":"2","a":"1"}})");
  EXPECT_EQ(ContentDigest(sdk::Object({&api_, host_.ctx(), reordered}), ConfigType::kConfigMap),
            digest);
  for (const Json& other :
       {Json{{"data", {{"a", "2"}, {"b", "1"}}}, {"binaryData", {{"c", "AA=="}}}},
        Json{{"data", {{"a", "1"}, {"b", "2"}, {"c", "AA=="}}}},
        Json{{"data", {{"a", "1"}, {"b", "2"}}}},
        Json{{"data", {{"a", ""}, {"b", "2"}}}, {"binaryData", {{"c", "AA=="}}}}}) {
    EXPECT_NE(Digest(other), digest) << other;
  }
  EXPECT_NE(Digest({{"data", {{"a", ""}}}}), Digest(Json::object()));
}

TEST_F(HashTest, NamesTheVariable) {
  EXPECT_EQ(EnvName(ConfigType::kConfigMap, "cfg"), "STAKATER_CFG_CONFIGMAP");
  EXPECT_EQ(EnvName(ConfigType::kSecret, "my-app.v1"), "STAKATER_MY_APP_V1_SECRET");
  EXPECT_EQ(EnvName(ConfigType::kConfigMap, "a--.b"), "STAKATER_A_B_CONFIGMAP");
}

TEST_F(HashTest, R40_KnowsHelmReleases) {
  const Json release = {{"type", "helm.sh/release.v1"}};
  EXPECT_TRUE(IsHelmRelease(Make(release), ConfigType::kSecret));
  EXPECT_FALSE(IsHelmRelease(Make(release), ConfigType::kConfigMap));
  EXPECT_FALSE(IsHelmRelease(Make({{"type", "Opaque"}}), ConfigType::kSecret));
}

}  // namespace
}  // namespace oarlock::reloader
