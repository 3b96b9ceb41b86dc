#include "cache/reflector/reflector_sinks.h"

#include <utility>

#include "cache/reflector.h"

namespace oarlock::cache {

RawBatch::RawBatch(std::span<const kube::RawItem> items, std::string memory)
    : bytes_(std::move(memory)) {
  size_t total = 0;
  for (const kube::RawItem& item : items) total += item.bytes.size();
  bytes_.reserve(total);
  parts_.reserve(items.size());
  for (const kube::RawItem& item : items) Append(item, kube::WatchEventType::kUnknown);
}

RawBatch::RawBatch(std::span<const kube::RawEvent> events, std::string memory)
    : bytes_(std::move(memory)) {
  size_t total = 0;
  for (const kube::RawEvent& event : events) total += event.object.bytes.size();
  bytes_.reserve(total);
  parts_.reserve(events.size());
  for (const kube::RawEvent& event : events) Append(event.object, event.type);
}

void RawBatch::Append(const kube::RawItem& item, kube::WatchEventType type) {
  parts_.push_back({bytes_.size(), item.bytes.size(), item.type, type});
  bytes_.append(item.bytes);
}

kube::RawItem RawBatch::item(size_t i) const {
  const Part& part = parts_[i];
  return {part.content, std::string_view(bytes_).substr(part.begin, part.length)};
}

bool ByteBudget::Release(size_t bytes, size_t low_mark) {
  const size_t left = in_flight_.fetch_sub(bytes) - bytes;
  return left <= low_mark && paused_.exchange(false);
}

std::string ByteBudget::TakeSpare() {
  base::MutexLock lock(mutex_);
  if (spare_.empty()) return {};
  std::string memory = std::move(spare_.back());
  spare_.pop_back();
  memory.clear();
  return memory;
}

void ByteBudget::KeepSpare(std::string memory) {
  if (memory.capacity() > kSpareBytesMax) return;
  base::MutexLock lock(mutex_);
  if (spare_.size() < kSpareMax) spare_.push_back(std::move(memory));
}

// Tasks hold the reflector weakly: what is never run any more must not keep it alive.
kube::Flow ListCollector::OnItems(std::span<const kube::RawItem> items) {
  const auto receiver = receiver_.lock();
  if (receiver == nullptr) return kube::Flow::kContinue;
  auto batch = std::make_shared<RawBatch>(items, budget_->TakeSpare());
  // Noted before the batch is posted, so that whoever works it off sees that we wait.
  const bool pause = budget_->Add(batch->bytes()) + batch->bytes() > kListBytesInFlightMax;
  if (pause) budget_->NotePaused();
  receiver->Take(
      [weak = receiver_, batch, budget = budget_, generation = generation_] {
        const auto self = weak.lock();
        if (self == nullptr) return;
        self->OnListItems(generation, *batch);
        const size_t bytes = batch->bytes();
        budget->KeepSpare(batch->TakeMemory());
        if (budget->Release(bytes, kListBytesInFlightMax / 2)) self->ResumeCall(generation);
      },
      batch->size());
  return pause ? kube::Flow::kPause : kube::Flow::kContinue;
}

void ListCollector::OnListEnd(base::Result<kube::ListMeta> meta) {
  const auto receiver = receiver_.lock();
  if (receiver == nullptr) return;
  receiver->Take(
      [weak = receiver_, meta = std::move(meta), generation = generation_] {
        if (const auto self = weak.lock()) self->OnListEnd(generation, meta);
      },
      0);
}

void WatchCollector::OnWatchOpen() {
  const auto reflector = reflector_.lock();
  if (reflector == nullptr) return;
  reflector->parts_.inlet->RunOrPost(
      [weak = reflector_, generation = generation_] {
        if (const auto self = weak.lock()) self->OnWatchOpen(generation);
      },
      0);
}

// Closed at once; watched again behind what was kept, which may be held back for long.
void WatchCollector::Overflow(Reflector& reflector) {
  overflowed_ = true;
  reflector.parts_.strand->Post([weak = reflector_, generation = generation_] {
    if (const auto self = weak.lock()) self->CloseOverflowed(generation);
  });
  reflector.parts_.inlet->Post(
      [weak = reflector_, generation = generation_] {
        if (const auto self = weak.lock()) self->OnWatchOverflow(generation);
      },
      0);
}

kube::Flow WatchCollector::OnEvents(std::span<const kube::RawEvent> events) {
  const auto reflector = reflector_.lock();
  if (reflector == nullptr || overflowed_) return kube::Flow::kContinue;
  auto batch = std::make_shared<RawBatch>(events, budget_->TakeSpare());
  const size_t limit = budget_->watch_limit();
  const size_t before = budget_->Add(batch->bytes());
  const size_t after = before + batch->bytes();
  if (before > 0 && after > limit) {
    Overflow(*reflector);
    return kube::Flow::kContinue;
  }
  // Once, when it is passed: a source that went on by itself is not asked again before all is well.
  const bool pause = before <= limit / 2 && after > limit / 2;
  if (pause) {
    budget_->NotePaused();
    reflector->parts_.metrics->watch_pauses->Add();
  }
  auto work = [weak = reflector_, batch, budget = budget_, generation = generation_, limit] {
    const auto self = weak.lock();
    if (self != nullptr) self->OnWatchEvents(generation, *batch);
    const size_t bytes = batch->bytes();
    // A stream may be quiet for long: it keeps what one small event needs.
    if (bytes <= kInlineBatchBytesMax) budget->KeepSpare(batch->TakeMemory());
    if (budget->Release(bytes, limit / 4) && self != nullptr) self->ResumeCall(generation);
  };
  if (batch->bytes() <= kInlineBatchBytesMax) {
    reflector->parts_.inlet->RunOrPost(std::move(work), batch->size());
  } else {
    reflector->parts_.inlet->Post(std::move(work), batch->size());
  }
  return pause ? kube::Flow::kPause : kube::Flow::kContinue;
}

void WatchCollector::OnWatchEnd(base::Status status) {
  const auto reflector = reflector_.lock();
  if (reflector == nullptr) return;
  reflector->parts_.inlet->Post(
      [weak = reflector_, status = std::move(status), generation = generation_] {
        if (const auto self = weak.lock()) self->OnWatchEnd(generation, status);
      },
      0);
}

}  // namespace oarlock::cache
