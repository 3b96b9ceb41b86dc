#pragma once
// Inlet: where what the source has sent waits for the informer's strand, and where the informer
// can hold it back.
//
// The reflector's sinks put their work in; it runs on the strand, one piece after the other, in
// order. While held, nothing runs: what waits stays on the byte budget of its call, so that the
// source pauses a list and a watch is closed and resumed later (reflector_sinks.h). The inlet also
// knows how many items wait and since when, which is the informer's lag.
// Threads: Post, RunOrPost, queued, waiting_since [any]; Hold and the pieces [strand].
// Ownership: shared; tasks that are posted to the strand hold it weakly.
// Limits: bounded by the byte budgets of the calls; see kListBytesInFlightMax.

#include <deque>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/executor.h"
#include "base/metrics.h"
#include "base/mutex.h"

namespace oarlock::cache {

class Inlet : public std::enable_shared_from_this<Inlet> {
 public:
  // `queued` counts the items that wait or run.
  Inlet(std::shared_ptr<base::SerialExecutor> strand, base::Clock& clock,
        std::shared_ptr<base::Gauge> queued)
      : strand_(std::move(strand)), clock_(clock), queued_(std::move(queued)) {}

  // `items`: how many objects or events the piece is about.
  void Post(base::Task piece, size_t items);
  // At once on this thread, when the strand is idle and nothing waits or is held.
  void RunOrPost(base::Task piece, size_t items);

  // Items that have arrived and are not worked off.
  size_t queued() const { return static_cast<size_t>(queued_->value()); }
  // When the oldest piece that waits arrived; empty: none waits.
  std::optional<base::MonoTime> waiting_since() const;
  // When the piece that runs arrived; empty outside of one. [strand]
  std::optional<base::MonoTime> running_since() const { return running_since_; }

  // [strand]
  void Hold(bool hold);
  bool held() const { return held_; }
  // Drops what waits.
  void Clear();

 private:
  struct Piece {
    base::Task work;
    size_t items = 0;
    base::MonoTime arrived{};
  };
  void Push(base::Task piece, size_t items);
  void PostPump();
  void Pump();
  bool Pop(Piece& piece);

  const std::shared_ptr<base::SerialExecutor> strand_;
  base::Clock& clock_;
  const std::shared_ptr<base::Gauge> queued_;
  mutable base::Mutex mutex_;
  std::deque<Piece> pieces_ OARLOCK_GUARDED_BY(mutex_);

  // [strand]
  bool held_ = false;
  size_t skipped_ = 0;  // pumps that found the inlet held: to be made up for
  std::optional<base::MonoTime> running_since_;
};

}  // namespace oarlock::cache
