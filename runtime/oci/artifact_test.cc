#include "oci/artifact.h"

#include <gtest/gtest.h>

namespace oarlock::oci {
namespace {

const std::string kDigest = "sha256:" + std::string(64, 'b');

const PluginFacts kFacts{"dev.example.demo", "1.2", "1.0", "amd64"};

std::string Manifest(const PluginFacts& facts = kFacts) {
  return PluginManifestJson(facts, {std::string(kPluginConfigType), DigestOf("{}"), 2},
                            {std::string(kPluginLibraryType), kDigest, 99});
}

std::string ErrorOf(std::string_view bytes) {
  return ReadArtifact(bytes, "amd64").status().message();
}

TEST(Artifact, WhatIsWrittenIsReadAgain) {
  const auto part = ReadArtifact(Manifest(), "amd64");
  ASSERT_TRUE(part.ok()) << part.status().message();
  EXPECT_FALSE(part->is_manifest);
  EXPECT_EQ(part->blob.digest, kDigest);
  EXPECT_EQ(part->blob.size, 99u);
  EXPECT_EQ(Manifest(), Manifest()) << "no date in it";
  for (const char* expected :
       {R"("artifactType":"application/vnd.oarlock.plugin.v1")",
        R"("dev.oarlock.plugin.abi":"1.0")", R"("org.opencontainers.image.version":"1.2")"}) {
    EXPECT_NE(Manifest().find(expected), std::string::npos) << expected;
  }
}

TEST(Artifact, AnotherArchitectureIsRefusedWithBothNames) {
  const auto part = ReadArtifact(Manifest(), "arm64");
  ASSERT_FALSE(part.ok());
  EXPECT_EQ(part.status().code(), base::StatusCode::kInvalidArgument);
  EXPECT_NE(part.status().message().find("built for amd64, this host runs on arm64"),
            std::string::npos);
}

TEST(Artifact, OfAnIndexTheOneForThisHostIsTaken) {
  const std::string index = R"({"schemaVersion":2,"manifests":[)"
                            R"({"digest":"sha256:0","platform":{"architecture":"s390x"}},)"
                            R"({"digest":")" +
                            kDigest +
                            R"(","size":7,"platform":{"architecture":"amd64","os":"linux"}}]})";
  const auto part = ReadArtifact(index, "amd64");
  ASSERT_TRUE(part.ok()) << part.status().message();
  EXPECT_TRUE(part->is_manifest);
  EXPECT_EQ(part->blob.digest, kDigest);
  EXPECT_NE(ReadArtifact(index, "arm64").status().message().find("s390x, amd64"),
            std::string::npos);
}

TEST(Artifact, AnyOnlyLayerWillDoUnlessItIsAnImages) {
  const auto with = [](const std::string& layers) {
    return R"({"schemaVersion":2,"layers":[)" + layers + "]}";
  };
  const auto layer = [](const std::string& type, int size) {
    return R"({"mediaType":")" + type + R"(","digest":")" + kDigest + R"(","size":)" +
           std::to_string(size) + "}";
  };
  EXPECT_EQ(ErrorOf(with(layer("application/octet-stream", 1))), "");
  EXPECT_NE(ErrorOf(with(layer("application/vnd.oci.image.layer.v1.tar+gzip", 1)))
                .find("container image"),
            std::string::npos);
  EXPECT_NE(ErrorOf(with(layer("a/b", 1) + "," + layer("a/b", 1))), "");
  const std::string ours = layer(std::string(kPluginLibraryType), 1);
  EXPECT_EQ(ErrorOf(with(layer("a/b", 1) + "," + ours)), "");
  EXPECT_NE(ErrorOf(with(ours + "," + ours)), "");
  EXPECT_NE(ErrorOf(with(layer("a/b", 0))), "");
  EXPECT_NE(ErrorOf(with(layer("a/b", 600'000'000))), "");
}

TEST(Artifact, SurvivesWhatIsNone) {
  for (const char* text :
       {"", "[]", "{}", "null", R"({"schemaVersion":1})", R"({"schemaVersion":2})",
        R"({"schemaVersion":2,"layers":{}})", R"({"schemaVersion":2,"layers":[1]})",
        R"({"schemaVersion":2,"layers":[{"digest":"sha256:../../x","size":1}]})",
        R"({"schemaVersion":2,"manifests":[null,{"platform":{"architecture":"amd64"}}]})"}) {
    EXPECT_NE(ErrorOf(text), "") << text;
  }
}

}  // namespace
}  // namespace oarlock::oci
