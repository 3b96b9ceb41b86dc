#include "queue/key_states.h"

#include <algorithm>
#include <utility>

namespace oarlock::queue {

using base::Duration;
using base::MonoTime;

namespace {

// A delay past this never fires in practice; the cut keeps the arithmetic from overflowing.
constexpr Duration kLongestDelay = std::chrono::hours(24 * 365 * 10);

constexpr size_t kAddsAhead = 8;  // of a batch: as far as memory is slower than an add

Priority Cut(Priority priority) { return std::clamp(priority, -kPriorityMax, kPriorityMax); }

}  // namespace

KeyStates::KeyStates(const WorkQueueOptions& options)
    : options_(options),
      table_(options.keys_max, options.idle_histories_max),
      ready_(std::clamp<Duration>(options.ageing_per_point, Duration::zero(), kAgeingMax)) {}

bool KeyStates::Add(Key&& key, AddOptions options, OperationTime& now) {
  const Accepted accepted = Accept(std::move(key), options);
  if (accepted.entry != nullptr) Mark(*accepted.entry, options, now);
  return accepted.ok;
}

size_t KeyStates::Add(std::span<KeyAdd> adds, OperationTime& now) {
  size_t refused = 0;
  for (size_t i = 0; i < adds.size(); ++i) {
    if (i + kAddsAhead < adds.size()) table_.Prefetch(adds[i + kAddsAhead].key.hash());
    if (!Add(std::move(adds[i].key), adds[i].options, now)) ++refused;
  }
  return refused;
}

bool KeyStates::AddAfter(Key&& key, Duration delay, AddOptions options, OperationTime& now) {
  const Accepted accepted = Accept(std::move(key), options);
  if (accepted.entry != nullptr) Delay(*accepted.entry, delay, options, false, now);
  return accepted.ok;
}

bool KeyStates::AddRateLimited(Key&& key, AddOptions options, OperationTime& now) {
  const Accepted accepted = Accept(std::move(key), options);
  if (Entry* const entry = accepted.entry; entry != nullptr) {
    Delay(*entry, NextBackoff(*entry), options, true, now);
  }
  return accepted.ok;
}

KeyStates::Accepted KeyStates::Accept(Key&& key, AddOptions& options) {
  options.priority = Cut(options.priority);
  if (closed_) return {false, nullptr};
  Entry* const entry = table_.FindOrInsert(std::move(key));
  if (entry == nullptr) {
    ++refused_;
    return {false, nullptr};
  }
  return {true, entry->held && options.refresh ? nullptr : entry};
}

// Makes the key due now, and by default ends its delay.
void KeyStates::Mark(Entry& entry, AddOptions options, OperationTime& now) {
  table_.Activate(entry);
  if (entry.delayed && !options_.keep_delay) {
    options.priority = std::max(options.priority, entry.delay().priority);
    options.refresh = options.refresh && entry.delayed_refresh;
    Undelay(entry);
  }
  if (entry.ready() || entry.dirty) {
    Merge(entry, options, now);
    return;
  }
  entry.priority = options.priority;
  entry.refresh = options.refresh;
  entry.reasons = options.reasons;
  entry.ready_since = now();
  if (entry.processing()) {
    entry.dirty = true;
    ++dirty_;
  } else {
    PushReady(entry, now);
  }
}

void KeyStates::Merge(Entry& entry, const AddOptions& options, OperationTime& now) {
  entry.refresh = entry.refresh && options.refresh;
  entry.reasons |= options.reasons;
  if (options.priority <= entry.priority) return;
  if (entry.ready()) {
    ready_.Raise(entry, options.priority, now());
  } else {
    entry.priority = options.priority;
  }
}

void KeyStates::PushReady(Entry& entry, OperationTime& now) {
  ready_.Push(entry, now());
  ++adds_;
  ++woken_;
}

Duration KeyStates::NextBackoff(Entry& entry) {
  const Duration delay = options_.retry_delay(entry.failures);
  if (entry.failures < UINT32_MAX) ++entry.failures;
  return delay;
}

void KeyStates::Delay(Entry& entry, Duration delay, AddOptions options, bool backoff,
                      OperationTime& now) {
  ++retries_;
  const bool due_now = entry.ready() || entry.dirty;
  if (delay <= Duration::zero() || (due_now && !options_.keep_delay)) {
    if (delay > Duration::zero()) options.reasons = 0;  // the time that it does not wait for
    Mark(entry, options, now);
    return;
  }
  table_.Activate(entry);
  EntryDelay& delayed = entry.delay();
  const MonoTime due = now() + std::min(delay, kLongestDelay);
  if (entry.delayed) {
    options.priority = std::max(delayed.priority, options.priority);
    options.refresh = entry.delayed_refresh && options.refresh;
  }
  delayed.priority = options.priority;
  entry.delayed_refresh = options.refresh;
  if (entry.delayed && due >= delayed.due) return;
  delayed.due = due;
  delayed.sequence = ++delay_sequence_;
  entry.delayed_by_failure = backoff;
  std::exchange(entry.delayed, true) ? delayed_.Update(entry) : delayed_.Push(entry);
}

void KeyStates::Undelay(Entry& entry) {
  entry.delayed = false;
  delayed_.Remove(entry);
}

void KeyStates::FireDue(OperationTime& now) {
  while (!delayed_.empty() && delayed_.top().delay().due <= now()) {
    Entry& entry = delayed_.top();
    Undelay(entry);
    const bool waited_already = entry.ready() || entry.dirty;
    const EntryDelay& delay = entry.delay();
    const Reason reason = entry.delayed_by_failure ? kReasonRetry : kReasonRequeue;
    Mark(entry, {delay.priority, entry.delayed_refresh, reason}, now);
    // It waits since its time, not since the timer came round to it.
    if (!waited_already) entry.ready_since = delay.due;
  }
}

void KeyStates::Forget(const Key& key) {
  Entry* const entry = table_.Find(key);
  if (entry == nullptr) return;
  entry->failures = 0;
  table_.Settle(*entry);
}

void KeyStates::ResetBackoff(OperationTime& now) {
  std::vector<Entry*> all = table_.All();
  // In order of their keys, so that the same states give the same order of runs.
  std::sort(all.begin(), all.end(), [](const Entry* a, const Entry* b) { return a->key < b->key; });
  for (Entry* entry : all) ResetOne(*entry, now);
}

void KeyStates::ResetOne(Entry& entry, OperationTime& now) {
  entry.failures = 0;
  const bool backing_off = entry.delayed && entry.delayed_by_failure;
  if (backing_off || entry.held) {
    const Priority priority = backing_off ? entry.delay().priority : kPriorityDefault;
    if (backing_off) Undelay(entry);
    if (!closed_) Mark(entry, {priority, false, kReasonReload}, now);
  }
  table_.Settle(entry);
}

void KeyStates::DropDelayed() {
  while (!delayed_.empty()) {
    Entry& entry = delayed_.top();
    Undelay(entry);
    table_.Settle(entry);
  }
}

void KeyStates::DropReady() {
  for (const Run& run : processing_) run.entry->dirty = false;
  dirty_ = 0;
  while (!ready_.empty()) {
    Entry& entry = ready_.top();
    ready_.Remove(entry);
    ++dropped_;
    table_.Settle(entry);
  }
}

}  // namespace oarlock::queue
