#include <gtest/gtest.h>

#include "base/log.h"
#include "cache/reflector.h"
#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using testing::BookmarkJson;
using testing::ErrorJson;
using testing::Expired;
using testing::HttpError;
using testing::InformerHarness;
using testing::InitialEventsEndJson;
using testing::Json;
using testing::ListReply;
using testing::NotOpened;
using testing::Page;
using testing::WatchReply;

using Strings = std::vector<std::string>;

base::Status Invalid() {
  return HttpError(base::StatusCode::kInvalidArgument, 422, "Invalid",
                   "sendInitialEvents: Forbidden: is forbidden for watch unless enabled");
}

const std::string kConfigMaps = testing::ConfigMapScope().resource.gvr.ToString();

class WatchList : public ::testing::Test {
 protected:
  WatchList() { Make(); }
  void Make() {
    InformerEnv env = h.env();
    env.watch_list = &memory;
    h.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h.source, env);
  }
  void Start() {
    h.informer->Start();
    h.Run();
  }
  void End(const std::string& version) {
    h.Send(WatchEventType::kBookmark, InitialEventsEndJson(version));
  }
  void Sync(const Strings& items, const std::string& version) {
    Start();
    for (const std::string& item : items) h.Send(WatchEventType::kAdded, item);
    End(version);
  }
  // Ends the stream in a way that makes the reflector sync anew, and waits for that.
  void ForceResync(int code = 500, const std::string& reason = "InternalError") {
    const size_t before = h.source->watches().size();
    h.source->stream()->Send(WatchEventType::kError, ErrorJson(code, reason, "boom"));
    h.Run();
    while (h.source->watches().size() == before && h.clock.AdvanceToNextTimer()) h.Run();
  }
  // Objects of 1 MiB, a little more than `bytes` in all, before any of them is worked off.
  static void SendBig(testing::ScriptedStream& stream, size_t bytes) {
    const std::string text(1024 * 1024, 'x');
    for (size_t i = 0; i <= bytes / text.size(); ++i) {
      stream.Send(WatchEventType::kAdded, Json({.name = "big" + std::to_string(i),
                                                .version = std::to_string(11 + i),
                                                .value = text}));
    }
  }
  size_t lists() const { return h.source->lists().size(); }
  size_t watches() const { return h.source->watches().size(); }

  InformerHarness h;
  WatchListMemory memory{h.clock, &h.metrics};
};

TEST_F(WatchList, WL_1_ComesByTheSwitchAndNotFromASourceWithoutIt) {
  Start();
  EXPECT_EQ(lists(), 0u);
  ASSERT_EQ(watches(), 1u);
  EXPECT_TRUE(h.source->watches()[0].send_initial_events);

  InformerHarness off;  // the default
  off.informer->Start();
  off.Run();
  EXPECT_EQ(off.source->lists().size(), 1u);

  h.source->serves_watch_list = false;
  Make();
  Start();
  EXPECT_EQ(lists(), 1u);
  EXPECT_EQ(watches(), 1u);
}

TEST_F(WatchList, WL_2_AsksAtNoVersionFirstAndAtTheLastOneLater) {
  Sync({Json({"a", "5"})}, "10");
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  ForceResync();
  ASSERT_EQ(watches(), 2u);
  for (const auto& watch : h.source->watches()) {
    EXPECT_TRUE(watch.send_initial_events && watch.allow_bookmarks);
    EXPECT_GE(watch.timeout, seconds(300));
    EXPECT_LE(watch.timeout, seconds(600));
  }
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"", "12"})) << "never 0";
  EXPECT_EQ(lists(), 0u);
}

// No temporary store: what comes is readable at once, as items of a list are.
TEST_F(WatchList, WL_3_FirstEventsGoStraightIntoTheStore) {
  auto recorder = h.Record();
  Start();
  h.Send(WatchEventType::kAdded, Json({"a", "1"}));
  h.Send(WatchEventType::kAdded, Json({"b", "2"}));
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2");
  h.Send(WatchEventType::kModified, Json({"a", "3"}));
  h.Send(WatchEventType::kDeleted, Json({"b", "4"}));
  EXPECT_EQ(h.Content(), "default/a@3");
  EXPECT_FALSE(h.informer->HasSynced());
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kSyncing);
  End("4");
  EXPECT_TRUE(h.informer->HasSynced());
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/a@1 initial", "add default/b@2 initial",
                     "update default/a@3 initial", "delete default/b@4 initial", "synced"}));
}

TEST_F(WatchList, WL_4_OnlyTheAnnotatedBookmarkEndsItAndTheStreamGoesOn) {
  Start();
  h.Send(WatchEventType::kAdded, Json({"a", "1"}));
  h.Send(WatchEventType::kBookmark, BookmarkJson("7"));
  h.Send(WatchEventType::kBookmark, InitialEventsEndJson("8", "false"));
  EXPECT_FALSE(h.informer->HasSynced());
  End("9");
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(h.informer->state().resource_version, "9");
  h.Send(WatchEventType::kAdded, Json({"b", "11"}));
  EXPECT_EQ(h.Content(), "default/a@1 default/b@11");
  EXPECT_EQ(watches(), 1u);
  h.source->stream()->Close();
  h.Advance(seconds(1));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"", "11"}));
  EXPECT_FALSE(h.source->watches()[1].send_initial_events) << "resumed, not streamed anew";
}

TEST_F(WatchList, WL_4_TheClosingBookmarkDeletesWhatIsMissingAndNothingElseDoes) {
  Sync({Json({"a", "1"}), Json({"b", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  ForceResync();
  h.Send(WatchEventType::kAdded, Json({"b", "2"}));
  h.Send(WatchEventType::kAdded, Json({"c", "12"}));
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2 default/c@12");
  End("13");
  EXPECT_EQ(h.Content(), "default/b@2 default/c@12");
  EXPECT_EQ(recorder->Take(),
            (Strings{"add default/c@12 relist", "delete default/a@1 relist stale"}));
}

TEST_F(WatchList, WL_5_TheVersionStaysUntilTheEnd) {
  Sync({Json({"a", "1"})}, "10");
  ForceResync();
  h.Send(WatchEventType::kAdded, Json({"b", "30"}));
  h.Send(WatchEventType::kModified, Json({"b", "31"}));
  h.Send(WatchEventType::kDeleted, Json({"b", "32"}));
  h.source->stream()->Close();
  h.Advance(seconds(5));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"", "10", "10"}));
}

TEST_F(WatchList, WL_6_AStreamThatIsCutIsTriedAgainWithADelayThenListed) {
  h.source->on_watch = [](const kube::WatchOptions& options) {
    if (!options.send_initial_events) return WatchReply{};
    return WatchReply{true, {{WatchEventType::kAdded, Json({"a", "1"})}}, base::Status()};
  };
  h.source->on_list = [](const kube::ListOptions&) { return Page({Json({"a", "1"})}, "5"); };
  std::vector<base::MonoTime> times;
  Start();
  times.push_back(h.clock.Now());
  while (lists() == 0) {
    ASSERT_TRUE(h.clock.AdvanceToNextTimer());
    h.Run();
    times.push_back(h.clock.Now());
    EXPECT_GE(times.back() - times[times.size() - 2], milliseconds(800)) << "a hot loop";
  }
  EXPECT_EQ(watches(), 4u) << "three streams, then the watch after the list";
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(memory.refused(), 0u) << "it may work next time";
}

TEST_F(WatchList, WL_7_RefusedConnectionsAnd429AreTriedAgainAndTheWaitEndsWithStop) {
  h.source->AddWatch(NotOpened(base::Unavailable("connection refused")));
  h.source->AddWatch(NotOpened(
      HttpError(base::StatusCode::kResourceExhausted, 429, "TooManyRequests", "slow down")));
  Start();
  EXPECT_EQ(h.informer->state().phase, InformerPhase::kSyncing);
  EXPECT_FALSE(h.informer->state().last_error.ok());
  h.Advance(seconds(5));
  EXPECT_EQ(watches(), 3u);
  EXPECT_EQ(lists(), 0u);
  End("3");
  EXPECT_TRUE(h.informer->state().current());
  h.source->AddWatch(NotOpened(base::Unavailable("connection refused")));
  ForceResync();
  const size_t before = watches();
  h.informer->Stop();
  h.Run();
  EXPECT_TRUE(h.informer->WaitStopped(h.clock.Now()).ok());
  EXPECT_EQ(h.clock.pending_timers(), 0u);
  h.Advance(minutes(5));
  EXPECT_EQ(watches(), before);
}

TEST_F(WatchList, WL_8_AnExpiredVersionIsGivenUpAtOnce) {
  for (const bool in_stream : {false, true}) {
    InformerHarness fresh;
    WatchListMemory known(fresh.clock, nullptr);
    InformerEnv env = fresh.env();
    env.watch_list = &known;
    fresh.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), fresh.source, env);
    fresh.informer->Start();
    fresh.Run();
    fresh.Send(WatchEventType::kBookmark, InitialEventsEndJson("10"));
    if (in_stream) {
      fresh.source->AddWatch(
          {true, {{WatchEventType::kError, ErrorJson(410, "Expired", "x")}}, {}});
    } else {
      fresh.source->AddWatch(NotOpened(Expired()));
    }
    fresh.Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
    while (fresh.source->watches().size() < 2) {
      ASSERT_TRUE(fresh.clock.AdvanceToNextTimer());
      fresh.Run();
    }
    fresh.Advance(kConsistentListSpread);
    EXPECT_EQ(fresh.source->WatchVersions(), (Strings{"", "10", ""})) << in_stream;
    EXPECT_TRUE(fresh.source->watches()[2].send_initial_events);
    EXPECT_TRUE(fresh.source->lists().empty());
  }
}

class CountingSink final : public base::LogSink {
 public:
  void Write(base::LogLevel level, std::string_view line) override {
    if (level >= base::LogLevel::kWarning) lines.emplace_back(line);
  }
  Strings lines;
};

TEST_F(WatchList, WL_9_ARefusalIsRememberedPerResourceForAnHour) {
  const auto sink = std::make_shared<CountingSink>();
  const base::Log log(base::LogLevel::kInfo, base::LogFormat::kText, sink);
  InformerEnv env = h.env();
  env.watch_list = &memory;
  env.log = &log;
  h.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h.source, env);
  h.source->on_list = [](const kube::ListOptions&) { return Page({Json({"a", "1"})}, "10"); };
  h.source->AddWatch(NotOpened(Invalid()));
  Start();
  EXPECT_EQ(lists(), 1u) << "at once";
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"", "10"}));
  ASSERT_EQ(sink->lines.size(), 1u);
  EXPECT_NE(sink->lines[0].find("sendInitialEvents"), std::string::npos) << sink->lines[0];
  const auto gauge =
      h.metrics.MakeGauge("oarlock_watch_list_refused", "", {{"resource", kConfigMaps}});
  EXPECT_EQ(gauge->value(), 1);

  // Ten more syncs cost no further refused request, also not of another informer of the resource.
  for (int i = 0; i < 10; ++i) ForceResync();
  EXPECT_EQ(lists(), 11u);
  for (size_t i = 1; i < watches(); ++i) {
    EXPECT_FALSE(h.source->watches()[i].send_initial_events) << i;
  }
  auto other = std::make_shared<testing::ScriptedSource>();
  SharedInformer in_namespace(testing::ConfigMapScope("x"), other, env);
  in_namespace.Start();
  h.Run();
  EXPECT_EQ(other->lists().size(), 1u);
  in_namespace.Stop();

  h.Advance(hours(1));
  ForceResync();
  EXPECT_TRUE(h.source->watches().back().send_initial_events) << "asked again after an hour";
  End("20");
  EXPECT_EQ(memory.refused(), 0u);
  h.informer->Stop();
  h.Run();
  h.informer.reset();  // before the log
}

TEST_F(WatchList, WL_9_OtherErrorsAreListedOnceAfterABackoffStep) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "10"); };
  h.source->AddWatch(NotOpened(HttpError(base::StatusCode::kUnavailable, 500, "", "oops")));
  Start();
  EXPECT_EQ(lists(), 0u);
  h.Advance(seconds(2));
  EXPECT_EQ(lists(), 1u);
  EXPECT_EQ(memory.refused(), 0u);
  ForceResync();
  EXPECT_TRUE(h.source->watches().back().send_initial_events);
}

TEST_F(WatchList, WL_10_WithoutTheClosingBookmarkAListFollows) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({Json({"a", "1"})}, "10"); };
  Start();
  h.Send(WatchEventType::kAdded, Json({"a", "1"}));
  const base::MonoTime last = h.clock.Now();
  // Bookmarks that do not close it are no progress.
  h.Advance(kWatchListIdleTimeout - seconds(2));
  h.Send(WatchEventType::kBookmark, BookmarkJson("9"));
  h.Advance(seconds(1));
  EXPECT_EQ(lists(), 0u);
  EXPECT_FALSE(h.informer->HasSynced());
  h.Advance(seconds(1));
  EXPECT_EQ(h.clock.Now() - last, kWatchListIdleTimeout);
  EXPECT_EQ(lists(), 1u);
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(h.source->open_streams(), 1u) << "the old stream is closed";
  EXPECT_FALSE(memory.MayTry(kConfigMaps));
  EXPECT_TRUE(memory.MayTry("v1/secrets"));
}

TEST_F(WatchList, WL_10_EventsWithoutEndAreNoExcuse) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "10000"); };
  Start();
  const base::MonoTime begin = h.clock.Now();
  for (int i = 0; lists() == 0 && i < 1000; ++i) {
    h.source->stream()->Send(WatchEventType::kAdded, Json({"a" + std::to_string(i), "1"}));
    h.Advance(seconds(10));
  }
  EXPECT_EQ(h.clock.Now() - begin, kWatchListTimeout);
  EXPECT_TRUE(h.informer->HasSynced());
}

TEST_F(WatchList, WL_13_AnExpiredStreamIsFollowedByAWatchListWithoutVersion) {
  Sync({Json({"a", "1"})}, "10");
  ForceResync(410, "Expired");
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"", ""}));
  EXPECT_TRUE(h.source->watches()[1].send_initial_events);
  h.Send(WatchEventType::kAdded, Json({"b", "11"}));
  End("12");
  EXPECT_EQ(h.Content(), "default/b@11");
  EXPECT_EQ(lists(), 0u);
}

TEST_F(WatchList, WL_16_NoStreamIsLeftOpenWhenAListFollows) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "10"); };
  Start();
  const auto stream = h.source->stream();
  h.Send(WatchEventType::kDeleted, R"({"metadata":{"name":"b")");  // cannot be read: give up
  EXPECT_FALSE(stream->open());
  h.Advance(seconds(2));
  EXPECT_EQ(lists(), 1u);
  EXPECT_EQ(h.source->open_streams(), 1u) << "the watch after the list";
  h.informer->Stop();
  h.Run();
  EXPECT_EQ(h.source->open_streams(), 0u);
}

TEST_F(WatchList, AnOverflowIsFollowedByAListAndTheInformerKeepsToLists) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({Json({"a", "1"})}, "100"); };
  Start();
  const auto stream = h.source->stream();
  SendBig(*stream, kStreamedListBytesInFlightMax);
  h.Run();
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(lists(), 1u);
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(h.Content(), "default/a@1") << "what the list does not have is gone";
  ForceResync();
  EXPECT_EQ(lists(), 2u);
  EXPECT_EQ(memory.refused(), 0u) << "smaller informers of the resource may stream";
}

TEST_F(WatchList, AfterItsEndTheStreamHasTheBudgetOfAWatch) {
  Start();
  const auto stream = h.source->stream();
  SendBig(*stream, 2 * kWatchBytesInFlightMax);
  h.Run();
  EXPECT_TRUE(stream->open());
  End("10");
  SendBig(*stream, kWatchBytesInFlightMax);
  h.Advance(seconds(1));
  EXPECT_FALSE(stream->open());
  EXPECT_EQ(lists(), 0u);
  EXPECT_EQ(watches(), 2u);
  EXPECT_FALSE(h.source->watches()[1].send_initial_events) << "resumed";
}

TEST_F(WatchList, WL_12_ABadObjectIsSetAsideAsInAList) {
  Sync({Json({"a", "1"}), Json({"b", "2"})}, "10");
  ForceResync();
  h.Send(WatchEventType::kAdded, R"({"metadata":{"name":"a","namespace":"default"},"data":{)");
  h.Send(WatchEventType::kAdded, Json({"b", "2"}));
  End("13");
  EXPECT_TRUE(h.informer->state().current());
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2") << "not taken for deleted";
  ASSERT_EQ(h.informer->set_aside().size(), 1u);
  EXPECT_EQ(h.informer->set_aside()[0].key, "default/a");
}

TEST_F(WatchList, WL_14_ASlowOneIsLoggedWithItsCount) {
  struct AllLines final : base::LogSink {
    void Write(base::LogLevel, std::string_view line) override { text += std::string(line) + "\n"; }
    std::string text;
  };
  const auto all = std::make_shared<AllLines>();
  const base::Log log(base::LogLevel::kInfo, base::LogFormat::kText, all);
  InformerEnv env = h.env();
  env.watch_list = &memory;
  env.log = &log;
  h.informer = std::make_unique<SharedInformer>(testing::ConfigMapScope(), h.source, env);
  Start();
  h.Send(WatchEventType::kAdded, Json({"a", "1"}));
  h.Advance(seconds(11));
  h.Send(WatchEventType::kAdded, Json({"b", "2"}));
  End("3");
  EXPECT_NE(all->text.find("slow list"), std::string::npos) << all->text;
  EXPECT_NE(all->text.find("items=2"), std::string::npos) << all->text;
  h.informer->Stop();
  h.Run();
  h.informer.reset();
}

}  // namespace
}  // namespace oarlock::cache
