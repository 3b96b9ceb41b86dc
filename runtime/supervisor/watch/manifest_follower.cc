#include "supervisor/watch/manifest_follower.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/thread_name.h"
#include "supervisor/watch/file_set.h"

namespace oarlock::supervisor {
namespace {

constexpr std::string_view kNotReadYet = "the manifest is not read yet";

}  // namespace

ManifestFollower::ManifestFollower(ManifestFollowerOptions options,
                                   std::optional<Manifest> manifest, base::Clock& clock,
                                   base::MetricRegistry& metrics, base::Log log)
    : options_(std::move(options)),
      clock_(clock),
      log_(std::move(log)),
      applied_(metrics.MakeCounter("oarlock_manifest_reads_total",
                                   "Times the manifest was read after the start.",
                                   {{"result", "applied"}})),
      invalid_(metrics.MakeCounter("oarlock_manifest_reads_total",
                                   "Times the manifest was read after the start.",
                                   {{"result", "invalid"}})),
      not_applied_(manifest ? "" : kNotReadYet) {
  if (!manifest) return;
  manifest_ = *std::move(manifest);
  fingerprint_ = Fingerprint();
}

ManifestFollower::~ManifestFollower() { Stop(); }

void ManifestFollower::Start() {
  watch_ = std::make_unique<DirectoryWatch>([this] { Notice(); });
  WatchPlaces();
  options_.source->Start([this] { Notice(); });
  Notice();  // what was changed before the watch
  thread_ = std::thread([this] {
    base::SetThisThreadName("manifest");
    Run();
  });
}

void ManifestFollower::Stop() {
  {
    base::MutexLock lock(mutex_);
    stop_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
  options_.source->Stop();
  watch_.reset();
}

void ManifestFollower::Notice() {
  base::MutexLock lock(mutex_);
  ++notices_;
  changed_.NotifyAll();
}

uint64_t ManifestFollower::Request(const std::string& who) {
  base::MutexLock lock(mutex_);
  requests_.emplace(next_ticket_, who);
  changed_.NotifyAll();
  return next_ticket_++;
}

std::string ManifestFollower::NotApplied() const {
  base::MutexLock lock(mutex_);
  return not_applied_;
}

std::optional<ManifestFollower::Answer> ManifestFollower::AnswerTo(uint64_t ticket) const {
  base::MutexLock lock(mutex_);
  const auto it = answers_.find(ticket);
  if (it == answers_.end()) return std::nullopt;
  return it->second;
}

void ManifestFollower::Run() {
  while (WaitForNotice()) {
    WaitForRest();
    Look();
  }
}

// True when there is something to look at; false at the end.
bool ManifestFollower::WaitForNotice() {
  const base::MonoTime poll = clock_.Now() + kManifestPollTime;
  base::MutexLock lock(mutex_);
  while (!stop_ && notices_ == 0 && requests_.empty()) {
    if (!clock_.WaitUntil(changed_, mutex_, poll)) return !stop_;
  }
  return !stop_;
}

// A file that is being written is not looked at; who asks is not kept waiting.
void ManifestFollower::WaitForRest() {
  const base::MonoTime latest = clock_.Now() + kManifestRestTimeout;
  base::MutexLock lock(mutex_);
  while (!stop_ && notices_ > 0 && requests_.empty() && clock_.Now() < latest) {
    notices_ = 0;
    const base::MonoTime rested = clock_.Now() + kManifestRestTime;
    while (!stop_ && notices_ == 0 && requests_.empty()) {
      if (!clock_.WaitUntil(changed_, mutex_, rested)) break;
    }
  }
  notices_ = 0;
}

void ManifestFollower::Look() {
  std::map<uint64_t, std::string> requests;
  {
    base::MutexLock lock(mutex_);
    if (stop_) return;
    requests.swap(requests_);
  }
  WatchPlaces();
  const std::string now = Fingerprint();
  if (requests.empty() && now == fingerprint_) return;
  fingerprint_ = now;
  const Answer answer = ReadAndApply(requests.empty() ? "it changed" : requests.begin()->second);
  base::MutexLock lock(mutex_);
  for (const auto& [ticket, who] : requests) {
    answers_[ticket] = answer;
    if (answers_.size() > kReloadAnswersMax) answers_.erase(answers_.begin());
  }
}

std::string ManifestFollower::Fingerprint() const {
  return options_.source->Fingerprint() + FingerprintOfPlugins(manifest_, options_.plugin_dir);
}

void ManifestFollower::WatchPlaces() {
  FilePlaces places = options_.source->Places();
  AddPlacesOfPlugins(manifest_, options_.plugin_dir, places);
  watch_->Watch(places.directories, std::move(places.names));
}

void ManifestFollower::Refuse(const std::string& why, const base::Status& status) {
  {
    base::MutexLock lock(mutex_);
    if (!not_applied_.empty()) not_applied_ = status.message();
  }
  if (status.code() == base::StatusCode::kUnavailable) return;
  invalid_->Add();
  const bool gone = status.code() == base::StatusCode::kNotFound;
  log_.Error(gone ? "there is no manifest; what runs stays as it is"
                  : "the manifest is invalid; what runs stays as it is",
             {{"reason", why}, {"error", status.message()}});
}

ManifestFollower::Answer ManifestFollower::ReadAndApply(const std::string& why) {
  auto manifest = options_.source->Read();
  if (!manifest.ok()) {
    Refuse(why, manifest.status());
    options_.source->Ended(manifest.status(), 0);
    return {manifest.status(), 0};
  }
  manifest_ = *std::move(manifest);
  // Looked at before any library is opened, so that a later change is seen as one.
  WatchPlaces();
  fingerprint_ = Fingerprint();
  applied_->Add();
  log_.Info("the manifest is applied", {{"reason", why}, {"plugins", manifest_.plugins.size()}});
  const uint64_t revision = options_.apply(manifest_);
  {
    base::MutexLock lock(mutex_);
    not_applied_.clear();
  }
  options_.source->Ended(base::Status::Ok(), revision);
  return {base::Status::Ok(), revision};
}

}  // namespace oarlock::supervisor
