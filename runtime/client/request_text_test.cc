#include "client/request_text.h"

#include <gtest/gtest.h>

#include <utility>

namespace oarlock::client {
namespace {

const kube::ListScope kPods{.resource = {.gvr = {"", "v1", "pods"}, .kind = "Pod"},
                            .ns = "t",
                            .label_selector = "a in (b,c)",
                            .field_selector = "spec.nodeName=n"};
constexpr const char* kScope =
    "/api/v1/namespaces/t/pods?labelSelector=a%20in%20%28b%2Cc%29&fieldSelector=spec.nodeName%3Dn";

TEST(RequestText, PG_3_ContinuationHasNoVersion) {
  kube::ListOptions options{
      .resource_version = "7", .match = kube::ResourceVersionMatch::kNotOlderThan, .limit = 500};
  EXPECT_EQ(*ListPath(kPods, options),
            std::string(kScope) + "&limit=500&resourceVersion=7&resourceVersionMatch=NotOlderThan");
  options.continue_token = "t/=";
  EXPECT_EQ(*ListPath(kPods, options), std::string(kScope) + "&limit=500&continue=t%2F%3D");
}

TEST(RequestText, C_WAT_04_EmptyVersionIsNeverSent) {
  EXPECT_EQ(*WatchPath(kPods, {.allow_bookmarks = true, .timeout = std::chrono::seconds(300)}),
            std::string(kScope) + "&watch=true&allowWatchBookmarks=true&timeoutSeconds=300");
  EXPECT_EQ(*WatchPath(kPods, {.resource_version = "5", .send_initial_events = true}),
            std::string(kScope) +
                "&watch=true&resourceVersion=5&allowWatchBookmarks=true&sendInitialEvents=true"
                "&resourceVersionMatch=NotOlderThan");
}

// The scope is fixed when the source is made, so nothing can leave it out of one of the two.
TEST(RequestText, LW_3_ScopeAndSelectorsAreOnEveryListAndWatch) {
  kube::ListScope all = kPods;
  all.ns.clear();
  constexpr const char* kAll =
      "/api/v1/pods?labelSelector=a%20in%20%28b%2Cc%29&fieldSelector=spec.nodeName%3Dn";
  for (const auto& [scope, want] : {std::pair{kPods, kScope}, std::pair{all, kAll}}) {
    EXPECT_TRUE(ListPath(scope, {})->starts_with(want)) << *ListPath(scope, {});
    EXPECT_TRUE(ListPath(scope, {.continue_token = "x"})->starts_with(want));
    EXPECT_TRUE(WatchPath(scope, {})->starts_with(std::string(want) + "&watch=true"));
    EXPECT_TRUE(WatchPath(scope, {.send_initial_events = true})->starts_with(want));
  }
}

// What a caller asks as a list is asked as a list, whatever its options say.
TEST(RequestText, WL_15_AListIsNeverTurnedIntoAWatch) {
  for (const auto match : {kube::ResourceVersionMatch::kUnset, kube::ResourceVersionMatch::kExact,
                           kube::ResourceVersionMatch::kNotOlderThan}) {
    const std::string path = *ListPath(kPods, {.resource_version = "7", .match = match});
    EXPECT_EQ(path.find("sendInitialEvents"), std::string::npos);
    EXPECT_EQ(path.find("watch=true"), std::string::npos);
  }
  EXPECT_NE(ListPath(kPods, {.resource_version = "7", .match = kube::ResourceVersionMatch::kExact})
                ->find("resourceVersion=7&resourceVersionMatch=Exact"),
            std::string::npos);
}

TEST(RequestText, FA_8_MetadataOnlyIsAskedForInTheAcceptHeader) {
  constexpr auto kJson = kube::ContentType::kJson;
  EXPECT_EQ(ListAccept(kPods, kJson), "application/json");
  EXPECT_EQ(WatchAccept(kPods, kJson), "application/json");
  kube::ListScope scope = kPods;
  scope.metadata_only = true;
  EXPECT_EQ(ListAccept(scope, kJson),
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
  EXPECT_EQ(WatchAccept(scope, kJson),
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
}

TEST(RequestText, WritesCarryTheirOptions) {
  EXPECT_EQ(WritePath("/p", {}, "oarlock"), "/p?fieldManager=oarlock");
  EXPECT_EQ(
      WritePath(
          "/p",
          {.field_manager = "me", .dry_run = true, .field_validation = "Strict", .force = true},
          "oarlock"),
      "/p?fieldManager=me&dryRun=All&fieldValidation=Strict&force=true");
}

TEST(RequestText, DeleteBodyIsSentOnlyForOptions) {
  EXPECT_EQ(DeleteBody({}), nullptr);
  EXPECT_EQ(*DeleteBody({.propagation = "Foreground",
                         .grace_period_seconds = 0,
                         .precondition_uid = "u\"1",
                         .precondition_resource_version = "9",
                         .dry_run = true}),
            R"({"kind":"DeleteOptions","apiVersion":"v1","propagationPolicy":"Foreground",)"
            R"("gracePeriodSeconds":0,"preconditions":{"uid":"u\"1","resourceVersion":"9"},)"
            R"("dryRun":["All"]})");
}

TEST(RequestText, TP_7_ImpersonationHeaders) {
  const RequestIdentity headers = ImpersonationHeaders(
      {.user = "u", .uid = "1", .groups = {"g", "h"}, .extra = {{"a/b", {"x", "y"}}}});
  EXPECT_TRUE(headers.status.ok());
  EXPECT_EQ(headers.lines,
            (std::vector<std::string>{"Impersonate-User: u", "Impersonate-Uid: 1",
                                      "Impersonate-Group: g", "Impersonate-Group: h",
                                      "Impersonate-Extra-a%2Fb: x", "Impersonate-Extra-a%2Fb: y"}));
  EXPECT_FALSE(ImpersonationHeaders({.user = "u\r\nX: y"}).status.ok());
  EXPECT_FALSE(ImpersonationHeaders({.groups = {"g"}}).status.ok());
}

}  // namespace
}  // namespace oarlock::client
