#include "kube/blob/blob_reference.h"

#include <gtest/gtest.h>

namespace oarlock::kube {
namespace {

const std::string kDigest = "sha256:" + std::string(64, 'a');

TEST(BlobReference, ReadsAllParts) {
  const auto all =
      BlobReference::Parse("oci://registry.example:5000/team/my-plugin:v1.2@" + kDigest);
  ASSERT_TRUE(all.ok()) << all.status().message();
  EXPECT_EQ(all->registry, "registry.example:5000");
  EXPECT_EQ(all->repository, "team/my-plugin");
  EXPECT_EQ(all->tag, "v1.2");
  EXPECT_EQ(all->digest, kDigest);
  EXPECT_EQ(all->ToString(), "oci://registry.example:5000/team/my-plugin:v1.2@" + kDigest);
  const auto bare = BlobReference::Parse("[::1]:5000/a");
  ASSERT_TRUE(bare.ok());
  EXPECT_EQ(bare->ToString(), "oci://[::1]:5000/a");
}

TEST(BlobReference, RefusesWhatIsNone) {
  for (const std::string& bad :
       {std::string("oci://registry"), std::string("oci:///a"), std::string("r/A"),
        std::string("r/a//b"), std::string("r/../b"), std::string("r/a:"), std::string("r/a:v 1"),
        std::string("r/a@sha256:12"), "r/a@" + kDigest + "0", "r/a@sha512:" + std::string(64, 'a'),
        "r/a@sha256:" + std::string(64, 'A'), std::string("user@r/a"), std::string("r/a?x=y"),
        std::string("r/a\nb"), "r/" + std::string(2000, 'a')}) {
    EXPECT_EQ(BlobReference::Parse(bad).status().code(), base::StatusCode::kInvalidArgument) << bad;
  }
}

TEST(BlobReference, OnlyADigestFixesTheBytes) {
  EXPECT_TRUE(BlobReference::ParseFixed("oci://r/a@" + kDigest).ok());
  EXPECT_TRUE(BlobReference::ParseFixed("oci://r/a:v1@" + kDigest).ok());
  const auto tag = BlobReference::ParseFixed("oci://r/a:v1");
  ASSERT_FALSE(tag.ok());
  EXPECT_NE(tag.status().message().find("names no digest"), std::string::npos);
}

}  // namespace
}  // namespace oarlock::kube
