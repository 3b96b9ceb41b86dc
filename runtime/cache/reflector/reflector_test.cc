// What belongs to no single phase: names and kinds, the order of requests, who is told, paging, the
// resuming watch as a watcher of its own (client-go's RetryWatcher).
#include "cache/reflector.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/log.h"
#include "cache/testing/reflector_harness.h"
#include "cache/testing/scripted_server.h"

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
using testing::Page;
using testing::ReflectorHarness;
using testing::ScriptedServer;
using testing::WatchReply;

using Strings = std::vector<std::string>;

struct Lines final : base::LogSink {
  void Write(base::LogLevel level, std::string_view line) override {
    text += std::string(line) + "\n";
    worst = std::max(worst, level);
  }
  std::string text;
  base::LogLevel worst = base::LogLevel::kDebug;
};

class ReflectorTest : public ::testing::Test {
 protected:
  void StartWith(Strings items, std::string version) {
    h.source->AddList(Page(std::move(items), std::move(version)));
    h.Start();
  }
  void Send(WatchEventType type, const std::string& object) {
    h.source->stream()->Send(type, object);
    h.Run();
  }
  std::shared_ptr<Lines> lines = std::make_shared<Lines>();
  base::Log log{base::LogLevel::kInfo, base::LogFormat::kText, lines};
  ReflectorHarness h;
};

TEST(ReflectorNames, REF_1_2_TheResourceAndItsScopeAreTheName) {
  struct Case {
    std::string group, resource, ns, want;
  };
  for (const Case& c :
       {Case{"", "configmaps", "", "configmaps in all namespaces"},
        Case{"apps", "deployments", "prod", "deployments.apps in namespace \"prod\""}}) {
    InformerScope scope;
    scope.resource.gvr = {c.group, "v1", c.resource};
    scope.resource.kind = "X";
    scope.ns = c.ns;
    InformerHarness h(scope);
    h.source->AddList({base::Unavailable("down"), {}, {}, {}, false});
    h.informer->Start();
    h.Run();
    EXPECT_EQ(h.informer->state().last_error.message(), "list " + c.want + ": down");
  }
}

TEST(ReflectorNames, REF_3_TheKindOfTheScopeIsRequiredAndMetadataOnlyTakesWhatItIsGiven) {
  const std::string secret =
      R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","resourceVersion":"2"}})";
  InformerHarness full;
  full.StartWith({Json({"a", "1"}), secret}, "10");
  EXPECT_EQ(full.Content(), "default/a@1");
  ASSERT_EQ(full.informer->set_aside().size(), 1u);
  EXPECT_NE(full.informer->set_aside()[0].error.find("Secret"), std::string::npos);
  InformerScope scope = testing::ConfigMapScope();
  scope.form = ObjectForm::kMetadataOnly;
  InformerHarness metadata(scope);
  metadata.StartWith({R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata",)"
                      R"("metadata":{"name":"s","resourceVersion":"2"}})"},
                     "10");
  EXPECT_EQ(metadata.Content(), "s@2");
}

TEST_F(ReflectorTest, REF_6_ABackoffOfOnesOwnReplacesTheDefaultAndStillResets) {
  h.options.backoff.initial = milliseconds(10);
  h.options.backoff.cap = milliseconds(40);
  h.options.backoff.jitter = 0;
  h.options.backoff.reset_after = seconds(2);
  std::vector<base::MonoTime> times;
  int failures = 5;
  h.source->on_list = [&](const kube::ListOptions&) {
    times.push_back(h.clock.Now());
    return failures-- > 0 ? ListReply{base::Unavailable("down"), {}, {}, {}, false} : Page({}, "7");
  };
  h.Start();
  h.Advance(seconds(1));
  ASSERT_EQ(times.size(), 6u);
  const int want[] = {10, 20, 40, 40, 40};
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(times[i + 1] - times[i], milliseconds(want[i])) << i;
  h.Advance(seconds(5));
  Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  const base::MonoTime fault = h.clock.Now();
  h.Advance(seconds(1));
  EXPECT_EQ(times.back() - fault, milliseconds(10)) << "reset after a quiet period";
}

// Lists, the opening of watches and streams take their delays from one sequence.
TEST_F(ReflectorTest, REF_5_OneSequenceOfDelaysServesEverything) {
  std::vector<base::MonoTime> failures;
  const auto fail = [&] { failures.push_back(h.clock.Now()); };
  h.source->on_list = [&](const kube::ListOptions&) {
    if (failures.size() == 3 || failures.size() == 4) {
      fail();
      return ListReply{base::Unavailable("down"), {}, {}, {}, false};
    }
    return Page({}, "10");
  };
  h.source->on_watch = [&](const kube::WatchOptions&) {
    if (failures.size() >= 2) return WatchReply{};
    fail();
    return WatchReply{
        false, {}, HttpError(base::StatusCode::kResourceExhausted, 429, "", "slow down")};
  };
  h.Start();
  h.Advance(seconds(10));
  ASSERT_EQ(failures.size(), 2u);
  fail();
  Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  h.Advance(minutes(1));
  ASSERT_EQ(failures.size(), 5u);
  // 0.8 to 1.6 s, then twice that each time; the third came when the test said so.
  EXPECT_GE(failures[1] - failures[0], milliseconds(800));
  EXPECT_LT(failures[1] - failures[0], milliseconds(1600));
  EXPECT_GE(failures[3] - failures[2], milliseconds(3200)) << "not the first step again";
  EXPECT_GE(failures[4] - failures[3], milliseconds(6400));
}

TEST_F(ReflectorTest, REF_9_ListThenWatchFromItsVersion) {
  StartWith({Json({"a", "1"})}, "10");
  Send(WatchEventType::kAdded, Json({"b", "11"}));
  EXPECT_EQ(h.target->Take(),
            (Strings{"begin", "item default/a@1", "end 10", "added default/b@11"}));
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10"}));
}

TEST(ReflectorErrors, REF_10_12_EveryObserverIsToldOfEveryFailureAlsoInAStream) {
  InformerHarness h;
  Strings first;
  Strings second;
  const auto a = h.informer->ObserveState([&](const InformerState& state) {
    if (!state.last_error.ok()) first.push_back(state.last_error.message());
  });
  const auto b = h.informer->ObserveState([&](const InformerState& state) {
    if (!state.last_error.ok()) second.push_back(state.last_error.message());
  });
  h.source->AddList({base::Unavailable("list down"), {}, {}, {}, false});
  h.source->AddList(Page({}, "10"));
  h.source->AddWatch({false, {}, HttpError(base::StatusCode::kUnavailable, 503, "", "no watch")});
  h.source->AddList(Page({}, "11"));
  h.informer->Start();
  h.Advance(seconds(20));
  h.Send(WatchEventType::kError, ErrorJson(500, "InternalError", "in stream"));
  ASSERT_EQ(first.size(), 3u);
  EXPECT_NE(first[0].find("list down"), std::string::npos);
  EXPECT_NE(first[1].find("no watch"), std::string::npos);
  EXPECT_NE(first[2].find("in stream"), std::string::npos);
  EXPECT_EQ(first, second) << "the second does not replace the first";
}

TEST_F(ReflectorTest, REF_11_OrdinaryEndsAreNoWarnings) {
  h.log = &log;
  StartWith({}, "10");
  h.Advance(seconds(2));
  const std::string before = lines->text;
  h.source->stream()->Close();
  h.Run();
  EXPECT_EQ(lines->text, before) << "a clean close is silent";
  h.Advance(seconds(2));
  h.source->stream()->Close(base::Unavailable("unexpected end"));
  h.source->AddList(Page({}, "20"));
  h.Advance(seconds(2));
  Send(WatchEventType::kError, ErrorJson(410, "Expired", "too old"));
  h.Advance(seconds(5));
  EXPECT_EQ(lines->worst, base::LogLevel::kInfo) << lines->text;
  h.source->AddList(
      {HttpError(base::StatusCode::kPermissionDenied, 403, "Forbidden", "no"), {}, {}, {}, false});
  Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  h.Advance(seconds(5));
  EXPECT_EQ(lines->worst, base::LogLevel::kWarning) << "who has to act is told";
}

TEST_F(ReflectorTest, LST_9_LW_1_StopDuringAListReturnsAtOnceAndCancelsIt) {
  ListReply hangs = Page({Json({"a", "1"})}, "10");
  hangs.hang = true;
  h.source->AddList(hangs);
  h.Start();
  EXPECT_EQ(h.source->dropped_lists(), 0u);
  h.reflector->Stop();
  h.Run();
  EXPECT_EQ(h.source->dropped_lists(), 1u);
  EXPECT_TRUE(h.source->watches().empty());

  ReflectorHarness watching;
  watching.source->AddList(Page({}, "10"));
  watching.Start();
  EXPECT_EQ(watching.source->open_streams(), 1u);
  watching.reflector->Stop();
  EXPECT_EQ(watching.source->open_streams(), 0u) << "the watch is cancelled the same way";
}

TEST(ReflectorList, LST_11_ItemsAreApartAndTheVersionIsSetWhenTheyAreReadable) {
  InformerHarness h;
  ListReply slow = Page({Json({"a", "1"}), Json({"b", "2"})}, "10");
  slow.hang = true;
  h.source->AddList(slow);
  h.informer->Start();
  h.Run();
  EXPECT_EQ(h.Content(), "default/a@1 default/b@2");
  EXPECT_EQ(h.informer->state().resource_version, "") << "not before the end";
  // One surviving item keeps nothing of the list but itself.
  InformerHarness other;
  Strings items;
  for (int i = 0; i < 100; ++i) {
    items.push_back(
        Json({.name = "o" + std::to_string(i), .version = "1", .value = std::string(10'000, 'x')}));
  }
  other.StartWith(items, "10");
  EXPECT_EQ(other.informer->state().resource_version, "10");
  const kube::Object kept = other.informer->store().Get("default/o7");
  EXPECT_LT(kept.bytes(), 12'000u);
}

TEST(ReflectorList, LST_14_AnObjectTheServerCannotReadIsGoneAfterTheNextList) {
  InformerHarness h;
  h.StartWith({Json({"good", "1"}), Json({"corrupt", "2"})}, "10");
  auto recorder = h.Record();
  recorder->Take();
  h.source->AddList(Page({Json({"good", "1"})}, "12"));
  h.Send(WatchEventType::kError, ErrorJson(500, "StoreReadError", "data was corrupt"));
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10"}));
  EXPECT_EQ(h.Content(), "default/good@1");
  EXPECT_EQ(recorder->Take(), (Strings{"delete default/corrupt@2 relist stale"}));
}

TEST_F(ReflectorTest, LST_15_ASlowListIsLoggedWithWhatItBrought) {
  h.log = &log;
  h.source->AddList(Page({Json({"a", "1"})}, "10", "more"));
  h.Start();  // the second page hangs
  h.Advance(seconds(11));
  h.reflector->Stop();
  EXPECT_EQ(lines->text.find("slow list"), std::string::npos);

  ReflectorHarness slow;
  slow.log = &log;
  slow.source->on_list = [&](const kube::ListOptions& options) {
    if (!options.continue_token.empty()) return Page({Json({"b", "2"})}, "10");
    slow.clock.Advance(seconds(11));  // that long took the first page
    return Page({Json({"a", "1"})}, "10", "more");
  };
  slow.Start();
  EXPECT_NE(lines->text.find("slow list"), std::string::npos) << lines->text;
  for (const char* field : {"seconds=11", "items=2", "pages=2"}) {
    EXPECT_NE(lines->text.find(field), std::string::npos) << field << lines->text;
  }
}

TEST_F(ReflectorTest, WAT_8_AnInternalErrorInItsWindowIsWatchedAgainAtOnce) {
  h.options.internal_error_retry = seconds(10);
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "10"); };
  h.Start();
  const auto boom = [&] {
    Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
    h.Advance(base::Duration{0});
  };
  for (int i = 0; i < 3; ++i) {
    boom();
    h.Advance(seconds(3));
  }
  EXPECT_EQ(h.source->watches().size(), 4u);
  EXPECT_EQ(h.source->lists().size(), 1u);
  h.Advance(seconds(1));
  boom();  // 10 s after the first: the window is over
  h.Advance(seconds(70));
  EXPECT_EQ(h.source->lists().size(), 2u);
  boom();  // more than a minute of quiet: a new window
  EXPECT_EQ(h.source->lists().size(), 2u);
}

TEST(ReflectorWatch, WAT_9_11_EveryEventIsAppliedAndMovesBothVersions) {
  InformerHarness h;
  h.StartWith({}, "10");
  auto recorder = h.Record();
  recorder->Take();
  const struct {
    WatchEventType type;
    std::string object, version;
  } kEvents[] = {{WatchEventType::kAdded, Json({"a", "11"}), "11"},
                 {WatchEventType::kModified, Json({"a", "12"}), "12"},
                 {WatchEventType::kBookmark, BookmarkJson("15"), "15"},
                 {WatchEventType::kDeleted, Json({"a", "16"}), "16"}};
  for (const auto& event : kEvents) {
    h.Send(event.type, event.object);
    EXPECT_EQ(h.informer->state().resource_version, event.version) << "of the store";
    h.Advance(seconds(1));
    h.source->stream()->Close();
    h.Advance(seconds(1));
    EXPECT_EQ(h.source->WatchVersions().back(), event.version) << "of the reflector";
  }
  EXPECT_EQ(recorder->Take(), (Strings{"add default/a@11 watch", "update default/a@12 watch",
                                       "delete default/a@16 watch"}));
}

TEST_F(ReflectorTest, C_WAT_24_TheLogShowsTheStartOfWhatCannotBeRead) {
  h.log = &log;
  StartWith({}, "4");
  Send(WatchEventType::kAdded, Json({"a", "5"}));
  const std::string broken = R"({"metadata":{"name":"b"},"data":{"k":")" + std::string(1000, 'y');
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(h.source->lists().size(), 1u);
    Send(WatchEventType::kAdded, broken);
    h.Advance(seconds(5));
  }
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "5"})) << "the second time a list";
  EXPECT_NE(lines->text.find("undecodable watch event"), std::string::npos);
  EXPECT_NE(lines->text.find(std::string(100, 'y')), std::string::npos) << lines->text;
  EXPECT_EQ(lines->text.find(std::string(201, 'y')), std::string::npos);
}

// There is no watch from "" or "0", so no unordered first events either.
TEST_F(ReflectorTest, WAT_12_RW_1_NoWatchStartsWithoutAVersion) {
  h.source->on_list = [](const kube::ListOptions&) { return Page({Json({"a", "1"})}, ""); };
  h.Start();
  h.Advance(minutes(10));
  EXPECT_TRUE(h.source->watches().empty());
  EXPECT_GE(h.source->lists().size(), 3u);
  EXPECT_LE(h.source->lists().size(), 21u) << "and no loop";
}

TEST_F(ReflectorTest, PG_1_ALimitIsSentAndOnesOwnIsKept) {
  StartWith({}, "10");
  EXPECT_EQ(h.source->lists()[0].limit, 500u);
  ReflectorHarness own;
  own.options.page_size = 7;
  own.source->on_list = [](const kube::ListOptions&) { return Page({}, "10"); };
  own.Start();
  own.source->stream()->Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  own.Advance(seconds(5));
  ASSERT_EQ(own.source->lists().size(), 2u);
  EXPECT_EQ(own.source->lists()[0].limit, 7u);
  EXPECT_EQ(own.source->lists()[1].limit, 7u) << "LST-7: in every list";
}

TEST_F(ReflectorTest, LW_2_PG_2_OnePageIsOneRequest) {
  StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_EQ(h.target->Take(), (Strings{"begin", "item default/a@1", "item default/b@2", "end 10"}));
  // A source that is missing is a mistake in the program, and said so.
  InformerHarness other;
  EXPECT_DEATH(SharedInformer(testing::ConfigMapScope(), nullptr, other.env()), "");
}

TEST_F(ReflectorTest, PG_3_PagesAreOneListWithTheVersionOfTheFirst) {
  h.source->AddList(Page({Json({"a", "1"})}, "10", "A"));
  h.source->AddList(Page({Json({"b", "2"})}, "11", "B"));
  StartWith({Json({"c", "3"})}, "12");
  EXPECT_EQ(h.target->Take(), (Strings{"begin", "item default/a@1", "item default/b@2",
                                       "item default/c@3", "end 10"}));
  const auto lists = h.source->lists();
  ASSERT_EQ(lists.size(), 3u);
  for (size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(lists[i].resource_version, "");
    EXPECT_EQ(lists[i].match, kube::ResourceVersionMatch::kUnset);
    EXPECT_EQ(lists[i].limit, 500u);
  }
  EXPECT_EQ(h.source->WatchVersions(), (Strings{"10"}));
}

TEST_F(ReflectorTest, PG_5_StopBetweenPagesAsksForNoFurtherOne) {
  h.source->AddList(Page({Json({"a", "1"})}, "10", "A"));
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "10", "again"); };
  h.source->AddList([] {
    ListReply hangs = Page({}, "10");
    hangs.hang = true;
    return hangs;
  }());
  h.Start();
  EXPECT_EQ(h.source->lists().size(), 2u);
  h.reflector->Stop();
  h.Advance(minutes(1));
  EXPECT_EQ(h.source->lists().size(), 2u);
}

// The next page is asked for when the last one has been taken in: nothing waits in memory but the
// bytes of one page's budget.
TEST_F(ReflectorTest, PG_6_PagesAreNotFetchedAhead) {
  h.source->on_list = [this](const kube::ListOptions& options) {
    const size_t page = h.source->lists().size();
    EXPECT_EQ(std::count_if(h.target->log.begin(), h.target->log.end(),
                            [](const std::string& line) { return line.starts_with("item"); }),
              static_cast<long>(page - 1))
        << "asked for page " << page << " of " << options.continue_token;
    return Page({Json({"o" + std::to_string(page), "1"})}, "10", page < 20 ? "more" : "");
  };
  h.Start();
  EXPECT_EQ(h.source->lists().size(), 20u);
  EXPECT_EQ(h.target->log.back(), "end 10");
}

TEST_F(ReflectorTest, RW_2_EventsPassAndBookmarksOnlyMoveTheVersion) {
  StartWith({}, "10");
  h.target->Take();
  Send(WatchEventType::kAdded, Json({"a", "11"}));
  Send(WatchEventType::kModified, Json({"a", "12"}));
  Send(WatchEventType::kDeleted, Json({"a", "13"}));
  Send(WatchEventType::kBookmark, BookmarkJson("20"));
  EXPECT_EQ(h.target->Take(), (Strings{"added default/a@11", "modified default/a@12",
                                       "deleted default/a@13", "bookmark 20"}));
  EXPECT_EQ(h.reflector->last_version(), "20");
  EXPECT_TRUE(h.source->watches()[0].allow_bookmarks);
}

TEST_F(ReflectorTest, RW_3_WhatTheServerRefusesAtOpeningIsToldAndAnExpiredVersionIsGivenUp) {
  for (const int code : {401, 403, 410}) {
    ReflectorHarness r;
    const auto status_code = code == 401   ? base::StatusCode::kUnauthenticated
                             : code == 403 ? base::StatusCode::kPermissionDenied
                                           : base::StatusCode::kGone;
    r.source->AddList(Page({}, "10"));
    r.source->AddWatch({false, {}, HttpError(status_code, code, "", "refused")});
    r.source->on_list = [](const kube::ListOptions&) { return Page({}, "20"); };
    r.Start();
    ASSERT_EQ(r.target->errors.size(), 1u) << code;
    EXPECT_EQ(r.target->errors[0].code(), status_code);
    r.Advance(minutes(5));
    EXPECT_EQ(r.source->WatchVersions(), (Strings{"10", "20"})) << code << ": no loop at 10";
    EXPECT_EQ(r.source->ListVersions().back(), code == 410 ? "" : "10") << code;
  }
}

TEST_F(ReflectorTest, RW_4_AStreamErrorsOwnDelayIsHonoured) {
  StartWith({}, "10");
  h.source->on_list = [](const kube::ListOptions&) { return Page({}, "20"); };
  Send(WatchEventType::kError,
       R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"slow",)"
       R"("reason":"Timeout","code":504,"details":{"retryAfterSeconds":25}})");
  h.Advance(seconds(24));
  EXPECT_EQ(h.source->lists().size(), 1u);
  h.Advance(seconds(2));
  EXPECT_EQ(h.source->ListVersions(), (Strings{"0", "10"}));
}

TEST_F(ReflectorTest, RW_5_AnObjectWithoutVersionIsTakenAndTheVersionStays) {
  StartWith({}, "10");
  h.target->Take();
  Send(WatchEventType::kAdded, Json({"a", ""}));
  Send(WatchEventType::kUnknown, BookmarkJson("12"));
  EXPECT_EQ(h.target->Take(), (Strings{"added default/a@", "bookmark 12"})) << "nothing is skipped";
  EXPECT_EQ(h.reflector->last_version(), "12");
  EXPECT_EQ(h.source->open_streams(), 1u);
}

TEST_F(ReflectorTest, RW_6_WatchesKeepApartFromStartToStart) {
  StartWith({}, "10");
  std::vector<base::MonoTime> starts{h.clock.Now()};
  h.source->on_watch = [&](const kube::WatchOptions&) {
    starts.push_back(h.clock.Now());
    return WatchReply{};
  };
  for (const int lives : {0, 100, 400, 90'000}) {
    Send(WatchEventType::kBookmark, BookmarkJson("11"));
    h.Advance(milliseconds(lives));
    h.source->stream()->Close();
    h.Advance(kWatchSpacing);
  }
  ASSERT_EQ(starts.size(), 5u);
  for (size_t i = 1; i < 4; ++i) EXPECT_EQ(starts[i] - starts[i - 1], kWatchSpacing) << i;
  EXPECT_LT(starts[4] - starts[3], seconds(91)) << "after a long one at once";
}

TEST_F(ReflectorTest, RW_7_StopWithEventsThatNobodyReadEndsAtOnce) {
  StartWith({}, "10");
  h.target->Take();
  const auto stream = h.source->stream();
  for (int i = 0; i < 50; ++i) {
    stream->Send(WatchEventType::kAdded, Json({.name = "o" + std::to_string(i),
                                               .version = "11",
                                               .value = std::string(20'000, 'x')}));
  }
  EXPECT_GT(h.executor.queued(), 0u);
  h.reflector->Stop();
  h.Run();
  EXPECT_FALSE(stream->open());
  EXPECT_TRUE(h.target->Take().empty()) << "nothing is told after Stop";
}

// Redelivery belongs to the informer, one period per handler; the reflector has no such timer.
TEST(Redelivery, RST_1_WithoutAPeriodThereIsNoTimer) {
  InformerHarness h;
  auto recorder = h.Record();
  h.StartWith({Json({"a", "1"})}, "10");
  const size_t timers = h.clock.pending_timers();
  auto resyncing = h.Record({.name = "r", .resync = seconds(30)});
  EXPECT_EQ(h.clock.pending_timers(), timers + 1);
  h.registrations.pop_back();
  h.Advance(minutes(1));
  EXPECT_EQ(h.clock.pending_timers(), timers) << "gone with the last who asked";
}

TEST(Redelivery, RST_2_3_ItComesEachPeriodWithoutARequestAndGoesOnOverARelist) {
  InformerHarness h;
  auto recorder = h.Record({.name = "r", .resync = seconds(30)});
  h.StartWith({Json({"a", "1"})}, "10");
  recorder->Take();
  const size_t lists = h.source->lists().size();
  h.Advance(seconds(60));
  EXPECT_EQ(recorder->Take(),
            (Strings{"update default/a@1 redeliver", "update default/a@1 redeliver"}));
  EXPECT_EQ(h.source->lists().size(), lists);
  EXPECT_EQ(h.source->watches().size(), 1u);
  h.Advance(seconds(20));
  h.source->AddList(Page({Json({"a", "1"})}, "12"));
  h.Send(WatchEventType::kError, ErrorJson(500, "InternalError", "boom"));
  h.Advance(seconds(10));
  EXPECT_EQ(h.source->lists().size(), 2u);
  EXPECT_EQ(recorder->Take(), (Strings{"update default/a@1 redeliver"}))
      << "at its own time, not a period after the list";
}

// Nothing in a redelivery can fail, so it never ends a watch.
TEST(Redelivery, RST_4_WAT_17_ItLeavesTheWatchAlone) {
  InformerHarness h;
  auto recorder = h.Record({.name = "r", .resync = seconds(1)});
  h.StartWith({Json({"a", "1"})}, "10");
  const auto stream = h.source->stream();
  h.Advance(minutes(2));
  EXPECT_TRUE(stream->open());
  EXPECT_EQ(h.source->lists().size(), 1u);
  EXPECT_TRUE(h.informer->state().last_error.ok());
}

TEST(ScriptedServerTest, FS_1_NumbersReplaysAndForgets) {
  testing::ScriptedSource source;
  ScriptedServer server(source);
  const uint64_t begin = server.version();
  const uint64_t a = server.Put("a");
  const uint64_t b = server.Put("b");
  const uint64_t deleted = server.Delete("a");
  EXPECT_TRUE(begin < a && a < b && b < deleted);
  const auto from = [&](uint64_t version) {
    return server.Watch({.resource_version = std::to_string(version)}).events;
  };
  EXPECT_EQ(from(begin).size(), 3u);
  EXPECT_EQ(from(a).size(), 2u);
  EXPECT_EQ(from(deleted).size(), 0u);
  EXPECT_EQ(from(a)[1].type, WatchEventType::kDeleted);
  server.DropHistory();
  ASSERT_EQ(from(a).size(), 1u);
  EXPECT_EQ(from(a)[0].type, WatchEventType::kError);
  server.Put("c");
  EXPECT_EQ(from(deleted).size(), 1u);
}

}  // namespace
}  // namespace oarlock::cache
