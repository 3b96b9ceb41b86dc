#pragma once
// The JSON of events.k8s.io/v1 Events. Used by EventRecorder only. Threads: [any].

#include <string>

#include "base/clock.h"
#include "controller/event_recorder.h"
#include "kube/rest_mapper.h"

namespace oarlock::controller {

// Cuts texts to what the API server accepts and fills in what it demands. False when the event
// cannot be saved: no reason, or nothing it is about.
bool NormalizeEvent(Event& event);
// Equal for events that belong into one series.
std::string SeriesKey(const Event& event);
// What the rate limit is counted by: the object and the type.
std::string RateKey(const Event& event);
// "default" for cluster-scoped objects.
const std::string& EventNamespace(const Event& event);
// A valid object name made of the object's name and `unique`.
std::string EventName(const Event& event, uint64_t unique);

struct SeriesState {
  int count = 1;
  base::UnixTime first{};
  base::UnixTime last{};
};
std::string EventJson(const Event& event, const std::string& name, const std::string& instance,
                      const SeriesState& series);
// Merge patch that brings a written event's series up to date.
std::string SeriesPatch(const SeriesState& series);

const kube::ResourceInfo& EventResource();

}  // namespace oarlock::controller
