// The informer's process loop: from a change to the store and on to the handlers, in which order,
// and what happens when something fails.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>

#include "base/executor.h"
#include "base/real_clock.h"
#include "cache/reflector/reflector_sinks.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::ConfigMapScope;
using testing::ErrorJson;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

// Calls a function for every notification.
class Probe final : public EventHandler {
 public:
  explicit Probe(std::function<void(const Notification&)> on_event)
      : on_event_(std::move(on_event)) {}
  void OnEvent(const Notification& n) override { on_event_(n); }

 private:
  const std::function<void(const Notification&)> on_event_;
};

class ProcessLoop : public ::testing::Test {
 protected:
  void Relist(Strings items, std::string version) {
    h.source->AddList({{}, std::move(items), std::move(version), {}, false});
    h.source->stream()->Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
    h.Advance(seconds(61));
  }
  void Watch(std::function<void(const Notification&)> on_event) {
    h.registrations.push_back(
        h.informer->AddHandler(std::make_shared<Probe>(std::move(on_event)), {}).value());
    h.Run();
  }
  std::string Version(const std::string& key) const {
    return std::string(h.informer->store().Get(key).resource_version());
  }

  InformerHarness h;
};

TEST_F(ProcessLoop, CT_1_TheStoreDecidesWhatIsAnAddAndWhatAnUpdate) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  h.Send(WatchEventType::kModified, Json({"b", "12"}));
  h.Send(WatchEventType::kAdded, Json({"b", "12"}));
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@11 watch", "add default/b@12 watch"}))
      << "and the same version again is no change";
}

TEST_F(ProcessLoop, CT_1_2_INV_4_TheStoreIsAlwaysThereBeforeTheHandler) {
  Strings seen;
  h.StartWith({Json({"a", "1"})}, "10");
  Watch([&](const Notification& n) {
    seen.push_back(std::string(ChangeTypeName(n.type)) + " " + Version(n.object.key()));
  });
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  h.Send(WatchEventType::kDeleted, Json({"a", "12"}));
  h.Send(WatchEventType::kAdded, Json({"a", "13"}));
  Relist({}, "20");
  EXPECT_EQ(seen, (Strings{"add 1", "update 11", "delete ", "add 13", "delete "}));
}

TEST_F(ProcessLoop, CT_2_ADeleteBringsTheFinalStateOrSaysThatItIsStale) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kDeleted, Json({.name = "a", .version = "11", .value = "final"}));
  EXPECT_EQ(recorder->notifications.back().object["data"]["v"].AsString(), "final");
  EXPECT_EQ(recorder->notifications.back().old_object.resource_version(), "1");
  Relist({}, "20");
  EXPECT_EQ(recorder->Take(),
            (Strings{"delete default/a@11 watch", "delete default/b@2 relist stale"}));
}

// The order of a replacement: what is there in the order of the list, then what is not.
TEST_F(ProcessLoop, DF_4_RF_3_CT_3_AListTellsItsItemsInOrderAndThenWhatItLacks) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"}), Json({"c", "3"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  Relist({Json({"z", "12"}), Json({"c", "13"}), Json({"y", "11"})}, "14");
  const Strings log = recorder->Take();
  ASSERT_EQ(log.size(), 5u);
  EXPECT_EQ(Strings(log.begin(), log.begin() + 3),
            (Strings{"add default/z@12 relist", "update default/c@13 relist",
                     "add default/y@11 relist"}));
  EXPECT_EQ(std::set<std::string>(log.begin() + 3, log.end()),
            (std::set<std::string>{"delete default/a@1 relist stale",
                                   "delete default/b@2 relist stale"}));
}

TEST_F(ProcessLoop, CT_4_ST_18_RedeliveryIsTheHandlersAffairAndABookmarkTheStores) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto resyncing = h.Record({.name = "r", .resync = seconds(10)});
  auto other = h.Record();
  resyncing->Take();
  other->Take();
  const kube::Object a = h.informer->store().Get("default/a");
  h.Advance(seconds(10));
  EXPECT_EQ(resyncing->Take().size(), 2u);
  EXPECT_TRUE(
      resyncing->notifications.back().object.SameAs(resyncing->notifications.back().old_object));
  EXPECT_TRUE(other->Take().empty());
  EXPECT_TRUE(h.informer->store().Get("default/a").SameAs(a)) << "the store is not touched";
  EXPECT_EQ(h.informer->state().resource_version, "10");
  h.Send(WatchEventType::kBookmark, testing::BookmarkJson("50"));
  EXPECT_EQ(h.informer->state().resource_version, "50");
  EXPECT_TRUE(other->Take().empty()) << "a bookmark is told to nobody";
}

// One batch with one bad object in it: the others are applied and told, in order.
TEST_F(ProcessLoop, ST_2_ST_14_CT_5_ABadChangeOfABatchIsSetAsideAndTheRestGoesOn) {
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->stream()->Send(
      {{WatchEventType::kAdded, Json({"a", "11"})},
       {WatchEventType::kAdded, R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{}})"},
       {WatchEventType::kAdded, Json({"b", "13"})}});
  h.Run();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@11 watch", "add default/b@13 watch"}));
  ASSERT_EQ(h.informer->set_aside().size(), 1u);
  EXPECT_NE(h.informer->set_aside()[0].error.find("without metadata.name"), std::string::npos);
  EXPECT_EQ(h.source->lists().size(), 1u) << "no relist";
}

TEST_F(ProcessLoop, CT_6_WhatCannotBeAppliedIsSeenAndComesBackWithItsNextVersion) {
  h.StartWith({Json({"a", "1"}), R"({"kind":"ConfigMap","metadata":{"name":"b","x":}})"}, "10");
  auto recorder = h.Record();
  recorder->Take();
  EXPECT_EQ(h.informer->state().set_aside, 1u);
  EXPECT_EQ(h.informer->set_aside()[0].key, "b");
  h.Send(WatchEventType::kModified, Json({.name = "b", .version = "11", .ns = ""}));
  EXPECT_EQ(recorder->Take(), (Strings{"add b@11 watch"}));
  EXPECT_EQ(h.informer->state().set_aside, 0u);
}

TEST_F(ProcessLoop, DF_9_RF_14_CT_7_AfterStopNothingThatWaitedIsTold) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  base::ManualExecutor slow;
  auto slow_recorder = h.Record({.name = "slow", .executor = &slow});
  slow.RunUntilIdle();
  recorder->Take();
  slow_recorder->Take();
  std::string big(kInlineBatchBytesMax, 'x');  // goes to the strand and waits there
  h.source->stream()->Send(WatchEventType::kAdded,
                           Json({.name = "b", .version = "11", .value = big}));
  h.Send(WatchEventType::kAdded, Json({"c", "12"}));
  h.source->stream()->Send(WatchEventType::kAdded,
                           Json({.name = "d", .version = "13", .value = big}));
  h.informer->Stop();
  h.Run();
  slow.RunUntilIdle();
  EXPECT_EQ(recorder->Take(), (Strings{"add default/b@11 watch", "add default/c@12 watch"}));
  EXPECT_TRUE(slow_recorder->Take().empty());
  EXPECT_FALSE(h.informer->store().Get("default/d"));
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok()) << "nobody is blocked in a queue";
}

TEST_F(ProcessLoop, CT_8_AHandlerThatThrowsStopsNeitherTheProcessNorItsNeighbours) {
  auto thrower = std::make_shared<Probe>(
      [](const Notification&) { throw std::runtime_error("from the handler"); });
  auto registration = h.informer->AddHandler(thrower, {}).value();
  auto recorder = h.Record();
  h.StartWith({Json({"a", "1"})}, "10");
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@1 initial", "synced"}));
  EXPECT_TRUE(registration.HasSynced());
}

// No exceptions by contract: one that leaves a source ends the process, and nothing half done goes
// on.
TEST(ProcessLoopDeath, CT_9_AnExceptionOfASourceEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [] {
    base::RealClock clock;
    base::Random random{1};
    base::ThreadPool pool("strand", 1);
    auto source = std::make_shared<testing::ScriptedSource>();
    source->on_list = [](const kube::ListOptions&) -> testing::ListReply {
      throw std::runtime_error("from the source");
    };
    SharedInformer informer(ConfigMapScope(), source, {&pool, &clock, &random, nullptr, nullptr});
    informer.Start();
    (void)informer.WaitForSync({.deadline = clock.Now() + seconds(60)});
    pool.Stop();
  };
  EXPECT_DEATH(run(), "from the source");
}

// What is dropped is dropped while decoding: store, indices and handlers never see it.
TEST_F(ProcessLoop, DF_8_RF_15_CT_10_ObjectsAreCutDownWhileTheyAreDecodedOnceForAll) {
  const std::string managed = R"(,"managedFields":[{"manager":"m"}])";
  const auto has = [](const kube::Object& o) { return o.metadata()["managedFields"].exists(); };
  Watch([&](const Notification& n) {
    EXPECT_FALSE(has(n.object));
    EXPECT_TRUE(n.object.SameAs(h.informer->store().Get(n.object.key())) ||
                n.type == ChangeType::kDelete)
        << "one copy for store and handlers";
  });
  ASSERT_TRUE(h.informer
                  ->AddIndex("managed",
                             [&](const kube::Object& object, IndexValues& values) {
                               if (has(object)) values.Add("yes");
                             })
                  .ok());
  h.StartWith({Json({.name = "a", .version = "1", .extra = managed})}, "10");
  h.Send(WatchEventType::kModified, Json({.name = "a", .version = "11", .extra = managed}));
  h.Send(WatchEventType::kDeleted, Json({.name = "a", .version = "12", .extra = managed}));
  EXPECT_TRUE(h.informer->store().IndexedValues("managed").value().empty());
}

TEST(ProcessLoopForms, ST_15_TheFormOfTheInformerSaysWhatTheStoreHolds) {
  InformerScope scope = ConfigMapScope();
  scope.form = ObjectForm::kFullWithManaged;
  InformerHarness h(scope);
  h.StartWith(
      {Json({.name = "a", .version = "1", .extra = R"(,"managedFields":[{"manager":"m"}])"})},
      "10");
  EXPECT_TRUE(h.informer->store().Get("default/a").metadata()["managedFields"].exists());
}

TEST_F(ProcessLoop, CT_11_SyncedAndVersionAreThoseOfTheStore) {
  EXPECT_FALSE(h.informer->HasSynced());
  EXPECT_EQ(h.informer->state().resource_version, "");
  h.StartWith({Json({"a", "1"})}, "10");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(h.informer->state().resource_version, "10");
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  EXPECT_EQ(h.informer->state().resource_version, "11");
  EXPECT_EQ(h.informer->store().resource_version(), "11");
}

TEST_F(ProcessLoop, CT_12_StartingTwiceIsStartingOnce) {
  h.StartWith({Json({"a", "1"})}, "10");
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_EQ(h.source->watches().size(), 1u);
  h.informer->Stop();
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.source->lists().size(), 1u) << "nor does it come back after its end";
}

// A batch in which a change of `a` overtook one of `b`: all of it is in the store before any of it
// is told, but until its end the store does not claim to be past it, and takes newer answers.
TEST_F(ProcessLoop, ST_13_OwnWritesAreSeenInTheMiddleOfABatch) {
  h.StartWith({Json({"a", "1"})}, "10");
  Strings seen;
  Watch([&](const Notification& n) {
    if (n.object.resource_version() != "13") return;
    seen.push_back("store " + h.informer->store().resource_version());
    seen.push_back("b " + Version("default/b"));
    const auto answer = kube::ObjectFromJson(Json({"b", "14"})).value();
    seen.push_back(h.informer->ApplyWrite(answer) ? "b " + Version("default/b") : "refused");
  });
  h.source->stream()->Send({{WatchEventType::kModified, Json({"a", "11"})},
                            {WatchEventType::kAdded, Json({"b", "12"})},
                            {WatchEventType::kModified, Json({"a", "13"})}});
  h.Run();
  EXPECT_EQ(seen, (Strings{"store 10", "b 12", "b 14"}));
  EXPECT_EQ(h.informer->store().resource_version(), "13");
  h.Send(WatchEventType::kModified, Json({"b", "14"}));
  EXPECT_EQ(h.informer->shared_store()->pending(), 0u);
}

// For who wants the whole list with every change: it is there to be read (UndeltaStore).
TEST_F(ProcessLoop, UD_1_AHandlerCanReadTheWholeCurrentListAtEveryChange) {
  Strings lists;
  h.StartWith({Json({"a", "1"})}, "10");
  Watch([&](const Notification&) { lists.push_back(h.Content()); });
  h.Send(WatchEventType::kAdded, Json({"b", "11"}));
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  h.Send(WatchEventType::kDeleted, Json({"b", "13"}));
  (void)h.informer->store().List();
  EXPECT_EQ(lists, (Strings{"default/a@1", "default/a@1 default/b@11", "default/a@12 default/b@11",
                            "default/a@12"}))
      << "pushed by changes, never by reads";
}

}  // namespace
}  // namespace oarlock::cache
