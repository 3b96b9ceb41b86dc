// Client and cache against a real API server: what they hold is what the server has.
#include "tests/kube/sync/sync_kube.h"

#include <atomic>
#include <cstdio>
#include <optional>
#include <thread>
#include <vector>

#include "base/fake_clock.h"
#include "kube/api_status.h"
#include "tests/kube/sync/churn.h"
#include "tests/kube/sync/tcp_proxy.h"

namespace oarlock::kubetest {
namespace {

using base::StatusCode;
using cache::InformerPhase;
using client::HttpVersion;
using namespace std::chrono_literals;

constexpr int kMany = 5000;

// Objects of every look, by number.
std::string AnyConfigMap(int i) {
  const std::string number = std::to_string(i);
  std::string meta = R"("name":"cm-)" + number + "\"";
  std::string rest;
  switch (i % 8) {
    case 0:
      rest = R"(,"data":{"k":")" + number + R"(","long":")" + std::string(700, 'v') + "\"}";
      break;
    case 1:
      rest =
          R"(,"data":{"non-ascii":"Grüße, 世界, 𝄞","escapes":"\"\\\/\b\f\n\r\t\u0001\u001f\u007f",)"
          R"("html":"<a href='x'>&amp;</a>","separators":"\u2028\u2029","pair":"\ud834\udd1e",)"
          R"("lone":"\ud800","nul":"\u0000"})";
      break;
    case 2: rest = R"(,"binaryData":{"b":"AAECA/8=","none":""},"data":{"b2":""})"; break;
    case 3: rest = R"(,"data":{})"; break;
    case 4: break;
    case 5: rest = R"(,"immutable":true,"data":{"json":"{\"items\":[{\"a\":\"}]\"}]}"})"; break;
    case 6:
      meta += R"(,"labels":{"app.kubernetes.io/name":"x","empty":""},)"
              R"("annotations":{"a/b":"\n# \"é\"\n"})"
              R"(,"finalizers":["oarlock.dev/test"],"ownerReferences":[{"apiVersion":"v1",)"
              R"("kind":"Pod","name":"p","uid":"1-2","controller":true}])";
      break;
    default:
      for (int key = 0; key < 30; ++key) {
        rest += (key == 0 ? ",\"data\":{" : ",") + ("\"k" + std::to_string(key) + "\":\"\"");
      }
      rest += "}";
  }
  if (i % 1250 == 8) rest = R"(,"data":{"big":")" + std::string(900'000, 'b') + R"(é"})";
  if (i % 100 == 16) rest = R"(,"data":{"large":")" + std::string(20'000, 'l') + R"(\n"})";
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{)" + meta + "}" + rest + "}";
}

class KubeSync : public SyncKube {
 protected:
  void CreateMany() {
    constexpr int kWriters = 4;
    std::atomic<int> failed{0};
    std::vector<std::thread> writers;
    for (int w = 0; w < kWriters; ++w) {
      writers.emplace_back([&, w, path = Path()] {
        for (int i = w; i < kMany; i += kWriters) {
          const auto answer = server().Request("POST", path, AnyConfigMap(i));
          if ((!answer.ok() || answer->code != 201) && failed++ == 0) {
            ADD_FAILURE() << i << ": " << (answer.ok() ? answer->body : answer.status().ToString());
          }
        }
      });
    }
    for (std::thread& writer : writers) writer.join();
    ASSERT_EQ(failed, 0);
  }

  // Deletes, changes and creates a third of them each, in the middle of their names.
  void ChangeAround(const std::string& round) {
    for (int i = 0; i < 10; ++i) Create("new-" + round + "-" + std::to_string(i));
    for (int i = 0; i < 10; ++i) Update("keep-" + std::to_string(i), round);
    for (int i = 0; i < 10; ++i) Delete("gone-" + round + "-" + std::to_string(i));
    // Another object under the same name.
    Delete("again");
    Create("again", round);
  }
  void CreateForRounds(const std::vector<std::string>& rounds) {
    for (int i = 0; i < 10; ++i) {
      Create("keep-" + std::to_string(i));
      for (const auto& round : rounds) Create("gone-" + round + "-" + std::to_string(i));
    }
    Create("again");
    // The fixture keeps a connection to etcd from now on, which must not look like a leak.
    ASSERT_TRUE(server().CurrentRevision().ok());
  }
};

// The pieces of a test that must have left nothing: threads and descriptors of this process.
class NothingLeft {
 public:
  NothingLeft() : threads_(ThreadCount()), fds_(FdCount()) {}
  ~NothingLeft() {
    EXPECT_TRUE(Eventually(5s, [&] { return ThreadCount() <= threads_ && FdCount() <= fds_; }))
        << ThreadCount() << " threads after " << threads_ << ", " << FdCount()
        << " descriptors after " << fds_;
  }
  NothingLeft(const NothingLeft&) = delete;
  NothingLeft& operator=(const NothingLeft&) = delete;

 private:
  const size_t threads_;
  const size_t fds_;
};

TEST_F(KubeSync, FiveThousandEqualTheServersListToTheByte) {
  CreateMany();
  const auto items = OnServer();
  ASSERT_EQ(items.size(), static_cast<size_t>(kMany));
  struct Way {
    const char* name;
    HttpVersion version;
    bool paged;
    bool watch_list;
  };
  for (const Way way : {Way{"h2-whole", HttpVersion::kAuto, false, false},
                        Way{"h2-pages", HttpVersion::kAuto, true, false},
                        Way{"h1-pages", HttpVersion::kHttp1, true, false},
                        Way{"h2-watch-list", HttpVersion::kAuto, false, true},
                        Way{"h1-watch-list", HttpVersion::kHttp1, false, true}}) {
    SCOPED_TRACE(way.name);
    PipelineOptions options = Options();
    options.http_version = way.version;
    options.paged = way.paged;
    options.watch_list = way.watch_list;
    options.verify_cache = way.watch_list;
    Pipeline pipeline(options);
    const auto start = std::chrono::steady_clock::now();
    const cache::InformerLease lease = pipeline.Synced(ConfigMaps());
    const auto took = std::chrono::steady_clock::now() - start;
    std::printf("%s: synced in %lld ms\n", way.name,
                static_cast<long long>(
                    std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
    EXPECT_TRUE(SameText(lease->store(), items));
    EXPECT_TRUE(lease->set_aside().empty());
    if (way.watch_list) {
      ExpectVerified(pipeline);
      EXPECT_EQ(pipeline.counts().lists, 0);
      EXPECT_EQ(pipeline.counts().watch_lists, 1);
    } else {
      EXPECT_TRUE(lease->store().List()[0].ToJson().starts_with("{" + std::string(kHead)));
      EXPECT_EQ(pipeline.counts().lists, 1);
      EXPECT_EQ(pipeline.counts().more_pages, way.paged ? kMany / 500 - 1 : 0);
    }
    EXPECT_EQ(pipeline.counts().watches, 1);
    // And the watch goes on from there.
    const std::string name = std::string("after-") + way.name;
    Create(name);
    EXPECT_TRUE(Eventually(10s, [&] { return bool(lease->store().Get(ns() + "/" + name)); }));
    Delete(name);
    EXPECT_TRUE(Eventually(10s, [&] { return lease->store().size() == items.size(); }));
  }
}

TEST_F(KubeSync, INV_1_2_3_RandomChangesWhileWatchingConverge) {
  const uint64_t seed = base::Random::OsSeed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  base::ThreadPool views("views", 2);
  Pipeline pipeline(Options());
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  const Watched some = Watch(pipeline, ConfigMaps(ObjectForm::kFullWithManaged, "g=1"), &views);
  const Watched meta = Watch(pipeline, ConfigMaps(ObjectForm::kMetadataOnly), &views);
  const Watched plain = Watch(pipeline, ConfigMaps(ObjectForm::kFull), &views);
  Churn churn(server(), {.ns = ns(), .seed = seed, .changes = 2000});
  churn.Start();
  // A handler that joins in the middle of it.
  EXPECT_TRUE(Eventually(60s, [&] { return churn.done() >= 1000; }));
  const Watched late = WithViews(all.lease.Clone(), &views);
  churn.Join();
  ASSERT_EQ(churn.Fault(), "");
  EXPECT_EQ(churn.done(), 2000);
  ExpectConverged(all);
  ExpectConverged(some, "g=1");
  ExpectConverged(meta);
  ExpectConverged(plain);
  ExpectConverged(late);
  EXPECT_GE(all.inline_view->events(), 2000);
  // One list and one watch for all of them, and nobody needed a second one.
  EXPECT_EQ(pipeline.counts().lists, 1);
  EXPECT_EQ(pipeline.counts().watches, 1);
  EXPECT_TRUE(pipeline.Stop().ok());
}

TEST_F(KubeSync, KilledServerInTheMiddleOfChangesLosesNone) {
  const uint64_t seed = base::Random::OsSeed();
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  base::ThreadPool views("views", 1);
  Pipeline pipeline(Options());
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  Churn churn(server(), {.ns = ns(), .seed = seed, .changes = 800});
  churn.Start();
  EXPECT_TRUE(Eventually(30s, [&] { return churn.done() >= 300; }));
  Restart();
  churn.Join();
  ASSERT_EQ(churn.Fault(), "");
  ExpectConverged(all);
  EXPECT_GE(pipeline.counts().watches, 2);
}

TEST_F(KubeSync, INV_8_KillAndRestartMissNoDeleteAndLeaveNothing) {
  CreateForRounds({"a", "b", "c"});
  const NothingLeft nothing_left;
  base::ThreadPool views("views", 1);
  Pipeline pipeline(Options());
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(all);
  ChangeAround("a");
  Restart();
  ChangeAround("b");  // the informer may be back, or not
  ExpectConverged(all);
  EXPECT_TRUE(Eventually(30s, [&] { return all.lease->state().current(); }));
  ChangeAround("c");
  ExpectConverged(all);
}

// The informer is cut off while the server restarts twice: its version is older than all that the
// restarted server knows.
TEST_F(KubeSync, C_WAT_03_ExpiredWatchAfterCompactionFindsEveryDelete) {
  CreateForRounds({"a", "b"});
  const NothingLeft nothing_left;
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  const auto kubeconfig = server().KubeconfigVia(
      Identity::kAdmin, "https://127.0.0.1:" + std::to_string((*proxy)->port()), "proxy");
  ASSERT_TRUE(kubeconfig.ok()) << kubeconfig.status().ToString();
  base::ThreadPool views("views", 1);
  PipelineOptions options = Options();
  options.kubeconfig = *kubeconfig;
  Pipeline pipeline(options);
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  std::atomic<int> expired{0};
  const auto observer = all.lease->ObserveState(
      [&](const cache::InformerState& state) { expired += kube::IsExpired(state.last_error); });
  Update("keep-0", "seen");  // a watch that ends early without any event is followed by a list
  ExpectConverged(all);

  (*proxy)->Cut();
  EXPECT_TRUE(Eventually(20s, [&] { return !all.lease->state().current(); }));
  ChangeAround("a");
  ChangeAround("b");
  const Versions before = VersionsOf(all.store());
  Compact();
  Restart();
  EXPECT_EQ(VersionsOf(all.store()), before) << "a cut-off informer must keep what it had";
  (*proxy)->Mend();
  ExpectConverged(all);
  EXPECT_GE(expired, 1);
  EXPECT_GE(pipeline.counts().lists, 2);
  // 20 deletes and one re-creation twice, none of whose final states was seen.
  EXPECT_GE(all.inline_view->stale_deletes(), 21);
  EXPECT_EQ(all.inline_view->relist_events(), all.inline_view->stale_deletes() + 20 + 10 + 1);
}

TEST_F(KubeSync, KilledEtcdWithCompactionConverges) {
  CreateForRounds({"a", "b", "c"});
  const NothingLeft nothing_left;
  base::ThreadPool views("views", 1);
  Pipeline pipeline(Options());
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(all);
  ChangeAround("a");
  Compact();
  server().KillEtcd();
  server().KillApiServer();
  const base::Status etcd = server().StartEtcd();
  ASSERT_TRUE(etcd.ok()) << etcd.ToString();
  const base::Status started = server().StartApiServer();
  ASSERT_TRUE(started.ok()) << started.ToString();
  ChangeAround("b");
  ExpectConverged(all);
  // Again, with the API server alive: it loses its store under open watches.
  server().KillEtcd();
  ASSERT_TRUE(server().StartEtcd().ok());
  ASSERT_TRUE(server().WaitForReady().ok());
  ChangeAround("c");
  ExpectConverged(all);
}

TEST_F(KubeSync, C_RE_06_ThreeUsersShareOneWatch) {
  const double before = OpenWatches();
  Pipeline pipeline(Options());
  InformerScope scope = ConfigMaps(ObjectForm::kFull);
  scope.ns.clear();
  cache::InformerLease first = pipeline.Synced(scope);
  cache::InformerLease second = pipeline.Synced(scope);
  cache::InformerLease third = second.Clone();
  EXPECT_EQ(&*first, &*second);
  EXPECT_TRUE(Eventually(10s, [&] { return OpenWatches() == before + 1; }))
      << before << ", now " << OpenWatches();
  first.Release();
  second.Release();
  EXPECT_TRUE(third->HasSynced());
  EXPECT_EQ(OpenWatches(), before + 1);
  // What another user narrows, or takes only the metadata of, is no further watch.
  scope.form = ObjectForm::kMetadataOnly;
  cache::InformerLease metadata = pipeline.Synced(scope);
  cache::InformerLease one_namespace = pipeline.Synced(ConfigMaps(ObjectForm::kFull));
  EXPECT_EQ(OpenWatches(), before + 1);
  EXPECT_EQ(pipeline.counts().lists, 1);
  metadata.Release();
  one_namespace.Release();
  // What the shared one does not hold is one.
  scope.form = ObjectForm::kFullWithManaged;
  scope.ns = ns();
  cache::InformerLease other = pipeline.Synced(scope);
  EXPECT_TRUE(Eventually(10s, [&] { return OpenWatches() == before + 2; }))
      << before << ", now " << OpenWatches();
  other.Release();
  Create("moves");  // libcurl's reset of the stream travels with the next frame of the connection
  EXPECT_TRUE(Eventually(15s, [&] { return OpenWatches() == before + 1; }))
      << before << ", now " << OpenWatches();
  third.Release();
  EXPECT_TRUE(Eventually(10s, [&] { return OpenWatches() == before; }))
      << before << ", now " << OpenWatches();
  EXPECT_EQ(pipeline.informers().size(), 0u);
  EXPECT_EQ(pipeline.counts().lists, 2);
}

TEST_F(KubeSync, ForbiddenTypeDegradesAloneAndRecovers) {
  Kubectl({"create", "role", "maps", "--verb=get,list,watch", "--resource=configmaps"});
  Kubectl({"create", "rolebinding", "maps", "--role=maps", "--user=limited"});
  Kubectl({"create", "role", "secrets", "--verb=get,list,watch", "--resource=secrets"});
  Kubectl({"create", "secret", "generic", "s", "--from-literal=k=v"});
  Create("a");
  const std::string secrets_path = "/api/v1/namespaces/" + ns() + "/secrets";
  const auto allowed = [&](const std::string& path) {
    const auto answer = server().Request("GET", path, "", "", Identity::kLimited);
    return answer.ok() && answer->code == 200;
  };
  ASSERT_TRUE(Eventually(10s, [&] { return allowed(Path()); }));

  base::FakeClock clock;  // the informers': a forbidden list is asked again after 30 s or more
  PipelineOptions options = Options(Identity::kLimited);
  options.informer_clock = &clock;
  Pipeline pipeline(options);
  InformerScope scope = ConfigMaps(ObjectForm::kFull);
  const cache::InformerLease maps = pipeline.Acquire(scope);
  scope.resource = {.gvr = {"", "v1", "secrets"}, .kind = "Secret"};
  const cache::InformerLease secrets = pipeline.Acquire(scope);
  ASSERT_TRUE(Eventually(10s, [&] {
    return maps->HasSynced() && secrets->state().phase == InformerPhase::kForbidden;
  }));
  const cache::InformerState refused = secrets->state();
  EXPECT_EQ(refused.last_error.code(), StatusCode::kPermissionDenied);
  const std::string& message = refused.last_error.message();
  for (const std::string& word :
       {std::string("list"), std::string("secrets"), ns(), std::string("limited")}) {
    EXPECT_NE(message.find(word), std::string::npos) << message;
  }
  EXPECT_EQ(secrets->WaitForSync({.fail_fast = true}).code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(secrets->store().size(), 0u);
  EXPECT_TRUE(maps->store().Get(ns() + "/a"));

  Kubectl({"create", "rolebinding", "secrets", "--role=secrets", "--user=limited"});
  ASSERT_TRUE(Eventually(10s, [&] { return allowed(secrets_path); }));
  clock.Advance(29s);
  EXPECT_EQ(secrets->state().attempts, refused.attempts);
  EXPECT_EQ(secrets->state().phase, InformerPhase::kForbidden);
  clock.Advance(32s);
  EXPECT_TRUE(Eventually(10s, [&] { return secrets->state().current(); }))
      << secrets->state().last_error.ToString();
  EXPECT_TRUE(secrets->store().Get(ns() + "/s"));
  EXPECT_TRUE(secrets->state().last_error.ok());
  // The other one never noticed.
  Create("b");
  EXPECT_TRUE(Eventually(10s, [&] { return bool(maps->store().Get(ns() + "/b")); }));
  EXPECT_EQ(maps->state().failures, 0u);
}

TEST_F(KubeSync, FA_8_MetadataOnlyHoldsMetadataAndNothingElse) {
  Create("a", std::string(1000, 'x'));
  Pipeline pipeline(Options());
  const cache::InformerLease meta = pipeline.Synced(ConfigMaps(ObjectForm::kMetadataOnly));
  const cache::InformerLease full = pipeline.Synced(ConfigMaps(ObjectForm::kFull));
  Create("b");
  Update("a", "2");
  ASSERT_TRUE(Eventually(10s, [&] {
    return VersionsOf(meta->store()).size() == 2 && full->store().size() == 2 &&
           VersionsOf(meta->store()) == VersionsOf(full->store()) &&
           VersionsOf(meta->store()) == VersionsOf(OnServer());
  }));
  for (const kube::Object& object : meta->store().List()) {
    EXPECT_EQ(object.kind(), "PartialObjectMetadata");
    EXPECT_EQ(object.api_version(), "meta.k8s.io/v1");
    EXPECT_EQ(object.root().size(), 3u) << object.ToJson();
    const kube::Object whole = full->store().Get(object.key());
    EXPECT_EQ(object.metadata().ToJson(), whole.metadata().ToJson());
    EXPECT_FALSE(object.metadata()["managedFields"].exists());
  }
  Delete("a");
  EXPECT_TRUE(Eventually(10s, [&] { return meta->store().size() == 1; }));
  EXPECT_TRUE(meta->set_aside().empty());
  // A live list with the same scope.
  const auto live = pipeline.client().List(
      {.resource = ConfigMaps().resource, .ns = ns(), .metadata_only = true}, {}, {});
  ASSERT_TRUE(live.ok()) << live.status().ToString();
  ASSERT_EQ(live->items.size(), 1u);
  EXPECT_EQ(live->items[0].kind(), "PartialObjectMetadata");
  EXPECT_FALSE(live->items[0]["data"].exists());
}

}  // namespace
}  // namespace oarlock::kubetest
