#include "controller/leader/lease_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kube/decode.h"

namespace oarlock::controller {
namespace {

kube::ResourceInfo LeaseResource() {
  kube::ResourceInfo info;
  info.gvr = {"coordination.k8s.io", "v1", "leases"};
  info.kind = "Lease";
  return info;
}

class LeaseSink final : public kube::WatchSink {
 public:
  explicit LeaseSink(std::function<void(const kube::Object&)> changed)
      : changed_(std::move(changed)) {}

  kube::Flow OnEvents(std::span<const kube::RawEvent> events) override {
    for (const kube::RawEvent& event : events) {
      if (event.type == kube::WatchEventType::kBookmark) continue;
      auto lease = kube::DecodeObject(event.object, {});
      // What cannot be used, a deletion too, is looked at by reading.
      const bool usable = lease.ok() && (event.type == kube::WatchEventType::kAdded ||
                                         event.type == kube::WatchEventType::kModified);
      changed_(usable ? *lease : kube::Object());
    }
    return kube::Flow::kContinue;
  }
  void OnWatchEnd(base::Status) override { changed_(kube::Object()); }

 private:
  const std::function<void(const kube::Object&)> changed_;
};

}  // namespace

LeaseLock::LeaseLock(const ElectionOptions& options, kube::Client& client, base::Clock& clock)
    : options_(options),
      client_(client),
      clock_(clock),
      ref_{LeaseResource(), options.ns, options.name, ""},
      source_(client.MakeListerWatcher(
          {LeaseResource(), options.ns, "", fmt::format("metadata.name={}", options.name)})) {}

kube::CallContext LeaseLock::Context(base::MonoTime until, std::stop_token stop) const {
  const base::Duration limit =
      std::max<base::Duration>(std::chrono::seconds(1), options_.renew_deadline / 2);
  return {std::min(until, clock_.Now() + limit), std::move(stop)};
}

base::Result<kube::Object> LeaseLock::Read(base::MonoTime until, std::stop_token stop) {
  auto lease = client_.Get(ref_, Context(until, std::move(stop)));
  if (lease.status().code() == base::StatusCode::kNotFound) return kube::Object();
  return lease;
}

base::Result<kube::Object> LeaseLock::Write(const kube::Object& lease, const std::string& holder,
                                            bool acquired, base::MonoTime until,
                                            std::stop_token stop) {
  OARLOCK_ASSIGN_OR_RETURN(const std::string json,
                           LeaseJson(lease, options_, holder, acquired, clock_.UnixNow()));
  const kube::CallContext context = Context(until, std::move(stop));
  return lease ? client_.Update(ref_, json, {}, context) : client_.Create(ref_, json, {}, context);
}

std::shared_ptr<void> LeaseLock::Watch(const std::string& version,
                                       std::function<void(const kube::Object&)> changed) {
  kube::WatchOptions options;
  options.resource_version = version;
  std::shared_ptr<kube::Call> call =
      source_->Watch(options, std::make_shared<LeaseSink>(std::move(changed)));
  return call;
}

}  // namespace oarlock::controller
