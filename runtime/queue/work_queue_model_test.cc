// The work queue against a naive model: 100 000 random operations per seed, every observable
// compared after each, and no sleeping worker left behind while a key could be taken.
#include "queue/work_queue_model.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <random>
#include <string>

#include "base/fake_clock.h"
#include "queue/work_queue.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using base::MonoTime;
using std::chrono::milliseconds;

constexpr size_t kWorkers = 5;

class Comparison {
 public:
  Comparison(uint64_t seed, const ModelOptions& options) : random_(seed), options_(options) {
    Renew();
  }

  bool Step() {
    if (model_->closed && (model_->Drained() || Pick(300) == 0)) Renew();
    const int k = Pick(kModelKeys);
    const auto p = static_cast<Priority>(Pick(5) * 50 - 100);
    const bool refresh = Pick(3) == 0;
    const Duration delay = milliseconds(Pick(400) - 20);
    const int what = Pick(100);
    if (what < 25) {
      EXPECT_EQ(queue_->Add(ModelKeyOf(k), {p, refresh}), model_->Add(k, p, refresh));
    } else if (what < 33) {
      EXPECT_EQ(queue_->AddAfter(ModelKeyOf(k), delay, {p, refresh}),
                model_->AddAfter(k, delay, p, refresh));
    } else if (what < 40) {
      EXPECT_EQ(queue_->AddRateLimited(ModelKeyOf(k), {p, refresh}),
                model_->AddRateLimited(k, p, refresh));
    } else if (what < 48) {
      queue_->Forget(ModelKeyOf(k));
      model_->Forget(k);
    } else if (what < 70) {
      if (!StepGet()) return false;
    } else if (what < 90) {
      StepDone(p, delay);
    } else if (what < 98) {
      Advance(milliseconds(Pick(300)));
    } else {
      StepRare();
    }
    Advance(Duration::zero());  // timers that are due at once
    return Same(k);
  }

 private:
  int Pick(size_t n) { return static_cast<int>(random_() % n); }

  void Renew() {
    running_.clear();
    queue_.reset();
    EXPECT_EQ(clock_.pending_timers(), 0u);
    WorkQueueOptions options{.name = ""};
    options.retry_delay = ExponentialDelay(kModelBackoff, kModelBackoffCap);
    options.ageing_per_point = options_.ageing;
    options.keep_delay = options_.keep_delay;
    options.keys_max = options_.keys_max;
    options.idle_histories_max = options_.idle_max;
    if (options_.token_every > Duration::zero()) {
      options.dispatch_limit = {1e9 / static_cast<double>(options_.token_every.count()),
                                static_cast<double>(options_.burst)};
    }
    queue_ = std::make_unique<WorkQueue>(std::move(options), clock_);
    model_.emplace(clock_, options_);
    awake_ = 0;
    Attach();
  }

  // Workers as a controller has them: each is busy with a key, awake, or asleep until told.
  void Attach() {
    queue_->SetOnReady(
        [this](size_t n) { awake_ += std::min(n, kWorkers - running_.size() - awake_); });
  }

  bool StepGet() {
    if (awake_ == 0) {
      // Nobody is awake: then nothing may be there to take, or everybody is busy.
      EXPECT_TRUE(running_.size() == kWorkers || !model_->CanTake()) << "a wake-up is lost";
      return !testing::Test::HasFailure();
    }
    --awake_;
    const auto item = queue_->TryGet();
    const int k = model_->Get();
    EXPECT_EQ(item.has_value(), k >= 0);
    if (item.has_value() != (k >= 0)) return false;
    if (item) Run(*item, k);  // or it sleeps
    return !testing::Test::HasFailure();
  }

  void Run(const Item& item, int k) {
    const ModelKey& key = model_->At(k);
    EXPECT_EQ(item.key.ToString(), ModelKeyOf(k).ToString());
    EXPECT_EQ(item.priority, key.priority);
    EXPECT_EQ(item.refresh, key.refresh);
    EXPECT_EQ(item.failures, key.failures);
    EXPECT_EQ(item.taken, clock_.Now());
    running_.push_back(k);
  }

  // The worker goes on with the next key in one step, or sleeps.
  void StepNext(int k, const Verdict& verdict) {
    Item item;
    item.key = ModelKeyOf(k);
    const bool taken = queue_->Next(item, verdict);
    model_->Done(k, verdict);
    const int next = model_->Get();
    EXPECT_EQ(taken, next >= 0);
    if (taken != (next >= 0)) return;
    if (taken) Run(item, next);
  }

  void StepDone(Priority p, Duration delay) {
    if (running_.empty()) return;
    const size_t at = static_cast<size_t>(Pick(running_.size()));
    const int k = running_[at];
    const Verdict verdict{static_cast<Verdict::Next>(Pick(4)), Pick(2) == 0, delay, p};
    const bool goes_on = Pick(2) == 0;
    if (goes_on) ++awake_;  // and so needs no waking
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(at));
    if (goes_on) {
      StepNext(k, verdict);
      --awake_;
      return;
    }
    ++awake_;
    queue_->Done(ModelKeyOf(k), verdict);
    model_->Done(k, verdict);
    if (Pick(4) != 0) return;
    queue_->Done(ModelKeyOf(k), verdict);  // once more is harmless
    model_->Done(k, verdict);
  }

  void StepRare() {
    const int what = Pick(40);
    if (what < 20) {
      model_->SetPaused(!model_->paused);
      model_->paused ? queue_->Pause() : queue_->Resume();
    } else if (what < 30) {
      model_->ResetBackoff();
      queue_->ResetBackoff();
    } else if (what < 36) {
      awake_ = 0;  // a hand-over: new workers
      Attach();
    } else if (what == 36) {
      model_->ShutDown();
      queue_->ShutDown();
    } else if (what == 37) {
      model_->ShutDownNow();
      queue_->ShutDownNow();
    } else {
      const bool with_delayed = what == 38;
      EXPECT_EQ(queue_->ShutDownWithDrain(clock_.Now(), with_delayed),
                model_->DrainNow(with_delayed));
    }
  }

  // One due time after the other, so that the model sees the same moments as the queue's timer.
  void Advance(Duration by) {
    const MonoTime target = clock_.Now() + by;
    while (model_->NextDue() <= target) {
      clock_.Advance(std::max(Duration::zero(), Duration(model_->NextDue() - clock_.Now())));
      model_->RunTimers();
    }
    clock_.Advance(target - clock_.Now());
  }

  bool Same(int k) {
    const QueueStats stats = queue_->stats();
    EXPECT_EQ(stats.ready, model_->Count(&ModelKey::ready));
    EXPECT_EQ(stats.processing, model_->Count(&ModelKey::processing));
    EXPECT_EQ(stats.dirty, model_->Count(&ModelKey::dirty));
    EXPECT_EQ(stats.delayed, model_->Count(&ModelKey::delayed));
    EXPECT_EQ(stats.held, model_->Count(&ModelKey::held));
    EXPECT_EQ(stats.keys, model_->Count(&ModelKey::known));
    EXPECT_EQ(stats.adds, model_->adds);
    EXPECT_EQ(stats.adds, stats.gets + stats.dropped + stats.ready);
    EXPECT_EQ(stats.gets, stats.done + stats.processing);
    EXPECT_EQ(stats.gets, model_->gets);
    EXPECT_EQ(stats.dropped, model_->dropped);
    EXPECT_EQ(stats.retries, model_->retries);
    EXPECT_EQ(stats.refused, model_->refused);
    EXPECT_EQ(stats.paused, model_->paused);
    EXPECT_EQ(stats.shutting_down, model_->closed);
    const ModelKey& key = model_->At(k);
    const auto found = queue_->Find(ModelKeyOf(k));
    EXPECT_EQ(found.has_value(), key.known);
    const KeyInfo info = found.value_or(KeyInfo{});
    EXPECT_EQ(info.failures, key.failures);
    EXPECT_EQ(info.due.has_value(), key.delayed);
    if (info.due && key.delayed) {
      EXPECT_EQ(*info.due, key.due);
    }
    EXPECT_EQ(info.backing_off, key.delayed && key.backoff);
    return !testing::Test::HasFailure();
  }

  std::mt19937_64 random_;
  ModelOptions options_;
  base::FakeClock clock_;
  std::unique_ptr<WorkQueue> queue_;
  std::optional<Model> model_;
  size_t awake_ = 0;
  std::vector<int> running_;
};

struct ModelCase {
  const char* name;
  ModelOptions options;
};

class WorkQueueModel : public testing::TestWithParam<ModelCase> {};

// One seed that is always the same, and one of the day.
TEST_P(WorkQueueModel, INV_9_AgreesAfterEveryOperation) {
  for (const uint64_t seed : {uint64_t{1}, uint64_t{std::random_device{}()}}) {
    RecordProperty("seed", std::to_string(seed));
    SCOPED_TRACE("seed " + std::to_string(seed));
    Comparison comparison(seed, GetParam().options);
    for (int i = 0; i < 100'000; ++i) {
      ASSERT_TRUE(comparison.Step()) << "step " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Options, WorkQueueModel,
    testing::Values(ModelCase{"StrictPriorities", {}},
                    ModelCase{"Ageing", {.ageing = milliseconds(3)}},
                    ModelCase{"KeptDelays", {.ageing = milliseconds(1), .keep_delay = true}},
                    ModelCase{"Tokens", {.token_every = milliseconds(10), .burst = 2}},
                    ModelCase{"Limits",
                              {.ageing = milliseconds(3), .keys_max = 12, .idle_max = 3}}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace oarlock::queue
