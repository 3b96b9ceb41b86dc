#pragma once
// EventSeriesBook: which series of equal events are known, which of them have something to be
// written and when, and how many new ones an object may still have. Used by EventRecorder only.
// Not thread-safe: the recorder's lock guards it. Limits: kEventsPendingMax series with something
// to be written, kEventSeriesMax remembered ones, as many objects with a rate limit, as many
// matters of which too much may be said (event_similar.h).

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/clock.h"
#include "controller/events/event_json.h"
#include "controller/events/event_recorder.h"
#include "controller/events/event_similar.h"
#include "controller/events/recent_map.h"
#include "queue/token_bucket.h"

namespace oarlock::controller {

// One event and its repetitions. Stays in the book while it is scheduled or being written.
struct EventSeries {
  Event event;
  std::string key;
  std::string name;
  SeriesState state;
  int written = 0;  // count the server knows; 0 = not created
  base::MonoTime seen{};
  base::MonoTime next_write{};
  int attempts = 0;
  bool busy = false;  // scheduled or being written
};

class EventSeriesBook {
 public:
  using Entry = std::list<EventSeries>::iterator;
  enum class Added : uint8_t { kScheduled, kCounted, kFull, kRateLimited };

  // A normalized event: begins a series, or repeats the one it belongs to. One of too many similar
  // ones belongs to the series that stands for them.
  Added Add(Event event, base::MonoTime now, base::UnixTime wall);

  void Schedule(Entry series, base::MonoTime due);
  // Nothing of it is to be written any more.
  void Settle(Entry series);
  void Erase(Entry series);

  // Series that wait to be written. TakeFirst and first_due want at least one.
  size_t waiting() const { return due_.size(); }
  base::MonoTime first_due() const { return due_.begin()->first; }
  Entry TakeFirst();
  void ForgetWaiting() { due_.clear(); }
  // Series that wait or are being written.
  size_t busy() const { return busy_; }

  // Since the last call: events that went into one with others, and what was forgotten too early.
  struct Losses {
    uint64_t combined = 0;
    uint64_t series = 0;
    uint64_t similar = 0;
    uint64_t rates = 0;
  };
  Losses TakeLosses();

 private:
  bool TakeToken(const std::string& key, base::MonoTime now);
  void Begin(Event event, std::string key, base::MonoTime now, base::UnixTime wall);
  void EvictOldest(base::MonoTime now);

  std::list<EventSeries> series_;  // most recently seen first
  std::unordered_map<std::string, Entry> by_key_;
  std::multimap<base::MonoTime, Entry> due_;
  // Full again after this long.
  RecentMap<queue::TokenBucket> buckets_{
      kEventSeriesMax, std::chrono::duration_cast<base::Duration>(kEventRefill* kEventBurst)};
  SimilarEvents similar_;
  size_t busy_ = 0;
  uint64_t combined_ = 0;
  uint64_t forgotten_ = 0;
  Losses told_;
  uint64_t unique_ = 0;
};

}  // namespace oarlock::controller
