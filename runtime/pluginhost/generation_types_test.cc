// Type sets, keys of a controller's own, and callback indexers in a generation that runs.
#include <atomic>
#include <set>

#include "pluginhost/abi/host_api.h"
#include "pluginhost/declare/type_set.h"
#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::AddController;
using testing::Text;
using testing::View;

template <typename T>
T Sized() {
  T out{};
  out.struct_size = sizeof(T);
  return out;
}

kube::ResourceInfo Served(const std::string& group, const std::string& kind,
                          const std::string& resource, bool namespaced = true) {
  return {{group, "v1", resource}, kind, namespaced, {"get", "list", "watch", "delete"}, {}};
}

TEST(TypeSetSelector, TakesWhatAllItsWordsAllow) {
  const auto config_map = Served("", "ConfigMap", "configmaps");
  const auto deployment = Served("apps", "Deployment", "deployments");
  const auto node = Served("", "Node", "nodes", false);
  auto review = Served("authentication.k8s.io", "TokenReview", "tokenreviews", false);
  review.verbs = {"create"};
  EXPECT_TRUE(Takes({}, config_map));
  EXPECT_TRUE(Takes({}, node));
  EXPECT_FALSE(Takes({}, review)) << "it cannot be listed";
  EXPECT_TRUE(Takes({.groups = {""}}, config_map));
  EXPECT_FALSE(Takes({.groups = {""}}, deployment));
  EXPECT_TRUE(Takes({.kinds = {"Deployment.apps"}}, deployment));
  EXPECT_TRUE(Takes({.kinds = {"Deployment"}}, deployment));
  EXPECT_FALSE(Takes({.kinds = {"Deployment.other"}}, deployment));
  EXPECT_FALSE(Takes({.exclude = {"Deployment.apps"}}, deployment));
  EXPECT_TRUE(Takes({.verbs = {"delete"}}, deployment));
  EXPECT_FALSE(Takes({.verbs = {"patch"}}, deployment));
  EXPECT_FALSE(Takes({.scope = OAR_SCOPE_CLUSTER}, deployment));
  EXPECT_TRUE(Takes({.scope = OAR_SCOPE_CLUSTER}, node));
  EXPECT_FALSE(Takes({.scope = OAR_SCOPE_NAMESPACED}, node));
}

constexpr uint32_t kSet = 5;

// Everything but nodes is reconciled.
int32_t DeclareSet(const oar_builder_api& api, oar_builder builder) {
  auto set = Sized<oar_type_set_decl>();
  set.id = kSet;
  const oar_view exclude[] = {View("Node")};
  set.exclude = exclude;
  set.exclude_count = 1;
  if (const int32_t status = api.type_set(builder, &set); status < 0) return status;
  return AddController(api, builder, kSet);
}

class GenerationTypeSets : public testing::GenerationFixture {
 protected:
  void SetUp() override {
    GenerationFixture::SetUp();
    plugin.on_declare = DeclareSet;
    plugin.on_reconcile = [this](oar_ctx ctx, const oar_key& key, oar_result*) {
      Note(ctx, key);
      return OAR_OK;
    };
    host.mapper.Serve({Served("", "ConfigMap", "configmaps"), Served("", "Node", "nodes", false)});
  }
  // "ConfigMap default/a", with what a read of the cache says where it fails; for a key named
  // "kinds" what the plugin is told of its set.
  void Note(oar_ctx ctx, const oar_key& key) {
    const oar_client_api& client = ClientApi();
    auto info = Sized<oar_type_info>();
    EXPECT_EQ(client.type_info(ctx, key.type, key.type_index, &info), OAR_OK);
    oar_obj object{};
    const int32_t got = client.get(ctx, &key, &object, nullptr);
    std::string line = Text(info.kind) + " " + Text(key.ns) + "/" + Text(key.name) +
                       (got == OAR_OK ? "" : " " + std::to_string(got));
    if (Text(key.name) == "kinds") line = "kinds:" + KindsOf(ctx);
    base::MutexLock lock(mutex_);
    seen_.insert(line);
    last_index_ = key.type_index;
  }
  static std::string KindsOf(oar_ctx ctx) {
    std::string out;
    auto info = Sized<oar_type_info>();
    for (uint64_t i = 0; ClientApi().type_at(ctx, kSet, i, &info) == OAR_OK; ++i) {
      out += " " + Text(info.kind) + (info.available != 0 ? "" : "(gone)");
    }
    return out;
  }
  bool Seen(const std::string& what) {
    return host.WaitFor(
        [&] {
          base::MutexLock lock(mutex_);
          return seen_.contains(what);
        },
        std::chrono::seconds(5));
  }
  uint32_t last_index() {
    base::MutexLock lock(mutex_);
    return last_index_;
  }
  bool SeesKinds(const std::string& kinds) {
    EXPECT_TRUE(queues.at("main")->Add({kSet, last_index(), "default", "kinds"}));
    return Seen("kinds: " + kinds);
  }

  base::Mutex mutex_;
  std::set<std::string> seen_ OARLOCK_GUARDED_BY(mutex_);
  uint32_t last_index_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

TEST_F(GenerationTypeSets, ObjectsOfAllItsTypesAreKeysThatSayTheirType) {
  host.mapper.Serve(
      {Served("", "ConfigMap", "configmaps"), Served("apps", "Deployment", "deployments")});
  host.SetList("deployments",
               {R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":)"
                R"({"namespace":"default","name":"d","uid":"u",)"
                R"("resourceVersion":"3"}})"},
               "10");
  Start();
  EXPECT_TRUE(Seen("ConfigMap default/a"));
  EXPECT_TRUE(Seen("Deployment default/d"));
  EXPECT_TRUE(SeesKinds("ConfigMap Deployment"));
}

TEST_F(GenerationTypeSets, TypesComeAndGoWhileItRuns) {
  Start();
  ASSERT_TRUE(Seen("ConfigMap default/a"));
  host.SetList("deployments",
               {R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":)"
                R"({"namespace":"default","name":"d","uid":"u",)"
                R"("resourceVersion":"3"}})"},
               "10");
  host.mapper.Serve(
      {Served("", "ConfigMap", "configmaps"), Served("apps", "Deployment", "deployments")});
  EXPECT_TRUE(Seen("Deployment default/d")) << "a CRD was installed";
  const uint32_t deployment = last_index();
  host.mapper.Serve({Served("", "ConfigMap", "configmaps")});
  ASSERT_TRUE(host.WaitFor([&] { return host.informers().size() == 1; }, std::chrono::seconds(5)))
      << "its informer ends with it";
  ASSERT_TRUE(queues.at("main")->Add({kSet, deployment, "default", "late"}));
  EXPECT_TRUE(Seen("Deployment default/late " + std::to_string(OAR_E_UNAVAILABLE)));
  EXPECT_TRUE(SeesKinds("ConfigMap Deployment(gone)"));
}

TEST_F(GenerationTypeSets, AGroupThatCannotBeReadKeepsItsTypes) {
  host.mapper.Serve(
      {Served("", "ConfigMap", "configmaps"), Served("apps", "Deployment", "deployments")});
  Start();
  ASSERT_TRUE(Seen("ConfigMap default/a"));
  const size_t before = host.mapper.all_calls();
  host.mapper.Serve({Served("", "ConfigMap", "configmaps")}, {"apps"});
  const auto asked = [&](size_t times) {
    return host.WaitFor([&] { return host.mapper.all_calls() >= before + times; },
                        std::chrono::seconds(5));
  };
  ASSERT_TRUE(asked(2));
  host.mapper.FailAll({base::StatusCode::kUnavailable, "the server is down"});
  ASSERT_TRUE(asked(4));
  EXPECT_TRUE(SeesKinds("ConfigMap Deployment"));
  EXPECT_TRUE(host.log_lines->Has("type sets are not up to date"));
}

TEST_F(GenerationTypeSets, AForbiddenTypeDoesNotKeepTheOthersFromRunning) {
  host.mapper.Serve({Served("", "ConfigMap", "configmaps"), Served("", "Secret", "secrets")});
  host.Forbid("secrets");
  Start();
  EXPECT_TRUE(Seen("ConfigMap default/a"));
  host.Allow("secrets");
}

TEST_F(GenerationTypeSets, ATypeHasOneNumberInTheWholeHost) {
  const auto number = [&](const char* kind) { return host.env().type_numbers->Of({"", kind}); };
  const uint32_t first = number("ConfigMap");
  Start();
  ASSERT_TRUE(Seen("ConfigMap default/a"));
  EXPECT_EQ(last_index(), first);
  EXPECT_NE(number("Another"), first);
}

class GenerationExternal : public testing::GenerationFixture {};

TEST_F(GenerationExternal, AControllerWithoutPrimariesLivesOfItsTimers) {
  plugin.on_declare = [](const oar_builder_api& api, oar_builder builder) {
    auto controller = Sized<oar_controller_decl>();
    controller.external = 1;
    return api.controller(builder, &controller);
  };
  const auto again = [](oar_ctx ctx, int64_t delay) {
    oar_key key = Sized<oar_key>();
    key.ns = View("any");
    key.name = View("poll");
    return TimersApi().requeue_after(ctx, &key, delay, nullptr);
  };
  plugin.on_activate = [&](const std::string&, oar_ctx ctx) { return again(ctx, 0); };
  plugin.on_reconcile = [&](oar_ctx ctx, const oar_key& key, oar_result*) {
    EXPECT_EQ(key.type, 0u);
    return again(ctx, 60'000'000'000);
  };
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile any/poll", 1));
  ASSERT_TRUE(host.WaitFor([&] { return queues.at("main")->stats().delayed == 1; }));
  Stop();
  host.clock.Advance(std::chrono::seconds(60));
  EXPECT_EQ(plugin.Count("reconcile any/poll"), 1u) << "nothing runs";
  ASSERT_TRUE(generation->Activate(queues).ok());
  EXPECT_TRUE(WaitForCalls("reconcile any/poll", 2)) << "the timer survived";
}

// Nodes are indexed by callback; a ConfigMap is reconciled when a node changes.
int32_t DeclareIndexer(const oar_builder_api& api, oar_builder builder) {
  auto type = Sized<oar_type_decl>();
  type.id = 1;
  type.kind = View("ConfigMap");
  (void)api.type(builder, &type);
  type.id = 2;
  type.kind = View("Node");
  (void)api.type(builder, &type);
  auto index = Sized<oar_index_decl>();
  index.id = 4;
  index.kind = OAR_INDEX_CALLBACK;
  index.type = 2;
  (void)api.index(builder, &index);
  auto mapper = Sized<oar_mapper_decl>();
  mapper.id = 7;
  mapper.kind = OAR_MAPPER_CALLBACK;
  (void)api.mapper(builder, &mapper);
  auto watch = Sized<oar_watch_decl>();
  watch.type = 2;
  watch.mapper = 7;
  (void)api.watch(builder, &watch);
  return AddController(api, builder, 1);
}

std::string Node(const std::string& name, const std::string& version = "3") {
  return R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")" + name +
         R"(","uid":"u","resourceVersion":")" + version + R"("}})";
}

class GenerationIndexer : public testing::GenerationFixture {
 protected:
  void SetUp() override {
    GenerationFixture::SetUp();
    host.SetList("nodes", {Node("n1"), Node("n2"), Node("bad")}, "10");
    plugin.on_declare = DeclareIndexer;
    // By the first letter, and by a word that changes with each call.
    plugin.on_index = [this](uint32_t indexer, oar_ctx ctx, const oar_subject& subject,
                             const oar_sink_api& api, oar_sink sink) -> int32_t {
      EXPECT_EQ(indexer, 4u);
      EXPECT_EQ(subject.type, 2u);
      auto meta = Sized<oar_obj_meta>();
      EXPECT_EQ(HostApi().object->meta(ctx, subject.object, &meta), OAR_OK);
      const std::string name = Text(meta.name);
      (void)api.add_value(sink, View(std::string_view(name).substr(0, 1)));
      (void)api.add_value(sink, View("version " + Text(meta.resource_version)));
      EXPECT_EQ(api.add_key(sink, nullptr), OAR_E_INVALID);
      return name == "bad" && bad ? OAR_E_INVALID : OAR_OK;
    };
    plugin.on_map = [](uint32_t, oar_ctx ctx, const oar_subject& subject, const oar_sink_api& api,
                       oar_sink sink) -> int32_t {
      auto meta = Sized<oar_obj_meta>();
      (void)HostApi().object->meta(ctx, subject.object, &meta);
      auto key = Sized<oar_key>();
      key.type = 1;
      key.ns = View("of-node");
      key.name = meta.name;
      EXPECT_EQ(api.add_value(sink, meta.name), OAR_E_INVALID);
      return api.add_key(sink, &key);
    };
    plugin.on_reconcile = [this](oar_ctx ctx, const oar_key& key, oar_result*) {
      const std::string line =
          Text(key.name) + ": " + Names(ctx, "n") + "; " + Names(ctx, "version 12");
      base::MutexLock lock(mutex_);
      seen_.insert(line);
      return OAR_OK;
    };
  }
  static std::string Names(oar_ctx ctx, std::string_view value) {
    auto what = Sized<oar_cache_list>();
    what.type = 2;
    what.index = 4;
    what.index_value = View(value);
    oar_list list{};
    if (ClientApi().list(ctx, &what, &list, nullptr) != OAR_OK) return "failed";
    auto info = Sized<oar_list_info>();
    (void)HostApi().object->list_info(ctx, list, &info);
    std::string names;
    for (uint64_t i = 0; i < info.count; ++i) {
      oar_obj object{};
      (void)HostApi().object->list_at(ctx, list, i, &object);
      auto meta = Sized<oar_obj_meta>();
      (void)HostApi().object->meta(ctx, object, &meta);
      names += (names.empty() ? "" : " ") + Text(meta.name);
    }
    return names;
  }
  bool Seen(const std::string& line) {
    return host.WaitFor([&] {
      base::MutexLock lock(mutex_);
      return seen_.contains(line);
    });
  }

  std::atomic<bool> bad{true};
  base::Mutex mutex_;
  std::set<std::string> seen_ OARLOCK_GUARDED_BY(mutex_);
};

TEST_F(GenerationIndexer, IsCompleteBeforeTheFirstReconcile) {
  Start();
  EXPECT_TRUE(Seen("a: n1 n2; "));
  base::MutexLock lock(mutex_);
  for (const std::string& line : seen_) {
    EXPECT_NE(line.find(": n1 n2; "), std::string::npos) << line;
  }
}

TEST_F(GenerationIndexer, KnowsAChangeBeforeTheMappersDo) {
  Start();
  ASSERT_TRUE(Seen("a: n1 n2; "));
  const auto stream = Stream("nodes");
  stream->Send(kube::WatchEventType::kModified, Node("n1", "12"));
  EXPECT_TRUE(Seen("n1: n1 n2; n1"));
  stream->Send(kube::WatchEventType::kDeleted, Node("n2", "13"));
  EXPECT_TRUE(Seen("n2: n1; n1"));
}

TEST_F(GenerationIndexer, AFailureLeavesTheObjectOutAndIsCounted) {
  Start();
  ASSERT_TRUE(Seen("a: n1 n2; "));
  EXPECT_TRUE(host.log_lines->Has("a callback failed"));
  bad = false;
  Stream("nodes")->Send(kube::WatchEventType::kModified, Node("bad", "12"));
  EXPECT_TRUE(Seen("bad: n1 n2; bad")) << "it may do better later";
}

TEST_F(GenerationIndexer, IsMadeAnewAtTheNextActivation) {
  Start();
  ASSERT_TRUE(Seen("a: n1 n2; "));
  Stop();
  Stream("nodes")->Send(kube::WatchEventType::kModified, Node("n2", "12"));
  ASSERT_TRUE(generation->Activate(queues).ok());
  EXPECT_TRUE(Seen("n2: n1 n2; n2"));
}

}  // namespace
}  // namespace oarlock::pluginhost
