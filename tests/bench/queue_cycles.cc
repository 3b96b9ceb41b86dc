// bench_queue_cycles: our delta queue and work queue alone, doing what peers/go/go-queue does with
// client-go's: {"event":"micro","name":"queue.delta","per_second":X}, and the same of queue.work.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/real_clock.h"
#include "cache/delta_queue.h"
#include "kube/decode.h"
#include "queue/work_queue.h"
#include "subject.h"

namespace oarlock::bench {
namespace {

constexpr size_t kKeyCount = 100'000;
constexpr size_t kUpdateCount = 1'000'000;
constexpr size_t kBurst = 1000;  // updates that arrive before the consumer takes them
constexpr int kRounds = 5;

using Clock = std::chrono::steady_clock;

std::string PodName(size_t i) { return fmt::format("checkout-frontend-7c9d8f6b54-{:06}", i); }

double PerSecond(Clock::time_point start) {
  const std::chrono::duration<double> took = Clock::now() - start;
  return static_cast<double>(kUpdateCount) / took.count();
}

std::vector<kube::Object> Pods() {
  std::vector<kube::Object> pods;
  for (size_t i = 0; i < kKeyCount; ++i) {
    const std::string json = fmt::format(
        R"({{"apiVersion":"v1","kind":"Pod","metadata":{{"namespace":"shop","name":"{}"}}}})",
        PodName(i));
    auto pod = kube::ObjectFromJson(json);
    if (!pod.ok()) Die(pod.status().ToString());
    pods.push_back(std::move(pod).value());
  }
  return pods;
}

// As an informer uses it by default. Updates come in bursts, all over the keys, and are taken in
// batches.
double DeltaCycles() {
  const std::vector<kube::Object> pods = Pods();
  cache::DeltaQueue queue(cache::DeltaQueue::Mode::kCoalesce);
  std::vector<cache::Delta> batch;
  size_t taken = 0;
  const auto start = Clock::now();
  for (size_t sent = 0; sent < kUpdateCount; sent += kBurst) {
    for (size_t i = sent; i < sent + kBurst; ++i) {
      queue.Push({cache::Delta::Type::kUpsert, pods[i * 7919 % kKeyCount]});
    }
    while (queue.PopBatch(batch)) {
      taken += batch.size();
      batch.clear();
    }
  }
  if (taken != kUpdateCount) Die(fmt::format("{} changes of {}", taken, kUpdateCount));
  return PerSecond(start);
}

// Each key is added, taken and done; kKeyCount/2 others wait all the time. As sources and workers
// use the queue: what a batch of events leads to is added at once, and a worker goes from run to
// run. client-go has calls for one key only.
double WorkCycles() {
  std::vector<queue::Key> keys;
  for (size_t i = 0; i < kKeyCount; ++i) keys.push_back({0, 0, "shop", PodName(i)});
  base::RealClock clock;
  queue::WorkQueue queue({}, clock);
  for (size_t i = 0; i < kKeyCount / 2; ++i) queue.Add(keys[i]);
  std::vector<queue::KeyAdd> burst(kBurst);
  queue::Item item;
  const auto start = Clock::now();
  for (size_t added = 0; added < kUpdateCount; added += kBurst) {
    for (size_t i = 0; i < kBurst; ++i) {
      burst[i].key = keys[(added + i + kKeyCount / 2) % kKeyCount];
    }
    queue.Add(burst);
    for (size_t i = 0; i < kBurst; ++i) {
      if (!queue.Next(item)) Die("no key is ready");
    }
  }
  queue.Done(item.key);
  const double per_second = PerSecond(start);
  const queue::QueueStats stats = queue.stats();
  if (stats.done != kUpdateCount || stats.keys != kKeyCount / 2) Die("keys are lost");
  return per_second;
}

// The best of some rounds: the first ones only warm up.
void Report(std::string_view name, double (*round)()) {
  double best = 0;
  for (int i = 0; i < kRounds; ++i) best = std::max(best, round());
  Say(fmt::format(R"({{"event":"micro","name":"{}","per_second":{:.0f}}})", name, best));
}

}  // namespace
}  // namespace oarlock::bench

int main() {
  oarlock::bench::Say(R"({"event":"started"})");
  oarlock::bench::Report("queue.delta", oarlock::bench::DeltaCycles);
  oarlock::bench::Report("queue.work", oarlock::bench::WorkCycles);
  return 0;
}
