// An informer pulled as a stream of events, and waiting until something holds over it.
#include "cache/sync/until.h"

#include <gtest/gtest.h>

#include <thread>

#include "cache/testing/informer_harness.h"

namespace oarlock::cache {
namespace {

using base::StatusCode;
using kube::WatchEventType;
using std::chrono::seconds;
using testing::InformerHarness;
using testing::Json;
using Strings = std::vector<std::string>;

class Stream : public ::testing::Test {
 protected:
  std::unique_ptr<EventStream> Open() {
    auto stream = EventStream::Open(*h.informer, h.clock).value();
    h.Run();
    return stream;
  }
  // What is there now.
  Strings Drain(EventStream& stream) {
    Strings out;
    for (;;) {
      const auto event = stream.Next({.deadline = h.clock.Now()});
      if (!event.ok()) {
        EXPECT_EQ(event.status().code(), StatusCode::kDeadlineExceeded);
        return out;
      }
      out.push_back(std::string(ChangeTypeName((*event).type)) + " " + (*event).object.key() + "@" +
                    std::string((*event).object.resource_version()) +
                    ((*event).stale ? " stale" : ""));
    }
  }
  InformerHarness h;
};

TEST_F(Stream, IW_1_ShowsWhatIsThereThenEachChangeInOrder) {
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  const auto stream = Open();
  EXPECT_FALSE(stream->synced());
  EXPECT_EQ(Drain(*stream), (Strings{"add default/a@1", "add default/b@2"}));
  EXPECT_TRUE(stream->synced());
  h.Send(WatchEventType::kAdded, Json({"c", "11"}));
  h.Send(WatchEventType::kModified, Json({"a", "12"}));
  h.Send(WatchEventType::kDeleted, Json({"b", "13"}));
  EXPECT_EQ(Drain(*stream),
            (Strings{"add default/c@11", "update default/a@12", "delete default/b@13"}));
}

TEST_F(Stream, IW_1_ADeleteThatWasMissedCarriesTheLastKnownObject) {
  h.StartWith({Json({"a", "1"})}, "10");
  const auto stream = Open();
  Drain(*stream);
  h.source->AddList({{}, {}, "20", "", false});
  h.source->stream()->Send(WatchEventType::kError, testing::ErrorJson(410, "Gone", "old"));
  h.Advance(seconds(61));
  EXPECT_EQ(Drain(*stream), Strings{"delete default/a@1 stale"});
}

TEST_F(Stream, IW_1_WhatNobodyPullsIsMergedByKey) {
  h.StartWith({Json({"a", "1"})}, "10");
  const auto stream = Open();
  Drain(*stream);
  for (int i = 0; i < 10'000; ++i) {
    h.Send(WatchEventType::kModified, Json({"n" + std::to_string(i % 20), std::to_string(11 + i)}));
  }
  for (const auto& family : h.metrics.Collect()) {
    if (family.name != "oarlock_informer_handler_pending") continue;
    EXPECT_EQ(family.samples[0].value, 20);
  }
  EXPECT_EQ(Drain(*stream).size(), 20u);
}

TEST_F(Stream, IW_1_EndsWithTheInformerOrWhenClosedWithEventsUnread) {
  h.StartWith({Json({"a", "1"})}, "10");
  auto closed = Open();
  auto open = Open();
  closed->Close();
  EXPECT_EQ(closed->Next().status().code(), StatusCode::kCancelled);
  h.informer->Stop();
  h.Run();
  EXPECT_EQ(open->Next().status().code(), StatusCode::kUnavailable);
  EXPECT_EQ(EventStream::Open(*h.informer, h.clock).status().code(),
            StatusCode::kFailedPrecondition);
}

TEST_F(Stream, IW_1_NextWaitsForAnotherThread) {
  h.StartWith({}, "10");
  const auto stream = Open();
  std::string key;
  std::thread reader([&] { key = stream->Next().value().object.key(); });
  h.Send(WatchEventType::kAdded, Json({"a", "11"}));
  reader.join();
  EXPECT_EQ(key, "default/a");
  std::stop_source stop;
  base::Status status;
  std::thread cancelled([&] {
    NextWait wait;
    wait.stop = stop.get_token();
    status = stream->Next(wait).status();
  });
  stop.request_stop();
  cancelled.join();
  EXPECT_EQ(status.code(), StatusCode::kCancelled);
}

class UntilTest : public Stream {
 protected:
  static Condition Named(std::string name, ChangeType type) {
    return [name = std::move(name), type](const Notification& event) -> base::Result<bool> {
      return event.object.name() == name && event.type == type;
    };
  }
  // Runs Until on a thread of its own while the test goes on.
  void Start(std::vector<Condition> conditions, UntilOptions options = {}) {
    thread = std::thread([this, conditions = std::move(conditions), options] {
      result = Until(*h.informer, h.clock, options, conditions);
      done.store(true);
    });
  }
  // The informer runs here until the wait is over.
  void Finish() {
    while (!done.load()) {
      h.Run();
      std::this_thread::yield();
    }
    thread.join();
    h.Run();
  }
  void WaitFor(const std::atomic<bool>& flag) {
    for (; !flag.load(); std::this_thread::yield()) h.Run();
  }
  // Until the wait has joined the informer.
  void Joined() {
    for (;;) {
      h.Run();
      for (const auto& family : h.metrics.Collect()) {
        if (family.name == "oarlock_informer_handler_pending") return;
      }
      std::this_thread::yield();
    }
  }
  base::Result<std::optional<Notification>> result = base::Internal("not run");
  std::atomic<bool> done{false};
  std::thread thread;
};

TEST_F(UntilTest, UN_1_ConditionsHoldOneAfterTheOtherEachFirstAskedAboutTheLastEvent) {
  h.StartWith({Json({"a", "1"})}, "10");
  int asked = 0;
  std::atomic<bool> saw_a{false};
  const Condition b_comes = [&](const Notification& event) -> base::Result<bool> {
    if (event.object.name() == "a") saw_a.store(true);
    return event.object.name() == "b";
  };
  const Condition same = [&](const Notification& event) -> base::Result<bool> {
    ++asked;
    return event.object.name() == "b";
  };
  Start({b_comes, same, Named("a", ChangeType::kDelete)});
  WaitFor(saw_a);
  h.Send(WatchEventType::kAdded, Json({"b", "11"}));
  h.Send(WatchEventType::kDeleted, Json({"a", "12"}));
  Finish();
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(asked, 1) << "the event that satisfied the one before was enough";
  EXPECT_EQ((*result)->object.resource_version(), "12");
}

TEST_F(UntilTest, UN_1_AnErrorOfAConditionTheDeadlineTheEndAndStoppingAllEndIt) {
  h.StartWith({Json({"a", "1"})}, "10");
  Start({[](const Notification&) -> base::Result<bool> { return base::Internal("boom"); }});
  Finish();
  EXPECT_EQ(result.status().message(), "boom");

  const Condition never = [](const Notification&) -> base::Result<bool> { return false; };
  UntilOptions options;
  options.wait.deadline = h.clock.Now();
  result = Until(*h.informer, h.clock, options, {never});
  EXPECT_EQ(result.status().code(), StatusCode::kDeadlineExceeded);

  std::stop_source stop;
  options.wait.deadline = base::kNever;
  options.wait.stop = stop.get_token();
  done.store(false);
  Start({never}, options);
  stop.request_stop();
  Finish();
  EXPECT_EQ(result.status().code(), StatusCode::kCancelled);

  done.store(false);
  Start({never});
  Joined();
  h.informer->Stop();
  Finish();
  EXPECT_EQ(result.status().code(), StatusCode::kUnavailable);
}

TEST_F(UntilTest, UN_2_APreconditionOnTheSyncedStoreSavesTheWait) {
  UntilOptions options;
  options.precondition = [](const StoreView& store) -> base::Result<bool> {
    return store.Get("default/a") && store.size() == 2;
  };
  const Condition never = [](const Notification&) -> base::Result<bool> { return false; };
  Start({never}, options);
  h.StartWith({Json({"a", "1"}), Json({"b", "2"})}, "10");
  Finish();
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE((*result).has_value());
}

TEST_F(UntilTest, UN_2_WhatHappensAfterThePreconditionWasAskedIsAnEvent) {
  h.StartWith({Json({"a", "1"})}, "10");
  std::atomic<bool> asked{false};
  UntilOptions options;
  options.precondition = [&](const StoreView& store) -> base::Result<bool> {
    const bool gone = !store.Get("default/a");
    asked.store(true);
    return gone;
  };
  Start({Named("a", ChangeType::kDelete)}, options);
  WaitFor(asked);
  h.Send(WatchEventType::kDeleted, Json({"a", "11"}));
  Finish();
  ASSERT_TRUE(result.ok() && (*result).has_value());
  EXPECT_EQ((*result)->object.resource_version(), "11");
}

TEST_F(UntilTest, UN_2_WithoutItWhatIsThereCountsAsAdded) {
  UntilOptions options;
  options.precondition = [](const StoreView&) -> base::Result<bool> { return false; };
  h.StartWith({Json({"a", "1"})}, "10");
  Start({Named("a", ChangeType::kAdd)}, options);
  Finish();
  ASSERT_TRUE(result.ok() && (*result).has_value());
  EXPECT_EQ((*result)->cause, Cause::kInitial);
  // What cannot sync ends with the reason.
  options.precondition = [](const StoreView&) -> base::Result<bool> {
    return base::Internal("bad");
  };
  done.store(false);
  Start({}, options);
  Finish();
  EXPECT_EQ(result.status().message(), "bad");
}

}  // namespace
}  // namespace oarlock::cache
