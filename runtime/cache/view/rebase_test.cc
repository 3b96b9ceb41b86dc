// Views of users who come and go: who shares a watch with whom, and what handlers hear of it.
#include <gtest/gtest.h>

#include "cache/lister.h"
#include "cache/testing/view_fixture.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::ConfigMapRequest;
using testing::HttpError;
using testing::Recorder;
using Strings = std::vector<std::string>;

InformerRequest Of(const std::string& ns = "", const std::string& app = "",
                   ObjectForm form = ObjectForm::kFull) {
  InformerRequest request = ConfigMapRequest({"v1"}, ns);
  if (!app.empty()) request.scope.label_selector = "app=" + app;
  request.scope.form = form;
  return request;
}

class Rebase : public testing::ViewFixture {
 protected:
  Rebase() {
    cluster.Put("a", "one", "x");
    cluster.Put("a", "two");
    cluster.Put("b", "three", "x");
    factory.Start();
  }
  // Which list+watches are open, by their keys without the resource.
  Strings Watched() {
    Strings out;
    for (const std::string& key : cluster.Watched()) out.push_back(key.substr(key.find('|')));
    return out;
  }
  static base::Status Forbidden() {
    return HttpError(base::StatusCode::kPermissionDenied, 403, "Forbidden", "no");
  }
};

TEST_F(Rebase, ANarrowerUserOfAWiderInformerHearsTransitionsAsAddUpdateAndDelete) {
  const auto wide = Synced(Of());
  const auto narrow = Acquire(Of("", "x"));
  auto recorder = Record(narrow);
  EXPECT_EQ(ViewOf(*recorder), "a/one@101 b/three@103");
  EXPECT_EQ(recorder->Take().back(), "synced");
  cluster.Put("a", "two", "x");
  cluster.Put("a", "two", "x");
  cluster.Put("a", "one", "y");
  cluster.Put("a", "one", "z");
  cluster.Delete("a", "one");
  cluster.Delete("b", "three");
  Run();
  EXPECT_EQ(recorder->Take(), (Strings{"add a/two@104 watch", "update a/two@105 watch",
                                       "delete a/one@101 watch", "delete b/three@109 watch"}));
  EXPECT_EQ(recorder->violations, Strings{});
  EXPECT_EQ(Content(narrow), "a/two@105");
  EXPECT_EQ(narrow->store().Keys(), Strings{"a/two"});
  EXPECT_EQ(narrow->store().size(), 1u);
  EXPECT_FALSE(narrow->store().Get("b/three"));
  EXPECT_EQ(cluster.made(), 1u);
}

TEST_F(Rebase, AWiderUserTakesTheNarrowerOnesAlongAndOneWatchIsLeft) {
  const auto narrow = Synced(Of("a"));
  const auto labelled = Synced(Of("", "x"));
  auto by_ns = Record(narrow);
  auto by_label = Record(labelled);
  EXPECT_EQ(cluster.Watched().size(), 2u);
  by_ns->Take();
  by_label->Take();
  const auto wide = Acquire(Of());
  EXPECT_FALSE(wide->HasSynced()) << "waits for its own list";
  Run();
  EXPECT_TRUE(wide->HasSynced());
  EXPECT_EQ(Watched(), Strings{"||||0"});
  EXPECT_EQ(factory.size(), 1u);
  EXPECT_TRUE(by_ns->Take().empty()) << "nothing has changed";
  cluster.Put("a", "one", "y");
  Run();
  EXPECT_EQ(by_ns->Take(), Strings{"update a/one@104 watch"});
  EXPECT_EQ(by_label->Take(), Strings{"delete a/one@101 watch"});
  EXPECT_EQ(by_ns->violations, Strings{});
  EXPECT_EQ(by_label->violations, Strings{});
}

TEST_F(Rebase, WhenTheWideUserLeavesTheNarrowOnesGetTheirOwnAgain) {
  auto wide = Synced(Of());
  const auto narrow = Synced(Of("a"));
  auto recorder = Record(narrow);
  recorder->Take();
  wide.Release();
  EXPECT_EQ(factory.size(), 1u) << "the wide one serves until the narrow one has synced";
  cluster.Delete("a", "two");
  Run();
  EXPECT_EQ(Watched(), Strings{"|a|||0"});
  cluster.Put("a", "four");
  cluster.Put("b", "five");
  Run();
  EXPECT_EQ(recorder->log.size(), 2u);
  EXPECT_EQ(ViewOf(*recorder), cluster.Content(narrow->scope()));
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, TheDifferenceIsToldAsARelistIncludingLostDeletesAndRecreations) {
  const auto narrow = Synced(Of("a"));
  auto recorder = Record(narrow);
  recorder->Take();
  // The narrow watch goes silent: closed, and it may not come back.
  cluster.Refuse([](const InformerScope& scope) {
    return scope.ns == "a" ? base::Unavailable("down") : base::Status();
  });
  cluster.CloseWatches(false);
  Run();
  cluster.Delete("a", "one");
  cluster.Put("a", "one", "x", "another-uid");
  cluster.Delete("a", "two");
  cluster.Put("a", "six");
  EXPECT_TRUE(recorder->Take().empty());
  const auto wide = Acquire(Of());
  Run();
  Strings told = recorder->Take();
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, (Strings{"add a/one@105 relist", "add a/six@107 relist",
                           "delete a/one@101 relist stale", "delete a/two@102 relist stale"}));
  EXPECT_EQ(recorder->violations, Strings{});
  EXPECT_EQ(factory.size(), 1u);
}

TEST_F(Rebase, NeverBackwardsTheViewWaitsUntilTheNewInformerHasSeenAsMuch) {
  const auto narrow = Synced(Of("a"));
  auto recorder = Record(narrow);
  // The wide informer gets its list, but no watch.
  cluster.Refuse([calls = std::make_shared<int>(0)](const InformerScope& scope) {
    return scope.ns.empty() && (*calls)++ > 0 ? base::Unavailable("down") : base::Status();
  });
  const auto wide = Acquire(Of());
  while (cluster.lists() < 2) executor.RunOne();
  cluster.Put("a", "one");
  cluster.Put("a", "two");
  Run();
  EXPECT_EQ(ViewOf(*recorder), "a/one@104 a/two@105");
  EXPECT_EQ(Content(narrow), "a/one@104 a/two@105");
  cluster.Refuse(nullptr);
  Advance(minutes(5));
  EXPECT_EQ(factory.size(), 1u);
  EXPECT_EQ(Content(narrow), "a/one@104 a/two@105");
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, HandlersHearNothingTwiceAndKeepWhatWaitsForThem) {
  base::ManualExecutor slow;
  const auto narrow = Acquire(Of("a"));
  auto recorder = Record(narrow, {.name = "slow", .executor = &slow});
  cluster.Put("a", "one");
  Run();
  const auto wide = Synced(Of());
  cluster.Delete("a", "two");
  Run();
  EXPECT_EQ(factory.size(), 1u);
  EXPECT_TRUE(recorder->log.empty());
  EXPECT_FALSE(registrations[0].HasSynced());
  slow.RunUntilIdle();
  EXPECT_TRUE(registrations[0].HasSynced());
  EXPECT_EQ(std::count(recorder->log.begin(), recorder->log.end(), "synced"), 1);
  EXPECT_EQ(ViewOf(*recorder), "a/one@104");
  EXPECT_EQ(recorder->violations, Strings{});
  registrations[0].Remove();
  cluster.Put("a", "one");
  Run();
  slow.RunUntilIdle();
  EXPECT_EQ(ViewOf(*recorder), "a/one@104") << "a removal reaches the new informer too";
}

TEST_F(Rebase, ANamespacedUserWorksWhereTheClusterWideOneIsForbidden) {
  cluster.Refuse(
      [](const InformerScope& scope) { return scope.ns.empty() ? Forbidden() : base::Status(); });
  const auto wide = Acquire(Of());
  const auto narrow = Acquire(Of("a"));
  auto recorder = Record(narrow);
  Run();
  EXPECT_EQ(wide->state().phase, InformerPhase::kForbidden);
  EXPECT_TRUE(narrow->HasSynced());
  EXPECT_TRUE(narrow->WaitForSync({.deadline = clock.Now(), .fail_fast = true}).ok());
  EXPECT_EQ(wide->WaitForSync({.deadline = clock.Now() + seconds(1), .fail_fast = true}).code(),
            base::StatusCode::kPermissionDenied);
  EXPECT_EQ(ViewOf(*recorder), cluster.Content(narrow->scope()));
  const auto later = Synced(Of("b"));
  EXPECT_EQ(later->state().phase, InformerPhase::kSynced);
  EXPECT_EQ(Watched(), (Strings{"|a|||0", "|b|||0"}));
  cluster.Refuse(nullptr);
  Advance(minutes(5));
  EXPECT_EQ(Watched(), Strings{"||||0"}) << "once it is allowed, one watch serves all";
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, RightsThatAreTakenAwayFromTheWideOneDoNotStopTheNarrowOnes) {
  const auto wide = Synced(Of());
  const auto narrow = Synced(Of("a"));
  auto recorder = Record(narrow);
  cluster.Refuse(
      [](const InformerScope& scope) { return scope.ns.empty() ? Forbidden() : base::Status(); });
  cluster.CloseWatches(true);
  cluster.Put("a", "one");
  Advance(minutes(2));
  EXPECT_EQ(Watched(), Strings{"|a|||0"});
  EXPECT_EQ(ViewOf(*recorder), cluster.Content(narrow->scope()));
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, UsersWhoseVersionsOverlapShareOneWatch) {
  const auto first = Synced(ConfigMapRequest({"v1", "v2"}));
  auto recorder = Record(first);
  recorder->Take();
  EXPECT_EQ(first->store().Get("a/one").api_version(), "v1");
  const auto second = Synced(ConfigMapRequest({"v2"}, "a"));
  Run();
  EXPECT_EQ(factory.size(), 1u);
  EXPECT_EQ(first->store().Get("a/one").api_version(), "v2");
  EXPECT_EQ(second->store().Get("a/one").api_version(), "v2");
  EXPECT_TRUE(recorder->Take().empty()) << "the same version of the same object";
  cluster.Put("a", "one");
  Run();
  EXPECT_EQ(recorder->Take(), Strings{"update a/one@104 watch"});
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, AVersionThatIsNoLongerServedIsLeftForOneThatIs) {
  const auto lease = Synced(ConfigMapRequest({"v1", "v2"}));
  auto recorder = Record(lease);
  recorder->Take();
  const auto gone = [](const InformerScope& scope) {
    return scope.resource.gvr.version == "v1"
               ? HttpError(base::StatusCode::kNotFound, 404, "NotFound", "no v1")
               : base::Status();
  };
  cluster.Refuse(gone);
  cluster.CloseWatches(true);
  Advance(minutes(2));
  EXPECT_EQ(lease->state().phase, InformerPhase::kSynced);
  EXPECT_EQ(lease->store().Get("a/one").api_version(), "v2");
  EXPECT_EQ(factory.size(), 1u);
  const auto only = Acquire(ConfigMapRequest({"v1"}));
  Advance(minutes(1));
  EXPECT_EQ(only->state().phase, InformerPhase::kNotServed);
  EXPECT_EQ(only->WaitForSync({.deadline = clock.Now() + seconds(1), .fail_fast = true}).code(),
            base::StatusCode::kNotFound);
  EXPECT_EQ(lease->state().phase, InformerPhase::kSynced);
  EXPECT_TRUE(recorder->Take().empty());
}

TEST_F(Rebase, MetadataIsAFormOfItsOwnOrAViewWhereAFullInformerRuns) {
  const auto meta = Synced(Of("", "", ObjectForm::kMetadataOnly));
  auto recorder = Record(meta);
  EXPECT_EQ(Watched(), Strings{"||||2"});
  auto full = Synced(Of());
  Run();
  EXPECT_EQ(Watched(), Strings{"||||0"});
  const kube::Object shown = meta->store().Get("a/one");
  EXPECT_EQ(shown.kind(), "PartialObjectMetadata");
  EXPECT_FALSE(shown["data"].exists());
  EXPECT_EQ(full->store().Get("a/one")["data"]["v"].AsString(), "101");
  cluster.Put("a", "one", "x");
  Run();
  EXPECT_EQ(recorder->notifications.back().object.kind(), "PartialObjectMetadata");
  EXPECT_EQ(recorder->notifications.back().type, ChangeType::kUpdate);
  full.Release();
  Run();
  EXPECT_EQ(Watched(), Strings{"||||2"});
  EXPECT_EQ(Content(meta), cluster.Content(meta->scope()));
  EXPECT_EQ(recorder->violations, Strings{});
}

TEST_F(Rebase, ManagedFieldsComeOnlyWhenSomebodyAsks) {
  const auto full = Synced(Of());
  EXPECT_EQ(Watched(), Strings{"||||0"});
  const auto managed = Synced(Of("", "", ObjectForm::kFullWithManaged));
  Run();
  EXPECT_EQ(Watched(), Strings{"||||1"});
  EXPECT_EQ(factory.size(), 1u);
}

TEST_F(Rebase, P16_IndicesGoAlongAndStayThePrivateOnesApart) {
  const auto by_label = [](const kube::Object& object, IndexValues& values) {
    values.Add(object.Label("app"));
  };
  const auto by_name = [](const kube::Object& object, IndexValues& values) {
    values.Add(object.name());
  };
  const auto narrow = Synced(Of("a"));
  const auto other = Synced(Of("", "x"));
  ASSERT_TRUE(narrow->AddIndex("mine", by_label).ok());
  ASSERT_TRUE(other->AddIndex("mine", by_name).ok());
  auto shared = narrow->EnsureIndex("digest", by_label).value();
  const auto wide = Synced(Of());
  Run();
  ASSERT_EQ(factory.size(), 1u);
  EXPECT_EQ(narrow->store().IndexKeys("mine", "x").value(), Strings{"a/one"});
  EXPECT_EQ(narrow->store().IndexedValues("mine").value(), (Strings{"", "x"}));
  EXPECT_EQ(other->store().IndexKeys("mine", "three").value(), Strings{"b/three"});
  EXPECT_EQ(other->store().IndexedValues("mine").value(), (Strings{"one", "three"}));
  EXPECT_EQ(narrow->store().IndexKeys("digest", "x").value(), Strings{"a/one"});
  EXPECT_FALSE(wide->store().IndexKeys("mine", "x").ok());
  shared.reset();
  EXPECT_TRUE(narrow->RemoveIndex("mine"));
  EXPECT_FALSE(narrow->store().IndexKeys("mine", "x").ok());
  EXPECT_FALSE(narrow->store().IndexKeys("digest", "x").ok());
  EXPECT_EQ(wide->shared_store()->IndexNames().size(), 2u) << "namespace, and that of `other`";
}

TEST_F(Rebase, P28_AListerOverSeveralNamespacesKeepsWorkingAcrossMoves) {
  const auto a = Synced(Of("a"));
  const auto b = Synced(Of("b"));
  const Lister lister({"", "v1", "configmaps"}, {a->reader(), b->reader()});
  EXPECT_EQ(Lines(lister.List()), "a/one@101 a/two@102 b/three@103");
  const auto wide = Synced(Of());
  Run();
  ASSERT_EQ(factory.size(), 1u);
  cluster.Put("c", "elsewhere");
  cluster.Put("b", "four");
  Run();
  EXPECT_EQ(Lines(lister.List()), "a/one@101 a/two@102 b/four@105 b/three@103");
  EXPECT_EQ(Lines(lister.List("b")), "b/four@105 b/three@103");
  EXPECT_TRUE(lister.List("c").empty());
  EXPECT_TRUE(lister.Get("a", "one").ok());
  EXPECT_EQ(lister.Get("c", "elsewhere").status().code(), base::StatusCode::kNotFound);
}

TEST_F(Rebase, AnswersOfWritesGoAlong) {
  const auto narrow = Synced(Of("a"));
  const auto answer = kube::ObjectFromJson(testing::Json(
      {.name = "one", .version = "150", .ns = "a", .uid = "u101", .labels = R"("app":"x")"}));
  ASSERT_TRUE(narrow->ApplyWrite(*answer));
  EXPECT_EQ(Content(narrow), "a/one@150 a/two@102");
  const auto wide = Synced(Of());
  Run();
  EXPECT_EQ(factory.size(), 1u);
  EXPECT_EQ(Content(narrow), "a/one@150 a/two@102");
  EXPECT_TRUE(narrow->ApplyDelete("a", "two", "u102", ""));
  EXPECT_EQ(Content(narrow), "a/one@150");
}

TEST_F(Rebase, AnAnswerOfAnotherVersionOrKindIsNotStored) {
  const auto lease = Synced(ConfigMapRequest({"v1"}));
  const auto v2 = kube::ObjectFromJson(
      R"({"apiVersion":"v2","kind":"ConfigMap","metadata":{"name":"one","namespace":"a",)"
      R"("uid":"u101","resourceVersion":"150"}})");
  EXPECT_FALSE(lease->ApplyWrite(*v2));
  const auto meta = Synced(Of("b", "", ObjectForm::kMetadataOnly));
  EXPECT_EQ(Content(lease), "a/one@101 a/two@102 b/three@103");
}

TEST_F(Rebase, ANewcomerIsServedByWhoHasSyncedAlready) {
  const auto narrow = Synced(Of("a"));
  cluster.Refuse([](const InformerScope& scope) {
    return scope.ns.empty() ? base::Unavailable("slow") : base::Status();
  });
  const auto wide = Acquire(Of());
  Run();
  EXPECT_FALSE(wide->HasSynced());
  const auto labelled = Acquire(Of("a", "x"));
  EXPECT_TRUE(labelled->HasSynced()) << "no need to wait for the wide one";
  cluster.Refuse(nullptr);
  Advance(minutes(5));
  EXPECT_EQ(Watched(), Strings{"||||0"});
}

TEST_F(Rebase, AReleasedViewLeavesNothingBehindAlsoInTheMiddleOfAMove) {
  auto narrow = Synced(Of("a"));
  auto recorder = Record(narrow);
  auto wide = Acquire(Of());
  for (int step = 0; step < 4; ++step) executor.RunOne();
  narrow.Release();
  Run();
  EXPECT_EQ(factory.size(), 1u);
  recorder->Take();
  cluster.Put("a", "one");
  Run();
  EXPECT_TRUE(recorder->Take().empty());
  wide.Release();
  Run();
  EXPECT_EQ(factory.size(), 0u);
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_TRUE(cluster.Watched().empty());
  registrations.clear();
  EXPECT_EQ(recorder.use_count(), 1);
}

TEST_F(Rebase, ObserversAndRegistrationsFollowTheView) {
  Strings phases;
  const auto narrow = Acquire(Of("a"));
  const auto observer = narrow->ObserveState(
      [&](const InformerState& state) { phases.emplace_back(InformerPhaseName(state.phase)); });
  Run();
  const auto wide = Synced(Of());
  Run();
  phases.clear();
  cluster.CloseWatches([](const InformerScope&) { return true; }, testing::Expired());
  Run();
  ASSERT_FALSE(phases.empty());
  EXPECT_EQ(phases.front(), "stale");
}

}  // namespace
}  // namespace oarlock::cache
