// The SDK's samples, loaded: C++, C and Rust do the same things through the same ABI.
#include <gtest/gtest.h>

#include <string>

#include "abi/loaded_plugin.h"

namespace oarlock::abi_test {
namespace {

kube::Object Made(FakeHost& host, const std::string& json) {
  return *host.Find(host.AddJson(json));
}

std::string ConfigMap(const std::string& metadata) {
  return R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a",
      "namespace": "default", "uid": "u1", "resourceVersion": "7")" +
         metadata + "}}";
}

TEST(Samples, OwnerLabelLabelsWhatIsAnnotated) {
  FakeHost host;
  LoadedPlugin plugin("owner_label");
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  ASSERT_EQ(plugin.Configure(host), OAR_OK);
  ASSERT_EQ(plugin.Declare(host), OAR_OK);
  host.cached["default/a"] =
      Made(host, ConfigMap(R"(, "annotations": {"example.dev/team": "red"})"));
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  ASSERT_EQ(host.calls.size(), 1u);
  EXPECT_EQ(host.calls[0].body, R"({"metadata":{"labels":{"team":"red"}}})");
  EXPECT_EQ(host.logs, std::vector<std::string>{"labelled team=red"});
  ASSERT_EQ(plugin.Reconcile(host, "gone"), OAR_OK);
  EXPECT_EQ(host.calls.size(), 1u);
}

TEST(Samples, InheritLabelKeepsTheLabelOfTheNamespace) {
  FakeHost host;
  LoadedPlugin plugin("inherit_label");
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  EXPECT_EQ(plugin.Configure(host, R"({"label": "a b"})"), OAR_E_INVALID);
  ASSERT_EQ(plugin.Configure(host, R"({"label": "team"})"), OAR_OK);
  ASSERT_EQ(plugin.Declare(host), OAR_OK);
  EXPECT_EQ(host.declared, (std::vector<std::string>{"type 1 ConfigMap v1", "type 2 Namespace v1",
                                                     "watch 2 by 1", "controller of 1"}));
  host.cached["/default"] = Made(host, R"({"apiVersion": "v1", "kind": "Namespace",
      "metadata": {"name": "default", "labels": {"team": "red"}}})");
  host.cached["default/a"] = Made(host, ConfigMap(""));
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  ASSERT_EQ(host.calls.size(), 1u);
  EXPECT_EQ(host.calls[0].body, R"({"metadata":{"labels":{"team":"red"}}})");
  EXPECT_EQ(host.emitted, std::vector<std::string>{"LabelInherited"});
  EXPECT_EQ(host.logs, std::vector<std::string>{"label inherited value=red"});

  host.cached["default/a"] = Made(host, ConfigMap(R"(, "labels": {"team": "red"})"));
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  EXPECT_EQ(host.calls.size(), 1u) << "it is there already";
  host.cached["default/a"] = Made(host, ConfigMap(""));
  host.failures["merge"] = {OAR_E_CONFLICT, "Conflict", "changed"};
  EXPECT_EQ(plugin.Reconcile(host, "a"), OAR_E_CONFLICT);
}

TEST(Samples, ExpiryDeletesWhatHasPassed) {
  FakeHost host;
  LoadedPlugin plugin("expiry");
  ASSERT_EQ(plugin.Create(host), OAR_OK);
  ASSERT_EQ(plugin.Configure(host, R"({"dryRun": true})"), OAR_OK);
  ASSERT_EQ(plugin.Declare(host), OAR_OK);
  EXPECT_EQ(host.declared, (std::vector<std::string>{"type 1 ConfigMap v1", "controller of 1"}));
  const std::string with_ttl =
      R"(, "creationTimestamp": "2024-05-01T12:00:00Z", "annotations": {"example.dev/ttl": "10m"})";
  host.cached["default/a"] = Made(host, ConfigMap(with_ttl));
  host.unix_now = 1'714'564'800'000'000'000 + 60'000'000'000;  // a minute old
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  EXPECT_EQ(plugin.result.outcome, OAR_REQUEUE_AFTER);
  EXPECT_EQ(plugin.result.requeue_after_ns, 540'000'000'000);
  EXPECT_TRUE(host.calls.empty());

  host.unix_now += 600'000'000'000;
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  EXPECT_EQ(plugin.result.outcome, OAR_DONE);
  ASSERT_EQ(host.calls.size(), 1u);
  EXPECT_EQ(host.calls[0].verb, "delete");
  EXPECT_EQ(host.calls[0].body, "uid=u1 dry-run") << "a new object of that name is left alone";
  EXPECT_EQ(host.logs, std::vector<std::string>{"expired ttl=10m dryRun=1"});

  host.cached["default/a"] =
      Made(host, ConfigMap(R"(, "annotations": {"example.dev/ttl": "soon"})"));
  ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
  EXPECT_EQ(plugin.result.outcome, OAR_ERROR_PERMANENT);
  EXPECT_EQ(host.emitted, std::vector<std::string>{"BadTtl"});
}

}  // namespace
}  // namespace oarlock::abi_test
