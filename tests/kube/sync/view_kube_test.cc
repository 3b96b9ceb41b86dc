// Users of one resource who want different things of it, on one list and one watch.
#include "cache/lister.h"
#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using cache::InformerPhase;
using cache::InformerRequest;
using namespace std::chrono_literals;

class KubeViews : public InformerKube {
 protected:
  void SetUp() override {
    crd_.group = ns() + ".test";
    crd_.versions = {"v1alpha1", "v1beta1", "v1"};
  }
  void CreateType() {
    const base::Status created = CreateCrd(server(), crd_);
    ASSERT_TRUE(created.ok()) << created.ToString();
  }
  InformerRequest Accepting(const std::string& first, const std::string& second) {
    InformerRequest request(Things(crd_, first));
    request.also.push_back(Things(crd_, second).resource);
    return request;
  }
  // Open on the server, of whatever version. The server itself has none on custom resources.
  double ThingWatches() {
    const auto count = server().Metric("apiserver_longrunning_requests",
                                       {{"group", crd_.group}, {"verb", "WATCH"}});
    return count.ok() ? *count : -1;
  }
  ::testing::AssertionResult ThingWatchesBecome(Pipeline& pipeline, double wanted) {
    auto result = Eventually(15s, [&] { return ThingWatches() == wanted; });
    if (result) return result;
    result << ", " << ThingWatches() << " watches";
    for (const cache::InformerSummary& informer : pipeline.informers().Summaries()) {
      result << "\n" << informer.scope.Key() << " " << InformerPhaseName(informer.state.phase);
    }
    return result;
  }
  static ::testing::AssertionResult AllOf(const cache::StoreView& store, const std::string& version,
                                          size_t count) {
    const auto things = store.List();
    if (things.size() != count) {
      return ::testing::AssertionFailure() << things.size() << " things";
    }
    for (const kube::Object& thing : things) {
      if (thing.api_version() != version) {
        return ::testing::AssertionFailure() << thing.name() << " is " << thing.api_version();
      }
    }
    return ::testing::AssertionSuccess();
  }
  void ExpectSees(const Watched& user, const std::string& version, const Versions& things) {
    const std::string wanted = crd_.group + "/" + version;
    EXPECT_TRUE(Eventually(10s, [&] { return bool(AllOf(user.store(), wanted, things.size())); }))
        << AllOf(user.store(), wanted, things.size()).message();
    for (const auto& view : {user.inline_view, user.queued_view}) {
      EXPECT_TRUE(Eventually(10s, [&] { return view->Versions() == things; }));
      EXPECT_EQ(view->Faults(), "");
    }
  }

  Crd crd_;
  base::ThreadPool views_{"views", 1};
};

TEST_F(KubeViews, UsersOfOverlappingVersionsShareOneWatch) {
  CreateType();
  Versions things;
  for (const char* name : {"a", "b", "c"}) CreateThing(crd_, name, things);
  Pipeline pipeline(Options());
  const Watched older = Watch(pipeline, Accepting("v1alpha1", "v1beta1"), &views_);
  ExpectSees(older, "v1alpha1", things);
  EXPECT_TRUE(ThingWatchesBecome(pipeline, 1));
  Watched newer = Watch(pipeline, Accepting("v1", "v1beta1"), &views_);
  ExpectSees(newer, "v1beta1", things);
  ExpectSees(older, "v1beta1", things);
  CreateThing(crd_, "d", things);
  ExpectSees(newer, "v1beta1", things);
  ExpectSees(older, "v1beta1", things);
  EXPECT_TRUE(ThingWatchesBecome(pipeline, 1));
  EXPECT_EQ(pipeline.informers().size(), 1u);
  // Who accepts nothing that they do has a watch of his own, for as long as he is there.
  Watched exact = Watch(pipeline, Things(crd_, "v1"), &views_);
  ExpectSees(exact, "v1", things);
  CreateThing(crd_, "e", things);
  EXPECT_TRUE(Eventually(10s, [&] { return older.inline_view->Versions() == things; }));
  EXPECT_TRUE(Eventually(10s, [&] { return newer.inline_view->Versions() == things; }));
  ExpectSees(exact, "v1", things);
  EXPECT_TRUE(ThingWatchesBecome(pipeline, 2));
  exact = {};
  newer = {};
  CreateThing(crd_, "f", things);
  EXPECT_TRUE(Eventually(10s, [&] { return older.inline_view->Versions() == things; }));
  EXPECT_EQ(older.inline_view->Faults(), "");
  EXPECT_TRUE(ThingWatchesBecome(pipeline, 1));
}

TEST_F(KubeViews, MetadataBesideFullIsOneWatchInEitherOrder) {
  Create("a");
  const double before = OpenWatches();
  Pipeline pipeline(Options());
  Watched full = Watch(pipeline, ConfigMaps(ObjectForm::kFull), &views_);
  const Watched meta = Watch(pipeline, ConfigMaps(ObjectForm::kMetadataOnly), &views_);
  Create("b");
  Update("a", "2");
  ExpectConverged(full);
  ExpectConverged(meta);
  EXPECT_EQ(pipeline.counts().lists, 1);
  EXPECT_EQ(OpenWatches(), before + 1);
  for (const kube::Object& object : meta.store().List()) {
    EXPECT_EQ(object.kind(), "PartialObjectMetadata");
    EXPECT_FALSE(object.root()["data"].exists());
  }
  // The full one leaves: the server need not send data any more.
  full = {};
  Create("c");
  ExpectConverged(meta);
  EXPECT_TRUE(Eventually(
      15s, [&] { return pipeline.informers().size() == 1 && OpenWatches() == before + 1; }))
      << before << ", now " << OpenWatches();
  // And comes again: the watch is widened behind the reader's back.
  full = Watch(pipeline, ConfigMaps(ObjectForm::kFull), &views_);
  Delete("b");
  ExpectConverged(full);
  ExpectConverged(meta);
  EXPECT_TRUE(Eventually(
      15s, [&] { return pipeline.informers().size() == 1 && OpenWatches() == before + 1; }))
      << before << ", now " << OpenWatches();
  EXPECT_EQ(meta.inline_view->stale_deletes(), 0);
}

// The wider user may not read; the narrower one may, until both can share one watch.
TEST_F(KubeViews, AForbiddenWideInformerServesNobodyUntilItIsAllowed) {
  const std::string other = NewNamespace();
  const std::string bindings = "/apis/rbac.authorization.k8s.io/v1/";
  const std::string rules =
      R"("rules":[{"apiGroups":[""],"resources":["configmaps"],"verbs":["list","watch"]}]})";
  Ask("POST", bindings + "clusterroles",
      R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":")" +
          ns() + "\"}," + rules);
  const std::string subject =
      R"("roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":")" + ns() +
      R"("},"subjects":[{"kind":"User","name":"limited"}]})";
  Ask("POST", bindings + "namespaces/" + ns() + "/rolebindings",
      R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding",)"
      R"("metadata":{"name":"maps"},)" +
          subject);
  ASSERT_TRUE(Eventually(10s, [&] { return CodeForLimited(Path()) == 200; }));
  Create("a");
  base::FakeClock clock;
  PipelineOptions options = Options(Identity::kLimited);
  options.informer_clock = &clock;
  Pipeline pipeline(options);
  InformerScope everywhere = ConfigMaps(ObjectForm::kFull);
  everywhere.ns.clear();
  const cache::InformerLease wide = pipeline.Acquire(everywhere);
  ASSERT_TRUE(Eventually(10s, [&] { return wide->state().phase == InformerPhase::kForbidden; }));
  const Watched narrow = WithViews(pipeline.Acquire(ConfigMaps(ObjectForm::kFull)), &views_);
  ASSERT_TRUE(Eventually(10s, [&] { return narrow.lease->state().current(); }))
      << narrow.lease->state().last_error.ToString();
  ExpectConverged(narrow);
  EXPECT_EQ(wide->state().phase, InformerPhase::kForbidden);

  Ask("POST", bindings + "clusterrolebindings",
      R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRoleBinding",)"
      R"("metadata":{"name":")" +
          ns() + "\"}," + subject);
  // It is of the whole cluster: later tests' users must not have it.
  const std::shared_ptr<void> take_back(nullptr, [&](void*) {
    Ask("DELETE", bindings + "clusterrolebindings/" + ns());
    EXPECT_TRUE(Eventually(10s, [&] { return CodeForLimited("/api/v1/configmaps") == 403; }));
  });
  ASSERT_TRUE(Eventually(10s, [&] { return CodeForLimited("/api/v1/configmaps") == 200; }));
  EXPECT_TRUE(EventuallyAsTimePasses(clock, 1s, [&] { return wide->state().current(); }));
  EXPECT_TRUE(EventuallyAsTimePasses(clock, 1s, [&] { return pipeline.informers().size() == 1; }));
  Create("b");
  Delete("a");
  ExpectConverged(narrow);
  Ask("POST", "/api/v1/namespaces/" + other + "/configmaps", Body("elsewhere", "1"));
  EXPECT_TRUE(Eventually(10s, [&] { return bool(wide->store().Get(other + "/elsewhere")); }));
  EXPECT_FALSE(narrow.store().Get(other + "/elsewhere"));
}

}  // namespace
}  // namespace oarlock::kubetest
