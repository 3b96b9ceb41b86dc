#include "pluginhost/testing/host_harness.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace oarlock::pluginhost::testing {

namespace {

// Time must not run away from threads that have work to do.
constexpr std::chrono::microseconds kRealTimePerStep{200};
// Long enough for a machine that does much else; a test that passes never gets there.
constexpr std::chrono::seconds kGiveUp{120};

}  // namespace

using cache::testing::ListReply;
using cache::testing::ScriptedSource;

base::Result<kube::ResourceInfo> FakeMapper::Map(const kube::GroupKind& kind,
                                                 const std::vector<std::string>& accepted,
                                                 const kube::CallContext&) {
  base::MutexLock lock(mutex_);
  std::string version = accepted.empty() ? versions_[0] : "";
  for (const std::string& wanted : accepted) {
    const bool served = std::find(versions_.begin(), versions_.end(), wanted) != versions_.end();
    if (version.empty() && served) version = wanted;
  }
  if (!unknown_[kind.kind] && !version.empty()) {
    if (kind.kind == "ConfigMap") {
      return kube::ResourceInfo{{"", version, "configmaps"}, "ConfigMap", true, {}, {}};
    }
    if (kind.kind == "Node") {
      return kube::ResourceInfo{{"", version, "nodes"}, "Node", false, {}, {}};
    }
    if (kind.kind == "Deployment") {
      return kube::ResourceInfo{
          {"apps", version, "deployments"}, "Deployment", true, {}, {"status"}};
    }
  }
  return base::Status(base::StatusCode::kNotFound, "the server does not serve " + kind.kind);
}

base::Result<kube::ServedKinds> FakeMapper::All(const kube::CallContext&) {
  base::MutexLock lock(mutex_);
  ++all_calls_;
  if (!all_status_.ok()) return all_status_;
  return served_;
}

void FakeMapper::Serve(std::vector<kube::ResourceInfo> resources,
                       std::vector<std::string> unknown_groups) {
  base::MutexLock lock(mutex_);
  served_ = {std::move(resources), std::move(unknown_groups)};
  all_status_ = {};
}

void FakeMapper::FailAll(base::Status status) {
  base::MutexLock lock(mutex_);
  all_status_ = std::move(status);
}

size_t FakeMapper::all_calls() const {
  base::MutexLock lock(mutex_);
  return all_calls_;
}

void FakeMapper::AddVersion(const std::string& version) {
  base::MutexLock lock(mutex_);
  versions_.push_back(version);
}

void FakeMapper::Invalidate() {
  base::MutexLock lock(mutex_);
  ++invalidations_;
}

size_t FakeMapper::invalidations() const {
  base::MutexLock lock(mutex_);
  return invalidations_;
}

void FakeMapper::Set(const std::string& kind, bool unknown) {
  base::MutexLock lock(mutex_);
  unknown_[kind] = unknown;
}

void CollectedLog::Write(base::LogLevel, std::string_view line) {
  base::MutexLock lock(mutex_);
  if (text_.size() > kTextKept) text_.erase(0, text_.size() / 2);
  text_.append(line).push_back('\n');
}

bool CollectedLog::Has(std::string_view text) const {
  base::MutexLock lock(mutex_);
  return text_.find(text) != std::string::npos;
}

HostHarness::HostHarness()
    : informers_(
          [this](const cache::InformerScope& scope)
              -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
            std::string name = scope.resource.gvr.resource;
            if (!scope.ns.empty()) name += "/" + scope.ns;
            if (scope.resource.gvr.version != "v1") name += "@" + scope.resource.gvr.version;
            base::MutexLock lock(mutex_);
            return std::shared_ptr<kube::ListerWatcher>(ServedOf(name).source);
          },
          {&pool_, &clock, &random, &metrics, nullptr}),
      events_(client, "test", {&clock, &random, &metrics, nullptr}),
      env_{clock,      random,
           metrics,    base::Log(base::LogLevel::kDebug, base::LogFormat::kText, log_lines),
           informers_, mapper,
           client,     events_,
           "1.2.3"} {
  informers_.Start();
}

HostHarness::~HostHarness() {
  informers_.Stop();
  (void)informers_.WaitStopped(base::kNever);
}

HostHarness::Served& HostHarness::ServedOf(const std::string& resource) {
  Served& served = served_[resource];
  if (served.source) return served;
  served.source = std::make_shared<ScriptedSource>();
  served.source->on_list = [this, resource](const kube::ListOptions&) {
    base::MutexLock lock(mutex_);
    const Served& now = served_[resource];
    ListReply reply{{}, now.items, now.version, {}, false};
    if (now.forbidden) {
      base::ErrorDetail detail;
      detail.http_status = 403;
      detail.reason = "Forbidden";
      reply = {{base::StatusCode::kPermissionDenied, resource + " is forbidden", detail},
               {},
               {},
               {},
               false};
    }
    return reply;
  };
  return served;
}

ScriptedSource& HostHarness::source(const std::string& resource) {
  base::MutexLock lock(mutex_);
  return *ServedOf(resource).source;
}

void HostHarness::SetList(const std::string& resource, std::vector<std::string> items,
                          const std::string& version) {
  base::MutexLock lock(mutex_);
  Served& served = ServedOf(resource);
  served.items = std::move(items);
  served.version = version;
}

void HostHarness::Forbid(const std::string& resource) {
  base::MutexLock lock(mutex_);
  ServedOf(resource).forbidden = true;
}

void HostHarness::Allow(const std::string& resource) {
  base::MutexLock lock(mutex_);
  ServedOf(resource).forbidden = false;
}

bool HostHarness::WaitFor(const std::function<bool()>& done, base::Duration step) {
  using RealTime = std::chrono::steady_clock;
  const auto give_up = RealTime::now() + kGiveUp;
  auto next_step = RealTime::now();
  while (!done()) {
    const auto now = RealTime::now();
    if (now > give_up) return false;
    if (step > base::Duration::zero() && now >= next_step) {
      clock.Advance(step);
      next_step = now + kRealTimePerStep;
    }
    std::this_thread::yield();
  }
  return true;
}

}  // namespace oarlock::pluginhost::testing
