#include "cache/informer_factory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "cache/testing/informer_harness.h"
#include "cache/watch_list_memory.h"

namespace oarlock::cache {
namespace {

using std::chrono::seconds;
using testing::ConfigMapScope;
using testing::HttpError;
using testing::Json;
using testing::Recorder;
using testing::ScriptedSource;

class Factory : public ::testing::Test {
 protected:
  ~Factory() override { Run(); }
  void Run() { executor.RunUntilIdle(); }
  base::Result<std::shared_ptr<kube::ListerWatcher>> Make(const InformerScope& scope) {
    if (scope.ns == "bad") return base::InvalidArgument("no such namespace");
    auto source = std::make_shared<ScriptedSource>();
    source->on_list = [this](const kube::ListOptions&) { return reply; };
    sources[scope.Key()] = source;
    ++made;
    return std::shared_ptr<kube::ListerWatcher>(source);
  }
  size_t Series() {
    metrics.Collect();
    size_t count = 0;
    for (const auto& family : metrics.Collect()) {
      if (family.name.starts_with("oarlock_informer_")) count += family.samples.size();
    }
    return count;
  }
  double Memory() {
    double sum = 0;
    for (const auto& family : metrics.Collect()) {
      if (family.name != "oarlock_informer_memory_bytes") continue;
      for (const auto& sample : family.samples) sum += sample.value;
    }
    return sum;
  }
  const std::shared_ptr<ScriptedSource>& SourceOf(const InformerScope& scope) {
    return sources.at(scope.Key());
  }

  base::FakeClock clock;
  base::ManualExecutor executor;
  base::Random random{1};
  base::MetricRegistry metrics;
  testing::ListReply reply{{}, {Json({"a", "1"})}, "10", "", false};
  std::map<std::string, std::shared_ptr<ScriptedSource>> sources;
  int made = 0;
  InformerFactory factory{[this](const InformerScope& scope) { return Make(scope); },
                          {&executor, &clock, &random, &metrics, nullptr}};
};

TEST_F(Factory, FA_1_AskingAgainGivesTheSameAndOneWatchServesWhoeverItCan) {
  const auto one = factory.Acquire(ConfigMapScope()).value();
  const auto two = factory.Acquire(ConfigMapScope()).value();
  const auto narrow = factory.Acquire(ConfigMapScope("ns")).value();
  InformerScope metadata = ConfigMapScope();
  metadata.form = ObjectForm::kMetadataOnly;
  const auto meta = factory.Acquire(metadata).value();
  InformerScope server_side = ConfigMapScope();
  server_side.field_selector = "spec.nodeName=n";
  const auto other = factory.Acquire(server_side).value();
  EXPECT_EQ(one.informer(), two.informer());
  EXPECT_NE(one.informer(), narrow.informer());
  EXPECT_NE(one.informer(), meta.informer());
  EXPECT_EQ(made, 2);
  const auto summaries = factory.Summaries();
  ASSERT_EQ(summaries.size(), 2u);
  EXPECT_EQ(summaries[0].scope.Key(), server_side.Key());
  EXPECT_EQ(summaries[0].leases, 1u);
  EXPECT_EQ(summaries[1].views, 3u);
  EXPECT_EQ(summaries[1].leases, 4u);
}

TEST_F(Factory, TheMemoryOfAnInformerIsSharedEquallyByItsUsers) {
  const auto shares = factory.BytesByUser();
  factory.Start();
  auto a = factory.Acquire(ConfigMapScope(), "a").value();
  auto again = factory.Acquire(ConfigMapScope(), "a").value();  // another controller of the plugin
  auto b = factory.Acquire(ConfigMapScope(), "b").value();
  Run();
  const double one = Memory();
  ASSERT_GT(one, 0);
  EXPECT_EQ(shares(), (std::map<std::string, double>{{"a", one / 2}, {"b", one / 2}}));

  auto c = factory.Acquire(ConfigMapScope("ns"), "c").value();  // a narrower view of the same
  const auto nobodys = factory.Acquire(ConfigMapScope()).value();
  InformerScope own = ConfigMapScope();
  own.field_selector = "spec.nodeName=n";
  const auto d = factory.Acquire(own, "d").value();
  Run();
  double sum = 0;
  for (const auto& [user, bytes] : shares()) sum += bytes;
  EXPECT_DOUBLE_EQ(sum, Memory());
  EXPECT_DOUBLE_EQ(shares()["c"], one / 3);
  EXPECT_DOUBLE_EQ(shares()["d"], Memory() - one);

  a.Release();
  EXPECT_DOUBLE_EQ(shares()["a"], one / 3) << "its other lease";
  const auto clone = again.Clone();
  again.Release();
  EXPECT_DOUBLE_EQ(shares()["a"], one / 3) << "a clone of that";
  b.Release();
  c.Release();
  Run();
  EXPECT_EQ(shares().size(), 2u);
  EXPECT_DOUBLE_EQ(shares()["a"], one);
}

TEST_F(Factory, SharesOfAFactoryThatIsGoneAreNone) {
  InformerFactory::ByteShares shares;
  {
    InformerFactory other{[this](const InformerScope& scope) { return Make(scope); },
                          {&executor, &clock, &random, &metrics, nullptr}};
    other.Start();
    const auto lease = other.Acquire(ConfigMapScope(), "a").value();
    shares = other.BytesByUser();
    Run();
    EXPECT_EQ(shares().size(), 1u);
  }
  Run();
  EXPECT_TRUE(shares().empty());
}

TEST_F(Factory, FA_2_InformersAcquiredAfterStartStartByThemselves) {
  const auto early = factory.Acquire(ConfigMapScope()).value();
  Run();
  EXPECT_EQ(early->state().phase, InformerPhase::kNew);
  factory.Start();
  const auto late = factory.Acquire(ConfigMapScope("ns")).value();
  Run();
  EXPECT_TRUE(early->HasSynced());
  EXPECT_TRUE(late->HasSynced());
  EXPECT_TRUE(factory.WaitForSync({.deadline = clock.Now()}).ok());
}

TEST_F(Factory, FA_6_C_RE_06_TheLastLeaseEndsTheInformerAndNothingIsLeft) {
  const size_t series = Series();
  factory.Start();
  auto plugin_a = factory.Acquire(ConfigMapScope()).value();
  auto plugin_b = factory.Acquire(ConfigMapScope()).value();
  auto seen = std::make_shared<Recorder>();
  auto registration = plugin_b->AddHandler(seen, {}).value();
  Run();
  const auto source = SourceOf(ConfigMapScope());
  plugin_a.Release();
  Run();
  source->stream()->Send(kube::WatchEventType::kAdded, Json({"b", "11"}));
  EXPECT_EQ(seen->view.size(), 2u) << "the other one sees every event";
  plugin_a = factory.Acquire(ConfigMapScope()).value();
  EXPECT_EQ(made, 1) << "no relist";
  plugin_a.Release();
  plugin_b.Release();
  Run();
  EXPECT_EQ(source->open_streams(), 0u);
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(factory.size(), 0u);
  registration = HandlerRegistration();
  EXPECT_EQ(Series(), series);
  EXPECT_TRUE(factory.WaitStopped(clock.Now()).ok());
}

TEST_F(Factory, AScopeCanComeBackAfterItsEnd) {
  factory.Start();
  { const auto lease = factory.Acquire(ConfigMapScope()).value(); }
  const auto again = factory.Acquire(ConfigMapScope()).value();
  Run();
  EXPECT_TRUE(again->HasSynced());
  EXPECT_EQ(made, 2);
}

TEST_F(Factory, C_MET_01_ManyInformersLeaveNoSeries) {
  const size_t series = Series();
  factory.Start();
  for (int i = 0; i < 300; ++i) {
    const auto lease = factory.Acquire(ConfigMapScope("ns" + std::to_string(i))).value();
    Run();
    ASSERT_TRUE(lease->HasSynced());
  }
  Run();
  EXPECT_EQ(Series(), series);
}

TEST_F(Factory, FA_3_StopEndsAllAndRefusesNewOnes) {
  factory.Start();
  const auto lease = factory.Acquire(ConfigMapScope()).value();
  Run();
  factory.Stop();
  EXPECT_EQ(factory.WaitStopped(clock.Now()).code(), base::StatusCode::kDeadlineExceeded);
  Run();
  EXPECT_TRUE(factory.WaitStopped(clock.Now()).ok());
  EXPECT_EQ(lease->state().phase, InformerPhase::kStopped);
  EXPECT_EQ(SourceOf(ConfigMapScope())->open_streams(), 0u);
  EXPECT_EQ(factory.Acquire(ConfigMapScope()).status().code(),
            base::StatusCode::kFailedPrecondition);
  factory.Start();
  Run();
  EXPECT_EQ(lease->state().phase, InformerPhase::kStopped) << "a later start does nothing";
  EXPECT_EQ(SourceOf(ConfigMapScope())->open_streams(), 0u);
}

TEST_F(Factory, FA_4_7_OptionsHoldForEveryRequest) {
  InformerFactoryOptions options;
  options.default_namespace = "home";
  options.tweak = [](InformerScope& scope) { scope.label_selector = "app=web"; };
  options.default_resync = seconds(20);
  options.resync["configmaps"] = seconds(10);
  options.transform = {"same", [](const kube::Object& object) { return object; }};
  InformerFactory tuned{[this](const InformerScope& scope) { return Make(scope); },
                        {&executor, &clock, &random, &metrics, nullptr},
                        options};
  tuned.Start();
  const auto lease = tuned.Acquire(ConfigMapScope()).value();
  const auto named = tuned.Acquire(ConfigMapScope("other")).value();
  auto by_default = std::make_shared<Recorder>();
  auto never = std::make_shared<Recorder>();
  const auto one = lease->AddHandler(by_default, {.name = "d"}).value();
  const auto two = lease->AddHandler(never, {.name = "n", .resync = seconds(0)}).value();
  Run();
  EXPECT_EQ(lease->scope().ns, "home");
  EXPECT_EQ(named->scope().ns, "other");
  EXPECT_EQ(lease->scope().label_selector, "app=web");
  EXPECT_EQ(lease->scope().transform.name, "same");
  by_default->Take();
  never->Take();
  clock.Advance(seconds(10));
  Run();
  EXPECT_EQ(by_default->Take(), (std::vector<std::string>{"update default/a@1 redeliver"}));
  EXPECT_TRUE(never->Take().empty());
}

TEST_F(Factory, FA_5_P40_TheWaitIsForAllAndWhoComesAfterTheStartIsNotForgotten) {
  factory.Start();
  const auto early = factory.Acquire(ConfigMapScope("a")).value();
  const auto late = factory.Acquire(ConfigMapScope("b")).value();
  const auto status = factory.WaitForSync({.deadline = clock.Now()});
  EXPECT_EQ(status.code(), base::StatusCode::kDeadlineExceeded);
  EXPECT_NE(status.message().find("at least 2 of 2"), std::string::npos) << status.message();
  Run();
  EXPECT_TRUE(factory.WaitForSync({.deadline = clock.Now()}).ok());
}

TEST_F(Factory, SI_18_SeriesCarryTheScopeAndTheHandler) {
  factory.Start();
  InformerScope scope = ConfigMapScope("ns");
  scope.label_selector = "app=web";
  const auto lease = factory.Acquire(scope).value();
  const auto handler = lease->AddHandler(std::make_shared<Recorder>(), {.name = "mine"}).value();
  Run();
  size_t found = 0;
  for (const auto& family : metrics.Collect()) {
    const bool of_handler = family.name == "oarlock_informer_handler_pending";
    if (family.name != "oarlock_informer_items" && !of_handler) continue;
    for (const auto& sample : family.samples) {
      base::MetricLabels wanted{{"resource", scope.resource.gvr.ToString()},
                                {"namespace", "ns"},
                                {"selector", "app=web"},
                                {"form", "full"}};
      if (of_handler) wanted.emplace_back("handler", "mine");
      std::sort(wanted.begin(), wanted.end());
      base::MetricLabels labels = sample.labels;
      std::sort(labels.begin(), labels.end());
      EXPECT_EQ(labels, wanted);
      ++found;
    }
  }
  EXPECT_EQ(found, 2u);
}

TEST_F(Factory, P7_AnInformerOfATypeThatWentAwayEndsWithItsLastUser) {
  factory.Start();
  auto lease = factory.Acquire(ConfigMapScope()).value();
  Run();
  const auto source = SourceOf(ConfigMapScope());
  reply = {
      HttpError(base::StatusCode::kNotFound, 404, "NotFound", "no such type"), {}, "", "", false};
  source->stream()->Send(kube::WatchEventType::kError, testing::ErrorJson(410, "Expired", "old"));
  for (int i = 0; i < 100 && lease->state().phase != InformerPhase::kGone; ++i) {
    clock.Advance(seconds(1));
    Run();
  }
  EXPECT_EQ(lease->state().phase, InformerPhase::kGone);
  const size_t before = source->lists().size();
  for (int i = 0; i < 60; ++i) {
    clock.Advance(seconds(60));
    Run();
  }
  EXPECT_LE(source->lists().size() - before, 120u) << "asked for slowly";
  lease.Release();
  Run();
  EXPECT_EQ(clock.pending_timers(), 0u);
  EXPECT_EQ(factory.size(), 0u);
}

TEST_F(Factory, ASelectorThatCannotBeReadIsTheCallersError) {
  InformerScope scope = ConfigMapScope();
  scope.label_selector = "a in (";
  EXPECT_EQ(factory.Acquire(scope).status().code(), base::StatusCode::kInvalidArgument);
  scope.label_selector = "b=2, a=1";
  const auto one = factory.Acquire(scope).value();
  scope.label_selector = "a=1,b=2";
  const auto two = factory.Acquire(scope).value();
  EXPECT_EQ(one.informer(), two.informer()) << "one selector in two spellings";
}

TEST_F(Factory, FA_9_ASourceSaysWhetherItStreamsItsFirstState) {
  WatchListMemory memory(clock, nullptr);
  for (const bool serves : {false, true}) {
    auto source = std::make_shared<ScriptedSource>();
    source->serves_watch_list = serves;
    source->on_list = [this](const kube::ListOptions&) { return reply; };
    InformerFactory streaming{
        [&](const InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
          return std::shared_ptr<kube::ListerWatcher>(source);
        },
        {.executor = &executor,
         .clock = &clock,
         .random = &random,
         .metrics = &metrics,
         .watch_list = &memory}};
    streaming.Start();
    const auto lease = streaming.Acquire(ConfigMapScope()).value();
    Run();
    EXPECT_EQ(source->lists().empty(), serves);
    ASSERT_FALSE(source->watches().empty());
    EXPECT_EQ(source->watches()[0].send_initial_events, serves);
  }
}

TEST_F(Factory, ASourceThatCannotBeMadeIsTheCallersError) {
  EXPECT_EQ(factory.Acquire(ConfigMapScope("bad")).status().message(), "no such namespace");
  EXPECT_EQ(factory.size(), 0u);
}

TEST_F(Factory, SY_4_AFailedWaitNamesTheReason) {
  reply = {HttpError(base::StatusCode::kNotFound, 404, "NotFound", "not here"), {}, "", "", false};
  factory.Start();
  const auto lease = factory.Acquire(ConfigMapScope()).value();
  Run();
  const auto status =
      factory.WaitForSync({.deadline = clock.Now() + seconds(1), .fail_fast = true});
  EXPECT_EQ(status.code(), base::StatusCode::kNotFound);
  EXPECT_NE(status.message().find("list configmaps in all namespaces: not here"), std::string::npos)
      << status.message();
}

}  // namespace
}  // namespace oarlock::cache
