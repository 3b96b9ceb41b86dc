#include "controller/events/event_series.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {

using base::MonoTime;

EventSeriesBook::Added EventSeriesBook::Add(Event event, MonoTime now, base::UnixTime wall) {
  const bool combine = similar_.IsOneTooMany(event, now);
  std::string key = combine ? SimilarKey(event) : SeriesKey(event);
  if (combine) {
    ++combined_;
    CombineNote(event);
  }
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    const Entry series = found->second;
    if (series->busy || now - series->seen < kEventSeriesEnd) {
      ++series->state.count;
      series->state.last = wall;
      series->seen = now;
      series->event.note = std::move(event.note);  // another one only where several are combined
      series_.splice(series_.begin(), series_, series);
      if (series->busy) return Added::kCounted;
      Schedule(series, std::max(now, series->next_write));
      return Added::kScheduled;
    }
    Erase(series);
  }
  if (busy_ >= kEventsPendingMax) return Added::kFull;
  if (!TakeToken(RateKey(event), now)) return Added::kRateLimited;
  Begin(std::move(event), std::move(key), now, wall);
  return Added::kScheduled;
}

bool EventSeriesBook::TakeToken(const std::string& key, MonoTime now) {
  const double qps = 1.0 / std::chrono::duration<double>(kEventRefill).count();
  return buckets_.Use(key, now, queue::TokenBucketOptions{.qps = qps, .burst = kEventBurst})
      .TryTake(now);
}

void EventSeriesBook::Begin(Event event, std::string key, MonoTime now, base::UnixTime wall) {
  if (by_key_.size() >= kEventSeriesMax) EvictOldest(now);
  series_.emplace_front();
  EventSeries& series = series_.front();
  const auto nanos = static_cast<uint64_t>(wall.time_since_epoch().count());
  unique_ = std::max(unique_ + 1, nanos);
  series.name = EventName(event, unique_);
  series.event = std::move(event);
  series.key = key;
  series.state = {1, wall, wall};
  series.seen = now;
  by_key_.emplace(std::move(key), series_.begin());
  Schedule(series_.begin(), now);
}

void EventSeriesBook::Schedule(Entry series, MonoTime due) {
  if (!std::exchange(series->busy, true)) ++busy_;
  due_.emplace(due, series);
}

void EventSeriesBook::Settle(Entry series) {
  if (std::exchange(series->busy, false)) --busy_;
}

void EventSeriesBook::Erase(Entry series) {
  Settle(series);
  by_key_.erase(series->key);
  series_.erase(series);
}

EventSeriesBook::Entry EventSeriesBook::TakeFirst() {
  const auto first = due_.begin();
  const Entry series = first->second;
  due_.erase(first);
  return series;
}

// The least recently seen one that is not busy; at most kEventsPendingMax are.
void EventSeriesBook::EvictOldest(MonoTime now) {
  for (auto it = series_.end(); it != series_.begin();) {
    if ((--it)->busy) continue;
    if (now - it->seen < kEventSeriesEnd) ++forgotten_;
    Erase(it);
    return;
  }
}

EventSeriesBook::Losses EventSeriesBook::TakeLosses() {
  const Losses all{combined_, forgotten_, similar_.forgotten(), buckets_.forgotten()};
  const Losses before = std::exchange(told_, all);
  return {all.combined - before.combined, all.series - before.series, all.similar - before.similar,
          all.rates - before.rates};
}

}  // namespace oarlock::controller
