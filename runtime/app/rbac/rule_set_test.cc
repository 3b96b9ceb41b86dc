#include "app/rbac/rule_set.h"

#include <gtest/gtest.h>

namespace oarlock::app {
namespace {

using pluginhost::AccessDecl;

RuleSet Of(const std::vector<AccessDecl>& rules) {
  RuleSet set;
  for (const AccessDecl& rule : rules) set.Add(rule);
  return set;
}

TEST(RuleSet, ResourcesWithEqualVerbsShareOneRule) {
  const auto rules = Of({{"apps", "deployments", "", {"list", "watch"}, {}, {}},
                         {"apps", "statefulsets", "", {"watch"}, {}, {}},
                         {"apps", "statefulsets", "", {"list"}, {}, {}},
                         {"apps", "deployments", "scale", {"patch"}, {}, {}}})
                         .Rules();
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(RulesText(rules.at("")),
            "rules:\n"
            "- apiGroups: [\"apps\"]\n  resources: [\"deployments\", \"statefulsets\"]\n"
            "  verbs: [\"list\", \"watch\"]\n"
            "- apiGroups: [\"apps\"]\n  resources: [\"deployments/scale\"]\n"
            "  verbs: [\"patch\"]\n");
}

TEST(RuleSet, WhatAWiderRuleGrantsIsNotSaidAgain) {
  const auto rules = Of({{"", "pods", "", {"get", "list"}, {}, {}},
                         {"", "pods", "", {"get", "delete"}, {"a", "b"}, {}},
                         {"", "pods", "", {"get"}, {"c"}, {"x"}},
                         {"", "secrets", "", {"get"}, {"a"}, {"x"}},
                         {"", "secrets", "", {"get", "patch"}, {"a"}, {"x", "y"}}})
                         .Rules();
  ASSERT_EQ(rules.size(), 3u) << "none for c";
  EXPECT_EQ(rules.at("b"), (std::vector<RbacRule>{{"", {"pods"}, {}, {"delete"}}}));
  EXPECT_EQ(rules.at("a"),
            (std::vector<RbacRule>{{"", {"pods"}, {}, {"delete"}},
                                   {"", {"secrets"}, {"x", "y"}, {"get", "patch"}}}));
}

TEST(RuleSet, StarsCoverTheRest) {
  const auto rules = Of({{"*", "*", "*", {"get", "list"}, {}, {}},
                         {"apps", "deployments", "", {"list", "patch"}, {}, {}}})
                         .Rules();
  EXPECT_EQ(rules.at(""), (std::vector<RbacRule>{{"*", {"*"}, {}, {"get", "list"}},
                                                 {"apps", {"deployments"}, {}, {"patch"}}}));
}

// The API server does not know the name when it is asked for permission.
TEST(RuleSet, CreateHasNoNames) {
  const auto rules = Of({{"", "configmaps", "", {"create", "get"}, {"a"}, {"x"}},
                         {"", "serviceaccounts", "token", {"create"}, {"a"}, {"x"}}})
                         .Rules();
  EXPECT_EQ(rules.at("a"),
            (std::vector<RbacRule>{{"", {"configmaps"}, {}, {"create"}},
                                   {"", {"configmaps"}, {"x"}, {"get"}},
                                   {"", {"serviceaccounts/token"}, {"x"}, {"create"}}}));
}

}  // namespace
}  // namespace oarlock::app
