// The reflector's guard over an open stream: a peer that says nothing any more is noticed here,
// not when TCP gives up. Bookmarks come about every minute from servers that send them at all; a
// server that never does is only held to its own timeoutSeconds.
#include <algorithm>
#include <utility>

#include "cache/reflector.h"

namespace oarlock::cache {

base::MonoTime Reflector::StreamDeadline() const {
  const base::MonoTime own = watch_started_ + watch_timeout_ + kStreamGrace;
  if (streaming_list_) {
    return std::min({own, watch_started_ + kWatchListTimeout, last_event_ + kWatchListIdleTimeout});
  }
  return bookmark_seen_ ? std::min(own, last_event_ + kSilentStreamTimeout) : own;
}

// Not set anew at each event: when it fires too early, it is set for what is left.
void Reflector::ArmGuard(base::MonoTime when) {
  DropGuard();
  auto fire = [weak = weak_from_this(), generation = generation_] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    self->parts_.strand->Post([weak, generation] {
      if (const auto again = weak.lock()) again->OnGuard(generation);
    });
  };
  guard_ = parts_.clock->Schedule(when, std::move(fire));
}

void Reflector::DropGuard() {
  if (guard_ != 0) parts_.clock->Cancel(std::exchange(guard_, 0));
}

void Reflector::OnGuard(uint64_t generation) {
  if (stopped_ || generation != generation_) return;
  guard_ = 0;
  const base::MonoTime now = parts_.clock->Now();
  if (now < StreamDeadline()) return ArmGuard(StreamDeadline());
  // What has come waits for us, so the peer is not the one who is silent. Soon again: its deadline
  // may long be over when we go on.
  if (parts_.inlet->waiting_since()) return ArmGuard(now + kWatchListIdleTimeout);
  if (streaming_list_) {
    CountEnd(WatchEnd::kSilent);
    AbortList();
    return WatchListRefused(base::DeadlineExceeded("the closing bookmark did not come"));
  }
  const bool late = now >= watch_started_ + watch_timeout_ + kStreamGrace;
  CountEnd(late ? WatchEnd::kDeadline : WatchEnd::kSilent);
  SetPhase(WaitingPhase(), base::DeadlineExceeded("watch " + options_.what +
                                                  ": nothing came for too long, opened again"));
  StartWatch();
}

}  // namespace oarlock::cache
