#include "cache/listener.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <stdexcept>
#include <thread>

#include "base/fake_clock.h"
#include "base/log.h"
#include "base/random.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using testing::Json;
using testing::Recorder;

class LogLines final : public base::LogSink {
 public:
  void Write(base::LogLevel, std::string_view line) override { all.emplace_back(line); }
  std::vector<std::string> all;
};

class ListenerTest : public ::testing::Test {
 protected:
  static kube::Object Make(const std::string& version, const std::string& uid = "u") {
    return kube::ObjectFromJson(Json({"a", version, "default", uid})).value();
  }
  void Add(const kube::Object& now) { listener->Push({ChangeType::kAdd, cause, false, {}, now}); }
  void Update(const kube::Object& old, const kube::Object& now) {
    listener->Push({ChangeType::kUpdate, cause, false, old, now});
  }
  void Delete(const kube::Object& old) {
    listener->Push({ChangeType::kDelete, cause, false, old, old});
  }
  std::shared_ptr<Listener> Queued(std::shared_ptr<EventHandler> handler, size_t pause_above = 0) {
    ListenerOptions options;
    options.name = "h";
    options.executor = &executor;
    options.clock = &clock;
    options.log = &log;
    options.metrics = HandlerMetrics(nullptr, {}, "h");
    options.metrics.seconds = std::make_shared<base::Histogram>(std::vector<double>{0.01, 1.0});
    metrics = options.metrics;
    options.pause_above = pause_above;
    options.on_relief = [this] { ++reliefs; };
    return std::make_shared<Listener>(std::move(handler), std::move(options));
  }
  std::shared_ptr<Listener> Inline(std::shared_ptr<EventHandler> handler) {
    return std::make_shared<Listener>(std::move(handler),
                                      ListenerOptions{.name = "i", .clock = &clock, .log = &log});
  }
  std::vector<std::string> Run() {
    executor.RunUntilIdle();
    return recorder->Take();
  }
  using Lines = std::vector<std::string>;

  base::ManualExecutor executor;
  base::FakeClock clock;
  std::shared_ptr<LogLines> lines = std::make_shared<LogLines>();
  base::Log log{base::LogLevel::kInfo, base::LogFormat::kText, lines};
  HandlerMetrics metrics;
  int reliefs = 0;
  std::shared_ptr<Recorder> recorder = std::make_shared<Recorder>();
  std::shared_ptr<Listener> listener = Queued(recorder);
  Cause cause = Cause::kWatch;
  const kube::Object one = Make("1"), two = Make("2"), three = Make("3"), other = Make("4", "v");
};

TEST_F(ListenerTest, MergesWhatWaitsByKey) {
  Add(one);
  Update(one, two);
  EXPECT_EQ(listener->pending(), 1u);
  EXPECT_EQ(Run(), (Lines{"add default/a@2 watch"}));
  Update(two, three);
  Update(three, one);
  EXPECT_EQ(Run(), (Lines{"update default/a@1 watch"}));
  EXPECT_TRUE(recorder->notifications.back().old_object.SameAs(two));
  Update(one, two);
  Delete(two);
  EXPECT_EQ(Run(), (Lines{"delete default/a@2 watch"}));
  EXPECT_TRUE(recorder->notifications.back().old_object.SameAs(one)) << "what it was told last";
  Add(one);
  Delete(one);
  EXPECT_EQ(Run(), Lines{}) << "never known, never told";
  EXPECT_TRUE(recorder->violations.empty());
}

TEST_F(ListenerTest, ARecreationStaysADeleteAndAnAdd) {
  Add(one);
  Run();
  Delete(one);
  Add(other);
  EXPECT_EQ(Run(), (Lines{"delete default/a@1 watch", "add default/a@4 watch"}));
  Delete(other);
  Add(one);
  Delete(one);
  EXPECT_EQ(Run(), (Lines{"delete default/a@4 watch"}));
}

TEST_F(ListenerTest, WhoTakesOverIsToldWhatBecomesOfWhatExists) {
  ListenerOptions options;
  options.name = "next";
  options.executor = &executor;
  options.takes_over = true;
  listener = std::make_shared<Listener>(recorder, std::move(options));
  const auto exists = [this](const kube::Object& object) {
    cause = Cause::kInitial;
    Add(object);
    cause = Cause::kWatch;
  };
  exists(one);
  EXPECT_EQ(Run(), (Lines{"add default/a@1 initial"}));
  exists(one);
  Update(one, two);
  Update(two, three);
  EXPECT_EQ(Run(), (Lines{"update default/a@3 watch"})) << "a change, and not just there";
  exists(one);
  Delete(one);
  EXPECT_EQ(Run(), (Lines{"delete default/a@1 watch"})) << "and not nothing";
  exists(one);
  Delete(one);
  Add(other);
  EXPECT_EQ(Run(), (Lines{"delete default/a@1 watch", "add default/a@4 watch"}));
  Add(other);
  Delete(other);
  EXPECT_EQ(Run(), Lines{}) << "what came and went meanwhile is nobody's business";
}

TEST_F(ListenerTest, ARedeliveryYieldsToWhatWaits) {
  Add(one);
  Run();
  Update(one, two);
  cause = Cause::kRedeliver;
  Update(two, two);
  EXPECT_EQ(Run(), (Lines{"update default/a@2 watch"}));
  Update(two, two);
  cause = Cause::kWatch;
  Update(two, three);
  EXPECT_EQ(Run(), (Lines{"update default/a@3 watch"}));
}

TEST_F(ListenerTest, PL_4_SyncedComesAfterTheInitialOnes) {
  cause = Cause::kInitial;
  Add(one);
  listener->PushSynced();
  cause = Cause::kWatch;
  Update(one, two);
  EXPECT_FALSE(listener->sync()->is_open());
  EXPECT_EQ(Run(), (Lines{"add default/a@2 initial", "synced"}));
  EXPECT_TRUE(listener->sync()->is_open());
}

TEST_F(ListenerTest, INV_6_WhatIsMergedIntoAnInitialOneIsInitial) {
  const kube::Object b = kube::ObjectFromJson(Json({"b", "7"})).value();
  const kube::Object c = kube::ObjectFromJson(Json({"c", "8"})).value();
  Add(one);
  Add(b);
  Add(c);
  Run();
  cause = Cause::kInitial;
  Update(one, two);
  Update(b, b);
  Delete(c);
  listener->PushSynced();
  cause = Cause::kRelist;
  Update(two, three);
  Delete(b);
  Add(c);
  EXPECT_EQ(Run(), (Lines{"update default/a@3 initial", "delete default/b@7 initial",
                          "delete default/c@8 initial", "add default/c@8 initial", "synced"}));
}

TEST_F(ListenerTest, SyncedComesAlsoWhenTheInitialOnesVanished) {
  Add(one);
  listener->PushSynced();
  Delete(one);
  EXPECT_EQ(Run(), (Lines{"synced"}));
}

TEST_F(ListenerTest, SI_7_RemovalDropsWhatWaits) {
  Add(one);
  listener->Remove();
  EXPECT_EQ(listener->pending(), 0u);
  Add(two);
  EXPECT_EQ(Run(), Lines{});
}

TEST_F(ListenerTest, PL_2_ASlowHandlerCostsItsKeysOnly) {
  kube::Object last = one;
  Add(last);
  for (int i = 0; i < 10'000; ++i) {
    const kube::Object next = Make(std::to_string(i + 5));
    Update(last, next);
    last = next;
  }
  EXPECT_EQ(listener->pending(), 1u);
  EXPECT_EQ(listener->pending_high_water(), 1u);
}

// A handler that removes itself from inside its callback must not wait for itself.
class SelfRemover final : public EventHandler {
 public:
  void OnEvent(const Notification&) override {
    ++calls;
    listener->RemoveAndWait();
  }
  Listener* listener = nullptr;
  int calls = 0;
};

TEST_F(ListenerTest, SI_8_RemovalFromInsideTheCallbackDoesNotHang) {
  for (const bool queued : {true, false}) {
    auto remover = std::make_shared<SelfRemover>();
    auto own = queued ? Queued(remover) : Inline(remover);
    remover->listener = own.get();
    own->Push({ChangeType::kAdd, Cause::kWatch, false, {}, one});
    own->Push({ChangeType::kUpdate, Cause::kWatch, false, one, two});
    executor.RunUntilIdle();
    EXPECT_EQ(remover->calls, 1);
  }
}

// Whose Post takes until it is released.
class GateExecutor final : public base::Executor {
 public:
  void Post(base::Task) override {
    entered.Open();
    release.Wait();
    posted = true;
  }
  struct Gate {
    void Open() {
      base::MutexLock lock(mutex);
      open = true;
      changed.NotifyAll();
    }
    void Wait() {
      base::MutexLock lock(mutex);
      while (!open) changed.Wait(mutex);
    }
    base::Mutex mutex;
    base::CondVar changed;
    bool open OARLOCK_GUARDED_BY(mutex) = false;
  };
  Gate entered;
  Gate release;
  std::atomic<bool> posted{false};
};

TEST_F(ListenerTest, SI_8_AfterARemovalNoPushIsStillAtTheExecutor) {
  GateExecutor gate;
  ListenerOptions options;
  options.name = "h";
  options.executor = &gate;
  options.metrics = HandlerMetrics(nullptr, {}, "h");
  listener = std::make_shared<Listener>(recorder, std::move(options));
  std::thread push([&] { Add(one); });
  gate.entered.Wait();
  std::atomic<bool> removed{false};
  std::thread remove([&] {
    listener->RemoveAndWait();
    EXPECT_TRUE(gate.posted) << "the executor could have been gone";
    removed = true;
  });
  // Time for a removal that does not wait to show itself.
  for (int i = 0; i < 10'000 && !removed; ++i) std::this_thread::yield();
  gate.release.Open();
  push.join();
  remove.join();
}

TEST_F(ListenerTest, PL_1_CallsComeInOrderOfThePushes) {
  const kube::Object b = kube::ObjectFromJson(Json({"b", "7"})).value();
  Add(one);
  Add(b);
  Run();
  Update(one, two);
  Update(b, b);
  Update(two, three);  // merged at the place of the first one
  EXPECT_EQ(Run(), (Lines{"update default/a@3 watch", "update default/b@7 watch"}));
}

TEST_F(ListenerTest, PL_3_PushingNeverWaitsForTheHandler) {
  for (int i = 0; i < 3000; ++i) {
    listener->Push({ChangeType::kAdd,
                    Cause::kWatch,
                    false,
                    {},
                    kube::ObjectFromJson(Json({"k" + std::to_string(i), "1"})).value()});
  }
  EXPECT_EQ(recorder->log.size(), 0u) << "nothing has run yet, every push came back";
  EXPECT_EQ(metrics.pending->value(), 3000);
  executor.RunOne();
  EXPECT_EQ(recorder->log.size(), kListenerBatch) << "and the executor is shared fairly";
  EXPECT_EQ(Run().size(), 3000u);
  EXPECT_EQ(metrics.pending->value(), 0);
  EXPECT_EQ(metrics.high_water->value(), 3000);
}

// Throws at every object named "bad", and at the end of the initial ones.
class Thrower final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override {
    if (n.object.name() == "bad") throw std::runtime_error("bad object");
    ++handled;
  }
  void OnSynced() override { throw 7; }
  int handled = 0;
};

TEST_F(ListenerTest, PL_6_SI_19_AHandlerThatThrowsIsCountedLoggedAndStillSyncs) {
  auto thrower = std::make_shared<Thrower>();
  listener = Queued(thrower);
  cause = Cause::kInitial;
  const kube::Object bad = kube::ObjectFromJson(Json({"bad", "1"})).value();
  Add(bad);
  Add(one);
  listener->PushSynced();
  executor.RunUntilIdle();
  EXPECT_EQ(thrower->handled, 1) << "the next one follows at once";
  EXPECT_TRUE(listener->sync()->is_open());
  EXPECT_EQ(metrics.failures->value(), 2u);
  ASSERT_EQ(lines->all.size(), 2u);
  EXPECT_NE(lines->all[0].find("handler threw handler=h error=\"bad object\" failures=1"),
            std::string::npos)
      << lines->all[0];
  for (int i = 0; i < 30; ++i) {
    Update(bad, bad);
    executor.RunUntilIdle();
  }
  EXPECT_EQ(metrics.failures->value(), 32u);
  EXPECT_EQ(lines->all.size(), 6u) << "said at 1, 2, 4, 8, 16 and 32";
}

TEST_F(ListenerTest, PL_6_AnInlineHandlerThatThrowsLeavesTheOthersAlone) {
  auto thrower = std::make_shared<Thrower>();
  auto own = Inline(thrower);
  own->Push({ChangeType::kAdd,
             Cause::kWatch,
             false,
             {},
             kube::ObjectFromJson(Json({"bad", "1"})).value()});
  own->PushSynced();
  EXPECT_TRUE(own->sync()->is_open());
  own->Push({ChangeType::kAdd, Cause::kWatch, false, {}, one});
  EXPECT_EQ(thrower->handled, 1);
}

class SlowHandler final : public EventHandler {
 public:
  explicit SlowHandler(base::FakeClock& clock) : clock_(clock) {}
  void OnEvent(const Notification&) override { clock_.Advance(takes); }
  base::Duration takes = std::chrono::milliseconds(150);

 private:
  base::FakeClock& clock_;
};

TEST_F(ListenerTest, PL_2_ASlowHandlerIsTimedAndNamedOnceWhileMuchWaits) {
  auto slow = std::make_shared<SlowHandler>(clock);
  listener = Queued(slow);
  const auto flood = [&](size_t keys) {
    for (size_t i = 0; i < keys; ++i) {
      const auto json = Json({"k" + std::to_string(i), "1"});
      Add(kube::ObjectFromJson(json).value());
    }
    executor.RunUntilIdle();
  };
  flood(1000);
  EXPECT_EQ(lines->all, Lines{}) << "not much waits";
  EXPECT_EQ(metrics.seconds->counts(), (std::vector<uint64_t>{0, 1000, 0}));
  flood(2000);
  ASSERT_EQ(lines->all.size(), 1u) << "once, until it has caught up";
  EXPECT_NE(lines->all[0].find("slow handler handler=h milliseconds=150 pending=1936"),
            std::string::npos)
      << lines->all[0];
  flood(2000);
  EXPECT_EQ(lines->all.size(), 2u);
  slow->takes = std::chrono::milliseconds(100);
  flood(2000);
  EXPECT_EQ(lines->all.size(), 2u);
}

TEST_F(ListenerTest, BackPressureBeginsAboveTheMarkAndEndsAtHalf) {
  listener = Queued(recorder, 100);
  for (int i = 0; i < 100; ++i)
    Add(kube::ObjectFromJson(Json({"k" + std::to_string(i), "1"})).value());
  EXPECT_FALSE(listener->holds_back());
  Add(one);
  EXPECT_TRUE(listener->holds_back());
  executor.RunOne();
  EXPECT_EQ(listener->pending(), 37u);
  EXPECT_FALSE(listener->holds_back());
  EXPECT_EQ(reliefs, 1);
  executor.RunUntilIdle();
  EXPECT_EQ(reliefs, 1);
  for (int i = 0; i < 170; ++i)
    Add(kube::ObjectFromJson(Json({"j" + std::to_string(i), "1"})).value());
  executor.RunOne();
  EXPECT_TRUE(listener->holds_back()) << "106 wait";
  listener->Remove();
  EXPECT_FALSE(listener->holds_back());
}

TEST_F(ListenerTest, PL_5_WhoWaitsForARemovedHandlerIsToldSo) {
  const SyncReport report = [&] {
    listener->Remove();
    return WaitForSync(clock, {listener->sync()}, {});
  }();
  EXPECT_EQ(report.status().code(), base::StatusCode::kCancelled);
  EXPECT_EQ(report.status().message(), "not synced: 1 of 1: handler h (the handler was removed)");
}

TEST_F(ListenerTest, PL_7_AHandlerIsNamedAfterItsClass) {
  EXPECT_EQ(recorder->Name(), "Recorder");
  EXPECT_EQ(Thrower().Name(), "Thrower");
}

// Against a naive model that keeps every notification: whatever is merged, the handler's words are
// valid (the recorder checks each), no delete is missed and the replayed view ends as the truth.
class ListenerModel {
 public:
  explicit ListenerModel(uint64_t seed) : random_(seed) {
    ListenerOptions options;
    options.executor = &executor_;
    listener_ = std::make_shared<Listener>(recorder_, std::move(options));
  }

  void Step() {
    const std::string name = "k" + std::to_string(random_.Next() % 40);
    kube::Object& known = truth_["default/" + name];
    const kube::Object old = known;
    const std::string version = std::to_string(++version_);
    const uint64_t dice = random_.Next() % 16;
    if (!old) {
      known = Make(name, version, version);
      Push({ChangeType::kAdd, Cause::kWatch, false, {}, known});
    } else if (dice < 4) {
      // The final state may be newer than what was told.
      const kube::Object last = dice == 0 ? Make(name, version, old.uid()) : old;
      known = {};
      Push({ChangeType::kDelete, Cause::kWatch, dice == 1, old, last});
    } else if (dice < 6) {
      known = Make(name, version, version);
      Push({ChangeType::kDelete, Cause::kRelist, true, old, old});
      Push({ChangeType::kAdd, Cause::kRelist, false, {}, known});
    } else if (dice < 8) {
      Push({ChangeType::kUpdate, Cause::kRedeliver, false, old, old});
    } else {
      known = Make(name, version, old.uid());
      Push({ChangeType::kUpdate, Cause::kWatch, false, old, known});
    }
    if (random_.Next() % 30 == 0) executor_.RunOne();
    if (random_.Next() % 500 == 0) Check();
  }

  void Check() {
    executor_.RunUntilIdle();
    ASSERT_EQ(recorder_->violations, std::vector<std::string>{});
    size_t there = 0;
    for (const auto& [key, object] : truth_) {
      const auto seen = recorder_->view.find(key);
      ASSERT_EQ(seen != recorder_->view.end(), static_cast<bool>(object)) << key;
      if (!object) continue;
      ++there;
      ASSERT_TRUE(seen->second.SameAs(object)) << key;
    }
    ASSERT_EQ(recorder_->view.size(), there);
    ASSERT_EQ(listener_->pending(), 0u);
    // Every uid that was told of and is gone was told so, once.
    std::map<std::string, int> alive;
    for (const Notification& n : recorder_->notifications) {
      const std::string uid(n.object.uid());
      if (n.type == ChangeType::kAdd) ++alive[uid];
      if (n.type == ChangeType::kDelete) --alive[uid];
    }
    for (const auto& [key, object] : truth_) {
      if (object) --alive[std::string(object.uid())];
    }
    for (const auto& [uid, count] : alive) ASSERT_EQ(count, 0) << uid;
    recorder_->log.clear();
    recorder_->notifications.clear();
    for (const auto& [key, object] : truth_) {
      if (object) recorder_->notifications.push_back({ChangeType::kAdd, {}, false, {}, object});
    }
  }
  size_t high_water() const { return listener_->pending_high_water(); }

 private:
  static kube::Object Make(const std::string& name, const std::string& version,
                           std::string_view uid) {
    return kube::ObjectFromJson(Json({name, version, "default", std::string(uid)})).value();
  }
  void Push(const Notification& n) { listener_->Push(n); }

  base::Random random_;
  base::ManualExecutor executor_;
  std::shared_ptr<Recorder> recorder_ = std::make_shared<Recorder>();
  std::shared_ptr<Listener> listener_;
  std::map<std::string, kube::Object> truth_;
  uint64_t version_ = 0;
};

TEST(ListenerModelTest, EqualsANaiveModelOverAHundredThousandRandomOperations) {
  const uint64_t seed = base::Random::OsSeed();
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  SCOPED_TRACE("seed " + std::to_string(seed));
  ListenerModel model(seed);
  for (int step = 0; step < 100'000 && !::testing::Test::HasFatalFailure(); ++step) model.Step();
  model.Check();
  EXPECT_LE(model.high_water(), 40u) << "an entry for each key at most";
}

// "( a b )": what came together, with the begin and the end of it.
class BatchLog final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override {
    text += std::string(n.object.resource_version()) + " ";
    if (n.object.resource_version() == throw_at) throw std::runtime_error("no");
  }
  void OnBatchBegin() override { text += "( "; }
  void OnBatchEnd() override { text += ") "; }
  void OnSynced() override { text += "synced "; }
  std::string Take() { return std::exchange(text, {}); }

  std::string text;
  std::string throw_at;
};

TEST_F(ListenerTest, WhatIsPushedTogetherIsOneBatchForTheHandler) {
  auto heard = std::make_shared<BatchLog>();
  const std::vector<Notification> batch = {
      {ChangeType::kAdd, Cause::kWatch, false, {}, Make("1")},
      {ChangeType::kUpdate, Cause::kWatch, false, Make("1"), Make("2")},
      {ChangeType::kDelete, Cause::kWatch, false, Make("2"), Make("3")}};
  listener = Inline(heard);
  listener->Push(batch);
  listener->PushSynced();
  EXPECT_EQ(heard->Take(), "( 1 2 3 ) synced ");
  heard->throw_at = "2";
  listener->Push(batch);
  EXPECT_EQ(heard->Take(), "( 1 2 3 ) ")
      << "one that throws neither ends the batch nor leaves it open";
  listener->Push(std::span<const Notification>());
  EXPECT_EQ(heard->Take(), "");
}

TEST_F(ListenerTest, AQueuedHandlerHearsATurnAsABatch) {
  auto heard = std::make_shared<BatchLog>();
  listener = Queued(heard);
  const std::vector<Notification> batch = {
      {ChangeType::kAdd, Cause::kWatch, false, {}, Make("1")},
      {ChangeType::kUpdate, Cause::kWatch, false, Make("1"), Make("2")}};
  listener->Push(batch);
  EXPECT_EQ(listener->pending(), 1u) << "one key";
  executor.RunUntilIdle();
  EXPECT_EQ(heard->Take(), "( 2 ) ");
}

}  // namespace
}  // namespace oarlock::cache
