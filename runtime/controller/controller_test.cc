#include "controller/controller.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <set>
#include <thread>

#include "base/fake_clock.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "cache/shared_informer.h"
#include "controller/workers/worker_pool.h"

namespace oarlock::controller {
namespace {

using base::Duration;
using queue::kPriorityLow;
using queue::WorkQueue;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

queue::Key K(std::string_view name) { return {0, 0, "ns", name}; }

// Runs a function and keeps what the tests look at.
class FakeReconciler final : public Reconciler {
 public:
  using Body = std::function<ReconcileResult(const queue::Key&, ReconcileContext&)>;
  explicit FakeReconciler(Body body) : body_(std::move(body)) {}
  ReconcileResult Reconcile(const queue::Key& key, ReconcileContext& context) override {
    ReconcileResult result = body_(key, context);
    ++calls;
    return result;
  }
  std::atomic<int> calls{0};

 private:
  Body body_;
};

// Counts threads; may refuse to start some.
class CountingStarter final : public ThreadStarter {
 public:
  std::unique_ptr<WorkerThread> Start(const std::string& name,
                                      std::function<void()> body) override {
    if (refuse.load() > 0) {
      --refuse;
      return nullptr;
    }
    ++started;
    return plain_.Start(name, [this, body = std::move(body)] {
      body();
      ++ended;
    });
  }
  std::atomic<int> started{0};
  std::atomic<int> ended{0};
  std::atomic<int> refuse{0};

 private:
  StdThreadStarter plain_;
};

class ControllerTest : public testing::Test {
 protected:
  std::unique_ptr<Controller> Make(Reconciler& reconciler, ControllerOptions options = {}) {
    options.name = "c";
    return std::make_unique<Controller>(
        options, queue_, reconciler,
        ControllerEnv{&clock_, &random_, &starter_, &metrics_, nullptr, nullptr, &history_});
  }
  // Real threads on a virtual clock: wait for a condition by yielding, not by time.
  static void Await(const std::function<bool()>& condition, int line = __builtin_LINE()) {
    const auto give_up = std::chrono::steady_clock::now() + seconds(20);
    while (!condition()) {
      ASSERT_LT(std::chrono::steady_clock::now(), give_up) << "line " << line;
      std::this_thread::yield();
    }
  }
  void AwaitIdle() {
    Await([this] {
      const queue::QueueStats stats = queue_->stats();
      return stats.ready + stats.processing == 0;
    });
  }
  double Metric(const std::string& name, const std::string& label = {}) {
    double sum = 0;
    for (const auto& family : metrics_.Collect()) {
      if (family.name != name) continue;
      for (const auto& sample : family.samples) {
        if (label.empty() || sample.labels.back().second == label) sum += sample.value;
      }
    }
    return sum;
  }

  base::FakeClock clock_;
  base::Random random_{1};
  base::MetricRegistry metrics_;
  CountingStarter starter_;
  RunHistory history_;
  std::shared_ptr<WorkQueue> queue_ =
      std::make_shared<WorkQueue>(queue::WorkQueueOptions{.name = "c"}, clock_, &metrics_);
};

TEST_F(ControllerTest, RunsWhatWasQueuedBeforeAndAfterItsStart) {
  queue_->Add(K("a"));
  FakeReconciler reconciler([](const auto&, auto&) { return ReconcileResult::Done(); });
  auto controller = Make(reconciler);
  EXPECT_EQ(reconciler.calls, 0);
  controller->Start();
  queue_->Add(K("b"));
  Await([&] { return reconciler.calls == 2; });
  AwaitIdle();
  EXPECT_TRUE(controller->Stop(base::kNever).ok());
  EXPECT_EQ(starter_.ended, starter_.started);
  EXPECT_EQ(Metric("controller_runtime_reconcile_total", "success"), 2);
  EXPECT_EQ(Metric("controller_runtime_active_workers"), 0);
  EXPECT_EQ(Metric("controller_runtime_max_concurrent_reconciles"), 1);
}

TEST_F(ControllerTest, PQ_12_OneReconcileAtATimeByDefault) {
  std::atomic<int> inside{0}, worst{0};
  FakeReconciler reconciler([&](const auto&, auto&) {
    worst = std::max(worst.load(), ++inside);
    std::this_thread::yield();
    --inside;
    return ReconcileResult::Done();
  });
  auto controller = Make(reconciler);
  controller->Start();
  for (int i = 0; i < 200; ++i) queue_->Add(K(std::to_string(i)));
  Await([&] { return reconciler.calls == 200; });
  EXPECT_EQ(worst, 1);
  EXPECT_EQ(controller->status().max_concurrent, 1u);
  EXPECT_EQ(starter_.started, 1);
  EXPECT_EQ(ControllerOptions{}.reconcile_deadline, minutes(5));
  EXPECT_FALSE(cache::HandlerOptions{}.resync.has_value());  // redelivery: the factory's default
}

TEST_F(ControllerTest, OutcomesBecomeVerdictsOfTheQueue) {
  FakeReconciler reconciler([](const queue::Key& key, ReconcileContext&) {
    if (key.name() == "after") return ReconcileResult::After(minutes(5));
    if (key.name() == "requeue") return ReconcileResult::Requeue();
    if (key.name() == "zero") return ReconcileResult::After(Duration::zero());
    const base::StatusCode code = key.name() == "permanent"  ? base::StatusCode::kInvalidArgument
                                  : key.name() == "conflict" ? base::StatusCode::kConflict
                                                             : base::StatusCode::kUnavailable;
    return ReconcileResult::FromStatus(base::Status(code, "no"));
  });
  auto controller = Make(reconciler);
  controller->Start();
  for (const char* name : {"after", "requeue", "zero", "permanent", "conflict", "transient"}) {
    queue_->Add(K(name));
  }
  Await([&] { return reconciler.calls == 6; });
  AwaitIdle();
  EXPECT_EQ(*queue_->Find(K("after"))->due, clock_.Now() + minutes(5));
  EXPECT_EQ(queue_->NumRequeues(K("after")), 0u);
  EXPECT_FALSE(queue_->Find(K("after"))->backing_off);
  for (const char* name : {"requeue", "zero", "conflict", "transient"}) {
    EXPECT_EQ(*queue_->Find(K(name))->due, clock_.Now() + milliseconds(5)) << name;
    EXPECT_EQ(queue_->NumRequeues(K(name)), 1u) << name;
  }
  EXPECT_TRUE(queue_->Find(K("permanent"))->held);
  EXPECT_EQ(Metric("controller_runtime_reconcile_total", "requeue"), 3);
  EXPECT_EQ(Metric("controller_runtime_reconcile_total", "requeue_after"), 1);
  EXPECT_EQ(Metric("controller_runtime_reconcile_total", "error"), 2);
  EXPECT_EQ(Metric("controller_runtime_reconcile_errors_total"), 2);
  EXPECT_EQ(Metric("controller_runtime_terminal_reconcile_errors_total"), 1);
}

TEST_F(ControllerTest, EveryRunIsWrittenDownForTheHistory) {
  FakeReconciler reconciler([this](const auto&, auto&) {
    clock_.Advance(milliseconds(7));
    ReconcileResult result = ReconcileResult::FromStatus(
        base::Status(base::StatusCode::kUnavailable, std::string(2 * kRunTextMax, 'x')));
    result.reason = "Away";
    return result;
  });
  auto controller = Make(reconciler);
  queue_->Add(K("a"), {0, false, queue::kReasonUpdated});
  clock_.Advance(seconds(3));
  controller->Start();
  Await([&] { return reconciler.calls == 1; });
  AwaitIdle();
  const auto runs = history_.Of(K("a"));
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].reasons, queue::kReasonUpdated);
  EXPECT_EQ(runs[0].waited, seconds(3));
  EXPECT_EQ(runs[0].took, milliseconds(7));
  EXPECT_EQ(runs[0].ended, clock_.Now());
  EXPECT_EQ(runs[0].outcome, Outcome::kErrorTransient);
  EXPECT_EQ(runs[0].reason, "Away");
  EXPECT_EQ(runs[0].message.size(), kRunTextMax);
}

TEST_F(ControllerTest, JitterIsAddedToRequeueAfter) {
  FakeReconciler reconciler(
      [](const auto&, auto&) { return ReconcileResult::After(seconds(60), seconds(30)); });
  auto controller = Make(reconciler);
  controller->Start();
  for (int i = 0; i < 20; ++i) queue_->Add(K(std::to_string(i)));
  Await([&] { return reconciler.calls == 20; });
  AwaitIdle();
  std::set<Duration> delays;
  for (int i = 0; i < 20; ++i) {
    delays.insert(*queue_->Find(K(std::to_string(i)))->due - clock_.Now());
  }
  EXPECT_GE(*delays.begin(), seconds(60));
  EXPECT_LT(*delays.rbegin(), seconds(90));
  EXPECT_GT(delays.size(), 10u);
}

TEST_F(ControllerTest, SuccessForgetsFailuresAndResolvesTheError) {
  std::atomic<bool> broken{true};
  FakeReconciler reconciler([&](const auto&, auto&) {
    if (!broken) return ReconcileResult::Done();
    auto result = ReconcileResult::FromStatus(base::Unavailable("down"));
    result.reason = "Down";
    return result;
  });
  auto controller = Make(reconciler);
  controller->Start();
  queue_->Add(K("a"), {kPriorityLow});
  for (int n = 1; n <= 3; ++n) {
    Await([&] { return reconciler.calls == n; });
    AwaitIdle();
    EXPECT_EQ(queue_->Find(K("a"))->priority, kPriorityLow);  // kept over requeues
    if (n == 3) broken = false;
    // Exactly to the retry: a longer step could run through a later one, too.
    clock_.Advance(*queue_->Find(K("a"))->due - clock_.Now());
  }
  Await([&] { return reconciler.calls == 4; });
  AwaitIdle();
  const ControllerStatus status = controller->status();
  EXPECT_EQ(status.errors, 3u);
  const std::vector<RunRecord> failed = history_.Failed();
  ASSERT_EQ(failed.size(), 3u);
  EXPECT_EQ(failed[2].failures, 2u);
  EXPECT_EQ(failed[2].reason, "Down");
  EXPECT_EQ(failed[2].message, "down");
  EXPECT_FALSE(queue_->Find(K("a")));
}

TEST_F(ControllerTest, WorkersStartOnDemandAndEndAfterIdling) {
  std::atomic<bool> open{false};
  FakeReconciler reconciler([&](const auto&, auto&) {
    Await([&] { return open.load(); });
    return ReconcileResult::Done();
  });
  auto controller = Make(reconciler, {.max_concurrent = 3, .idle_timeout = seconds(30)});
  controller->Start();
  EXPECT_EQ(starter_.started, 0);
  queue_->Add(K("a"));
  Await([&] { return queue_->stats().processing == 1; });
  EXPECT_EQ(controller->status().workers, 1u);
  for (const char* name : {"b", "c", "d", "e"}) queue_->Add(K(name));
  Await([&] { return queue_->stats().processing == 3; });
  EXPECT_EQ(starter_.started, 3);
  EXPECT_EQ(queue_->Len(), 2u);
  open = true;
  Await([&] { return reconciler.calls == 5; });
  Await([&] {
    clock_.Advance(seconds(30));
    return controller->status().workers == 0;
  });
  queue_->Add(K("f"));
  Await([&] { return reconciler.calls == 6; });
  EXPECT_EQ(starter_.started, 4);
}

TEST_F(ControllerTest, ARefusedThreadIsAskedForAgain) {
  FakeReconciler reconciler([](const auto&, auto&) { return ReconcileResult::Done(); });
  auto controller = Make(reconciler);
  starter_.refuse = 2;
  controller->Start();
  queue_->Add(K("a"));
  EXPECT_EQ(controller->status().workers, 0u);
  Await([&] {
    clock_.Advance(kThreadRetryDelay);
    return reconciler.calls == 1;
  });
}

TEST_F(ControllerTest, TheDeadlineCancelsARunWithItsReason) {
  CancelReason seen = CancelReason::kNone;
  std::atomic<bool> entered{false};
  FakeReconciler reconciler([&](const auto&, ReconcileContext& context) {
    if (entered) return ReconcileResult::Done();  // the retry
    EXPECT_EQ(context.deadline(), clock_.Now() + minutes(5));
    entered = true;
    EXPECT_EQ(context.call().deadline, context.deadline());
    Await([&] { return context.call().stop.stop_requested(); });
    seen = context.cancel_reason();
    return ReconcileResult::FromStatus(base::Cancelled("cancelled"));
  });
  auto controller = Make(reconciler);
  controller->Start();
  queue_->Add(K("a"));
  Await([&] { return entered.load(); });
  clock_.Advance(minutes(4));
  EXPECT_EQ(reconciler.calls, 0);
  ASSERT_EQ(controller->status().running.size(), 1u);
  EXPECT_EQ(controller->status().running[0].key, K("a"));
  clock_.Advance(minutes(1));
  Await([&] { return reconciler.calls >= 1; });
  AwaitIdle();
  EXPECT_EQ(seen, CancelReason::kDeadline);
  EXPECT_EQ(Metric("controller_runtime_reconcile_timeouts_total"), 1);
  EXPECT_EQ(Metric("controller_runtime_reconcile_errors_total"), 1);  // it is a failure of the key
}

TEST_F(ControllerTest, DrainWaitsForRunsAndLosesNoKey) {
  std::atomic<bool> open{false};
  FakeReconciler reconciler([&](const auto&, auto&) {
    Await([&] { return open.load(); });
    return ReconcileResult::After(minutes(1));
  });
  auto controller = Make(reconciler);
  controller->Start();
  queue_->Add(K("a"));
  queue_->Add(K("b"));
  Await([&] { return queue_->stats().processing == 1; });
  std::thread opener([&] {
    Await([&] { return queue_->stats().paused; });  // only once the drain has begun
    open = true;
  });
  EXPECT_TRUE(controller->Drain(base::kNever).ok());
  opener.join();
  EXPECT_TRUE(controller->status().running.empty());
  queue_->Add(K("c"));
  EXPECT_EQ(queue_->Len(), 2u);
  EXPECT_EQ(queue_->stats().delayed, 1u);
  EXPECT_EQ(reconciler.calls, 1);
  controller->Resume();
  Await([&] { return reconciler.calls == 3; });
}

TEST_F(ControllerTest, ADrainThatTakesTooLongCancelsAndNamesTheKey) {
  FakeReconciler reconciler([&](const auto&, ReconcileContext& context) {
    Await([&] { return context.cancelled(); });
    EXPECT_EQ(context.cancel_reason(), CancelReason::kDrain);
    return ReconcileResult::FromStatus(base::Cancelled("cancelled"));
  });
  auto controller = Make(reconciler);
  controller->Start();
  queue_->Add(K("slow"));
  Await([&] { return controller->status().running.size() == 1; });
  const base::Status status = controller->Drain(clock_.Now());
  EXPECT_EQ(status.code(), base::StatusCode::kDeadlineExceeded);
  EXPECT_NE(status.message().find("ns/slow"), std::string::npos);
  EXPECT_TRUE(controller->Drain(base::kNever).ok());
  // It was interrupted, not failing: ready at once, no backoff, no error.
  EXPECT_EQ(queue_->Len(), 1u);
  EXPECT_EQ(queue_->NumRequeues(K("slow")), 0u);
  EXPECT_EQ(Metric("controller_runtime_reconcile_errors_total"), 0);
}

TEST_F(ControllerTest, StopReportsARunThatDoesNotEnd) {
  std::atomic<bool> open{false};
  FakeReconciler reconciler([&](const auto&, ReconcileContext& context) {
    Await([&] { return open.load(); });
    EXPECT_EQ(context.cancel_reason(), CancelReason::kLostLeadership);
    return ReconcileResult::Done();
  });
  auto controller = Make(reconciler);
  controller->Start();
  queue_->Add(K("a"));
  Await([&] { return controller->status().running.size() == 1; });
  EXPECT_FALSE(controller->Stop(clock_.Now(), CancelReason::kLostLeadership).ok());
  open = true;
  EXPECT_TRUE(controller->Stop(base::kNever).ok());
  EXPECT_EQ(starter_.ended, 1);
}

TEST_F(ControllerTest, TheQueuePassesToTheNextGenerationWithEverythingInIt) {
  FakeReconciler first([](const auto&, auto&) { return ReconcileResult::After(hours(1)); });
  FakeReconciler second([](const auto&, auto&) { return ReconcileResult::Done(); });
  auto old_generation = Make(first);
  old_generation->Start();
  queue_->Add(K("a"));
  Await([&] { return first.calls == 1; });
  ASSERT_TRUE(old_generation->Drain(base::kNever).ok());
  ASSERT_TRUE(old_generation->Stop(base::kNever).ok());
  queue_->Add(K("b"));
  auto new_generation = Make(second);
  new_generation->Start();
  Await([&] { return second.calls == 1; });
  clock_.Advance(hours(1));
  Await([&] { return second.calls == 2; });
  EXPECT_EQ(first.calls, 1);
  // And back, as a rollback does.
  ASSERT_TRUE(new_generation->Stop(base::kNever).ok());
  queue_->Add(K("c"));
  old_generation->Start();
  Await([&] { return first.calls == 2; });
}

TEST_F(ControllerTest, LoweringTheConcurrencyLosesNoSignal) {
  FakeReconciler reconciler([](const auto&, auto&) { return ReconcileResult::Done(); });
  auto controller = Make(reconciler, {.max_concurrent = 4, .idle_timeout = hours(1)});
  controller->Start();
  int expected = 0;
  for (const uint32_t n : {1U, 4U, 2U, 1U}) {
    controller->SetMaxConcurrent(n);
    for (int i = 0; i < 50; ++i, ++expected) queue_->Add(K(std::to_string(expected)));
    Await([&] { return reconciler.calls == expected; });
    EXPECT_EQ(Metric("controller_runtime_max_concurrent_reconciles"), n);
  }
}

// Its workers are never without a key, and still those that are too many end.
TEST_F(ControllerTest, LoweringTheConcurrencyEndsWorkersThatAlwaysHaveWork) {
  FakeReconciler reconciler([this](const queue::Key& key, auto&) {
    queue_->Add(key);
    return ReconcileResult::Done();
  });
  auto controller = Make(reconciler, {.max_concurrent = 4, .idle_timeout = hours(1)});
  controller->Start();
  for (int i = 0; i < 8; ++i) queue_->Add(K(std::to_string(i)));
  Await([&] { return controller->status().workers == 4; });
  controller->SetMaxConcurrent(1);
  Await([&] { return controller->status().workers == 1; });
  const int calls = reconciler.calls;
  Await([&] { return reconciler.calls > calls + 100; });
}

// What is kept of a run, and cancelled when it is over, must not reach the runs that follow it.
TEST_F(ControllerTest, ARunsCancellationServesAnotherOnlyWhenNobodyHasIt) {
  std::vector<std::shared_ptr<Cancellation>> kept;
  std::vector<std::stop_token> tokens;
  std::vector<const Cancellation*> seen;
  std::atomic<bool> inside{false}, go{false};
  FakeReconciler reconciler([&](const queue::Key& key, ReconcileContext& context) {
    EXPECT_FALSE(context.cancelled());
    seen.push_back(context.cancellation().get());
    if (key.name() == "calls") {
      tokens.push_back(context.call().stop);
    } else if (key.name() == "keeps") {
      kept.push_back(context.cancellation());
      if (kept.size() < 2) return ReconcileResult::Done();
      inside = true;
      while (!go) std::this_thread::yield();
    }
    return ReconcileResult::Done();
  });
  auto controller = Make(reconciler);
  for (const char* name : {"a", "b", "calls", "keeps"}) queue_->Add(K(name));
  controller->Start();
  Await([&] { return reconciler.calls == 4; });
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[1], seen[2]);
  queue_->Add(K("keeps"));
  Await([&] { return inside.load(); });
  EXPECT_NE(seen[3], seen[4]) << "somebody has it";
  for (const auto& cancellation : kept) EXPECT_TRUE(cancellation->Cancel(CancelReason::kDrain));
  go = true;
  AwaitIdle();
  EXPECT_FALSE(tokens[0].stop_requested()) << "of a run long over";
}

// Adders, workers, pauses and hand-overs at once: every key's last add is seen, never two runs of
// one key, nothing runs after Stop.
TEST(ControllerThreads, HandOverUnderLoadKeepsEveryKey) {
  base::RealClock clock;
  base::Random random(1);
  StdThreadStarter starter;
  auto queue = std::make_shared<WorkQueue>(queue::WorkQueueOptions{.name = ""}, clock);
  constexpr size_t kKeys = 10;
  std::array<std::atomic<int>, kKeys> latest{}, seen{}, inside{};
  std::atomic<int> overlaps{0}, alive{0}, foreign{0};
  const auto body = [&](int generation) {
    return [&, generation](const queue::Key& key, ReconcileContext&) {
      const auto k = static_cast<size_t>(std::stoi(std::string(key.name())));
      if (inside[k].exchange(1) != 0) ++overlaps;
      if (alive != generation) ++foreign;
      seen[k] = latest[k].load();
      inside[k] = 0;
      return ReconcileResult::Done();
    };
  };
  std::atomic<bool> done{false};
  std::thread adder([&] {
    for (int v = 1; v <= 20'000; ++v) {
      const auto k = static_cast<size_t>(v) % kKeys;
      latest[k] = v;
      queue->Add(K(std::to_string(k)));
    }
    done = true;
  });
  for (int generation = 1; !done || generation < 20; ++generation) {
    alive = generation;
    FakeReconciler reconciler(body(generation));
    Controller controller({.name = "c", .max_concurrent = 3}, queue, reconciler,
                          {&clock, &random, &starter, nullptr, nullptr});
    controller.Start();
    std::this_thread::yield();
    controller.Pause();
    controller.Resume();
    if (generation % 2 == 0) {
      EXPECT_TRUE(controller.Drain(base::kNever).ok());
    }
    EXPECT_TRUE(controller.Stop(base::kNever).ok());
  }
  adder.join();
  alive = 0;
  FakeReconciler last(body(0));
  Controller controller({.name = "c", .max_concurrent = 3}, queue, last,
                        {&clock, &random, &starter, nullptr, nullptr});
  controller.Start();
  while (queue->stats().ready + queue->stats().processing > 0) std::this_thread::yield();
  EXPECT_TRUE(controller.Stop(base::kNever).ok());
  EXPECT_EQ(overlaps, 0);
  EXPECT_EQ(foreign, 0);
  for (size_t k = 0; k < kKeys; ++k) EXPECT_EQ(seen[k], latest[k]);
}

TEST(Cancellation, ATokenIsToldWhetherItWasMadeBeforeOrAfter) {
  base::RealClock clock;
  for (int round = 0; round < 200; ++round) {
    Cancellation cancellation(clock);
    EXPECT_TRUE(cancellation.unused());
    const std::stop_token before = cancellation.token();
    EXPECT_FALSE(cancellation.unused());
    EXPECT_FALSE(before.stop_requested());
    Cancellation other(clock);
    std::stop_token at_once;
    std::thread asks([&] { at_once = other.token(); });
    cancellation.Cancel(CancelReason::kDrain);
    other.Cancel(CancelReason::kDrain);
    asks.join();
    EXPECT_TRUE(before.stop_requested());
    EXPECT_TRUE(cancellation.token().stop_requested());
    EXPECT_TRUE(at_once.stop_requested());
    EXPECT_FALSE(other.unused());
  }
}

TEST(Cancellation, TheFirstReasonWinsAndWakesWaiters) {
  base::RealClock clock;
  Cancellation cancellation(clock);
  EXPECT_FALSE(cancellation.WaitFor(Duration::zero()));
  std::thread waiter([&] { EXPECT_TRUE(cancellation.WaitFor(Duration::max())); });
  EXPECT_TRUE(cancellation.Cancel(CancelReason::kDrain));
  EXPECT_FALSE(cancellation.Cancel(CancelReason::kShutdown));
  waiter.join();
  EXPECT_EQ(cancellation.reason(), CancelReason::kDrain);
  EXPECT_TRUE(cancellation.token().stop_requested());
}

}  // namespace
}  // namespace oarlock::controller
