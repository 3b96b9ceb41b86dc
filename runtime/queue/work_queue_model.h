#pragma once
// The work queue as its header describes it, in the most naive form: one record per key, no index,
// no heap, no counter. work_queue_model_test.cc compares the real one with it after every step.
// Used by tests only, on one thread.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/fake_clock.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

inline constexpr size_t kModelKeys = 24;
inline constexpr base::Duration kModelBackoff = std::chrono::milliseconds(5);
inline constexpr base::Duration kModelBackoffCap = std::chrono::milliseconds(640);

// The key of a number; in the order of keys, numbers come by source, then by name.
inline Key ModelKeyOf(int k) { return {static_cast<uint32_t>(k % 3), 0, "ns", std::to_string(k)}; }

struct ModelKey {
  bool known = false, ready = false, processing = false, dirty = false, held = false;
  bool delayed = false, backoff = false, refresh = false, delayed_refresh = false, idle = false;
  base::MonoTime due{};
  Priority priority = 0, delayed_priority = 0;
  uint32_t failures = 0;
  int64_t rank = 0;
  uint64_t sequence = 0, delay_sequence = 0;
};

struct ModelOptions {
  base::Duration ageing{};
  bool keep_delay = false;
  base::Duration token_every{};  // 0 = no dispatch limit
  int64_t burst = 1;
  size_t keys_max = kModelKeys;
  size_t idle_max = kModelKeys;
};

class Model {
 public:
  Model(base::FakeClock& clock, const ModelOptions& options);

  bool Add(int k, Priority p, bool refresh);
  bool AddAfter(int k, base::Duration delay, Priority p, bool refresh);
  bool AddRateLimited(int k, Priority p, bool refresh);
  void Forget(int k);
  int Get();  // -1 = nothing
  void Done(int k, const Verdict& verdict);
  void ResetBackoff();
  void SetPaused(bool on) { paused = on; }
  void ShutDown();
  void ShutDownNow();
  bool DrainNow(bool with_delayed);  // a drain whose deadline has come
  // Ends every delay that is due now, in order of their time.
  void RunTimers();

  base::MonoTime NextDue() const;
  bool CanTake();
  bool Drained() const { return Count(&ModelKey::ready) + Count(&ModelKey::processing) == 0; }
  ModelKey& At(int k) { return keys[static_cast<size_t>(k)]; }
  size_t Count(bool ModelKey::*field) const {
    return static_cast<size_t>(
        std::count_if(keys.begin(), keys.end(), [&](const auto& e) { return e.*field; }));
  }

  std::array<ModelKey, kModelKeys> keys;
  bool paused = false, closed = false;
  uint64_t adds = 0, gets = 0, done = 0, dropped = 0, retries = 0, refused = 0;

 private:
  ModelKey* Accept(int k, bool& ok);
  void Mark(ModelKey& key, Priority p, bool refresh);
  void Delay(ModelKey& key, base::Duration delay, Priority p, bool refresh, bool backoff);
  void MakeReady(ModelKey& key);
  void Settle(ModelKey& key);
  void DropDelayed();
  base::Duration Backoff(ModelKey& key);
  int64_t Rank(Priority p) const;
  void Refill();
  template <typename Filter, typename Order>
  ModelKey* First(Filter filter, Order order);

  base::FakeClock& clock_;
  ModelOptions options_;
  uint64_t sequence_ = 0;
  base::Duration credit_;  // tokens, as time
  base::MonoTime refilled_;
};

}  // namespace oarlock::queue
