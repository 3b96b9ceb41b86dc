// KeyStates, second half: runs of keys, and what is told about keys.
#include <algorithm>

#include "queue/key_states.h"

namespace oarlock::queue {

using base::Duration;
using base::MonoTime;

// Those come next, and each is somewhere else in memory: its entry first, and what that names.
void KeyStates::PrefetchBehind(const Entry& first) const {
  if (const Entry* far = ready_.Behind(first, 8)) __builtin_prefetch(far, 1);
  if (const Entry* near = ready_.Behind(first, 5)) near->key.text.Prefetch();
  if (const Entry* next = ready_.Behind(first, 2)) table_.Prefetch(next->key.hash());
}

void KeyStates::Take(Item& item, MonoTime now) {
  Entry& entry = ready_.top();
  PrefetchBehind(entry);
  ready_.Remove(entry);
  ++gets_;
  entry.where = Entry::kProcessing;
  entry.place = static_cast<uint32_t>(processing_.size());
  processing_.push_back({&entry, now, entry.ready_since});
  item.key = entry.key;
  item.priority = entry.priority;
  item.refresh = entry.refresh;
  item.reasons = entry.reasons;
  item.failures = entry.failures;
  item.waited = std::max(now - entry.ready_since, Duration::zero());
  item.taken = now;
}

// Of few runs each is looked at: they are at hand, which the table is not.
Entry* KeyStates::FindProcessing(const Key& key) const {
  constexpr size_t kFew = 4;
  if (processing_.size() > kFew) {
    Entry* const entry = table_.Find(key);
    return entry != nullptr && entry->processing() ? entry : nullptr;
  }
  for (const Run& run : processing_) {
    if (run.entry->key == key) return run.entry;
  }
  return nullptr;
}

bool KeyStates::Done(const Key& key, const Verdict& verdict, OperationTime& now, RunTimes* times) {
  Entry* const entry = FindProcessing(key);
  if (entry == nullptr) return false;
  if (times != nullptr) {
    const Run& run = processing_[entry->place];
    *times = {now() - run.since, now() - run.ready_since};
  }
  ++done_;
  if (verdict.forget) entry->failures = 0;
  if (verdict.next != Verdict::Next::kNone && !closed_) Apply(*entry, verdict, now);
  EndRun(*entry, now);
  table_.Settle(*entry);
  return true;
}

void KeyStates::Apply(Entry& entry, const Verdict& verdict, OperationTime& now) {
  const bool failed = verdict.next == Verdict::Next::kRateLimited;
  const AddOptions options{std::clamp(verdict.priority, -kPriorityMax, kPriorityMax), false,
                           failed ? kReasonRetry : kReasonRequeue};
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
  if (entry.delayed) Undelay(entry);
  table_.Hold(entry);
}

void KeyStates::EndRun(Entry& entry, OperationTime& now) {
  processing_.back().entry->place = entry.place;
  processing_[entry.place] = processing_.back();
  processing_.pop_back();
  entry.where = Entry::kNowhere;
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
  for (const Run& run : processing_) {
    const double age = std::chrono::duration<double>(now - run.since).count();
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
  info.backing_off = e.delayed && e.delayed_by_failure;
  info.failures = e.failures;
  if (e.ready() || e.dirty) info.reasons = e.reasons;
  info.priority = e.delayed && !e.ready() ? e.delay().priority : e.priority;
  if (e.delayed) info.due = e.delay().due;
  if (e.processing()) info.since = processing_[e.place].since;
  if (e.ready()) info.since = e.ready_since;
  if (e.ready()) {
    info.waits_for = WaitsFor::kWorker;
  } else if (e.processing()) {
    info.waits_for = WaitsFor::kRun;
  } else if (e.delayed) {
    info.waits_for = e.delayed_by_failure ? WaitsFor::kBackoff : WaitsFor::kDelay;
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
  std::vector<Run> runs = processing_;
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.since < b.since; });
  std::vector<const Entry*> entries;
  for (const Run& run : runs) entries.push_back(run.entry);
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
