#pragma once
// SimilarEvents: which events say so many different things about one matter that they become one
// (EV-5). Similar = regarding, type, controller, reason. Used by EventSeriesBook only. Not
// thread-safe: the recorder's lock guards it. Errors: none.
// Limits: kEventSimilarMax different notes within kEventSimilarWindow; kEventSeriesMax matters are
// remembered.

#include <vector>

#include "base/clock.h"
#include "controller/events/event_recorder.h"
#include "controller/events/recent_map.h"

namespace oarlock::controller {

class SimilarEvents {
 public:
  // Remembers the event. True: it is the kEventSimilarMax-th of its matter, or a later one, that
  // says something else than the others within the window.
  bool IsOneTooMany(const Event& event, base::MonoTime now);
  uint64_t forgotten() const { return matters_.forgotten(); }

 private:
  struct Said {
    size_t hash = 0;  // of note and action
    base::MonoTime last{};
  };
  RecentMap<std::vector<Said>> matters_{kEventSeriesMax, kEventSimilarWindow};
};

}  // namespace oarlock::controller
