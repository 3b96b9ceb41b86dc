// Many watches on one HTTP/2 connection while one of their readers does not read.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "cache/reflector/reflector_sinks.h"
#include "client/credentials_factory.h"
#include "client/kubeconfig.h"
#include "tests/kube/sync/sync_kube.h"

namespace oarlock::kubetest {
namespace {

using namespace std::chrono_literals;

constexpr int kReaders = 29;
constexpr int kWarmUp = 60;
constexpr int kChanges = 240;
constexpr size_t kObjectBytes = 100'000;

std::string Numbered(int i) {
  std::string value = std::to_string(1000 + i);
  value.resize(kObjectBytes, 'x');
  return value;
}

size_t HeapBytes() { return mallinfo2().uordblks; }

class SlowConsumer : public SyncKube {
 protected:
  void SetUp() override {
    const client::Environment environment = client::Environment::OfProcess();
    const auto kubeconfig =
        client::LoadKubeconfig({server().Kubeconfig(Identity::kAdmin)}, environment);
    const auto config = client::ResolveKubeconfig(*kubeconfig, {});
    ASSERT_TRUE(config.ok()) << config.status().ToString();
    client::CredentialsFactory credentials({clock_, metrics_, log_, environment});
    auto clients = client::RestClientFactory::Create(*config, *credentials.Make(*config), {},
                                                     {clock_, random_, metrics_, log_});
    ASSERT_TRUE(clients.ok()) << clients.status().ToString();
    clients_ = *std::move(clients);
    client_ = clients_->ForIdentity({});
  }

  std::unique_ptr<cache::InformerFactory> Informers(base::Executor& executor) {
    auto factory = std::make_unique<cache::InformerFactory>(
        [this](const cache::InformerScope& scope)
            -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
          return client_->MakeListerWatcher(
              {.resource = scope.resource, .ns = scope.ns, .label_selector = scope.label_selector});
        },
        cache::InformerEnv{&executor, &clock_, &random_, &metrics_, &log_});
    factory->Start();
    return factory;
  }
  // A scope of its own that holds the same objects.
  InformerScope Scope(int reader) {
    return ConfigMaps(ObjectForm::kFull, "reader!=" + std::to_string(reader));
  }
  static std::string Value(const cache::StoreView& store) {
    const auto objects = store.List();
    const auto big = std::find_if(objects.begin(), objects.end(),
                                  [](const kube::Object& o) { return o.name() == "big"; });
    if (big == objects.end()) return {};
    return std::string((*big)["data"]["k"].AsString().substr(0, 4));
  }
  // Of the informer of that scope.
  double Overflows(const InformerScope& scope) {
    const std::pair<std::string, std::string> label{"selector", scope.label_selector};
    for (const base::MetricFamily& family : metrics_.Collect()) {
      if (family.name != "oarlock_informer_watch_overflows_total") continue;
      for (const base::MetricSample& sample : family.samples) {
        const auto& labels = sample.labels;
        if (std::find(labels.begin(), labels.end(), label) != labels.end()) return sample.value;
      }
    }
    return -1;
  }

  void StartInformers() {
    const double before = *server().OpenWatches("configmaps");
    fast_ = Informers(pool_);
    slow_ = Informers(stuck_);
    for (int i = 0; i < kReaders; ++i) readers_.push_back(*fast_->Acquire(Scope(i)));
    blocked_ = *slow_->Acquire(Scope(kReaders));
    ASSERT_TRUE(BlockedGets(0) && ReadersGet(0));
    // Its watch must be open before nobody runs its strand any more.
    ASSERT_TRUE(Eventually(30s, [&] {
      stuck_.RunUntilIdle();
      const auto open = server().OpenWatches("configmaps");
      return open.ok() && *open >= before + kReaders + 1;
    }));
  }
  void StopInformers() {
    slow_->Stop();
    fast_->Stop();
    EXPECT_TRUE(fast_->WaitStopped(clock_.Now() + 10s).ok());
    EXPECT_TRUE(Eventually(10s, [&] {
      stuck_.RunUntilIdle();
      return slow_->WaitStopped(clock_.Now()).ok();
    }));
  }
  bool ReadersGet(int change) {
    const std::string value = Numbered(change).substr(0, 4);
    return std::all_of(readers_.begin(), readers_.end(), [&](const auto& reader) {
      return Eventually(20s, [&] { return Value(reader->store()) == value; });
    });
  }
  // While its strand is run.
  bool BlockedGets(int change) {
    const std::string value = Numbered(change).substr(0, 4);
    return bool(Eventually(30s, [&] {
      stuck_.RunUntilIdle();
      return Value(blocked_->store()) == value;
    }));
  }

  base::RealClock clock_;
  base::Random random_{base::Random::OsSeed()};
  base::MetricRegistry metrics_;
  base::Log log_ = base::Log::Discard();
  base::ThreadPool pool_{"informers", 2};
  base::ManualExecutor stuck_;
  std::unique_ptr<client::RestClientFactory> clients_;
  std::shared_ptr<kube::Client> client_;
  std::unique_ptr<cache::InformerFactory> fast_;
  std::unique_ptr<cache::InformerFactory> slow_;
  std::vector<cache::InformerLease> readers_;
  cache::InformerLease blocked_;
};

TEST_F(SlowConsumer, AWatchThatNobodyReadsStaysInItsBudgetAndStallsNoOther) {
  Create("big", Numbered(0));
  StartInformers();
  // Once with everybody reading, so that what buffers grow to is there before it is measured.
  int change = 0;
  while (change < kWarmUp) Update("big", Numbered(++change));
  ASSERT_TRUE(ReadersGet(change) && BlockedGets(change));
  const double overflows = Overflows(Scope(kReaders));
  const size_t before = HeapBytes();
  size_t most = before;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kChanges; ++i) {
    Update("big", Numbered(++change));
    most = std::max(most, HeapBytes());
  }
  EXPECT_TRUE(ReadersGet(change));
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  const size_t held = std::max(HeapBytes(), before) - before;
  std::printf(
      "%d changes of %zu kB to %d readers in %lld ms; heap now +%.1f MB, at most +%.1f MB\n",
      kChanges, kObjectBytes / 1000, kReaders, static_cast<long long>(took.count()),
      static_cast<double>(held) / 1e6, static_cast<double>(most - before) / 1e6);
  EXPECT_EQ(Value(blocked_->store()), Numbered(kWarmUp).substr(0, 4)) << "nobody read it";
  // The whole would be 24 MB; the readers keep one object each.
  EXPECT_LT(held, cache::kWatchBytesInFlightMax + 6'000'000);

  EXPECT_TRUE(BlockedGets(change)) << "read again, it resumes behind what it had kept";
  EXPECT_GT(Overflows(Scope(kReaders)), overflows);
  EXPECT_EQ(blocked_->state().phase, cache::InformerPhase::kSynced);
  StopInformers();
}

}  // namespace
}  // namespace oarlock::kubetest
