#include "kube/names.h"

#include <gtest/gtest.h>

#include "kube/gvk.h"

namespace oarlock::kube {
namespace {

TEST(Names, ST_1_KeyIsNamespaceSlashName) {
  EXPECT_EQ(MakeKey("ns", "a"), "ns/a");
  EXPECT_EQ(MakeKey("", "a"), "a");
  EXPECT_EQ(*SplitKey("ns/a"), (NamespacedName{"ns", "a"}));
  EXPECT_EQ(*SplitKey("a"), (NamespacedName{"", "a"}));
}

TEST(Names, ST_1_MoreThanOneSlashOrAnEmptyPartIsAnError) {
  for (const char* bad : {"a/b/c", "", "/", "a/", "/a", "a//b"}) {
    EXPECT_EQ(SplitKey(bad).status().code(), base::StatusCode::kInvalidArgument) << bad;
  }
}

TEST(Names, AcceptsWhatTheApiServerAcceptsInAPath) {
  for (const std::string& good : {std::string("a"), std::string("system:node:x"),
                                  std::string("..."), std::string(253, 'a')}) {
    EXPECT_TRUE(CheckPathSegment("name", good).ok()) << good;
  }
}

TEST(Names, C_RC_01_RefusesSegmentsThatWouldChangeTheUrl) {
  for (const std::string& bad :
       {std::string(), std::string("."), std::string(".."), std::string("a/b"), std::string("a%2f"),
        std::string("a?x"), std::string("a#b"), std::string("a b"), std::string("\xC3\xA4"),
        std::string("a\n"), std::string("a\0b", 3), std::string("\x7f"), std::string(254, 'a')}) {
    const base::Status status = CheckPathSegment("namespace", bad);
    EXPECT_EQ(status.code(), base::StatusCode::kInvalidArgument) << bad;
    EXPECT_EQ(status.message().rfind("namespace ", 0), 0u) << status.message();
  }
}

TEST(Gvk, ParsesApiVersions) {
  EXPECT_EQ(*GroupVersion::Parse("v1"), (GroupVersion{"", "v1"}));
  EXPECT_EQ(*GroupVersion::Parse("apps/v1"), (GroupVersion{"apps", "v1"}));
  for (const char* bad : {"", "/", "a/", "/v1", "a/b/c"}) {
    EXPECT_EQ(GroupVersion::Parse(bad).status().code(), base::StatusCode::kInvalidArgument) << bad;
  }
}

TEST(Gvk, PrintsTheUsualForms) {
  EXPECT_EQ((GroupVersion{"", "v1"}).ToString(), "v1");
  EXPECT_EQ((GroupVersion{"apps", "v1"}).ToString(), "apps/v1");
  EXPECT_EQ((GroupKind{"apps", "Deployment"}).ToString(), "Deployment.apps");
  EXPECT_EQ((GroupKind{"", "Pod"}).ToString(), "Pod");
  EXPECT_EQ((GroupVersionKind{"apps", "v1", "Deployment"}).ToString(), "apps/v1 Deployment");
  EXPECT_EQ((GroupVersionResource{"", "v1", "configmaps"}).ToString(), "configmaps.v1");
  EXPECT_EQ((GroupVersionResource{"apps", "v1", "deployments"}).ToString(), "deployments.v1.apps");
}

}  // namespace
}  // namespace oarlock::kube
