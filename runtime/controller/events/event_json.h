#pragma once
// The JSON of Events, of events.k8s.io/v1 and of core/v1. Used by EventRecorder only.
// Threads: [any].

#include <string>

#include "base/clock.h"
#include "controller/events/event_recorder.h"
#include "kube/rest_mapper.h"

namespace oarlock::controller {

// Where events are written. kCore: only at a server that has no events.k8s.io (EV-12).
enum class EventApi : uint8_t { kEvents, kCore };

// Cuts texts to what the API server accepts and fills in what it demands. False when the event
// cannot be saved: no reason, or nothing it is about (which takes apiVersion, kind and name).
bool NormalizeEvent(Event& event);
// Equal for events that belong into one series.
std::string SeriesKey(const Event& event);
// What the rate limit is counted by: the object and the type.
std::string RateKey(const Event& event);
// Equal for events that are joined when they say too many different things.
std::string SimilarKey(const Event& event);
// The note of an event that stands for several, of which this one is the latest.
void CombineNote(Event& event);
// "default" for cluster-scoped objects.
const std::string& EventNamespace(const Event& event);
// A valid object name made of the object's name and `unique`.
std::string EventName(const Event& event, uint64_t unique);

struct SeriesState {
  int count = 1;
  base::UnixTime first{};
  base::UnixTime last{};
};
std::string EventJson(EventApi api, const Event& event, const std::string& name,
                      const std::string& instance, const SeriesState& series);
// Merge patch that brings a written event up to date. Only core/v1 lets its note be changed.
std::string SeriesPatch(EventApi api, const Event& event, const SeriesState& series);

const kube::ResourceInfo& EventResource(EventApi api);

}  // namespace oarlock::controller
