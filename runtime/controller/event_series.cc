#include "controller/event_series.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {

using base::MonoTime;

EventSeriesBook::Added EventSeriesBook::Add(Event event, MonoTime now, base::UnixTime wall) {
  std::string key = SeriesKey(event);
  const auto found = by_key_.find(key);
  if (found != by_key_.end()) {
    const Entry series = found->second;
    if (series->busy || now - series->seen < kEventSeriesEnd) {
      ++series->state.count;
      series->state.last = wall;
      series->seen = now;
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
  // Full: all objects start with a new allowance. Simple, and only ever too generous.
  if (buckets_.size() >= kEventSeriesMax && !buckets_.contains(key)) buckets_.clear();
  const double qps = 1.0 / std::chrono::duration<double>(kEventRefill).count();
  const auto it =
      buckets_.try_emplace(key, queue::TokenBucketOptions{.qps = qps, .burst = kEventBurst}).first;
  return it->second.TryTake(now);
}

void EventSeriesBook::Begin(Event event, std::string key, MonoTime now, base::UnixTime wall) {
  if (by_key_.size() >= kEventSeriesMax) EvictOldest();
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
void EventSeriesBook::EvictOldest() {
  for (auto it = series_.end(); it != series_.begin();) {
    if ((--it)->busy) continue;
    Erase(it);
    return;
  }
}

}  // namespace oarlock::controller
