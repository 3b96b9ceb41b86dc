#include "supervisor/watch/manifest_follower.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/thread_name.h"
#include "supervisor/manifest_reader.h"
#include "supervisor/watch/file_set.h"

namespace oarlock::supervisor {
namespace {

constexpr int kReadTries = 5;

}  // namespace

ManifestFollower::ManifestFollower(ManifestFollowerOptions options, Manifest manifest,
                                   base::Clock& clock, base::MetricRegistry& metrics, base::Log log)
    : options_(std::move(options)),
      clock_(clock),
      log_(std::move(log)),
      applied_(metrics.MakeCounter("oarlock_manifest_reads_total",
                                   "Times the manifest was read after the start.",
                                   {{"result", "applied"}})),
      invalid_(metrics.MakeCounter("oarlock_manifest_reads_total",
                                   "Times the manifest was read after the start.",
                                   {{"result", "invalid"}})),
      manifest_(std::move(manifest)),
      fingerprint_(FingerprintOf(options_.path, manifest_, options_.plugin_dir)) {}

ManifestFollower::~ManifestFollower() { Stop(); }

void ManifestFollower::Start() {
  watch_ = std::make_unique<DirectoryWatch>([this] { Notice(); });
  WatchPlaces();
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
  const std::string now = FingerprintOf(options_.path, manifest_, options_.plugin_dir);
  if (requests.empty() && now == fingerprint_) return;
  fingerprint_ = now;
  const Answer answer = ReadAndApply(requests.empty() ? "files" : requests.begin()->second);
  base::MutexLock lock(mutex_);
  for (const auto& [ticket, who] : requests) {
    answers_[ticket] = answer;
    if (answers_.size() > kReloadAnswersMax) answers_.erase(answers_.begin());
  }
}

// A set of files that was swapped while it was read is read again.
base::Result<Manifest> ManifestFollower::ReadConsistently() {
  for (int i = 0;; ++i) {
    const std::string before = FingerprintOf(options_.path, {}, options_.plugin_dir);
    auto manifest = ReadManifest(options_.path);
    if (i == kReadTries || FingerprintOf(options_.path, {}, options_.plugin_dir) == before) {
      return manifest;
    }
  }
}

void ManifestFollower::WatchPlaces() {
  FilePlaces places = PlacesOf(options_.path, manifest_, options_.plugin_dir);
  watch_->Watch(places.directories, std::move(places.names));
}

ManifestFollower::Answer ManifestFollower::ReadAndApply(const std::string& why) {
  auto manifest = ReadConsistently();
  if (!manifest.ok()) {
    invalid_->Add();
    log_.Error("the manifest is invalid; what runs stays as it is",
               {{"reason", why}, {"error", manifest.status().message()}});
    return {manifest.status(), 0};
  }
  manifest_ = *std::move(manifest);
  // Looked at before any library is opened, so that a later change is seen as one.
  WatchPlaces();
  fingerprint_ = FingerprintOf(options_.path, manifest_, options_.plugin_dir);
  applied_->Add();
  log_.Info("the manifest is applied", {{"reason", why}, {"plugins", manifest_.plugins.size()}});
  return {base::Status::Ok(), options_.apply(manifest_)};
}

}  // namespace oarlock::supervisor
