#include "cache/informer/inlet.h"

#include <utility>

namespace oarlock::cache {

void Inlet::Push(base::Task piece, size_t items) {
  queued_->Add(static_cast<double>(items));
  const base::MonoTime now = clock_.Now();
  base::MutexLock lock(mutex_);
  pieces_.push_back({std::move(piece), items, now});
}

void Inlet::PostPump() {
  strand_->Post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Pump();
  });
}

void Inlet::Post(base::Task piece, size_t items) {
  Push(std::move(piece), items);
  PostPump();
}

// A pump that runs at once finds this piece first: otherwise the strand would not be idle, or the
// inlet is held, and then the order is kept as well.
void Inlet::RunOrPost(base::Task piece, size_t items) {
  Push(std::move(piece), items);
  strand_->RunOrPost([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->Pump();
  });
}

bool Inlet::Pop(Piece& piece) {
  base::MutexLock lock(mutex_);
  if (pieces_.empty()) return false;
  piece = std::move(pieces_.front());
  pieces_.pop_front();
  return true;
}

// There is a pump for each piece.
void Inlet::Pump() {
  if (held_) {
    ++skipped_;
    return;
  }
  Piece piece;
  if (!Pop(piece)) return;
  running_since_ = piece.arrived;
  piece.work();
  piece.work = nullptr;
  running_since_.reset();
  queued_->Add(-static_cast<double>(piece.items));
}

void Inlet::Hold(bool hold) {
  held_ = hold;
  if (hold) return;
  for (; skipped_ > 0; --skipped_) PostPump();
}

void Inlet::Clear() {
  std::deque<Piece> dropped;  // dies without the lock
  {
    base::MutexLock lock(mutex_);
    dropped.swap(pieces_);
  }
  for (const Piece& piece : dropped) queued_->Add(-static_cast<double>(piece.items));
}

std::optional<base::MonoTime> Inlet::waiting_since() const {
  base::MutexLock lock(mutex_);
  if (pieces_.empty()) return std::nullopt;
  return pieces_.front().arrived;
}

}  // namespace oarlock::cache
