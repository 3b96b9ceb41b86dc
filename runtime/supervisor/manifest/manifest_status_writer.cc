#include "supervisor/manifest/manifest_status_writer.h"

#include <fmt/format.h>

#include <utility>

#include "base/thread_name.h"
#include "kube/decode.h"

namespace oarlock::supervisor {
namespace {

constexpr base::BackoffOptions kRetry{.initial = std::chrono::seconds(2),
                                      .cap = std::chrono::seconds(60),
                                      .jitter = 0.2,
                                      .reset_after = std::chrono::hours(1)};
constexpr std::string_view kHelp = "Writes of the PluginManifest's status.";

bool Says(kube::Value status, kube::Value wanted) {
  for (const char* member : kManifestStatusMembers) {
    if (status[member].ToJson() != wanted[member].ToJson()) return false;
  }
  return true;
}

}  // namespace

ManifestStatusWriter::ManifestStatusWriter(ManifestStatusOptions options, base::Clock& clock,
                                           base::Random& random, base::MetricRegistry& metrics,
                                           base::Log log)
    : options_(std::move(options)),
      clock_(clock),
      log_(std::move(log)),
      backoff_(kRetry, clock, random),
      written_(metrics.MakeCounter("oarlock_manifest_status_writes_total", std::string(kHelp),
                                   {{"result", "written"}})),
      failed_(metrics.MakeCounter("oarlock_manifest_status_writes_total", std::string(kHelp),
                                  {{"result", "failed"}})) {}

ManifestStatusWriter::~ManifestStatusWriter() { Stop(); }

void ManifestStatusWriter::Start() {
  thread_ = std::thread([this] {
    base::SetThisThreadName("status");
    Run();
  });
}

void ManifestStatusWriter::Stop() {
  stop_source_.request_stop();
  {
    base::MutexLock lock(mutex_);
    stop_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void ManifestStatusWriter::Report(const ManifestReport& report) {
  base::MutexLock lock(mutex_);
  report_ = report;
  notice_ = true;
  changed_.NotifyAll();
}

void ManifestStatusWriter::Notice() {
  base::MutexLock lock(mutex_);
  notice_ = true;
  changed_.NotifyAll();
}

void ManifestStatusWriter::Run() {
  base::MonoTime earliest{};
  while (WaitForNotice(earliest)) earliest = Write();
}

bool ManifestStatusWriter::WaitForNotice(base::MonoTime earliest) {
  {
    base::MutexLock lock(mutex_);
    while (!stop_ && !notice_) changed_.Wait(mutex_);
    if (stop_) return false;
  }
  WaitUntil(std::max(earliest, clock_.Now() + kManifestStatusRest));
  base::MutexLock lock(mutex_);
  notice_ = false;
  return !stop_;
}

void ManifestStatusWriter::WaitUntil(base::MonoTime time) {
  base::MutexLock lock(mutex_);
  while (!stop_ && clock_.WaitUntil(changed_, mutex_, time)) {
  }
}

// What is there already: by the last write's answer, which is newer than what the watch has shown.
kube::Object ManifestStatusWriter::Known(const ManifestReport& report) {
  if (!answer_ || answer_.uid() != report.uid) answer_ = options_.object();
  return answer_;
}

base::MonoTime ManifestStatusWriter::Write() {
  std::optional<ManifestReport> report;
  {
    base::MutexLock lock(mutex_);
    report = report_;
  }
  if (!options_.may_write()) answer_ = {};  // meanwhile others write
  if (!report || !options_.may_write()) return clock_.Now();
  const bool settled = report->status.ok() && options_.settled(report->revision);
  const kube::Object known = Known(*report);
  const kube::Value before = known.root()["status"];
  const std::string status =
      ManifestStatusJson({*report, options_.plugins(), settled}, before, clock_.UnixNow());
  const auto wanted = kube::DocumentFromJson(status);
  if (known.uid() == report->uid && wanted.ok() && Says(before, wanted->root())) {
    return clock_.Now();
  }
  kube::ObjectRef ref = options_.ref;
  ref.subresource = "status";
  kube::WriteOptions write;
  write.field_manager = "oarlock";
  auto answer = options_.client->PatchObject(
      ref, {kube::PatchType::kMerge, fmt::format(R"({{"status":{}}})", status)}, write,
      {clock_.Now() + kManifestStatusCallTimeout, stop_source_.get_token()});
  if (!answer.ok()) return Failed(answer.status());
  answer_ = *std::move(answer);
  failure_.clear();
  backoff_.Reset();
  written_->Add();
  return clock_.Now() + kManifestStatusPause;
}

base::MonoTime ManifestStatusWriter::Failed(const base::Status& status) {
  answer_ = {};
  const bool is_over = status.code() == base::StatusCode::kCancelled ||
                       status.code() == base::StatusCode::kNotLeading;
  if (!is_over) failed_->Add();
  if (!is_over && failure_ != status.message()) {
    failure_ = status.message();
    log_.Warning("the manifest's status cannot be written", {{"error", failure_}});
  }
  Notice();
  return clock_.Now() + backoff_.Next();
}

}  // namespace oarlock::supervisor
