#include "supervisor/reload/rollback_memory.h"

#include <fmt/format.h>

#include <utility>

#include "base/text/cut_text.h"
#include "kube/decode.h"
#include "kube/patch.h"

namespace oarlock::supervisor {
namespace {

constexpr std::string_view kRollbackPrefix = "rollback.";

std::string ToText(const RollbackRecord& record) {
  return fmt::format(R"({{"plugin":{},"library":{},"entry":{},"reason":{},"host":{},"time":{}}})",
                     kube::JsonQuote(record.id.plugin), kube::JsonQuote(record.id.library),
                     kube::JsonQuote(record.id.entry), kube::JsonQuote(record.reason),
                     kube::JsonQuote(record.host), record.unix_seconds);
}

std::optional<RollbackRecord> FromText(const std::string& text) {
  const auto object = kube::ObjectFromJson(text, {.drop_managed_fields = false});
  if (!object.ok()) return std::nullopt;
  const kube::Value root = object->root();
  RollbackRecord record;
  record.id = {std::string(root["plugin"].AsString()), std::string(root["library"].AsString()),
               std::string(root["entry"].AsString())};
  record.reason = root["reason"].AsString();
  record.host = root["host"].AsString();
  record.unix_seconds = root["time"].AsInt(0);
  if (record.id.plugin.empty() || record.id.library.empty()) return std::nullopt;
  return record;
}

}  // namespace

RollbackMemory::RollbackMemory(std::vector<std::unique_ptr<RecordStore>> stores, std::string host,
                               base::Clock& clock, base::Log log)
    : stores_(std::move(stores)), host_(std::move(host)), clock_(clock), log_(std::move(log)) {}

std::optional<RollbackRecord> RollbackMemory::Find(const TrialId& id) {
  bool read = false;
  {
    base::MutexLock lock(mutex_);
    read = read_;
  }
  if (!read) Read();
  base::MutexLock lock(mutex_);
  const auto it = records_.find(id.plugin);
  if (it == records_.end() || it->second.id != id) return std::nullopt;
  return it->second;
}

std::optional<RollbackRecord> RollbackMemory::FindAgain(const TrialId& id) {
  Read();
  return Find(id);
}

void RollbackMemory::Read() {
  RetryEnds();
  bool all = true;
  std::vector<TrialId> unfinished;
  for (const auto& store : stores_) {
    const auto records = store->ReadAll();
    if (records.ok()) {
      Merge(*records, store == stores_.front(), unfinished);
      continue;
    }
    all = false;
    log_.Warning("rolled back libraries cannot be read; they may be tried again",
                 {{"from", store->name()}, {"error", records.status().message()}});
  }
  bool first = false;
  {
    base::MutexLock lock(mutex_);
    first = !looked_;
    looked_ = looked_ || all;
    read_ = read_ || all;
  }
  if (!first) return;
  for (const TrialId& id : unfinished) {
    Remember(id, "the host died while it was on trial");
    EndTrial(id.plugin);
  }
}

void RollbackMemory::Merge(const std::map<std::string, std::string>& records, bool with_trials,
                           std::vector<TrialId>& unfinished) {
  const std::string trial_prefix = TrialKey("");
  base::MutexLock lock(mutex_);
  for (const auto& [key, text] : records) {
    const bool is_trial = key.starts_with(trial_prefix);
    if (is_trial ? !with_trials : !key.starts_with(kRollbackPrefix)) continue;
    auto record = FromText(text);
    if (!record) continue;
    if (is_trial) {
      unfinished.push_back(std::move(record->id));
      continue;
    }
    RollbackRecord& known = records_[record->id.plugin];
    if (record->unix_seconds >= known.unix_seconds) known = std::move(*record);
  }
}

void RollbackMemory::BeginTrial(const TrialId& id) {
  RetryEnds();
  {
    base::MutexLock lock(mutex_);
    looked_ = true;  // from now on a trial of this host is one of this process
    unended_.erase(id.plugin);
  }
  const int64_t now =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.UnixNow().time_since_epoch()).count();
  if (stores_.empty()) return;
  Write(*stores_.front(), TrialKey(id.plugin), ToText({id, "on trial", host_, now}));
}

void RollbackMemory::EndTrial(const std::string& plugin) {
  if (stores_.empty()) return;
  if (Write(*stores_.front(), TrialKey(plugin), "")) return;
  base::MutexLock lock(mutex_);
  unended_.insert(plugin);
}

// A trial that was passed must not look unfinished at the next start.
void RollbackMemory::RetryEnds() {
  std::set<std::string> unended;
  {
    base::MutexLock lock(mutex_);
    unended.swap(unended_);
  }
  for (const std::string& plugin : unended) EndTrial(plugin);
}

void RollbackMemory::Remember(const TrialId& id, const std::string& reason) {
  const int64_t now =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.UnixNow().time_since_epoch()).count();
  const RollbackRecord record{id, std::string(base::CutText(reason, kRollbackReasonMax)), host_,
                              now};
  {
    base::MutexLock lock(mutex_);
    records_[id.plugin] = record;
  }
  for (const auto& store : stores_) {
    Write(*store, std::string(kRollbackPrefix) + id.plugin, ToText(record));
  }
}

bool RollbackMemory::Write(RecordStore& store, const std::string& key, const std::string& text) {
  const base::Status written = store.Put(key, text);
  if (written.ok()) return true;
  log_.Warning("the rollback memory cannot be written",
               {{"to", store.name()}, {"key", key}, {"error", written.message()}});
  return false;
}

}  // namespace oarlock::supervisor
