// Permissions that are taken away and given back while their informer runs.
#include "cache/lister.h"
#include "cache/reflector.h"
#include "tests/kube/sync/informer_kube.h"

namespace oarlock::kubetest {
namespace {

using cache::InformerPhase;
using namespace std::chrono_literals;

class KubeRbac : public InformerKube {
 protected:
  static constexpr base::Duration kForbiddenWaitMax = 2 * cache::kForbiddenDelay;

  std::string MapsOf(const std::string& where) {
    return "/api/v1/namespaces/" + where + "/configmaps";
  }
  void CreateRole(const std::string& where) {
    Ask("POST", RolesOf(where, "roles"),
        R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"maps"},)"
        R"("rules":[{"apiGroups":[""],"resources":["configmaps"],"verbs":["list","watch"]}]})");
  }
  // And waits until the authorizer has noticed.
  void Allow(const std::string& where) {
    Ask("POST", RolesOf(where, "rolebindings"),
        R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"RoleBinding",)"
        R"("metadata":{"name":"maps"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",)"
        R"("kind":"Role","name":"maps"},"subjects":[{"kind":"User","name":"limited"}]})");
    EXPECT_TRUE(Eventually(10s, [&] { return CodeForLimited(MapsOf(where)) == 200; }));
  }
  void Refuse(const std::string& where) {
    Ask("DELETE", RolesOf(where, "rolebindings") + "/maps");
    EXPECT_TRUE(Eventually(10s, [&] { return CodeForLimited(MapsOf(where)) == 403; }));
  }
  static std::string RolesOf(const std::string& where, const std::string& what) {
    return "/apis/rbac.authorization.k8s.io/v1/namespaces/" + where + "/" + what;
  }
  static void ExpectNames(const std::string& message, std::initializer_list<std::string> words) {
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << word << " is missing: " << message;
    }
  }

  base::FakeClock clock_;  // the informers': a refused one asks again after 30 s to 60 s
};

TEST_F(KubeRbac, C_WAT_17_TakenAwayAndGivenBackWhileWatched) {
  CreateRole(ns());
  Allow(ns());
  for (const char* name : {"a", "b", "c"}) Create(name);
  auto proxy = TcpProxy::Start(server().port());
  ASSERT_TRUE(proxy.ok()) << proxy.status().ToString();
  base::ThreadPool views("views", 1);
  PipelineOptions options = OptionsVia(**proxy, Identity::kLimited);
  options.informer_clock = &clock_;
  Pipeline pipeline(options);
  const Watched all = Watch(pipeline, ConfigMaps(), &views);
  ExpectConverged(all);

  Refuse(ns());
  // An open watch goes on without permission: the next one is refused.
  clock_.Advance(2 * cache::kShortWatch);
  (*proxy)->Cut();
  (*proxy)->Mend();
  ASSERT_TRUE(EventuallyAsTimePasses(clock_, 500ms, [&] {
    return all.lease->state().phase == InformerPhase::kForbidden;
  })) << all.lease->state().last_error.ToString();
  const cache::InformerState refused = all.lease->state();
  EXPECT_EQ(refused.last_error.code(), base::StatusCode::kPermissionDenied);
  ExpectNames(refused.last_error.message(), {"watch", "configmaps", ns(), "limited"});
  const Versions before = VersionsOf(all.store());
  EXPECT_EQ(before.size(), 3u);
  Delete("b");
  Update("c", "2");
  Create("d");
  // Still refused when it asks again, for a list this time.
  const base::Duration waited = NextAttempt(clock_, *all.lease);
  EXPECT_LE(waited, kForbiddenWaitMax);
  EXPECT_EQ(all.lease->state().phase, InformerPhase::kForbidden);
  ExpectNames(all.lease->state().last_error.message(), {"list", "configmaps", ns(), "limited"});
  EXPECT_EQ(VersionsOf(all.store()), before) << "what it had is kept, as stale";
  EXPECT_TRUE(all.lease->HasSynced());

  Allow(ns());
  const base::Duration back = NextAttempt(clock_, *all.lease);
  EXPECT_GE(back, cache::kForbiddenDelay);
  EXPECT_LE(back, kForbiddenWaitMax);
  ExpectConverged(all);
  EXPECT_TRUE(all.lease->state().last_error.ok()) << all.lease->state().last_error.ToString();
  EXPECT_EQ(all.inline_view->stale_deletes(), 1);
}

TEST_F(KubeRbac, TwoNamespacesBehindOneListerOneOfThemRefused) {
  const std::string other = NewNamespace();
  CreateRole(ns());
  CreateRole(other);
  Allow(ns());
  Create("mine");
  Ask("POST", MapsOf(other), Body("theirs", "1"));
  PipelineOptions options = Options(Identity::kLimited);
  options.informer_clock = &clock_;
  Pipeline pipeline(options);
  InformerScope scope = ConfigMaps(ObjectForm::kFull);
  const cache::InformerLease allowed = pipeline.Synced(scope);
  scope.ns = other;
  const cache::InformerLease refused = pipeline.Acquire(scope);
  const cache::Lister lister(scope.resource.gvr, {allowed->reader(), refused->reader()});
  ASSERT_TRUE(Eventually(10s, [&] { return refused->state().phase == InformerPhase::kForbidden; }));
  ExpectNames(refused->state().last_error.message(), {"list", "configmaps", other, "limited"});
  EXPECT_TRUE(lister.Get(ns(), "mine").ok());
  EXPECT_EQ(lister.Get(other, "theirs").status().code(), base::StatusCode::kNotFound);
  Create("more");
  EXPECT_TRUE(Eventually(10s, [&] { return lister.List().size() == 2; }));
  EXPECT_TRUE(allowed->state().current());
  EXPECT_EQ(allowed->state().failures, 0u);

  Allow(other);
  EXPECT_TRUE(EventuallyAsTimePasses(clock_, 2s, [&] { return lister.List().size() == 3; }));
  EXPECT_TRUE(lister.Get(other, "theirs").ok());
  EXPECT_EQ(lister.List(other).size(), 1u);
}

}  // namespace
}  // namespace oarlock::kubetest
