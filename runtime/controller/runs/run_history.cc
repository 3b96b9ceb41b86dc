#include "controller/runs/run_history.h"

#include <algorithm>
#include <utility>

#include "base/text/cut_text.h"

namespace oarlock::controller {

using base::MutexLock;

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone: return "Done";
    case Outcome::kRequeue: return "Requeue";
    case Outcome::kRequeueAfter: return "RequeueAfter";
    case Outcome::kErrorTransient: return "Error";
    case Outcome::kErrorPermanent: return "PermanentError";
    case Outcome::kSkippedConflict: return "Conflict";
  }
  return "";
}

RunRecord RunRecord::Of(const queue::Item& item, const ReconcileResult& result, bool interrupted,
                        base::MonoTime now) {
  RunRecord record;
  record.key = item.key;
  record.reasons = item.reasons;
  record.ended = now;
  record.waited = item.waited;
  record.took = now - item.taken;
  record.outcome = result.outcome;
  record.interrupted = interrupted;
  record.failures = item.failures;
  record.requeue_after = result.requeue_after;
  record.code = result.code;
  record.reason = base::CutText(result.reason, kRunTextMax);
  record.message = base::CutText(result.message, kRunTextMax);
  return record;
}

bool RunRecord::failed() const { return IsError(outcome); }

void RunHistory::Ring::Add(RunRecord record) {
  if (records.size() < kRunsKeptMax) {
    records.push_back(std::move(record));
    return;
  }
  records[next] = std::move(record);
  next = (next + 1) % kRunsKeptMax;
}

// Oldest first.
template <typename Visit>
void RunHistory::Ring::ForEach(Visit visit) const {
  for (size_t i = 0; i < records.size(); ++i) visit(records[(next + i) % records.size()]);
}

void RunHistory::Add(RunRecord record) {
  MutexLock lock(mutex_);
  (record.failed() ? failed_ : good_).Add(std::move(record));
}

std::vector<RunRecord> RunHistory::Of(const queue::Key& key) const {
  std::vector<RunRecord> out;
  const auto take = [&out, &key](const RunRecord& record) {
    if (record.key == key) out.push_back(record);
  };
  MutexLock lock(mutex_);
  good_.ForEach(take);
  failed_.ForEach(take);
  std::stable_sort(out.begin(), out.end(),
                   [](const RunRecord& a, const RunRecord& b) { return a.ended < b.ended; });
  return out;
}

std::vector<RunRecord> RunHistory::Failed() const {
  std::vector<RunRecord> out;
  MutexLock lock(mutex_);
  failed_.ForEach([&out](const RunRecord& record) { out.push_back(record); });
  return out;
}

std::shared_ptr<RunHistory> RunHistories::Of(const std::string& controller) {
  MutexLock lock(mutex_);
  std::erase_if(histories_, [](const auto& known) { return known.second.expired(); });
  std::weak_ptr<RunHistory>& known = histories_[controller];
  std::shared_ptr<RunHistory> history = known.lock();
  if (!history) {
    history = std::make_shared<RunHistory>();
    known = history;
  }
  return history;
}

}  // namespace oarlock::controller
