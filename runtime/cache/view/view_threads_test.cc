// Views on a real thread pool: users, handlers and indices come and go while informers are brought
// together and taken apart under load. For ThreadSanitizer above all.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <thread>

#include "base/executor.h"
#include "base/random.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "cache/lister.h"
#include "cache/testing/informer_harness.h"
#include "cache/testing/scripted_cluster.h"

namespace oarlock::cache {
namespace {

using std::chrono::seconds;

// Replays what it is told; one call at a time, whichever strand calls.
class Replay final : public EventHandler {
 public:
  void OnEvent(const Notification& n) override {
    base::MutexLock lock(mutex_);
    const bool has = view_.contains(n.object.key());
    if ((n.type == ChangeType::kAdd) == has) ++faults_;
    if (n.type == ChangeType::kDelete) {
      view_.erase(n.object.key());
    } else {
      view_[n.object.key()] = n.object;
    }
  }
  std::string Text() const {
    base::MutexLock lock(mutex_);
    std::string out;
    for (const auto& [key, object] : view_) {
      out += (out.empty() ? "" : " ") + key + "@" + std::string(object.resource_version());
    }
    return out;
  }
  int faults() const {
    base::MutexLock lock(mutex_);
    return faults_;
  }

 private:
  mutable base::Mutex mutex_;
  std::map<std::string, kube::Object> view_ OARLOCK_GUARDED_BY(mutex_);
  int faults_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

class ViewThreads : public ::testing::Test {
 protected:
  base::MonoTime Soon() { return clock.Now() + seconds(60); }

  InformerRequest Narrow(uint64_t i) {
    InformerRequest request =
        testing::ConfigMapRequest({"v1"}, i % 2 == 0 ? "n" + std::to_string(i % 3) : "");
    if (i % 3 == 0) request.scope.label_selector = "app=x";
    if (i % 5 == 0) request.scope.form = ObjectForm::kMetadataOnly;
    return request;
  }

  base::RealClock clock;
  base::Random random{7};
  base::MetricRegistry metrics;
  base::ThreadPool handlers{"handlers", 2};
  base::ThreadPool pool{"pool", 2};
  testing::ScriptedCluster cluster;
};

TEST_F(ViewThreads, SI_20_UsersHandlersAndIndicesComeAndGoUnderLoad) {
  InformerFactory factory(cluster.maker(), {&pool, &clock, &random, &metrics, nullptr});
  const auto kept = factory.Acquire(testing::ConfigMapRequest({"v1"}, "n1")).value();
  auto inline_replay = std::make_shared<Replay>();
  auto queued_replay = std::make_shared<Replay>();
  auto inline_handler = kept->AddHandler(inline_replay, {.name = "inline"}).value();
  auto queued_handler =
      kept->AddHandler(queued_replay, {.name = "queued", .executor = &handlers}).value();
  std::atomic<bool> stop{false};
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (uint64_t i = t; i < 60; ++i) {
        auto lease = factory.Acquire(Narrow(i)).value();
        auto replay = std::make_shared<Replay>();
        auto handler = lease->AddHandler(replay, {.name = "c"}).value();
        auto index = lease->EnsureIndex("owner", OwnerUidIndex).value();
        if (i % 4 == 0) {
          EXPECT_TRUE(lease->WaitForSync({.deadline = Soon()}).ok());
        }
        if (i % 2 == 0) lease.Release();
        handler.RemoveAndWait();
        EXPECT_EQ(replay->faults(), 0);
      }
    });
  }
  factory.Start();  // while users and handlers come
  std::thread reader([&] {
    const Lister lister({"", "v1", "configmaps"}, {kept->reader()});
    while (!stop.load()) {
      for (const kube::Object& object : lister.List()) EXPECT_EQ(object.ns(), "n1");
      (void)kept->AddIndex("name", ControllerUidIndex);
      (void)kept->store().IndexKeys("name", "x");
      (void)kept->RemoveIndex("name");
      (void)kept->state();
      (void)factory.Summaries();
    }
  });
  base::Random changes(11);
  for (int i = 0; i < 1500; ++i) cluster.Change(changes);
  for (std::thread& thread : threads) thread.join();
  stop.store(true);
  reader.join();
  // What a watch that was just opening may have missed, a new list brings.
  const std::string wanted = cluster.Content(kept->scope());
  const auto done = [&] {
    return inline_replay->Text() == wanted && queued_replay->Text() == wanted;
  };
  for (base::MonoTime next = clock.Now(); !done(); std::this_thread::yield()) {
    if (clock.Now() < next) continue;
    cluster.CloseWatches(true);
    next = clock.Now() + seconds(5);
  }
  EXPECT_EQ(inline_replay->faults() + queued_replay->faults(), 0);
  inline_handler.RemoveAndWait();
  queued_handler.RemoveAndWait();
  factory.Stop();
  EXPECT_TRUE(factory.WaitStopped(Soon()).ok());
}

}  // namespace
}  // namespace oarlock::cache
