#include "tests/reload/reload_world.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace oarlock::reloadtest {

using supervisor::PluginSpec;
using supervisor::PluginStatus;

namespace {

constexpr uint64_t kChangesPerScrape = 10;
constexpr size_t kQueuedMax = 64;

std::string Describe(const PluginStatus& status) {
  std::string out =
      fmt::format("{} {} {}", status.generation, PluginPhaseName(status.phase), status.reason);
  for (const auto& controller : status.controllers) {
    const queue::QueueStats& queue = controller.queue;
    out += fmt::format("; {}: {} workers, {} ready, {} processing, {} delayed, {} held, paused {}",
                       controller.name, controller.workers, queue.ready, queue.processing,
                       queue.delayed, queue.held, queue.paused);
  }
  return out;
}

}  // namespace

ReloadWorld::ReloadWorld() {
  std::vector<std::string> items;
  for (size_t key = 0; key < kKeys; ++key) items.push_back(MapText(key, 10 + key, 0));
  for (auto& seen : probe.seen) seen = -7;  // never read
  host.SetList("configmaps", items, "900");
}

ReloadWorld::~ReloadWorld() {
  loading_ = false;
  if (load_.joinable()) load_.join();
  if (!supervisor) return;
  // Time has to go by while it waits.
  std::atomic<bool> stopped{false};
  std::thread stop([&] {
    supervisor->Stop(host.clock.Now() + std::chrono::hours(1));
    stopped = true;
  });
  EXPECT_TRUE(WaitFor([&] { return stopped.load(); }));
  stop.join();
  EXPECT_FALSE(supervisor->stuck());
  EXPECT_EQ(loader.zombies(), 0u);
}

std::string ReloadWorld::MapText(size_t key, uint64_t version, int64_t value) {
  cache::testing::ObjectText text;
  text.name = fmt::format("k{}", key);
  text.version = fmt::format("{}", version);
  text.value = fmt::format("{}", value);
  return cache::testing::Json(text);
}

std::string ReloadWorld::Library(int build) { return fmt::format("pulse_{}.so", build); }

PluginSpec ReloadWorld::Spec(int build) const {
  PluginSpec spec;
  spec.name = "demo";
  spec.library = Library(build);
  spec.position = spec.config_position = "m.yaml:3:5";
  spec.config_json = fmt::format(R"({{"probe":"{:x}"}})", reinterpret_cast<uintptr_t>(&probe));
  spec.entry_json = fmt::format("{{{}}}", build);
  return spec;
}

void ReloadWorld::Start(std::vector<PluginSpec> plugins) {
  supervisor::Manifest manifest;
  manifest.plugins = std::move(plugins);
  supervisor = std::make_unique<supervisor::Supervisor>(env, manifest);
  supervisor->Start();
  ASSERT_TRUE(WaitFor([&] {
    for (const PluginStatus& status : supervisor->statuses()) {
      if (!status.settled()) return false;
    }
    return true;
  }));
}

void ReloadWorld::Apply(std::vector<PluginSpec> plugins, bool all_or_nothing) {
  supervisor::Manifest manifest;
  manifest.plugins = std::move(plugins);
  manifest.all_or_nothing = all_or_nothing;
  const uint64_t revision = supervisor->Apply(manifest);
  ASSERT_TRUE(WaitFor([&] { return supervisor->Settled(revision); }));
}

PluginStatus ReloadWorld::Status(const std::string& plugin) const {
  for (PluginStatus& status : supervisor->statuses()) {
    if (status.name == plugin) return status;
  }
  return {};
}

bool ReloadWorld::Stepped(supervisor::ReloadStep step, const std::string& plugin) const {
  const auto lines = Status(plugin).reloads;
  return std::any_of(lines.begin(), lines.end(),
                     [step](const supervisor::ReloadLine& line) { return line.step == step; });
}

bool ReloadWorld::WaitFor(const std::function<bool()>& done, base::Duration step) {
  return host.WaitFor(done, step);
}

void ReloadWorld::Send(size_t key, bool may_delete) {
  base::MutexLock lock(mutex_);
  const uint64_t version = ++version_;
  const auto value = static_cast<int64_t>(version);
  const bool is_delete = may_delete && newest_[key] != kGone && version % 5 == 0;
  const bool is_new = newest_[key] == kGone;
  const auto type = is_delete
                        ? kube::WatchEventType::kDeleted
                        : (is_new ? kube::WatchEventType::kAdded : kube::WatchEventType::kModified);
  // A watch that is being opened anew takes nothing: then there was no change.
  if (!host.source("configmaps").stream()->Send(type, MapText(key, version, value))) return;
  newest_[key] = is_delete ? kGone : value;
  ++changes_;
}

cache::InformerLease ReloadWorld::Informer() {
  cache::InformerScope scope;
  scope.resource = {{"", "v1", "configmaps"}, "ConfigMap", true, {}, {}};
  return host.informers().Acquire(scope).value();
}

void ReloadWorld::StartLoad(std::chrono::microseconds pause) {
  ASSERT_TRUE(WaitFor([&] { return host.source("configmaps").stream() != nullptr; }));
  loading_ = true;
  load_ = std::thread([this, pause, informer = Informer()] {
    base::Random random(20261130);
    auto next = std::chrono::steady_clock::now();
    while (loading_) {
      if (informer->state().queued < kQueuedMax) {
        Change(random.Next() % kKeys);
        if (changes_ % kChangesPerScrape == 0) (void)host.metrics.Collect();
      }
      std::this_thread::sleep_until(next += pause);
    }
  });
}

bool ReloadWorld::Settle() {
  loading_ = false;
  if (load_.joinable()) load_.join();
  const bool settled = WaitFor([this] { return Behind().empty(); });
  EXPECT_TRUE(settled) << Behind() << Describe(Status());
  return settled;
}

// The keys whose newest state was not seen, with both.
std::string ReloadWorld::Behind() {
  base::MutexLock lock(mutex_);
  std::string out;
  for (size_t key = 0; key < kKeys; ++key) {
    if (probe.seen[key] == newest_[key]) continue;
    out += fmt::format("k{}: saw {} of {}; ", key, probe.seen[key].load(), newest_[key]);
  }
  return out;
}

}  // namespace oarlock::reloadtest
