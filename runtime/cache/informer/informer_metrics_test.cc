// What can be seen of an informer: its state and its series, and that nothing of them stays.
#include <gtest/gtest.h>

#include <set>

#include "cache/informer_factory.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

// The sample of a family; the family must have exactly one.
base::MetricSample One(base::MetricRegistry& metrics, std::string_view name) {
  for (auto& family : metrics.Collect()) {
    if (family.name != name) continue;
    EXPECT_EQ(family.samples.size(), 1u) << name;
    if (!family.samples.empty()) return family.samples.front();
  }
  ADD_FAILURE() << "no " << name;
  return {};
}

size_t SeriesOf(base::MetricRegistry& metrics) {
  size_t count = 0;
  for (const auto& family : metrics.Collect()) count += family.samples.size();
  return count;
}

TEST(InformerMetricsTest, ME_2_PeersNamesCarryPeersLabels) {
  InformerHarness h;
  h.StartWith({Json({"a", "1"})}, "12345678901234567890");
  const base::MetricLabels labels{
      {"name", "full"}, {"group", ""}, {"version", "v1"}, {"resource", "configmaps"}};
  const auto version = One(h.metrics, "informer_store_resource_version");
  EXPECT_EQ(version.labels, labels);
  EXPECT_EQ(version.value, 678901234567890.0) << "the last 15 digits: what a float holds exactly";
  const auto queued = One(h.metrics, "informer_queued_items");
  EXPECT_EQ(queued.labels, labels);
  EXPECT_EQ(queued.value, 0);
  const auto latency = One(h.metrics, "informer_processing_latency_seconds");
  EXPECT_EQ(latency.labels, labels);
  EXPECT_EQ(latency.bounds.front(), 0.001);
  EXPECT_EQ(latency.bounds.back(), 10);
  EXPECT_EQ(latency.bucket_counts.front(), 1u) << "the list";
}

TEST(InformerMetricsTest, ST_16_TheStoresGaugesFollowItAndAreOptional) {
  InformerHarness h;
  h.StartWith({}, "10");
  const auto version = [&h] { return One(h.metrics, "informer_store_resource_version").value; };
  const auto broken = [](const kube::Object&, IndexValues& values) { values.Fail("no"); };
  ASSERT_TRUE(h.informer->AddIndex("broken", broken).ok());
  EXPECT_TRUE(h.informer->ApplyWrite(kube::ObjectFromJson(Json({"own", "12"})).value()));
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  EXPECT_EQ(version(), 11);
  EXPECT_EQ(One(h.metrics, "oarlock_informer_pending_answers").value, 1);
  EXPECT_EQ(One(h.metrics, "oarlock_informer_index_set_aside").value, 2);
  h.Send(WatchEventType::kAdded, Json({"own", "12"}));
  EXPECT_EQ(One(h.metrics, "oarlock_informer_pending_answers").value, 0);
  h.Send(WatchEventType::kBookmark, testing::BookmarkJson("1234567890123456"));
  EXPECT_EQ(version(), 234567890123456.0);

  InformerEnv unseen = h.env();
  unseen.metrics = nullptr;
  const auto source = std::make_shared<testing::ScriptedSource>();
  source->AddList({{}, {Json({"a", "1"})}, "10", {}, false});
  SharedInformer informer(testing::ConfigMapScope(), source, unseen);
  informer.Start();
  h.Run();
  EXPECT_TRUE(informer.HasSynced());
}

TEST(InformerMetricsTest, ReplacedObjectsAreCountedWhileTheyAreLeasedAndLookedAtAgainInTime) {
  InformerHarness h;
  h.StartWith({Json({"a", "1"})}, "10");
  const auto replaced = [&h] { return One(h.metrics, "oarlock_informer_replaced_objects").value; };
  LeaseTable leases;
  ObjectLease lease = h.informer->reader()->Lease("default/a", leases);
  ASSERT_TRUE(lease);
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  EXPECT_EQ(replaced(), 1);
  h.clock.Advance(kDeleteMarkTime);
  h.Run();
  EXPECT_EQ(replaced(), 1);
  EXPECT_EQ(lease.object().resource_version(), "1");
  lease = {};
  h.clock.Advance(kDeleteMarkTime);
  h.Run();
  EXPECT_EQ(replaced(), 0) << "without another change";
}

TEST(InformerMetricsTest, ME_2_LatencyIsFromArrivalToTheEndOfDistribution) {
  InformerHarness h;
  h.StartWith({}, "10");
  h.source->stream()->Send(
      {{WatchEventType::kAdded,
        Json({.name = "a", .version = "11", .value = std::string(32'768, 'x')})}});
  EXPECT_EQ(One(h.metrics, "informer_queued_items").value, 1)
      << "large events are not handled inline";
  h.clock.Advance(seconds(2));
  EXPECT_EQ(h.informer->state().lag, seconds(2)) << "while it waits";
  h.Run();
  EXPECT_EQ(One(h.metrics, "informer_queued_items").value, 0);
  EXPECT_EQ(h.informer->state().lag, seconds(2)) << "and of the last one";
  const auto latency = One(h.metrics, "informer_processing_latency_seconds");
  EXPECT_EQ(latency.sum, 2.0);
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  EXPECT_EQ(h.informer->state().lag, seconds(0));
}

TEST(InformerMetricsTest, ME_3_NoTwoInformersShareANameAndTheLastUserFreesIt) {
  InformerHarness h;
  InformerFactory factory(
      [](const InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
        return std::shared_ptr<kube::ListerWatcher>(std::make_shared<testing::ScriptedSource>());
      },
      h.env());
  const auto names = [&] {
    std::multiset<std::string> found;
    for (const auto& family : h.metrics.Collect()) {
      if (family.name != "informer_queued_items") continue;
      for (const auto& sample : family.samples) found.insert(sample.labels[0].second);
    }
    return found;
  };
  InformerScope selected = testing::ConfigMapScope("a");
  selected.label_selector = "app=web";
  InformerScope metadata = testing::ConfigMapScope();
  metadata.form = ObjectForm::kMetadataOnly;
  h.informer.reset();
  h.Run();
  {
    const auto all = factory.Acquire(testing::ConfigMapScope());
    const auto again = factory.Acquire(testing::ConfigMapScope());
    EXPECT_EQ(names(), std::multiset<std::string>{"full"})
        << "two users of one scope are one series";
  }
  {
    const auto source = std::make_shared<testing::ScriptedSource>();
    const SharedInformer all(testing::ConfigMapScope(), source, h.env());
    const SharedInformer one(testing::ConfigMapScope("a"), source, h.env());
    const SharedInformer narrow(selected, source, h.env());
    const SharedInformer meta(metadata, source, h.env());
    EXPECT_EQ(names(),
              (std::multiset<std::string>{"full", "full/a", "full/a?app=web", "metadata"}));
  }
  h.Run();
  EXPECT_TRUE(names().empty());
}

TEST(InformerMetricsTest, ME_1_ReflectorsCountPerInformerWithAFixedSetOfLabels) {
  InformerHarness h;
  h.StartWith({Json({"a", "1"})}, "10");
  h.Send(WatchEventType::kModified, Json({"a", "11"}));
  for (const std::string name :
       {"lists_total", "watches_total", "events_total", "errors_total", "watch_restarts_total"}) {
    const auto sample = One(h.metrics, "oarlock_informer_" + name);
    Strings labels;
    for (const auto& [label, value] : sample.labels) labels.push_back(label);
    EXPECT_EQ(labels, (Strings{"resource", "namespace", "selector", "form"}));
  }
  EXPECT_EQ(One(h.metrics, "oarlock_informer_lists_total").value, 1);
  EXPECT_EQ(One(h.metrics, "oarlock_informer_events_total").value, 1);
}

TEST(InformerMetricsTest, C_MET_01_TenThousandInformersLeaveNoSeriesTimerStreamOrObject) {
  InformerHarness h;
  h.informer.reset();
  h.Run();
  const size_t before = SeriesOf(h.metrics);
  std::vector<std::weak_ptr<testing::ScriptedSource>> sources;
  InformerFactory factory(
      [&](const InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
        auto source = std::make_shared<testing::ScriptedSource>();
        source->AddList({{}, {Json({"a", "1"})}, "10", "", false});
        sources.push_back(source);
        return std::shared_ptr<kube::ListerWatcher>(source);
      },
      h.env());
  factory.Start();
  auto recorder = std::make_shared<testing::Recorder>();
  for (int i = 0; i < 10'000; ++i) {
    auto lease = factory.Acquire(testing::ConfigMapScope("n" + std::to_string(i))).value();
    auto registration =
        lease->AddHandler(recorder, {.name = "watcher", .resync = seconds(30)}).value();
    h.Run();
    ASSERT_TRUE(registration.HasSynced());
    // Ten minutes over all; nobody reads the metrics meanwhile.
    if (i % 100 == 0) h.Advance(seconds(6));
    if (i == 9'999) {
      EXPECT_EQ(One(h.metrics, "oarlock_informer_items").labels[1].second, "n9999")
          << "a live one never shares the series \"other\"";
    }
  }
  h.Run();
  EXPECT_EQ(recorder->notifications.size(), 10'000u);
  EXPECT_EQ(SeriesOf(h.metrics), before);
  EXPECT_EQ(factory.size(), 0u);
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  EXPECT_EQ(h.executor.queued(), 0u);
  for (const auto& source : sources) ASSERT_TRUE(source.expired());
}

TEST(InformerStateTest, SaysSinceWhenItIsStaleWhyAndHowOldItIs) {
  InformerHarness h;
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kNew);
  h.source->AddList(
      {testing::HttpError(base::StatusCode::kUnavailable, 503, "", "down"), {}, "", "", false});
  h.informer->Start();
  h.Run();
  InformerState state = h.informer->state();
  EXPECT_EQ(state.phase, InformerPhase::kSyncing);
  EXPECT_EQ(state.failures, 1u);
  EXPECT_EQ(state.stale_since, base::kNever) << "it has never been anything else";
  h.source->AddList({{}, {Json({"a", "1"})}, "10", "", false});
  h.Advance(seconds(2));
  EXPECT_TRUE(h.informer->state().current());
  const base::MonoTime contact = h.informer->state().last_contact;

  const base::MonoTime broke = h.clock.Now();
  h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(500, "InternalError", "x"));
  h.Run();
  h.source->AddList(
      {testing::HttpError(base::StatusCode::kPermissionDenied, 403, "Forbidden", "no"),
       {},
       "",
       "",
       false});
  h.Advance(seconds(3));
  state = h.informer->state();
  EXPECT_EQ(state.phase, InformerPhase::kForbidden);
  EXPECT_GT(state.since, broke) << "forbidden later than stale";
  EXPECT_EQ(state.stale_since, broke);
  EXPECT_TRUE(state.has_synced);
  EXPECT_EQ(state.items, 1u) << "what is known stays readable";
  EXPECT_EQ(state.last_error.code(), base::StatusCode::kPermissionDenied);
  EXPECT_GT(state.Age(h.clock.Now()), seconds(2));
  EXPECT_GE(state.last_contact, contact);

  h.source->AddList({{}, {Json({"a", "1"})}, "12", "", false});
  h.Advance(seconds(90));
  state = h.informer->state();
  EXPECT_TRUE(state.current());
  EXPECT_EQ(state.stale_since, base::kNever);
  EXPECT_EQ(state.failures, 0u);
  EXPECT_TRUE(state.last_error.ok());
}

TEST(InformerStateTest, IsGoneWhenTheServerNoLongerKnowsTheResourceAndComesBack) {
  InformerHarness h;
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(410, "Expired", "old"));
  h.source->AddList({testing::HttpError(base::StatusCode::kNotFound, 404, "NotFound", "no such"),
                     {},
                     "",
                     "",
                     false});
  h.Advance(seconds(3));
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kGone);
  h.source->AddList({{}, {}, "20", "", false});
  h.Advance(seconds(120));
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(recorder->Take(), Strings{"delete default/a@1 relist stale"});
}

}  // namespace
}  // namespace oarlock::cache
