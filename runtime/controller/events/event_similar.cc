#include "controller/events/event_similar.h"

#include <algorithm>
#include <functional>

#include "controller/events/event_json.h"

namespace oarlock::controller {

bool SimilarEvents::IsOneTooMany(const Event& event, base::MonoTime now) {
  std::vector<Said>& said = matters_.Use(SimilarKey(event), now);
  std::erase_if(said, [now](const Said& note) { return now - note.last >= kEventSimilarWindow; });
  const size_t hash = std::hash<std::string>()(SeriesKey(event));
  const auto known = std::find_if(said.begin(), said.end(),
                                  [hash](const Said& note) { return note.hash == hash; });
  if (known != said.end()) {
    known->last = now;
    return false;
  }
  if (said.size() + 1 >= kEventSimilarMax) return true;
  said.push_back({hash, now});
  return false;
}

}  // namespace oarlock::controller
