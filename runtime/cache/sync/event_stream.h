#pragma once
// EventStream: an informer as a stream of events that its user pulls (client-go's informer
// watcher), for code that waits instead of being called: command lines, tests, Until.
//
// First an add for every object that is there, then each change. Nothing is lost and nothing grows:
// what is not pulled is merged by key as for every slow handler (listener.h), so at most one entry
// per object waits, and a deleted object's last state comes with its delete.
// Threads: Next by one thread at a time, which may block; [main], [control] or a test. Close [any].
// Ownership: owns its registration; the informer may go first. Errors: Next says
// kDeadlineExceeded, kCancelled (the stop token, Close) or kUnavailable (the informer has stopped).

#include <memory>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/status.h"
#include "cache/notification.h"
#include "cache/shared_informer.h"

namespace oarlock::cache {

struct NextWait {
  base::MonoTime deadline = base::kNever;
  std::stop_token stop = {};
};

class EventStream {
 public:
  // kFailedPrecondition: the informer has stopped. `clock` is the one of the informer.
  static base::Result<std::unique_ptr<EventStream>> Open(SharedInformer& informer,
                                                         base::Clock& clock,
                                                         std::string name = "stream");
  ~EventStream();
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  // Fetches every event of kInitial for Next to return. What is not fetched when its object goes
  // is merged away with the delete; what is fetched is followed by a delete of its own.
  base::Status FetchInitial(const NextWait& wait = {});
  // The next event; waits for it.
  base::Result<Notification> Next(const NextWait& wait = {});
  // Every event of kInitial has been returned by Next.
  bool synced() const;
  void Close();

 private:
  class Puller;
  EventStream(base::Clock& clock, std::shared_ptr<Puller> puller);

  base::Clock& clock_;
  const std::shared_ptr<Puller> puller_;
  HandlerRegistration registration_;
  std::shared_ptr<void> observer_;
};

}  // namespace oarlock::cache
