#pragma once
// EventRecorder: tells users what happened to an object, as Events they see with
// `kubectl get events` and `kubectl describe`.
//
// Writes events.k8s.io/v1 (shown by kubectl like core/v1 ones: the server stores both as one). The
// first of equal events is created at once, repetitions become a series: count and time are patched
// at most once per kEventSeriesInterval. Equal = regarding, type, reason, action, note, controller.
// The kEventSimilarMax-th different note within kEventSimilarWindow for the same regarding, type,
// reason and controller, and further ones, become one event "(combined from similar events): …".
// A server that has no events.k8s.io gets core/v1 Events.
// Built by `app`, called by pluginhost and controllers. Threads: Emit is [any], never blocks and
// never fails: writing is done by one thread of the host ("events"). A failing write is tried again
// later without holding up others; refusals by the server (4xx) are final.
// Ownership: shares the client(s), borrows the rest.
// Limits: kEventsPendingMax events to be written, kEventSeriesMax remembered series,
// kEventBurst new ones per object and type and then one per kEventRefill; past each the event is
// dropped and counted in oarlock_events_dropped_total{reason}. Notes are cut at kEventNoteMax.
// Other metrics: oarlock_events_written_total, oarlock_events_combined_total,
// oarlock_events_forgotten_total{what}.
// Lifecycle: constructed → Start → Stop.

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/metrics.h"
#include "kube/client.h"
#include "kube/object.h"

namespace oarlock::base {
class Log;
class Random;
}  // namespace oarlock::base

namespace oarlock::controller {

inline constexpr size_t kEventsPendingMax = 1000;
inline constexpr size_t kEventSeriesMax = 4096;
inline constexpr size_t kEventNoteMax = 1024;  // the API server refuses longer ones
inline constexpr size_t kEventWordMax = 128;   // reason, action, instance
inline constexpr double kEventBurst = 25;
inline constexpr base::Duration kEventRefill = std::chrono::seconds(300);
inline constexpr base::Duration kEventSeriesInterval = std::chrono::seconds(30);
inline constexpr base::Duration kEventSeriesEnd = std::chrono::minutes(6);
inline constexpr size_t kEventSimilarMax = 10;
inline constexpr base::Duration kEventSimilarWindow = std::chrono::minutes(10);
inline constexpr int kEventAttemptsMax = 6;

struct EventObject {
  std::string api_version;
  std::string kind;
  std::string ns;
  std::string name;
  std::string uid;
  std::string resource_version;

  static EventObject Of(const kube::Object& object);
};

enum class EventType : uint8_t { kNormal, kWarning };

struct Event {
  EventObject regarding;
  EventType type = EventType::kNormal;
  std::string reason;                    // CamelCase word
  std::string action;                    // empty = the reason
  std::string note;                      // for people
  std::string controller;                // reportingController, e.g. "oarlock.dev/reloader"
  std::shared_ptr<kube::Client> client;  // null = the recorder's
};

struct EventRecorderEnv {
  base::Clock* clock = nullptr;
  base::Random* random = nullptr;
  base::MetricRegistry* metrics = nullptr;  // may be null
  const base::Log* log = nullptr;           // may be null
};

class EventRecorder {
 public:
  // `instance`: who reports, e.g. the name of the pod. Events about cluster-scoped objects go to
  // the namespace "default", as the API server wants it.
  EventRecorder(std::shared_ptr<kube::Client> client, const std::string& instance,
                const EventRecorderEnv& env);
  ~EventRecorder();  // Stop(now)
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  void Start();
  void Emit(Event event);
  // Writes what is due until `deadline`, then ends the thread. Idempotent.
  void Stop(base::MonoTime deadline);

  size_t pending() const;
  uint64_t dropped() const;

 private:
  class Writer;
  std::shared_ptr<Writer> writer_;
};

}  // namespace oarlock::controller
