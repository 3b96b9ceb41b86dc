#include "sandbox/types/resource_type.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace oarlock::sandbox {
namespace {

std::shared_ptr<const ResourceType> TypeOf(std::string_view qualified, std::string_view version) {
  for (const auto& type : BuiltinTypes()) {
    if (type->qualified() == qualified && type->version == version) return type;
  }
  ADD_FAILURE() << "no type " << qualified;
  return std::make_shared<ResourceType>();
}

TEST(BuiltinTypes, SayWhatDiscoverySays) {
  const auto pods = TypeOf("pods", "v1");
  EXPECT_EQ(pods->kind, "Pod");
  EXPECT_EQ(pods->list_kind, "PodList");
  EXPECT_EQ(pods->singular, "pod");
  EXPECT_EQ(pods->api_version(), "v1");
  EXPECT_EQ(pods->short_names, std::vector<std::string>{"po"});
  EXPECT_EQ(pods->categories, std::vector<std::string>{"all"});
  EXPECT_TRUE(pods->namespaced && pods->builtin && pods->Has("watch") && !pods->Has("bind"));
  ASSERT_NE(pods->Find("eviction"), nullptr);
  EXPECT_EQ(pods->Find("eviction")->kind.ToString(), "policy/v1 Eviction");
  EXPECT_EQ(pods->Find("nothing"), nullptr);
}

TEST(BuiltinTypes, KnowTheKindsOfSubresources) {
  const auto deployments = TypeOf("deployments.apps", "v1");
  ASSERT_NE(deployments->Find("scale"), nullptr);
  EXPECT_EQ(deployments->Find("scale")->kind.ToString(), "autoscaling/v1 Scale");
  EXPECT_EQ(deployments->Find("status")->kind.ToString(), "apps/v1 Deployment");
  const auto reviews = TypeOf("selfsubjectaccessreviews.authorization.k8s.io", "v1");
  EXPECT_EQ(reviews->verbs, std::vector<std::string>{"create"});
  EXPECT_EQ(reviews->list_kind, "");
}

TEST(BuiltinTypes, BeginWithTheCoreGroupAndPreferNewVersions) {
  const auto types = BuiltinTypes();
  EXPECT_EQ(types.front()->group, "");
  const auto scaler = std::find_if(types.begin(), types.end(), [](const auto& type) {
    return type->plural == "horizontalpodautoscalers";
  });
  EXPECT_EQ((*scaler)->version, "v2");
  EXPECT_GT(types.size(), 60u);
}

TEST(BuiltinTypes, KnowSelectableFieldsAndGenerations) {
  EXPECT_EQ(SelectableFields(*TypeOf("services", "v1")).size(), 2u);
  EXPECT_TRUE(SelectableFields(*TypeOf("configmaps", "v1")).empty());
  EXPECT_TRUE(HasGeneration(*TypeOf("deployments.apps", "v1")));
  EXPECT_FALSE(HasGeneration(*TypeOf("configmaps", "v1")));
  ResourceType custom;
  custom.plural = "services";
  EXPECT_TRUE(HasGeneration(custom) && SelectableFields(custom).empty());
}

}  // namespace
}  // namespace oarlock::sandbox
