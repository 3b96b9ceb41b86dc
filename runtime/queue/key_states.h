#pragma once
// KeyStates: the work queue as a state machine: what each operation makes of a key's state. It has
// no lock, thread or timer; every operation is told the time.
//
// Internal to WorkQueue, guarded by its lock. Options are borrowed. Errors: an add is refused
// (false) after Close and past the limit of keys. O(log n) per operation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/indexed_heap.h"
#include "queue/keys/key_table.h"
#include "queue/keys/ready_keys.h"
#include "queue/work_queue.h"

namespace oarlock::queue {

// The time of one operation, read when it is first needed: an add of a ready key needs none, and
// reading it would be half of its cost.
class OperationTime {
 public:
  explicit OperationTime(const base::Clock& clock, std::optional<base::MonoTime> known = {})
      : clock_(clock), time_(known) {}
  base::MonoTime operator()() {
    if (!time_) time_ = clock_.Now();
    return *time_;
  }

 private:
  const base::Clock& clock_;
  std::optional<base::MonoTime> time_;
};

class KeyStates {
 public:
  explicit KeyStates(const WorkQueueOptions& options);

  bool Add(Key&& key, AddOptions options, OperationTime& now);
  // How many were refused.
  size_t Add(std::span<KeyAdd> adds, OperationTime& now);
  bool AddAfter(Key&& key, base::Duration delay, AddOptions options, OperationTime& now);
  bool AddRateLimited(Key&& key, AddOptions options, OperationTime& now);
  void Forget(const Key& key);
  void ResetBackoff(OperationTime& now);
  // Makes every delayed key ready whose time has come.
  void FireDue(OperationTime& now);

  // The next key; something must be ready.
  void Take(Item& item, base::MonoTime now);
  struct RunTimes {
    base::Duration worked{};  // taken to done
    base::Duration age{};     // ready to done
  };
  // False for a key that is not processing. `times` may be null: not wanted.
  bool Done(const Key& key, const Verdict& verdict, OperationTime& now, RunTimes* times);

  void Close() { closed_ = true; }
  void DropDelayed();
  void DropReady();

  bool closed() const { return closed_; }
  size_t ready() const { return ready_.size(); }  // [any]
  bool any_ready() const { return !ready_.empty(); }
  bool any_processing() const { return !processing_.empty(); }
  // Nothing will be ready any more, unless somebody adds.
  bool nothing_to_come() const { return ready_.empty() && dirty_ == 0 && delayed_.empty(); }
  bool drained() const { return ready_.empty() && processing_.empty() && delayed_.empty(); }
  base::MonoTime next_due() const {
    return delayed_.empty() ? base::kNever : delayed_.top().delay().due;
  }
  bool any_delayed() const { return !delayed_.empty(); }
  bool any_woken() const { return woken_ > 0; }
  // How many keys became ready since the last call.
  size_t TakeWoken() { return std::exchange(woken_, 0); }

  QueueStats stats() const;
  std::vector<std::pair<std::string, size_t>> DepthByLabel() const { return ready_.DepthByLabel(); }
  base::Duration HeadWait(base::MonoTime now) const;  // of the key that is next
  // Sum and maximum of the ages of the runs under way, in seconds.
  std::pair<double, double> RunAges(base::MonoTime now) const;
  std::optional<KeyInfo> Find(const Key& key) const;
  std::vector<KeyInfo> Peek(size_t limit) const;

 private:
  struct Accepted {
    bool ok;
    Entry* entry;  // null when refused, or when a held key has nothing to do
  };

  struct Run {
    Entry* entry;
    base::MonoTime since;
    base::MonoTime ready_since;  // when its key became ready
  };

  Accepted Accept(Key&& key, AddOptions& options);
  void PrefetchBehind(const Entry& first) const;
  Entry* FindProcessing(const Key& key) const;
  void Undelay(Entry& entry);
  void Mark(Entry& entry, AddOptions options, OperationTime& now);
  void Merge(Entry& entry, const AddOptions& options, OperationTime& now);
  void PushReady(Entry& entry, OperationTime& now);
  void Delay(Entry& entry, base::Duration delay, AddOptions options, bool backoff,
             OperationTime& now);
  void Apply(Entry& entry, const Verdict& verdict, OperationTime& now);
  base::Duration NextBackoff(Entry& entry);
  void Hold(Entry& entry);
  void EndRun(Entry& entry, OperationTime& now);
  void ResetOne(Entry& entry, OperationTime& now);
  KeyInfo InfoOf(const Entry& entry) const;

  const WorkQueueOptions& options_;
  KeyTable table_;
  ReadyKeys ready_;
  base::IndexedHeap<Entry, DueOrder> delayed_;
  std::vector<Run> processing_;
  uint64_t delay_sequence_ = 0;
  size_t woken_ = 0;
  size_t dirty_ = 0;
  uint64_t adds_ = 0;
  uint64_t gets_ = 0;
  uint64_t done_ = 0;
  uint64_t dropped_ = 0;
  uint64_t retries_ = 0;
  uint64_t refused_ = 0;
  bool closed_ = false;
};

}  // namespace oarlock::queue
