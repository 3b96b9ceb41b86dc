// The client against a real API server, over HTTP/2 and over HTTP/1.1.
#include "tests/kube/client_kube.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "kube/api_status.h"

namespace oarlock::kubetest {
namespace {

using base::StatusCode;
using integration::RecordingList;
using integration::RecordingWatch;
using namespace std::chrono_literals;

const kube::ResourceInfo kNamespaces{
    .gvr = {"", "v1", "namespaces"}, .kind = "Namespace", .namespaced = false};

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

size_t OpenSockets() {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    count += std::filesystem::read_symlink(entry.path(), gone).string().starts_with("socket:");
  }
  return count;
}

INSTANTIATE_TEST_SUITE_P(Http, ClientKube, kBothVersions, VersionName);

TEST_P(ClientKube, AllVerbs) {
  auto api = client();
  const auto made = api->Create(Ref(""), ConfigMap("a", "1"), {}, {});
  ASSERT_TRUE(made.ok()) << made.status().ToString();
  EXPECT_EQ(made->name(), "a");
  EXPECT_TRUE(made->metadata()["managedFields"].is_array());
  EXPECT_EQ(made->metadata()["managedFields"].At(0)["manager"].AsString(), "oarlock");
  EXPECT_EQ(api->Create(Ref(""), ConfigMap("a", "2"), {}, {}).status().code(),
            StatusCode::kAlreadyExists);

  const auto updated = api->Update(Ref("a"), ConfigMap("a", "2"), {}, {});
  ASSERT_TRUE(updated.ok()) << updated.status().ToString();
  const auto stale = api->Update(Ref("a"), made->ToJson(), {}, {});
  EXPECT_EQ(stale.status().code(), StatusCode::kConflict) << stale.status().ToString();

  const std::pair<kube::PatchType, const char*> patches[] = {
      {kube::PatchType::kMerge, R"({"data":{"m":"1"}})"},
      {kube::PatchType::kJson, R"([{"op":"add","path":"/data/j","value":"1"}])"},
      {kube::PatchType::kStrategic, R"({"data":{"s":"1"}})"},
      {kube::PatchType::kApply,
       R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"p":"1"}})"}};
  for (const auto& [type, body] : patches) {
    const auto patched = api->PatchObject(Ref("a"), {type, body}, {.force = true}, {});
    ASSERT_TRUE(patched.ok()) << body << patched.status().ToString();
  }
  const auto object = api->Get(Ref("a"), {});
  ASSERT_TRUE(object.ok());
  EXPECT_EQ((*object)["data"].size(), 5u);

  const auto dry = api->Create(Ref(""), ConfigMap("dry", "1"), {.dry_run = true}, {});
  EXPECT_TRUE(dry.ok());
  EXPECT_EQ(api->Get(Ref("dry"), {}).status().code(), StatusCode::kNotFound);
  const auto strict = api->Create(
      Ref(""), R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"s"},"nope":1})",
      {.field_validation = "Strict"}, {});
  EXPECT_EQ(strict.status().code(), StatusCode::kInvalidArgument);

  EXPECT_EQ(api->Delete(Ref("a"), {.precondition_uid = "other"}, {}).status().code(),
            StatusCode::kConflict);
  EXPECT_TRUE(api->Delete(Ref("a"), {.propagation = "Background"}, {}).ok());
  EXPECT_EQ(api->Delete(Ref("a"), {}, {}).status().code(), StatusCode::kNotFound);
  Create("c1", "1");
  Create("c2", "1");
  EXPECT_TRUE(api->DeleteCollection(OwnScope(), {}, {}).ok());
  EXPECT_EQ(api->List(OwnScope(), {}, {})->items.size(), 0u);
}

TEST_P(ClientKube, PagesOfAListFitTogether) {
  for (int i = 0; i < 7; ++i) Create("n" + std::to_string(i), "1");
  std::vector<std::string> names;
  kube::ListOptions options{.limit = 3};
  do {
    const auto page = client()->List(OwnScope(), options, {});
    ASSERT_TRUE(page.ok()) << page.status().ToString();
    for (const kube::Object& item : page->items) names.emplace_back(item.name());
    options.continue_token = page->meta.continue_token;
  } while (!options.continue_token.empty());
  EXPECT_EQ(names, (std::vector<std::string>{"n0", "n1", "n2", "n3", "n4", "n5", "n6"}));
}

TEST_P(ClientKube, AListStreamsAndTheWatchGoesOnFromIt) {
  const std::string big(100'000, 'x');
  for (int i = 0; i < 60; ++i) Create("n" + std::to_string(i), big);
  auto source = client()->MakeListerWatcher(OwnScope());
  auto list = std::make_shared<RecordingList>();
  list->SetPause(true);
  const auto listing = source->List({}, list);
  ASSERT_TRUE(integration::Eventually([&] { return list->batches() > 0; }));
  EXPECT_EQ(list->ends(), 0);
  list->SetPause(false);
  listing->Resume();
  const auto meta = list->WaitEnd();
  ASSERT_TRUE(meta.ok()) << meta.status().ToString();
  EXPECT_EQ(list->items().size(), 60u);

  auto watch = std::make_shared<RecordingWatch>();
  const auto watching = source->Watch(
      {.resource_version = meta->resource_version, .timeout = std::chrono::seconds(300)}, watch);
  ASSERT_TRUE(integration::Eventually([&] { return watch->opens() == 1; }));
  Create("new", "Grüße");
  ASSERT_TRUE(client()->Delete(Ref("n0"), {}, {}).ok());
  ASSERT_TRUE(integration::Eventually([&] { return watch->types().size() >= 2; }));
  EXPECT_EQ(watch->types()[0], kube::WatchEventType::kAdded);
  EXPECT_NE(watch->objects()[0].find("Grüße"), std::string::npos);
  EXPECT_EQ(watch->types()[1], kube::WatchEventType::kDeleted);
}

TEST_P(ClientKube, AWatchListEndsWithItsBookmark) {
  Create("a", "1");
  auto watch = std::make_shared<RecordingWatch>();
  const auto watching =
      client()->MakeListerWatcher(OwnScope())->Watch({.send_initial_events = true}, watch);
  ASSERT_TRUE(integration::Eventually([&] { return watch->types().size() >= 2; }));
  EXPECT_EQ(watch->types()[0], kube::WatchEventType::kAdded);
  EXPECT_EQ(watch->types()[1], kube::WatchEventType::kBookmark);
  EXPECT_NE(watch->objects()[1].find("k8s.io/initial-events-end"), std::string::npos);
}

TEST_P(ClientKube, ManyWatchesShareFewConnections) {
  const size_t before = OpenSockets();
  std::vector<std::shared_ptr<RecordingWatch>> sinks;
  std::vector<std::unique_ptr<kube::Call>> calls;
  auto source = client()->MakeListerWatcher(OwnScope());
  for (int i = 0; i < 60; ++i) {
    sinks.push_back(std::make_shared<RecordingWatch>());
    calls.push_back(source->Watch({.timeout = std::chrono::seconds(300)}, sinks.back()));
  }
  ASSERT_TRUE(integration::Eventually([&] {
    return std::all_of(sinks.begin(), sinks.end(), [](auto& s) { return s->opens() == 1; });
  }));
  const size_t sockets = OpenSockets() - before;
  if (GetParam() == HttpVersion::kAuto) {
    EXPECT_LE(sockets, 12u);  // one, and what libcurl keeps for itself
  } else {
    EXPECT_GE(sockets, 60u);
  }
  Create("a", "1");
  for (const auto& sink : sinks) {
    ASSERT_TRUE(integration::Eventually([&] { return HasAdded(*sink) || sink->ends() > 0; }));
    EXPECT_EQ(sink->ends(), 0) << sink->WaitEnd().ToString();
  }
}

// Over HTTP/2 both share a connection, which is not read for a moment each time.
TEST_P(ClientKube, AWatchThatAsksToWaitLosesNothingAndHoldsUpItsNeighbourOnlyBriefly) {
  constexpr int kObjects = 6;
  const auto source = client()->MakeListerWatcher(OwnScope());
  auto waits = std::make_shared<RecordingWatch>();
  auto neighbour = std::make_shared<RecordingWatch>();
  const auto waiting = source->Watch({.timeout = std::chrono::seconds(300)}, waits);
  const auto other = source->Watch({.timeout = std::chrono::seconds(300)}, neighbour);
  ASSERT_TRUE(integration::Eventually([&] { return waits->opens() + neighbour->opens() == 2; }));
  waits->AskToWait();
  for (int i = 0; i < kObjects; ++i) {
    Create("big" + std::to_string(i), std::string(200'000, 'x'));
  }
  const auto added = [](const RecordingWatch& sink) {
    const auto types = sink.types();
    return std::count(types.begin(), types.end(), kube::WatchEventType::kAdded);
  };
  ASSERT_TRUE(integration::Eventually([&] { return added(*neighbour) == kObjects; }));
  ASSERT_TRUE(integration::Eventually([&] {
    waiting->Resume();
    return added(*waits) == kObjects;
  }));
  EXPECT_EQ(waits->ends() + neighbour->ends(), 0);
}

// libcurl alone would keep their resets back until something else moves on the connection.
TEST_P(ClientKube, CancelledWatchesEndOnTheServerAtOnce) {
  const auto open = [] {
    const auto count = server().OpenWatches("configmaps");
    EXPECT_TRUE(count.ok()) << count.status().ToString();
    return count.ok() ? *count : -1;
  };
  auto source = client()->MakeListerWatcher(OwnScope());
  const double before = open();
  std::vector<std::shared_ptr<RecordingWatch>> sinks;
  std::vector<std::unique_ptr<kube::Call>> calls;
  for (int i = 0; i < 10; ++i) {
    sinks.push_back(std::make_shared<RecordingWatch>());
    calls.push_back(source->Watch({.timeout = std::chrono::seconds(300)}, sinks.back()));
  }
  for (const auto& sink : sinks) {
    ASSERT_TRUE(integration::Eventually([&] { return sink->opens() == 1; }));
  }
  ASSERT_TRUE(kubetest::Eventually(5s, [&] { return open() == before + 10; }));
  calls.resize(1);  // nine of them; the connection stays for the last one
  EXPECT_TRUE(kubetest::Eventually(5s, [&] { return open() == before + 1; })) << open() - before;
  EXPECT_EQ(sinks[0]->ends(), 0);
  Create("a", "1");
  EXPECT_TRUE(integration::Eventually([&] { return HasAdded(*sinks[0]); }));
}

TEST_P(ClientKube, WhoMayNotIsToldSo) {
  credentials_->Set({.authorization = "Bearer nonsense", .generation = 2});
  EXPECT_EQ(client()->Get(Ref("a"), {}).status().code(), StatusCode::kUnauthenticated);
  EXPECT_EQ(credentials_->invalidated(), std::vector<uint64_t>{2});

  credentials_->Set(
      {.authorization = "Bearer " + server().Token(Identity::kAdminToken), .generation = 3});
  const auto other = factory().ForIdentity(
      {.user = "system:serviceaccount:x:y", .groups = {"system:serviceaccounts"}});
  const auto refused = other->Get(Ref("a"), {});
  EXPECT_EQ(refused.status().code(), StatusCode::kPermissionDenied);
  EXPECT_NE(refused.status().message().find("system:serviceaccount:x:y"), std::string::npos);
}

TEST_P(ClientKube, AClientCertificateIsEnough) {
  credentials_->Set({.client_cert_pem = ReadFile(server().dir() + "/admin.crt"),
                     .client_key_pem = ReadFile(server().dir() + "/admin.key"),
                     .generation = 1});
  EXPECT_TRUE(client()->Get({kNamespaces, "", "default", ""}, {}).ok());
}

TEST_P(ClientKube, AWrongAuthorityIsSaidClearly) {
  config_.tls.ca_file = server().dir() + "/other-ca.crt";
  const auto object = client()->Get(Ref("a"), {});
  EXPECT_EQ(object.status().code(), StatusCode::kUnavailable);
  EXPECT_NE(object.status().message().find("certificate authority"), std::string::npos)
      << object.status().message();
}

TEST_P(ClientKube, DiscoveryFollowsNewTypes) {
  const auto mapper = factory().mapper();
  const auto deployment = mapper->Map({"apps", "Deployment"}, {}, {});
  ASSERT_TRUE(deployment.ok()) << deployment.status().ToString();
  EXPECT_EQ(deployment->gvr.ToString(), "deployments.v1.apps");
  EXPECT_TRUE(deployment->Allows("watch"));
  EXPECT_NE(std::find(deployment->subresources.begin(), deployment->subresources.end(), "scale"),
            deployment->subresources.end());
  EXPECT_FALSE(mapper->Map({"", "Node"}, {"v1"}, {})->namespaced);

  const std::string group = GetParam() == HttpVersion::kAuto ? "two.dev" : "one.dev";
  EXPECT_EQ(mapper->Map({group, "Thing"}, {}, {}).status().code(), StatusCode::kNotFound);
  const auto crd = server().Request(
      "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":)"
      R"({"name":"things.)" +
          group + R"("},"spec":{"group":")" + group +
          R"(","scope":"Cluster","names":{"plural":"things","singular":"thing","kind":"Thing"},)"
          R"("versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":)"
          R"({"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})");
  ASSERT_EQ(crd->code, 201) << crd->body;
  EXPECT_TRUE(kubetest::Eventually(20s, [&] {
    const auto thing = mapper->Map({group, "Thing"}, {"v1"}, {});
    return thing.ok() && !thing->namespaced;
  }));
}

TEST_P(ClientKube, C_RC_10_AVersionThatIsServedNoMoreIsForgottenAtItsFirst404) {
  const std::string group = GetParam() == HttpVersion::kAuto ? "x2.dev" : "x1.dev";
  const auto serve = [&](const char* method, const std::string& path, bool v1, bool alpha) {
    const auto version = [](const char* name, bool served, bool storage) {
      return R"({"name":")" + std::string(name) + R"(","served":)" + (served ? "true" : "false") +
             R"(,"storage":)" + (storage ? "true" : "false") +
             R"(,"schema":{"openAPIV3Schema":{"type":"object",)"
             R"("x-kubernetes-preserve-unknown-fields":true}}})";
    };
    const std::string body =
        R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":)"
        R"({"name":"things.)" +
        group + R"("},"spec":{"group":")" + group +
        R"(","scope":"Namespaced","names":{"plural":"things","singular":"thing","kind":"Thing"},)"
        R"("versions":[)" +
        (v1 ? version("v1", true, !alpha) + "," : "") + version("v1alpha1", alpha, alpha) + "]}}";
    const auto done = server().Request(
        method, "/apis/apiextensions.k8s.io/v1/customresourcedefinitions" + path, body,
        std::string(method) == "POST" ? "application/json" : "application/merge-patch+json");
    ASSERT_TRUE(done.ok() && done->code < 300) << done->body;
  };
  const kube::GroupKind thing{group, "Thing"};
  const auto mapper = factory().mapper();
  const auto version = [&](const std::vector<std::string>& accepted) {
    const auto info = mapper->Map(thing, accepted, {});
    return info.ok() ? info->gvr.version : info.status().ToString();
  };
  serve("POST", "", false, true);
  ASSERT_TRUE(kubetest::Eventually(20s, [&] { return version({}) == "v1alpha1"; }));
  const kube::ResourceInfo old = *mapper->Map(thing, {}, {});

  serve("PATCH", "/things." + group, true, true);
  ASSERT_TRUE(kubetest::Eventually(20s, [&] { return version({"v1"}) == "v1"; }))
      << "a miss asks again";
  // The server may have listed the new version before it preferred it: a miss asks once more.
  EXPECT_TRUE(kubetest::Eventually(20s, [&] {
    (void)mapper->Map({group, "Nothing"}, {}, {});
    return version({}) == "v1";
  })) << version({});
  EXPECT_EQ(version({"v1alpha1"}), "v1alpha1");

  serve("PATCH", "/things." + group, true, false);
  // The server's own answers change a moment later; the client's first 404 is what tells us.
  ASSERT_TRUE(kubetest::Eventually(20s, [&] {
    return client()->Get({old, ns(), "a", ""}, {}).status().detail().reason != "NotFound";
  }));
  EXPECT_TRUE(kubetest::Eventually(20s, [&] {
    (void)client()->Get({old, ns(), "a", ""}, {});
    return version({"v1alpha1"}).find("NOT_FOUND") != std::string::npos;
  })) << version({"v1alpha1"});
  EXPECT_EQ(version({"v1alpha1", "v1"}), "v1");
  std::vector<std::thread> callers;
  std::atomic<int> agree{0};
  for (int i = 0; i < 50; ++i) callers.emplace_back([&] { agree += version({}) == "v1"; });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(agree, 50);
}

TEST_P(ClientKube, SurvivesTheServersDeath) {
  auto source = client()->MakeListerWatcher(OwnScope());
  std::vector<std::shared_ptr<RecordingWatch>> sinks;
  std::vector<std::unique_ptr<kube::Call>> calls;
  for (int i = 0; i < 20; ++i) {
    sinks.push_back(std::make_shared<RecordingWatch>());
    calls.push_back(source->Watch({.timeout = std::chrono::seconds(300)}, sinks.back()));
  }
  for (const auto& sink : sinks) {
    ASSERT_TRUE(integration::Eventually([&] { return sink->opens() == 1; }));
  }
  Create("a", "1");
  server().KillApiServer();
  for (const auto& sink : sinks) EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kUnavailable);
  EXPECT_EQ(client()->Get(Ref("a"), {}).status().code(), StatusCode::kUnavailable);
  ASSERT_TRUE(server().StartApiServer().ok());
  EXPECT_TRUE(kubetest::Eventually(20s, [&] { return client()->Get(Ref("a"), {}).ok(); }));
  auto watch = std::make_shared<RecordingWatch>();
  const auto watching = source->Watch({.resource_version = "0"}, watch);
  EXPECT_TRUE(integration::Eventually([&] { return HasAdded(*watch); }));
}

}  // namespace
}  // namespace oarlock::kubetest
