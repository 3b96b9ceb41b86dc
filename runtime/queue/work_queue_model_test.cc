// The work queue against a naive model: random operations, every observable compared after each.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "base/fake_clock.h"
#include "queue/work_queue.h"

namespace oarlock::queue {
namespace {

using base::Duration;
using base::MonoTime;
using std::chrono::milliseconds;

constexpr size_t kModelKeys = 24;

// One key as the header describes it, with no index, heap or counter.
struct ModelKey {
  bool ready = false, processing = false, dirty = false, held = false, backoff = false;
  bool delayed = false, refresh = false, delayed_refresh = false;
  MonoTime due{};
  Priority priority = 0, delayed_priority = 0;
  uint32_t failures = 0;
  int64_t rank = 0;
  uint64_t sequence = 0, delay_sequence = 0;
};

class Model {
 public:
  Model(base::FakeClock& clock, Duration ageing, bool keep_delay)
      : clock_(clock), ageing_(ageing), keep_delay_(keep_delay) {}

  void Add(int k, Priority p, bool refresh) {
    if (At(k).held && refresh) return;
    Mark(At(k), p, refresh);
  }
  void AddAfter(int k, Duration delay, Priority p, bool refresh, bool backoff) {
    ModelKey& key = At(k);
    if (key.held && refresh) return;
    if (backoff) delay = Backoff(key);
    Delay(key, delay, p, refresh, backoff);
  }
  void Forget(int k) { At(k).failures = 0; }

  int Get() {
    if (paused) return -1;
    int best = -1;
    for (size_t k = 0; k < keys.size(); ++k) {
      const ModelKey& key = keys[k];
      if (!key.ready) continue;
      if (best < 0 ||
          std::pair(key.rank, key.sequence) < std::pair(At(best).rank, At(best).sequence)) {
        best = static_cast<int>(k);
      }
    }
    if (best >= 0) {
      At(best).ready = false;
      At(best).processing = true;
    }
    return best;
  }

  void Done(int k, const Verdict& v) {
    ModelKey& key = At(k);
    if (!key.processing) return;
    if (v.forget) key.failures = 0;
    if (v.next == Verdict::Next::kAfter) Delay(key, v.delay, v.priority, false, false);
    if (v.next == Verdict::Next::kRateLimited) Delay(key, Backoff(key), v.priority, false, true);
    if (v.next == Verdict::Next::kHold && !(key.dirty && !key.refresh)) {
      key.dirty = key.delayed = false;
      key.held = true;
    }
    key.processing = false;
    if (std::exchange(key.dirty, false)) MakeReady(key);
  }

  void RunTimers() {  // all delays due now, in order of their due time
    for (;;) {
      ModelKey* first = nullptr;
      for (ModelKey& key : keys) {
        if (key.delayed && key.due <= clock_.Now() &&
            (!first || std::pair(key.due, key.delay_sequence) <
                           std::pair(first->due, first->delay_sequence))) {
          first = &key;
        }
      }
      if (first == nullptr) return;
      first->delayed = false;
      Mark(*first, first->delayed_priority, first->delayed_refresh);
    }
  }

  MonoTime NextDue() const {
    MonoTime next = base::kNever;
    for (const ModelKey& key : keys) {
      if (key.delayed) next = std::min(next, key.due);
    }
    return next;
  }

  ModelKey& At(int k) { return keys[static_cast<size_t>(k)]; }

  template <typename Field>
  size_t Count(Field field) const {
    return static_cast<size_t>(
        std::count_if(keys.begin(), keys.end(), [&](const auto& e) { return e.*field; }));
  }

  std::array<ModelKey, kModelKeys> keys;
  bool paused = false;

 private:
  static Duration Backoff(ModelKey& key) {
    Duration delay = milliseconds(5);
    for (uint32_t i = 0; i < key.failures && delay < milliseconds(640); ++i) delay *= 2;
    ++key.failures;
    return std::min<Duration>(delay, milliseconds(640));
  }
  int64_t Rank(Priority p) const {
    if (ageing_ == Duration::zero()) return -int64_t{p};
    return (clock_.Now().time_since_epoch() - ageing_ * p).count();
  }
  void MakeReady(ModelKey& key) {
    key.ready = true;
    key.rank = Rank(key.priority);
    key.sequence = ++sequence_;
  }
  void Mark(ModelKey& key, Priority p, bool refresh) {
    key.held = false;
    if (key.delayed && !keep_delay_) {
      p = std::max(p, key.delayed_priority);
      refresh = refresh && key.delayed_refresh;
      key.delayed = false;
    }
    if (key.ready || key.dirty) {
      key.refresh = key.refresh && refresh;
      if (p > key.priority) {
        key.priority = p;
        if (key.ready) {
          key.rank = std::min(key.rank, Rank(p));
          key.sequence = ++sequence_;
        }
      }
      return;
    }
    key.priority = p;
    key.refresh = refresh;
    if (key.processing) {
      key.dirty = true;
    } else {
      MakeReady(key);
    }
  }
  void Delay(ModelKey& key, Duration delay, Priority p, bool refresh, bool backoff) {
    if (delay <= Duration::zero() || ((key.ready || key.dirty) && !keep_delay_)) {
      Mark(key, p, refresh);
      return;
    }
    key.held = false;
    const MonoTime due = clock_.Now() + delay;
    if (!key.delayed) {
      key.delayed = true;
      key.delayed_priority = p;
      key.delayed_refresh = refresh;
      key.due = due;
      key.backoff = backoff;
      key.delay_sequence = ++sequence_;
      return;
    }
    key.delayed_priority = std::max(key.delayed_priority, p);
    key.delayed_refresh = key.delayed_refresh && refresh;
    if (due < key.due) {
      key.due = due;
      key.backoff = backoff;
      key.delay_sequence = ++sequence_;
    }
  }

  base::FakeClock& clock_;
  Duration ageing_;
  bool keep_delay_;
  uint64_t sequence_ = 0;
};

class Comparison {
 public:
  Comparison(uint64_t seed, Duration ageing, bool keep_delay)
      : random_(seed),
        queue_({.name = "",
                .retry_delay = ExponentialDelay(milliseconds(5), milliseconds(640)),
                .ageing_per_point = ageing,
                .keep_delay = keep_delay},
               clock_),
        model_(clock_, ageing, keep_delay) {}

  bool Step() {
    const int k = Pick(kModelKeys);
    const auto p = static_cast<Priority>(Pick(5) * 50 - 100);
    const bool refresh = Pick(3) == 0;
    const Duration delay = milliseconds(Pick(400) - 20);
    switch (Pick(12)) {
      case 0:
      case 1:
      case 2:
        queue_.Add(MakeKey(k), {p, refresh});
        model_.Add(k, p, refresh);
        break;
      case 3:
        queue_.AddAfter(MakeKey(k), delay, {p, refresh});
        model_.AddAfter(k, delay, p, refresh, false);
        break;
      case 4:
        queue_.AddRateLimited(MakeKey(k), {p, refresh});
        model_.AddAfter(k, {}, p, refresh, true);
        break;
      case 5:
        queue_.Forget(MakeKey(k));
        model_.Forget(k);
        break;
      case 6:
      case 7:
      case 8:
        if (!StepGet()) return false;
        break;
      case 9:
      case 10: StepDone(p, delay); break;
      default: StepRare();
    }
    return Same(k);
  }

 private:
  static Key MakeKey(int k) { return {static_cast<uint32_t>(k % 3), 0, "ns", std::to_string(k)}; }
  int Pick(size_t n) { return static_cast<int>(random_() % n); }

  bool StepGet() {
    const auto item = queue_.TryGet();
    const int k = model_.Get();
    EXPECT_EQ(item.has_value(), k >= 0);
    if (item.has_value() != (k >= 0)) return false;
    if (!item) return true;
    const ModelKey& key = model_.At(k);
    EXPECT_EQ(item->key, MakeKey(k));
    EXPECT_EQ(item->priority, key.priority);
    EXPECT_EQ(item->refresh, key.refresh);
    EXPECT_EQ(item->failures, key.failures);
    running_.push_back(k);
    return !testing::Test::HasFailure();
  }

  void StepDone(Priority p, Duration delay) {
    if (running_.empty()) return;
    const size_t at = static_cast<size_t>(Pick(running_.size()));
    const int k = running_[at];
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(at));
    const Verdict verdict{static_cast<Verdict::Next>(Pick(4)), Pick(2) == 0, delay, p};
    queue_.Done(MakeKey(k), verdict);
    model_.Done(k, verdict);
  }

  void StepRare() {
    if (Pick(4) == 0) {
      model_.paused = !model_.paused;
      model_.paused ? queue_.Pause() : queue_.Resume();
      return;
    }
    const MonoTime target = clock_.Now() + milliseconds(Pick(300));
    // One due time after the other, so that the model sees the same moments as the queue's timer.
    while (model_.NextDue() <= target) {
      clock_.Advance(std::max(Duration::zero(), Duration(model_.NextDue() - clock_.Now())));
      model_.RunTimers();
    }
    clock_.Advance(target - clock_.Now());
  }

  bool Same(int k) {
    const QueueStats stats = queue_.stats();
    EXPECT_EQ(stats.ready, model_.Count(&ModelKey::ready));
    EXPECT_EQ(stats.processing, model_.Count(&ModelKey::processing));
    EXPECT_EQ(stats.dirty, model_.Count(&ModelKey::dirty));
    EXPECT_EQ(stats.delayed, model_.Count(&ModelKey::delayed));
    EXPECT_EQ(stats.held, model_.Count(&ModelKey::held));
    EXPECT_EQ(stats.adds, stats.gets + stats.ready);
    const ModelKey& key = model_.At(k);
    const KeyInfo info = queue_.Find(MakeKey(k)).value_or(KeyInfo{});
    EXPECT_EQ(info.failures, key.failures);
    EXPECT_EQ(info.due.has_value(), key.delayed);
    if (info.due && key.delayed) {
      EXPECT_EQ(*info.due, key.due);
    }
    EXPECT_EQ(info.backing_off, key.delayed && key.backoff);
    return !testing::Test::HasFailure();
  }

  std::mt19937_64 random_;
  base::FakeClock clock_;
  WorkQueue queue_;
  Model model_;
  std::vector<int> running_;
};

void RunModel(Duration ageing, bool keep_delay) {
  const uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Comparison comparison(seed, ageing, keep_delay);
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(comparison.Step()) << "step " << i;
  }
}

TEST(WorkQueueModel, AgreesWithStrictPriorities) { RunModel(Duration::zero(), false); }
TEST(WorkQueueModel, AgreesWithAgeing) { RunModel(milliseconds(3), false); }
TEST(WorkQueueModel, AgreesWhenDelaysAreKept) { RunModel(Duration::zero(), true); }

}  // namespace
}  // namespace oarlock::queue
