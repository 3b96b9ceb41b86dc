#include "cache/delta_queue.h"

#include <utility>

namespace oarlock::cache {
namespace {

constexpr size_t kBucketsKept = 4 * kDeltaBatchMax;  // memory of a burst is given back

}  // namespace

void DeltaQueue::Push(Delta delta) {
  if (mode_ == Mode::kCoalesce) {
    std::string key = delta.object.key();
    const auto [found, is_new] = position_.emplace(key, popped_ + entries_.size());
    if (!is_new) {
      ++coalesced_;
      return Merge(entries_[found->second - popped_], std::move(delta));
    }
    entries_.emplace_back().key = std::move(key);
  } else {
    entries_.emplace_back();
  }
  Merge(entries_.back(), std::move(delta));
}

void DeltaQueue::Merge(Entry& entry, Delta delta) {
  if (delta.type == Delta::Type::kUpsert) {
    entry.upserted = std::move(delta.object);
    return;
  }
  entry.upserted = {};
  if (!entry.deleted) entry.deleted = std::move(delta.object);
}

bool DeltaQueue::PopBatch(std::vector<Delta>& out) {
  const size_t limit = out.size() + kDeltaBatchMax;
  bool any = false;
  while (!entries_.empty() && out.size() + 2 <= limit) {
    Entry entry = std::move(entries_.front());
    entries_.pop_front();
    ++popped_;
    if (mode_ == Mode::kCoalesce) position_.erase(entry.key);
    if (entry.deleted) out.push_back({Delta::Type::kDelete, std::move(entry.deleted)});
    if (entry.upserted) out.push_back({Delta::Type::kUpsert, std::move(entry.upserted)});
    any = true;
  }
  if (entries_.empty() && position_.bucket_count() > kBucketsKept) position_ = {};
  return any;
}

void DeltaQueue::Clear() {
  popped_ += entries_.size();
  entries_ = {};
  position_ = {};
}

}  // namespace oarlock::cache
