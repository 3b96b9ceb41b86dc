#include <gtest/gtest.h>

#include <set>

#include "cache/reflector.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::Expired;
using testing::HttpError;
using testing::InformerHarness;
using testing::Json;
using testing::ListReply;
using testing::Page;

using Strings = std::vector<std::string>;

ListReply Fails(base::Status error) { return {std::move(error), {}, {}, {}, false}; }

base::Status TooLarge(std::optional<seconds> retry_after = {}) {
  base::ErrorDetail detail;
  detail.http_status = 504;
  detail.reason = "Timeout";
  detail.causes.push_back({"ResourceVersionTooLarge", "Too large resource version", ""});
  if (retry_after) detail.retry_after = *retry_after;
  return {base::StatusCode::kDeadlineExceeded, "Timeout: Too large resource version: 500", detail};
}

class ListPhase : public ::testing::Test {
 protected:
  // Ends the watch in a way that makes the reflector list again after a backoff step.
  void ForceRelist() {
    h.source->stream()->Send(WatchEventType::kError,
                             testing::ErrorJson(500, "InternalError", "boom"));
    h.Advance(seconds(61));
  }
  InformerHarness h;
};

TEST_F(ListPhase, LST_1_2_FirstListAsksForZeroLaterOnesForTheLastVersion) {
  h.StartWith({Json({"a", "5"})}, "10");
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10"}));
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  h.source->AddList(Page({Json({"a", "12"})}, "13"));
  ForceRelist();
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "12"}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10", "13"}));
}

TEST_F(ListPhase, LST_4_ExpiredListIsRetriedAtOnceWithoutVersion) {
  h.StartWith({}, "10");
  h.source->AddList(Fails(Expired()));
  h.source->AddList(Page({}, "11"));
  ForceRelist();
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10", ""}));
  h.source->AddList(Page({}, "12"));
  ForceRelist();
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10", "", "11"})) << "success clears the flag";
}

TEST_F(ListPhase, LST_3_FailedRetryKeepsAskingWithoutVersion) {
  h.StartWith({}, "10");
  h.source->AddList(Fails(Expired()));
  h.source->AddList(Fails(base::Unavailable("down")));
  h.source->AddList(Page({}, "11"));
  ForceRelist();
  h.Advance(seconds(61));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10", "", ""}));
  EXPECT_TRUE(h.informer->state().current());
}

TEST_F(ListPhase, LST_5_TooLargeVersionIsRetriedAtOnceWithoutVersion) {
  h.StartWith({}, "20");
  h.source->AddList(Fails(TooLarge()));
  h.source->AddList(Page({}, "30"));
  ForceRelist();
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "20", ""}));
  for (const char* version : {"40", "50"}) {
    h.source->AddList(Fails(TooLarge()));
    h.source->AddList(Page({}, version));
    ForceRelist();
  }
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "20", "", "30", "", "40", ""}));
}

// Many reflectors whose version a restarted server does not have yet ask its storage, so not all in
// the same moment (unless the server said when).
TEST_F(ListPhase, LST_4_TheListWithoutVersionComesWithinARandomSecond) {
  std::set<base::Duration> waits;
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    InformerHarness one;
    for (uint64_t i = 0; i < seed; ++i) one.random.Next();
    one.StartWith({}, "20");
    one.source->AddList(Fails(TooLarge()));
    one.source->AddList(Page({}, "30"));
    one.source->stream()->Send(WatchEventType::kError,
                               testing::ErrorJson(500, "InternalError", "boom"));
    one.Run();
    while (one.source->lists().size() < 2) {
      ASSERT_TRUE(one.clock.AdvanceToNextTimer());
      one.Run();
    }
    const base::MonoTime refused = one.clock.Now();
    ASSERT_TRUE(one.clock.AdvanceToNextTimer());
    one.Run();
    EXPECT_EQ(one.source->ListVersions().back(), "");
    waits.insert(one.clock.Now() - refused);
    EXPECT_LE(one.clock.Now() - refused, kConsistentListSpread);
  }
  EXPECT_EQ(waits.size(), 5u);
}

TEST_F(ListPhase, LST_8_PagesOfAConsistentListAreNotRemembered) {
  h.StartWith({}, "10");
  h.source->AddList(Fails(Expired()));
  h.source->AddList(Page({Json({"a", "1"})}, "11", "more"));
  h.source->AddList(Page({Json({"b", "2"})}, "11"));
  ForceRelist();
  h.source->AddList(Page({}, "12"));
  ForceRelist();
  ASSERT_EQ(h.source->lists().size(), 5u);
  EXPECT_EQ(h.source->lists()[2].limit, kDefaultPageSize);
  EXPECT_EQ(h.source->lists()[4].resource_version, "11");
  EXPECT_EQ(h.source->lists()[4].limit, 0u) << "the server may answer from its cache";
}

TEST_F(ListPhase, C_WAT_07_WaitsTheGivenSecondThenAgainThenWithoutVersion) {
  h.StartWith({}, "500");
  h.source->AddList(Fails(TooLarge(seconds(1))));
  h.source->AddList(Fails(TooLarge(seconds(1))));
  h.source->AddList(Page({}, "480"));
  h.source->stream()->Send(WatchEventType::kError,
                           testing::ErrorJson(500, "InternalError", "boom"));
  h.Run();
  while (h.source->lists().size() < 2) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
  }
  h.Advance(milliseconds(999));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "500"}));
  h.Advance(milliseconds(1));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "500", "500", ""}));
  EXPECT_EQ(h.source->WatchVersions().back(), "480");
}

TEST_F(ListPhase, LST_7_8_PageSizes) {
  h.source->AddList(Page({Json({"a", "1"})}, "10", "more"));
  h.StartWith({Json({"b", "2"})}, "10");  // its reply is the second page
  h.source->AddList(Page({}, "11"));
  ForceRelist();
  const auto lists = h.source->lists();
  ASSERT_EQ(lists.size(), 3u);
  EXPECT_EQ(lists[0].limit, kDefaultPageSize);
  EXPECT_EQ(lists[1].continue_token, "more");
  EXPECT_EQ(lists[1].resource_version, "") << "PG-3";
  EXPECT_EQ(lists[2].resource_version, "10");
  EXPECT_EQ(lists[2].limit, kDefaultPageSize) << "the first list came in pages";
}

TEST_F(ListPhase, LST_7_AListAtAVersionIsNotPaged) {
  h.StartWith({}, "10");
  h.source->AddList(Page({}, "11"));
  ForceRelist();
  EXPECT_EQ(h.source->lists()[1].limit, 0u);
}

TEST_F(ListPhase, PG_4_C_WAT_08_ExpiredPageLeadsToOneUnlimitedList) {
  h.source->AddList(Page({Json({"a", "1"}), Json({"b", "2"})}, "900", "A"));
  h.source->AddList(Fails(Expired()));
  h.StartWith({Json({"a", "1"}), Json({"c", "3"})}, "901");
  const auto lists = h.source->lists();
  ASSERT_EQ(lists.size(), 3u);
  EXPECT_EQ(lists[2].resource_version, "0");
  EXPECT_EQ(lists[2].limit, 0u);
  EXPECT_EQ(lists[2].continue_token, "");
  EXPECT_EQ(h.Content(), "default/a@1 default/c@3");
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"901"}));
}

TEST_F(ListPhase, C_WAT_08_ExpiredFirstPageLeadsToAListWithoutVersion) {
  h.StartWith({}, "900");
  h.source->AddList(Fails(Expired()));
  h.source->AddList(Page({Json({"a", "1"})}, "901"));
  ForceRelist();
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "900", ""}));
  EXPECT_EQ(h.Content(), "default/a@1");
}

TEST_F(ListPhase, LST_12_OneBadObjectIsSetAsideAndTheRestGoesOn) {
  auto recorder = h.Record();
  h.StartWith({Json({"a", "1"}), R"({"metadata":{"name":"bad","namespace":"x"},"data":{)",
               Json({"b", "2"})},
              "10");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2");
  const auto aside = h.informer->set_aside();
  ASSERT_EQ(aside.size(), 1u);
  EXPECT_EQ(aside[0].key, "x/bad");
  EXPECT_FALSE(aside[0].error.empty());
  h.source->AddList(Page({Json({"a", "1"}), Json({"bad", "11", "x"})}, "12"));
  ForceRelist();
  EXPECT_TRUE(h.informer->set_aside().empty());
  EXPECT_EQ(h.Content(), "default/a@1 x/bad@11");
}

TEST_F(ListPhase, LST_12_ABadObjectIsNotTakenForDeleted) {
  h.StartWith({Json({"a", "1"})}, "10");
  h.source->AddList(Page({R"({"metadata":{"name":"a","namespace":"default"},"data":{)"}, "12"));
  ForceRelist();
  EXPECT_EQ(h.Content(), "default/a@1");
}

TEST_F(ListPhase, LST_13_FailedListsLeaveTheStoreAlone) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  ListReply half = Fails(base::Unavailable("reset"));
  half.items = {Json({"b", "11"}), Json({"c", "12"})};
  h.source->AddList(half);
  h.source->AddList(Page({Json({"b", "11"}), Json({"c", "12"})}, "13"));
  h.source->stream()->Send(WatchEventType::kError,
                           testing::ErrorJson(500, "InternalError", "boom"));
  h.Advance(milliseconds(1600));  // one backoff step, not two
  EXPECT_EQ(recorder->Take(), (Strings{"update default/b@11 relist", "add default/c@12 relist"}))
      << "what came is applied, nothing is deleted";
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kStale);
  h.Advance(seconds(61));
  EXPECT_EQ(recorder->Take(), (Strings{"delete default/a@1 relist stale"}));
  EXPECT_EQ(h.Content(), "default/b@11 default/c@12");
}

TEST_F(ListPhase, INV_5_AReplicaThatLagsBehindAHalfListTakesNothingBack) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  ListReply half = Fails(base::Unavailable("reset"));
  half.items = {Json({"a", "20"}), Json({"n", "21"})};
  h.source->AddList(half);
  h.source->AddList(Page({Json({"a", "1"})}, "12"));
  ForceRelist();
  h.Advance(seconds(61));
  EXPECT_EQ(h.Content(), "default/a@20 default/n@21");
  h.Send(WatchEventType::kModified, Json({"a", "15"}));
  EXPECT_EQ(h.Content(), "default/a@20 default/n@21") << "seen already";
  h.Send(WatchEventType::kModified, Json({"a", "20"}));
  h.Send(WatchEventType::kAdded, Json({"n", "21"}));
  h.Send(WatchEventType::kModified, Json({"a", "22"}));
  EXPECT_EQ(h.Content(), "default/a@22 default/n@21");
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@20 relist", "add default/n@21 relist",
                                       "update default/a@22 watch"}));
}

TEST_F(ListPhase, C_INF_01_AListWithoutVersionIsAcceptedAndNotWatchedInALoop) {
  h.StartWith({}, "");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_TRUE(h.source->watches().empty());
  h.Advance(seconds(29));
  EXPECT_EQ(h.source->lists().size(), 1u);
  h.source->AddList(Page({}, "3"));
  h.Advance(seconds(35));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"3"}));
}

TEST_F(ListPhase, REF_4_5_7_FailuresBackOffWithoutSawtooth) {
  h.source->on_list = [](const kube::ListOptions&) { return Fails(base::Unavailable("down")); };
  h.informer->Start();
  h.Run();
  std::vector<base::Duration> gaps;
  base::MonoTime last = h.clock.Now();
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
    gaps.push_back(h.clock.Now() - last);
    last = h.clock.Now();
  }
  EXPECT_GE(gaps[0], milliseconds(800));
  EXPECT_LT(gaps[0], milliseconds(1600));
  for (size_t i = 7; i < gaps.size(); ++i) {
    EXPECT_GE(gaps[i], seconds(30)) << i;
    EXPECT_LE(gaps[i], seconds(60)) << i;
  }
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kSyncing);
  EXPECT_EQ(h.source->lists().size(), 41u);
}

TEST_F(ListPhase, REF_8_StopWhileWaitingLeavesNoTimerAndMakesNoRequest) {
  h.source->AddList(Fails(base::Unavailable("down")));
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.clock.pending_timers(), 1u);
  h.informer->Stop();
  h.Run();
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok());
  h.Advance(seconds(100));
  EXPECT_EQ(h.source->lists().size(), 1u);
}

TEST_F(ListPhase, RetryAfterOfAListIsHonoured) {
  base::ErrorDetail detail;
  detail.http_status = 429;
  detail.retry_after = seconds(20);
  h.source->AddList(Fails({base::StatusCode::kResourceExhausted, "slow down", detail}));
  h.informer->Start();
  h.Advance(seconds(19));
  EXPECT_EQ(h.source->lists().size(), 1u);
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->lists().size(), 2u);
}

TEST_F(ListPhase, SourceIsPausedPastTheByteBudgetAndResumed) {
  Strings items;
  for (int i = 0; i < 12; ++i) {
    items.push_back(Json({.name = "big" + std::to_string(i),
                          .version = "1",
                          .value = std::string(1024 * 1024, 'x')}));
  }
  h.source->AddList(Page(std::move(items), "10"));
  h.informer->Start();
  h.Run();
  EXPECT_GT(h.source->pauses(), 0u);
  EXPECT_EQ(h.source->resumes(), 1u);
  EXPECT_EQ(h.informer->store().size(), 12u);
}

TEST_F(ListPhase, ItemsAreAppliedWhileTheListStillRuns) {
  ListReply slow = Page({Json({"a", "1"})}, "10");
  slow.hang = true;
  h.source->AddList(slow);
  auto recorder = h.Record();
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.Content(), "default/a@1");
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@1 initial"}));
  EXPECT_FALSE(h.informer->HasSynced());
}

}  // namespace
}  // namespace oarlock::cache
