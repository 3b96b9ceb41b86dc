// KeyStates, second half: runs of keys, and what is told about keys.
#include <algorithm>

#include "queue/key_states.h"

namespace oarlock::queue {

using base::Duration;
using base::MonoTime;

Item KeyStates::Take(MonoTime now) {
  Entry& entry = ready_.top();
  // Those behind it come next, and each is somewhere else in memory.
  if (entry.ready_next != nullptr) {
    table_.Prefetch(*entry.ready_next);
    __builtin_prefetch(entry.ready_next->ready_next);
  }
  ready_.Remove(entry);
  ++gets_;
  entry.processing_slot = static_cast<uint32_t>(processing_.size());
  entry.processing_since = now;
  entry.run_ready_since = entry.ready_since;
  processing_.push_back(&entry);
  return Item{entry.key,      entry.priority,          entry.refresh,
              entry.failures, now - entry.ready_since, now};
}

bool KeyStates::Done(const Key& key, const Verdict& verdict, OperationTime& now, RunTimes* times) {
  Entry* const entry = table_.Find(key);
  if (entry == nullptr || !entry->processing()) return false;
  if (times != nullptr) {
    *times = {now() - entry->processing_since, now() - entry->run_ready_since};
  }
  ++done_;
  if (verdict.forget) entry->failures = 0;
  if (!closed_) Apply(*entry, verdict, now);
  EndRun(*entry, now);
  table_.Settle(*entry);
  return true;
}

void KeyStates::Apply(Entry& entry, const Verdict& verdict, OperationTime& now) {
  const AddOptions options{std::clamp(verdict.priority, -kPriorityMax, kPriorityMax), false};
  switch (verdict.next) {
    case Verdict::Next::kNone: break;
    case Verdict::Next::kAfter: Delay(entry, verdict.delay, options, false, now); break;
    case Verdict::Next::kRateLimited: Delay(entry, NextBackoff(entry), options, true, now); break;
    case Verdict::Next::kHold: Hold(entry); break;
  }
}

void KeyStates::Hold(Entry& entry) {
  if (entry.dirty && !entry.refresh) return;  // it changed meanwhile: run again instead
  if (std::exchange(entry.dirty, false)) --dirty_;
  if (entry.delayed()) delayed_.Remove(entry);
  table_.Hold(entry);
}

void KeyStates::EndRun(Entry& entry, OperationTime& now) {
  processing_.back()->processing_slot = entry.processing_slot;
  std::swap(processing_[entry.processing_slot], processing_.back());
  processing_.pop_back();
  entry.processing_slot = base::kNoSlot;
  if (!std::exchange(entry.dirty, false)) return;
  --dirty_;
  PushReady(entry, now);
}

QueueStats KeyStates::stats() const {
  QueueStats out;
  out.ready = ready_.size();
  out.processing = processing_.size();
  out.dirty = dirty_;
  out.delayed = delayed_.size();
  out.held = table_.held();
  out.keys = table_.size();
  out.adds = adds_;
  out.gets = gets_;
  out.done = done_;
  out.dropped = dropped_;
  out.retries = retries_;
  out.refused = refused_;
  out.shutting_down = closed_;
  return out;
}

Duration KeyStates::HeadWait(MonoTime now) const {
  return ready_.empty() ? Duration::zero() : now - ready_.top().ready_since;
}

std::pair<double, double> KeyStates::RunAges(MonoTime now) const {
  double sum = 0;
  double longest = 0;
  for (const Entry* entry : processing_) {
    const double age = std::chrono::duration<double>(now - entry->processing_since).count();
    sum += age;
    longest = std::max(longest, age);
  }
  return {sum, longest};
}

KeyInfo KeyStates::InfoOf(const Entry& e) const {
  KeyInfo info;
  info.key = e.key;
  info.ready = e.ready();
  info.processing = e.processing();
  info.dirty = e.dirty;
  info.held = e.held;
  info.backing_off = e.delayed() && e.backoff;
  info.failures = e.failures;
  info.priority = e.delayed() && !e.ready() ? e.delayed_priority : e.priority;
  if (e.delayed()) info.due = e.due;
  if (e.processing()) info.since = e.processing_since;
  if (e.ready()) info.since = e.ready_since;
  if (e.ready()) {
    info.waits_for = WaitsFor::kWorker;
  } else if (e.processing()) {
    info.waits_for = WaitsFor::kRun;
  } else if (e.delayed()) {
    info.waits_for = e.backoff ? WaitsFor::kBackoff : WaitsFor::kDelay;
  }
  return info;
}

std::optional<KeyInfo> KeyStates::Find(const Key& key) const {
  const Entry* const entry = table_.Find(key);
  if (entry == nullptr) return std::nullopt;
  KeyInfo info = InfoOf(*entry);
  if (info.ready) info.ahead = ready_.CountBefore(*entry);
  return info;
}

std::vector<KeyInfo> KeyStates::Peek(size_t limit) const {
  std::vector<const Entry*> entries(processing_.begin(), processing_.end());
  std::sort(entries.begin(), entries.end(), [](const Entry* a, const Entry* b) {
    return a->processing_since < b->processing_since;
  });
  const auto append = [&entries, limit](const auto& heap) {
    if (entries.size() < limit) {
      const auto first = heap.First(limit - entries.size());
      entries.insert(entries.end(), first.begin(), first.end());
    }
  };
  append(ready_);
  const size_t ahead_from = processing_.size();
  const size_t ahead_to = entries.size();
  append(delayed_);
  if (entries.size() > limit) entries.resize(limit);
  std::vector<KeyInfo> out;
  for (size_t i = 0; i < entries.size(); ++i) {
    out.push_back(InfoOf(*entries[i]));
    if (i >= ahead_from && i < ahead_to) out.back().ahead = i - ahead_from;
  }
  return out;
}

}  // namespace oarlock::queue
