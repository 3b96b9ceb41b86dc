#include "cache/informer_factory.h"

#include <gtest/gtest.h>

#include <map>

#include "cache/testing/informer_harness.h"

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

TEST_F(Factory, FA_1_EqualScopesShareOneInformerOthersDoNot) {
  const auto one = factory.Acquire(ConfigMapScope()).value();
  const auto two = factory.Acquire(ConfigMapScope()).value();
  const auto other = factory.Acquire(ConfigMapScope("ns")).value();
  InformerScope metadata = ConfigMapScope();
  metadata.form = ObjectForm::kMetadataOnly;
  const auto third = factory.Acquire(metadata).value();
  EXPECT_EQ(one.informer(), two.informer());
  EXPECT_NE(one.informer(), other.informer());
  EXPECT_NE(one.informer(), third.informer());
  EXPECT_EQ(made, 3);
  for (const InformerSummary& summary : factory.Summaries()) {
    EXPECT_EQ(summary.leases, summary.scope.Key() == ConfigMapScope().Key() ? 2u : 1u);
  }
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
