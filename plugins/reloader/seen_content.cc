#include "seen_content.h"

namespace oarlock::reloader {

void SeenContent::BeginActivation() {
  const std::lock_guard lock(mu_);
  for (auto& [id, entry] : entries_) {
    entry.caught_up = false;
    entry.present = false;
    entry.attempt.reset();
  }
}

void SeenContent::Baseline(const std::string& id, uint64_t digest) {
  const std::lock_guard lock(mu_);
  // An object known from an earlier activation keeps its old content: the difference was missed.
  Entry& entry = entries_.try_emplace(id, Entry{digest}).first->second;
  entry.present = true;
  entry.gone = 0;
}

void SeenContent::EndActivation() {
  const std::lock_guard lock(mu_);
  std::vector<std::string> absent;
  for (const auto& [id, entry] : entries_) {
    if (!entry.present && entry.gone == 0) absent.push_back(id);
  }
  for (const std::string& id : absent) MarkGone(id, entries_.at(id));
}

Look SeenContent::LookAt(const std::string& id, uint64_t digest) {
  const std::lock_guard lock(mu_);
  const auto found = entries_.find(id);
  if (found == entries_.end()) return {Sight::kNew};
  Entry& entry = found->second;
  entry.gone = 0;
  const bool same = entry.digest == digest;
  if (!entry.caught_up) return {same ? Sight::kBaseline : Sight::kMissed};
  if (entry.attempt && entry.attempt->digest == digest) {
    return {Sight::kRetry, entry.attempt->forced};
  }
  if (!same) return {Sight::kChanged};
  return {entry.attempt ? Sight::kReverted : Sight::kSame};
}

void SeenContent::Settle(const std::string& id, uint64_t digest) {
  const std::lock_guard lock(mu_);
  entries_[id] = Entry{digest, true};
}

void SeenContent::Fail(const std::string& id, uint64_t digest, std::set<std::string> forced) {
  const std::lock_guard lock(mu_);
  entries_[id].attempt = Attempt{digest, std::move(forced)};
}

void SeenContent::Gone(const std::string& id) {
  const std::lock_guard lock(mu_);
  const auto found = entries_.find(id);
  if (found != entries_.end() && found->second.gone == 0) MarkGone(id, found->second);
}

void SeenContent::MarkGone(const std::string& id, Entry& entry) {
  entry.gone = ++deletions_;
  gone_.emplace_back(id, entry.gone);
  while (gone_.size() > kGoneObjects) {
    const auto oldest = entries_.find(gone_.front().first);
    const bool still = oldest != entries_.end() && oldest->second.gone == gone_.front().second;
    if (still) entries_.erase(oldest);
    gone_.pop_front();
  }
}

size_t SeenContent::size() const {
  const std::lock_guard lock(mu_);
  return entries_.size();
}

}  // namespace oarlock::reloader
