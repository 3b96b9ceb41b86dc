// The informer on a real thread pool: handlers, indices and readers come and go under load.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "base/executor.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "cache/sync/event_stream.h"
#include "cache/sync/sync_wait.h"
#include "cache/testing/informer_harness.h"
#include "kube/decode.h"

namespace oarlock::cache {
namespace {

using kube::WatchEventType;
using std::chrono::seconds;
using testing::Json;

// Counts the adds of each key; the registration promises one call at a time.
class Counter final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override {
    EXPECT_FALSE(inside_.exchange(true));
    if (n.type == ChangeType::kAdd) ++adds[n.object.key()];
    inside_.store(false);
  }
  void OnSynced() override { synced.store(true); }
  std::map<std::string, int> adds;  // read after RemoveAndWait only
  std::atomic<bool> synced{false};

 private:
  std::atomic<bool> inside_{false};
};

class Threads : public ::testing::Test {
 protected:
  base::MonoTime Soon() { return clock.Now() + seconds(60); }

  base::RealClock clock;
  base::Random random{7};
  base::MetricRegistry metrics;
  base::ThreadPool handlers{"handlers", 2};
  base::ThreadPool pool{"pool", 2};
  std::shared_ptr<testing::ScriptedSource> source = std::make_shared<testing::ScriptedSource>();
};

// Its first call lasts until the gate is opened; the others of its executor wait behind it.
class Gated final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override {
    base::MutexLock lock(mutex_);
    entered_ = true;
    changed_.NotifyAll();
    while (!open_) changed_.Wait(mutex_);
    ++adds[n.object.key()];
  }
  void OpenOnceEntered() {
    base::MutexLock lock(mutex_);
    while (!entered_) changed_.Wait(mutex_);
    open_ = true;
    changed_.NotifyAll();
  }
  std::map<std::string, int> adds;  // read after RemoveAndWait only

 private:
  base::Mutex mutex_;
  base::CondVar changed_;
  bool entered_ OARLOCK_GUARDED_BY(mutex_) = false;
  bool open_ OARLOCK_GUARDED_BY(mutex_) = false;
};

TEST_F(Threads, C_INF_04_HandlersComeAndGoWhileTheInformerStartsAndWorks) {
  std::vector<std::string> items;
  for (int i = 0; i < 1000; ++i) items.push_back(Json({"n" + std::to_string(i), "1"}));
  source->AddList({{}, items, "10", "", false});
  SharedInformer informer(testing::ConfigMapScope(), source,
                          {&pool, &clock, &random, &metrics, nullptr});
  auto survivor = std::make_shared<Counter>();
  auto inline_survivor = std::make_shared<Counter>();
  auto kept = informer.AddHandler(survivor, {.name = "kept", .executor = &handlers}).value();
  auto kept_inline = informer.AddHandler(inline_survivor, {.name = "inline"}).value();
  // Slower than any: it stands still until all others have come and gone.
  base::ThreadPool own{"slow", 1};
  auto gated = std::make_shared<Gated>();
  auto kept_slow = informer.AddHandler(gated, {.name = "slow", .executor = &own}).value();
  std::thread churn([&] {
    for (int i = 0; i < 50; ++i) {
      auto counter = std::make_shared<Counter>();
      base::Executor* where = i % 2 == 0 ? &handlers : nullptr;
      auto added = informer.AddHandler(counter, {.name = "c", .executor = where}).value();
      if (i % 3 == 0) std::this_thread::yield();
      added.RemoveAndWait();
      for (const auto& [key, count] : counter->adds) EXPECT_EQ(count, 1) << key;
    }
  });
  informer.Start();
  ASSERT_TRUE(informer.WaitForSync({.deadline = Soon()}).ok());
  churn.join();
  EXPECT_FALSE(kept_slow.HasSynced());
  gated->OpenOnceEntered();
  const std::vector<std::shared_ptr<SyncLatch>> all = {kept.sync(), kept_inline.sync(),
                                                       kept_slow.sync()};
  ASSERT_TRUE(WaitForSync(clock, all, {.deadline = Soon()}).status().ok());
  kept_slow.RemoveAndWait();
  EXPECT_EQ(gated->adds.size(), 1000u);
  for (const auto& [key, count] : gated->adds) EXPECT_EQ(count, 1) << key;
  kept.RemoveAndWait();
  kept_inline.RemoveAndWait();
  for (const auto& counter : {survivor, inline_survivor}) {
    EXPECT_EQ(counter->adds.size(), 1000u);
    for (const auto& [key, count] : counter->adds) EXPECT_EQ(count, 1) << key;
  }
  informer.Stop();
  EXPECT_TRUE(informer.WaitStopped(Soon()).ok());
}

TEST_F(Threads, ReadersWritersAndIndicesWorkDuringAStreamOfEvents) {
  source->AddList({{}, {}, "10", "", false});
  SharedInformer informer(testing::ConfigMapScope(), source,
                          {&pool, &clock, &random, &metrics, nullptr});
  informer.Start();
  ASSERT_TRUE(informer.WaitForSync({.deadline = Soon()}).ok());
  while (source->stream() == nullptr) std::this_thread::yield();
  std::atomic<bool> stop{false};
  std::thread reader([&] {
    while (!stop.load()) {
      for (const kube::Object& object : informer.store().ListNamespace("default")) {
        EXPECT_EQ(object.ns(), "default");
      }
      (void)informer.store().Get("default/n1");
      (void)informer.state();
    }
  });
  std::thread indexer([&] {
    while (!stop.load()) {
      auto lease = informer.EnsureIndex("owner", OwnerUidIndex).value();
      (void)informer.store().ByIndex("owner", "x");
    }
  });
  std::thread writer([&] {
    for (int i = 0; !stop.load(); ++i) {
      const auto json = Json({"w" + std::to_string(i % 7), std::to_string(100'000 + i)});
      informer.ApplyWrite(kube::ObjectFromJson(json).value());
    }
  });
  const auto stream = source->stream();
  int version = 10;
  for (int i = 0; i < 2000; ++i) {
    const std::string name = "n" + std::to_string(i % 50);
    stream->Send(i % 5 == 4 ? WatchEventType::kDeleted : WatchEventType::kModified,
                 Json({name, std::to_string(++version)}));
  }
  while (informer.state().resource_version != std::to_string(version)) std::this_thread::yield();
  stop.store(true);
  for (std::thread* thread : {&reader, &indexer, &writer}) thread->join();
  EXPECT_EQ(informer.store().IndexNames(), (std::vector<std::string>{"namespace"}));
  informer.Stop();
  EXPECT_TRUE(informer.WaitStopped(Soon()).ok());
}

// Redeliveries need time, which a real clock has: a second at least. A handler with back-pressure
// and one that pulls are there as well, all while events stream in.
TEST_F(Threads, HandlersOfEveryKindComeAndGoDuringAStreamOfEvents) {
  source->AddList({{}, {}, "10", "", false});
  SharedInformer informer(testing::ConfigMapScope(), source,
                          {&pool, &clock, &random, &metrics, nullptr});
  informer.Start();
  ASSERT_TRUE(informer.WaitForSync({.deadline = Soon()}).ok());
  while (source->stream() == nullptr) std::this_thread::yield();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (const size_t pause_above : {0u, 2u}) {
    threads.emplace_back([&, pause_above] {
      while (!stop.load()) {
        HandlerOptions options;
        options.name = "churn";
        options.executor = &handlers;
        options.resync = seconds(1);
        options.pause_above = pause_above;
        auto registration = informer.AddHandler(std::make_shared<Counter>(), options).value();
        (void)WaitForSync(clock, {registration.sync()}, {.deadline = Soon()});
        (void)informer.state();
        registration.RemoveAndWait();
      }
    });
  }
  threads.emplace_back([&] {
    while (!stop.load()) {
      const auto stream = EventStream::Open(informer, clock).value();
      for (int i = 0; i < 20 && !stop.load(); ++i) {
        (void)stream->Next({.deadline = clock.Now() + std::chrono::milliseconds(20)});
      }
    }
  });
  auto view = std::make_shared<testing::Recorder>();
  auto kept =
      informer.AddHandler(view, {.name = "kept", .executor = &handlers, .resync = seconds(1)})
          .value();
  int version = 10;
  const base::MonoTime end = clock.Now() + std::chrono::milliseconds(2500);
  while (clock.Now() < end) {
    while (informer.state().queued > 500) std::this_thread::yield();  // far below the budget
    ++version;
    const std::string name = "n" + std::to_string(version % 50);
    source->stream()->Send(version % 7 == 4 ? WatchEventType::kDeleted : WatchEventType::kModified,
                           Json({name, std::to_string(version)}));
  }
  stop.store(true);
  for (std::thread& thread : threads) thread.join();
  while (informer.state().resource_version != std::to_string(version)) std::this_thread::yield();
  handlers.Stop();  // after all that waits for it
  kept.RemoveAndWait();
  EXPECT_EQ(view->violations, std::vector<std::string>{});
  EXPECT_EQ(view->view.size(), informer.store().size());
  size_t redelivered = 0;
  for (const Notification& n : view->notifications) redelivered += n.cause == Cause::kRedeliver;
  EXPECT_GT(redelivered, 0u);
  informer.Stop();
  EXPECT_TRUE(informer.WaitStopped(Soon()).ok());
}

TEST_F(Threads, LeasesAreSharedAndReleasedFromManyThreads) {
  InformerFactory factory(
      [](const InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
        auto made = std::make_shared<testing::ScriptedSource>();
        made->on_list = [](const kube::ListOptions&) {
          return testing::ListReply{{}, {Json({"a", "1"})}, "10", "", false};
        };
        return std::shared_ptr<kube::ListerWatcher>(made);
      },
      {&pool, &clock, &random, &metrics, nullptr});
  factory.Start();
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 100; ++i) {
        auto lease = factory.Acquire(testing::ConfigMapScope("n" + std::to_string(i % 3))).value();
        EXPECT_TRUE(lease->WaitForSync({.deadline = Soon()}).ok());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(factory.size(), 0u);
  factory.Stop();
  EXPECT_TRUE(factory.WaitStopped(Soon()).ok());
}

}  // namespace
}  // namespace oarlock::cache
