#pragma once
// SyncKube: tests of client and cache together against the program's real API server, and what
// "equal to the server" means for them.

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/kube/kube_environment.h"
#include "tests/kube/sync/json_items.h"
#include "tests/kube/sync/pipeline.h"
#include "tests/kube/sync/replay_view.h"

namespace oarlock::kubetest {

using cache::InformerScope;
using cache::ObjectForm;

class SyncKube : public KubeTest {
 protected:
  PipelineOptions Options(Identity identity = Identity::kAdmin) {
    return {.kubeconfig = server().Kubeconfig(identity)};
  }
  InformerScope ConfigMaps(ObjectForm form = ObjectForm::kFullWithManaged,
                           const std::string& selector = {}) {
    return {.resource = {.gvr = {"", "v1", "configmaps"}, .kind = "ConfigMap"},
            .ns = ns(),
            .label_selector = selector,
            .form = form};
  }
  std::string Path(const std::string& name = {}) {
    return "/api/v1/namespaces/" + ns() + "/configmaps" + (name.empty() ? "" : "/" + name);
  }
  static std::string Body(const std::string& name, const std::string& value) {
    return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":")" + name +
           R"("},"data":{"k":")" + value + R"("}})";
  }
  // One request by the fixture's own client, which must succeed. Returns the answer.
  std::string Ask(const std::string& method, const std::string& path,
                  const std::string& body = {}) {
    const auto answer = server().Request(method, path, body);
    const bool good = answer.ok() && answer->code < 300;
    EXPECT_TRUE(good) << method << " " << path << ": "
                      << (answer.ok() ? answer->body : answer.status().ToString());
    return good ? answer->body : "";
  }
  void Create(const std::string& name, const std::string& value = "1") {
    Ask("POST", Path(), Body(name, value));
  }
  void Update(const std::string& name, const std::string& value) {
    Ask("PUT", Path(name), Body(name, value));
  }
  void Delete(const std::string& name) { Ask("DELETE", Path(name)); }

  // What everybody has open on a resource, in all namespaces; the server itself watches some, too.
  double OpenWatches(const std::string& resource = "configmaps") {
    const auto count = server().OpenWatches(resource);
    EXPECT_TRUE(count.ok()) << count.status().ToString();
    return count.ok() ? *count : -1;
  }

  void Restart() {
    server().KillApiServer();
    const base::Status started = server().StartApiServer();
    ASSERT_TRUE(started.ok()) << started.ToString();
  }
  // Everything before now is forgotten; a watch of it is 410 once the server has restarted.
  void Compact() {
    const auto revision = server().CurrentRevision();
    ASSERT_TRUE(revision.ok()) << revision.status().ToString();
    const base::Status compacted = server().Compact(*revision);
    ASSERT_TRUE(compacted.ok()) << compacted.ToString();
  }
  void Kubectl(std::vector<std::string> args) {
    args.insert(args.end(), {"-n", ns()});
    const auto result = server().Kubectl(std::move(args));
    ASSERT_TRUE(result.ok()) << result.status().ToString();
    ASSERT_EQ(result->exit_code, 0) << result->err;
  }

  // The first state was compared with the server's own list of its version.
  static void ExpectVerified(Pipeline& pipeline) {
    EXPECT_TRUE(
        Eventually(std::chrono::seconds(20),
                   [&] { return pipeline.Metric("oarlock_informer_verifications_total") == 1; }))
        << pipeline.Metric("oarlock_informer_verifications_total") << " comparisons";
    EXPECT_EQ(pipeline.Metric("oarlock_informer_verify_differences_total"), 0);
  }

  // A fresh list of this test's namespace: whole items, as text, by name.
  std::map<std::string, std::string> OnServer(const std::string& selector = {}) {
    const std::string query = selector.empty() ? "" : "?labelSelector=" + selector;
    return ItemsByName(Ask("GET", Path() + query), kHead);
  }

  using Versions = std::map<std::string, std::string>;
  // Of one object's, or of a list's, text.
  static std::string VersionIn(const std::string& text) {
    static const std::string kStart = "\"resourceVersion\":\"";
    const size_t at = text.find(kStart);
    if (at == std::string::npos) return {};
    return text.substr(at + kStart.size(), text.find('"', at + kStart.size()) - at - kStart.size());
  }
  static Versions VersionsOf(const std::map<std::string, std::string>& items) {
    Versions versions;
    for (const auto& [name, text] : items) versions[name] = VersionIn(text);
    return versions;
  }
  static Versions VersionsOf(const cache::StoreView& store) {
    Versions versions;
    for (const kube::Object& object : store.List()) {
      versions.emplace(object.name(), object.resource_version());
    }
    return versions;
  }

  static constexpr std::string_view kHead = R"("apiVersion":"v1","kind":"ConfigMap",)";
  // Items of a list carry neither, so the decoder writes them as above; in watch events the server
  // writes them the other way round.
  static std::string WithListHead(std::string json) {
    static constexpr std::string_view kWatchHead = R"({"kind":"ConfigMap","apiVersion":"v1",)";
    if (json.starts_with(kWatchHead)) json.replace(1, kWatchHead.size() - 1, kHead);
    return json;
  }

  // Every object of a store of form kFullWithManaged, to the byte.
  static ::testing::AssertionResult SameText(const cache::StoreView& store,
                                             const std::map<std::string, std::string>& items) {
    if (store.size() != items.size()) {
      return ::testing::AssertionFailure() << store.size() << " of " << items.size() << " objects";
    }
    for (const kube::Object& object : store.List()) {
      const auto item = items.find(std::string(object.name()));
      if (item == items.end()) return ::testing::AssertionFailure() << object.name() << " is extra";
      const std::string text = WithOneSpelling(WithListHead(object.ToJson()));
      if (text == item->second) continue;
      size_t at = 0;
      while (at < text.size() && at < item->second.size() && text[at] == item->second[at]) ++at;
      at -= std::min<size_t>(at, 40);
      return ::testing::AssertionFailure() << object.name() << ": " << text.substr(at, 120)
                                           << "\ninstead of: " << item->second.substr(at, 120);
    }
    return ::testing::AssertionSuccess();
  }

  // One informer with a view on its strand and one on an executor of its own.
  struct Watched {
    cache::InformerLease lease;
    std::shared_ptr<ReplayView> inline_view;
    std::shared_ptr<ReplayView> queued_view;
    cache::HandlerRegistration inline_handler;
    cache::HandlerRegistration queued_handler;
    cache::StoreView store() const { return lease->store(); }
  };
  static cache::HandlerRegistration Join(const cache::InformerLease& lease,
                                         const std::shared_ptr<ReplayView>& view,
                                         base::Executor* executor) {
    auto joined = lease->AddHandler(view, {.name = "view", .executor = executor});
    EXPECT_TRUE(joined.ok()) << joined.status().ToString();
    return joined.ok() ? std::move(joined).value() : cache::HandlerRegistration();
  }
  static Watched WithViews(cache::InformerLease lease, base::Executor* executor) {
    Watched watched;
    watched.lease = std::move(lease);
    watched.inline_view = std::make_shared<ReplayView>(watched.lease->reader());
    watched.queued_view = std::make_shared<ReplayView>(watched.lease->reader());
    watched.inline_handler = Join(watched.lease, watched.inline_view, nullptr);
    watched.queued_handler = Join(watched.lease, watched.queued_view, executor);
    return watched;
  }
  static Watched Watch(Pipeline& pipeline, const cache::InformerRequest& request,
                       base::Executor* executor) {
    return WithViews(pipeline.Synced(request), executor);
  }

  // Nobody writes any more: store and views must become the server's, and no rule was broken.
  void ExpectConverged(const Watched& watched, const std::string& selector = {},
                       std::chrono::milliseconds limit = std::chrono::seconds(30)) {
    const auto items = OnServer(selector);
    const Versions wanted = VersionsOf(items);
    EXPECT_TRUE(Eventually(limit, [&] { return VersionsOf(watched.store()) == wanted; }))
        << watched.store().size() << " of " << wanted.size() << " objects, "
        << watched.lease->state().last_error.ToString();
    for (const auto& view : {watched.inline_view, watched.queued_view}) {
      EXPECT_TRUE(Eventually(std::chrono::seconds(5), [&] { return view->Versions() == wanted; }))
          << view->Versions().size() << " of " << wanted.size() << " objects";
      EXPECT_EQ(view->Faults(), "");
      EXPECT_TRUE(view->synced());
    }
    EXPECT_TRUE(watched.lease->set_aside().empty());
    if (watched.lease->scope().form == ObjectForm::kFullWithManaged) {
      EXPECT_TRUE(SameText(watched.store(), items));
    }
  }
};

}  // namespace oarlock::kubetest
