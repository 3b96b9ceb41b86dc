#include "pluginhost/declare/declaration_diff.h"

#include <gtest/gtest.h>

namespace oarlock::pluginhost {
namespace {

using Words = std::vector<std::string>;

Declaration Base() {
  Declaration out;
  out.types[1] = {.id = 1, .group = "", .kind = "ConfigMap"};
  out.types[2] = {.id = 2, .group = "apps", .kind = "Deployment"};
  out.paths.emplace(1, kube::Path::Parse("/data/v").value());
  out.controller.primaries = {{.type = 1}};
  return out;
}

TEST(DeclarationDiff, EqualOnesDifferInNothing) {
  const DeclarationDiff diff = CompareDeclarations(Base(), Base());
  EXPECT_TRUE(diff.same());
  EXPECT_TRUE(diff.same_keys);
  EXPECT_TRUE(diff.same_queue);
}

TEST(DeclarationDiff, NamesWhatCameWentAndChanged) {
  Declaration to = Base();
  to.types[1].metadata_only = true;
  to.types.erase(2);
  to.types[3] = {.id = 3, .group = "", .kind = "Secret"};
  to.paths.insert_or_assign(1, kube::Path::Parse("/data/w").value());
  to.access.push_back({.group = "", .resource = "secrets", .verbs = {"patch"}});
  const DeclarationDiff diff = CompareDeclarations(Base(), to);
  EXPECT_EQ(diff.changes,
            (Words{"type 1 (ConfigMap) changed", "type 2 (Deployment) removed",
                   "type 3 (Secret) added", "path 1 changed", "permissions changed"}));
  EXPECT_TRUE(diff.same_keys) << "in another form they are the same objects";
}

TEST(DeclarationDiff, OtherPrimaryTypesMakeOtherKeys) {
  Declaration another_kind = Base();
  another_kind.types[1].kind = "Secret";
  EXPECT_FALSE(CompareDeclarations(Base(), another_kind).same_keys) << "the id means another kind";
  Declaration more = Base();
  more.controller.primaries.push_back({.type = 2});
  EXPECT_FALSE(CompareDeclarations(Base(), more).same_keys);
  Declaration external = Base();
  external.controller.external = true;
  EXPECT_FALSE(CompareDeclarations(Base(), external).same_keys);
}

TEST(DeclarationDiff, AnotherBackoffOrRateWantsAnotherQueue) {
  Declaration to = Base();
  to.controller.backoff_max = std::chrono::seconds(1);
  const DeclarationDiff diff = CompareDeclarations(Base(), to);
  EXPECT_EQ(diff.changes, Words{"controller changed"});
  EXPECT_TRUE(diff.same_keys);
  EXPECT_FALSE(diff.same_queue);
}

}  // namespace
}  // namespace oarlock::pluginhost
