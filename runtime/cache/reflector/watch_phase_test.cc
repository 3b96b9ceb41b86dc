#include <gtest/gtest.h>

#include <algorithm>

#include "base/log.h"
#include "cache/reflector.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::BookmarkJson;
using testing::ErrorJson;
using testing::Expired;
using testing::HttpError;
using testing::InformerHarness;
using testing::Json;
using testing::ListReply;
using testing::NotOpened;
using testing::Page;
using testing::WatchReply;

using Strings = std::vector<std::string>;

WatchReply ClosedAtOnce() { return {true, {}, base::Status()}; }

class WatchPhase : public ::testing::Test {
 protected:
  size_t requests() const { return h.source->lists().size() + h.source->watches().size(); }
  InformerHarness h;
};

TEST_F(WatchPhase, WAT_1_AsksForBookmarksAndARandomWholeTimeout) {
  h.StartWith({}, "10");
  const auto watch = h.source->watches().at(0);
  EXPECT_EQ(watch.resource_version, "10");
  EXPECT_TRUE(watch.allow_bookmarks);
  EXPECT_FALSE(watch.send_initial_events);
  EXPECT_GE(watch.timeout, seconds(300));
  EXPECT_LE(watch.timeout, seconds(600));
}

TEST_F(WatchPhase, WAT_2_ACleanCloseIsResumedAtOnceWithoutList) {
  h.StartWith({}, "10");
  h.Advance(seconds(2));
  h.source->stream()->Close();
  h.Run();
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "10"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_TRUE(h.informer->state().current());
}

TEST_F(WatchPhase, WAT_2_ResumesAfterTheLastEventAndKeepsWatchesApart) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  h.source->stream()->Close();
  h.Advance(milliseconds(499));
  EXPECT_EQ(h.source->watches().size(), 1u);
  h.Advance(milliseconds(1));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "11"}));
}

TEST_F(WatchPhase, WAT_3_C_WAT_05_EmptyShortWatchesGrowTheDelayAndListAgain) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "7"); };
  h.source->on_watch = [](const kube::WatchOptions&) { return ClosedAtOnce(); };
  h.informer->Start();
  h.Run();
  std::vector<base::MonoTime> times(requests(), h.clock.Now());
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
    times.resize(requests(), h.clock.Now());
  }
  EXPECT_GE(h.source->lists().size(), 10u) << "each is followed by a fresh list";
  for (size_t i = 2; i < times.size(); ++i) {
    EXPECT_GE(times[i] - times[i - 2], seconds(1)) << "more than two requests in a second";
  }
}

TEST_F(WatchPhase, WAT_4_429AtOpeningIsRetriedWithoutList) {
  h.source->AddWatch(NotOpened(
      HttpError(base::StatusCode::kResourceExhausted, 429, "TooManyRequests", "slow down")));
  h.StartWith({}, "10");
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStale);
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "10"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
}

TEST_F(WatchPhase, C_WAT_15_ResetsAtOpeningAreRetriedForEver) {
  for (int i = 0; i < 20; ++i) h.source->AddWatch(NotOpened(base::Unavailable("reset by peer")));
  h.StartWith({Json({"a", "1"})}, "10");
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStale) << "not ready meanwhile";
  EXPECT_FALSE(h.informer->state().last_error.ok());
  h.Advance(minutes(20));
  EXPECT_EQ(h.source->watches().size(), 21u);
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_TRUE(h.informer->state().last_error.ok());
}

// The server is back, but has forgotten our version: nobody waits for the steps of the outage.
TEST_F(WatchPhase, AfterAnOutageTheFirstAnswerEndsItsBackoff) {
  for (int i = 0; i < 8; ++i) h.source->AddWatch(NotOpened(base::Unavailable("refused")));
  h.source->AddWatch(NotOpened(Expired()));
  h.source->AddWatch(NotOpened(Expired()));
  h.StartWith({Json({"a", "1"})}, "10");
  while (h.source->watches().size() < 9) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
  }
  ASSERT_EQ(h.source->lists().size(), 1u);
  h.source->AddList(Page({Json({"a", "1"})}, "20"));
  h.Advance(milliseconds(1600));
  EXPECT_EQ(h.source->lists().size(), 2u) << "the first step again";
  EXPECT_EQ(h.source->watches().size(), 10u);
  h.Advance(milliseconds(1599));
  EXPECT_EQ(h.source->lists().size(), 2u) << "but a second answer in a row takes the second step";
}

TEST_F(WatchPhase, WAT_5_OtherOpeningErrorsListAgain) {
  h.source->AddWatch(NotOpened(HttpError(base::StatusCode::kUnavailable, 500, "", "oops")));
  h.source->AddList(Page({}, "10"));
  h.source->AddList(Page({}, "12"));
  h.informer->Start();
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10"}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "12"}));
}

TEST_F(WatchPhase, C_WAT_03_04_ExpiredStreamLeadsToOneListWithoutTheOldVersion) {
  h.StartWith({Json({"a", "50"})}, "100");
  auto recorder = h.Record();
  h.Send(WatchEventType::kAdded, Json({"b", "101"}));
  recorder->Take();
  h.source->AddList(Page({Json({"a", "50"}), Json({"c", "150"})}, "200"));
  h.source->stream()->Send({{WatchEventType::kError, ErrorJson(410, "Expired", "too old")}});
  h.Run();
  EXPECT_EQ(h.source->lists().size(), 1u) << "a backoff step first";
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", ""}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"100", "200"}));
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/c@150 relist", "delete default/b@101 relist stale"}));
  h.Advance(minutes(10));
  EXPECT_EQ(h.source->lists().size(), 2u);
}

TEST_F(WatchPhase, WAT_6_429InAStreamIsResumedWithoutList) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  h.source->stream()->Send(WatchEventType::kError, ErrorJson(429, "TooManyRequests", "slow"));
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "11"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
}

TEST_F(WatchPhase, WAT_6_OtherStreamErrorsListFromTheLastVersion) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  h.source->AddList(Page({}, "12"));  // LST-14: the unreadable object is gone from the list
  h.source->stream()->Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "11"}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "12"}));
  EXPECT_EQ(h.Content(), "");
}

TEST_F(WatchPhase, WAT_10_BookmarksMoveTheVersionAndNothingElse) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.Send(WatchEventType::kBookmark, BookmarkJson("70"));
  EXPECT_EQ(h.informer->state().resource_version, "70");
  EXPECT_TRUE(recorder->Take().empty());
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions().back(), "70");
}

TEST_F(WatchPhase, WAT_13_WrongKindsAreReportedSkippedAndDoNotMoveTheVersion) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kAdded,
         R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","resourceVersion":"11"}})");
  h.Send(WatchEventType::kAdded,
         R"({"apiVersion":"meta.k8s.io/v1","kind":"Table","metadata":{"resourceVersion":"12"}})");
  EXPECT_EQ(h.Content(), "");
  EXPECT_GE(h.informer->set_aside().size(), 1u);
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions().back(), "10");
}

TEST_F(WatchPhase, WAT_15_UnknownEventTypesMoveTheVersion) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kUnknown, Json({"a", "11"}));
  EXPECT_EQ(h.Content(), "");
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions().back(), "11");
}

class LevelSink final : public base::LogSink {
 public:
  void Write(base::LogLevel level, std::string_view) override { worst = std::max(worst, level); }
  base::LogLevel worst = base::LogLevel::kDebug;
};

TEST_F(WatchPhase, C_WAT_16_NotServedIsAskedForUntilItIs) {
  const auto levels = std::make_shared<LevelSink>();
  const base::Log log(base::LogLevel::kDebug, base::LogFormat::kText, levels);
  InformerEnv env = h.env();
  env.log = &log;
  h.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h.source, env);
  h.source->AddList(Page({}, "5"));
  h.source->AddWatch(ClosedAtOnce());
  h.source->AddList(Page({}, "5"));
  h.source->AddWatch(NotOpened(HttpError(base::StatusCode::kNotFound, 404, "NotFound", "no")));
  h.source->AddList(Page({}, "5"));
  h.informer->Start();
  h.Advance(seconds(2));
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kGone);
  h.Advance(seconds(10));
  h.Send(WatchEventType::kAdded, Json({"a", "6"}));
  EXPECT_EQ(h.Content(), "default/a@6");
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(levels->worst, base::LogLevel::kWarning) << "said, and not as an error";
  h.informer->Stop();
  h.Run();
  h.informer.reset();  // before the log
}

TEST_F(WatchPhase, C_WAT_17_ForbiddenIsClearRetriedSlowlyAndRecovers) {
  int refused = 0;
  std::vector<base::MonoTime> times;
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "5"); };
  h.source->on_watch = [&](const kube::WatchOptions&) {
    times.push_back(h.clock.Now());
    if (++refused > 2) return WatchReply{};
    return NotOpened(HttpError(base::StatusCode::kPermissionDenied, 403, "Forbidden",
                               "user \"u\" cannot watch"));
  };
  h.informer->Start();
  h.Run();
  const InformerState state = h.informer->state();
  EXPECT_EQ(state.phase, InformerPhase::kForbidden);
  EXPECT_EQ(state.last_error.message(),
            "watch configmaps in all namespaces: user \"u\" cannot watch");
  h.Advance(minutes(3));
  ASSERT_EQ(times.size(), 3u);
  EXPECT_GE(times[1] - times[0], seconds(30));
  EXPECT_GE(times[2] - times[1], seconds(30));
  EXPECT_TRUE(h.informer->state().current());
}

TEST_F(WatchPhase, C_WAT_20_TheDeleteHandlerGetsTheObjectOfTheEvent) {
  h.StartWith({Json({"p", "30"})}, "30");
  auto recorder = h.Record();
  h.Send(WatchEventType::kDeleted,
         Json({.name = "p",
               .version = "32",
               .extra = R"(,"deletionTimestamp":"2026-01-01T00:00:00Z")"}));
  const Notification& last = recorder->notifications.back();
  EXPECT_EQ(last.type, ChangeType::kDelete);
  EXPECT_EQ(last.object.resource_version(), "32");
  EXPECT_TRUE(last.object.is_deleting());
  EXPECT_FALSE(last.stale);
  EXPECT_EQ(last.old_object.resource_version(), "30");
}

TEST_F(WatchPhase, C_WAT_21_OurOwnDeadlineIsNoFailure) {
  h.StartWith({}, "77");
  h.Advance(seconds(5));
  h.source->stream()->Close(base::DeadlineExceeded("no byte for too long"));
  h.Run();
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"77", "77"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
}

TEST_F(WatchPhase, C_WAT_23_VersionsAreOnlyStoredAndSentBack) {
  h.StartWith({}, "3");
  h.Send(WatchEventType::kAdded, Json({"a", "9"}));
  h.Send(WatchEventType::kModified, Json({"a", "10"}));
  h.Send(WatchEventType::kModified, Json({"a", "8a"}));
  EXPECT_EQ(h.Content(), "default/a@8a");
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions().back(), "8a");
  h.Send(WatchEventType::kModified, Json({"a", "7"}));
  EXPECT_EQ(h.Content(), "default/a@7") << "nothing is dropped because of its version";
}

TEST_F(WatchPhase, WAT_7_C_WAT_24_TheSecondIdenticalBrokenEventLeadsToAList) {
  h.StartWith({}, "4");
  h.Send(WatchEventType::kAdded, Json({"a", "5"}));
  h.source->stream()->Close(base::DataLoss("{\"type\":\"ADDED\",\"object\":{"));
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"4", "5"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
  h.source->AddList(Page({Json({"a", "5"}), Json({"b", "6"})}, "7"));
  h.source->stream()->Close(base::DataLoss("{\"type\":\"ADDED\",\"object\":{"));
  h.Advance(seconds(4));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "5"}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"4", "5", "7"}));
  EXPECT_EQ(h.Content(), "default/a@5 default/b@6");
}

TEST_F(WatchPhase, AnObjectThatDoesNotDecodeCountsAsABrokenEvent) {
  h.StartWith({}, "4");
  h.source->stream()->Send({{WatchEventType::kAdded, Json({"a", "5"})},
                            {WatchEventType::kAdded, R"({"metadata":{"name":"b")"},
                            {WatchEventType::kAdded, Json({"c", "7"})}});
  h.Run();
  EXPECT_EQ(h.Content(), "default/a@5") << "what came before is applied, what comes after is not";
  EXPECT_EQ(h.source->open_streams(), 0u);
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"4", "5"}));
}

TEST_F(WatchPhase, WAT_16_18_StopCancelsTheStreamAndOpensNothing) {
  h.StartWith({}, "10");
  EXPECT_EQ(h.source->open_streams(), 1u);
  h.informer->Stop();
  h.Run();
  EXPECT_EQ(h.source->open_streams(), 0u);
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  h.Advance(minutes(20));
  EXPECT_EQ(requests(), 2u);
}

TEST_F(WatchPhase, ASmallBatchOnAnIdleStrandIsHandledInline) {
  h.StartWith({}, "10");
  h.source->stream()->Send(WatchEventType::kAdded, Json({"a", "11"}));
  EXPECT_EQ(h.Content(), "default/a@11") << "without a turn of the executor";
  EXPECT_EQ(h.executor.queued(), 0u);
}

TEST_F(WatchPhase, AWatchOverItsByteBudgetIsClosedAndResumedBehindWhatWasKept) {
  h.StartWith({}, "10");
  const auto stream = h.source->stream();
  for (int i = 0; i < 6; ++i) {
    stream->Send(WatchEventType::kAdded, Json({.name = "big" + std::to_string(i),
                                               .version = std::to_string(11 + i),
                                               .value = std::string(1024 * 1024, 'x')}));
  }
  h.Advance(seconds(1));
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(h.source->lists().size(), 1u);
  ASSERT_EQ(h.source->watches().size(), 2u);
  EXPECT_EQ(h.source->WatchVersions().back(), h.informer->state().resource_version);
  EXPECT_EQ(h.informer->store().size(), 3u) << "the fourth would have passed 4 MiB";
}

TEST_F(WatchPhase, PastHalfOfItsByteBudgetTheStreamIsAskedToWaitUntilAQuarterIsLeft) {
  h.StartWith({}, "10");
  const auto stream = h.source->stream();
  int version = 10;
  const auto send = [&] {
    const std::string text = std::to_string(++version);
    stream->Send(
        WatchEventType::kAdded,
        Json({.name = "big" + text, .version = text, .value = std::string(700 * 1024, 'x')}));
  };
  send();
  send();
  EXPECT_EQ(stream->pauses(), 0u);
  send();
  EXPECT_EQ(stream->pauses(), 1u) << "2.1 MB wait, of 4 MiB";
  send();
  EXPECT_EQ(stream->pauses(), 1u) << "what was on the way comes, and asks nothing again";
  h.executor.RunOne();
  h.executor.RunOne();
  EXPECT_EQ(stream->resumes(), 0u) << "1.4 MB wait";
  h.executor.RunOne();
  EXPECT_EQ(stream->resumes(), 1u);
  h.Run();
  for (int i = 0; i < 3; ++i) send();
  EXPECT_EQ(stream->pauses(), 2u);
  h.Run();
  EXPECT_TRUE(stream->open());
  EXPECT_EQ(h.informer->store().size(), 7u);
  EXPECT_EQ(h.source->watches().size(), 1u);
}

// One consumer that never runs keeps its own budget of bytes and holds up nobody.
TEST_F(WatchPhase, OneOfThirtyWatchesThatIsNeverReadStallsNoOther) {
  base::ManualExecutor stuck;
  const std::string text(256 * 1024, 'x');
  std::vector<std::shared_ptr<testing::ScriptedSource>> sources;
  std::vector<std::unique_ptr<SharedInformer>> informers;
  for (size_t i = 0; i < 30; ++i) {
    InformerEnv env = h.env();
    if (i == 0) env.executor = &stuck;
    sources.push_back(std::make_shared<testing::ScriptedSource>());
    sources.back()->AddList(Page({}, "10"));
    informers.push_back(std::make_unique<SharedInformer>(
        testing::ConfigMapScope("n" + std::to_string(i)), sources.back(), env));
    informers.back()->Start();
  }
  h.Run();
  stuck.RunUntilIdle();
  for (int round = 0; round < 40; ++round) {
    for (const auto& source : sources) {
      source->stream()->Send(WatchEventType::kAdded, Json({.name = "o" + std::to_string(round),
                                                           .version = std::to_string(11 + round),
                                                           .value = text}));
    }
    h.Run();
  }
  for (size_t i = 1; i < 30; ++i) {
    EXPECT_EQ(informers[i]->store().size(), 40u) << i;
    EXPECT_EQ(sources[i]->watches().size(), 1u) << i;
  }
  EXPECT_EQ(informers[0]->store().size(), 0u);
  stuck.RunUntilIdle();
  EXPECT_EQ(sources[0]->open_streams(), 0u) << "over its budget";
  const size_t kept = informers[0]->store().size();
  EXPECT_GT(kept, 10u);
  EXPECT_LE(kept * text.size(), kWatchBytesInFlightMax);
  h.clock.Advance(kWatchSpacing);
  stuck.RunUntilIdle();
  EXPECT_EQ(sources[0]->WatchVersions(), (Strings{"10", std::to_string(10 + kept)}));
  EXPECT_EQ(sources[0]->lists().size(), 1u);
  informers.clear();
  h.Run();
  stuck.RunUntilIdle();
}

TEST_F(WatchPhase, StreamBreakIsResumedLikeAClose) {
  h.StartWith({}, "10");
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  h.source->stream()->Close(base::Unavailable("connection reset by peer"));
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "11"}));
  EXPECT_EQ(h.source->lists().size(), 1u);
}

}  // namespace
}  // namespace oarlock::cache
