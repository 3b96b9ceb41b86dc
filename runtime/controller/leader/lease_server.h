#pragma once
// LeaseServer: a kube::Client with one Lease, for tests of the election: conflicts by
// resourceVersion, watches, failures by script. On the caller's thread; not thread-safe.

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "controller/testing/unused_client.h"
#include "kube/decode.h"
#include "kube/edit_document.h"

namespace oarlock::controller::testing {

class LeaseServer final : public UnusedClient {
 public:
  // What the Lease is now; null: there is none.
  const kube::Object& lease() const { return lease_; }
  std::string holder() const { return std::string(lease_["spec"]["holderIdentity"].AsString()); }
  void Put(std::string_view json) { Store(json); }
  void Remove() {
    lease_ = {};
    Tell(kube::WatchEventType::kDeleted, "{}");
  }
  size_t watches() const {
    size_t open = 0;
    for (const auto& sink : sinks_) open += sink.expired() ? 0u : 1u;
    return open;
  }
  void EndWatches() {
    for (const auto& weak : std::exchange(sinks_, {})) {
      if (const auto sink = weak.lock()) sink->OnWatchEnd(base::Status::Ok());
    }
  }

  // The next calls fail so, in order, before they reach the Lease.
  void FailNext(base::Status status) { failures_.push_back(std::move(status)); }
  base::Status down;                   // not OK: every call fails so
  std::function<void()> before_write;  // what comes in between
  bool watches_are_silent = false;     // nothing is told any more
  std::vector<std::string> calls;      // "get", "create", "update"

  base::Result<kube::Object> Get(const kube::ObjectRef&, const kube::CallContext&) override {
    calls.emplace_back("get");
    OARLOCK_RETURN_IF_ERROR(Fate());
    if (!lease_) return base::NotFound("leases \"oarlock\" not found");
    return lease_;
  }
  base::Result<kube::Object> Create(const kube::ObjectRef&, std::string_view json,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    calls.emplace_back("create");
    OARLOCK_RETURN_IF_ERROR(BeforeWrite());
    if (lease_) return base::Status(base::StatusCode::kAlreadyExists, "exists");
    Store(json);
    return lease_;
  }
  base::Result<kube::Object> Update(const kube::ObjectRef&, std::string_view json,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    calls.emplace_back("update");
    OARLOCK_RETURN_IF_ERROR(BeforeWrite());
    const auto wanted = kube::ObjectFromJson(json);
    if (!wanted.ok()) return wanted.status();
    if (!lease_) return base::NotFound("leases \"oarlock\" not found");
    if (wanted->resource_version() != lease_.resource_version()) {
      return base::Status(base::StatusCode::kConflict, "the object has been modified");
    }
    Store(json);
    return lease_;
  }
  std::shared_ptr<kube::ListerWatcher> MakeListerWatcher(const kube::ListScope&) override {
    return std::make_shared<Source>(*this);
  }

 private:
  struct Source final : kube::ListerWatcher {
    struct Open final : kube::Call {
      explicit Open(std::shared_ptr<kube::WatchSink> s) : sink(std::move(s)) {}
      void Cancel() override { sink.reset(); }
      std::shared_ptr<kube::WatchSink> sink;
    };
    explicit Source(LeaseServer& s) : server(s) {}
    std::unique_ptr<kube::Call> List(const kube::ListOptions&,
                                     std::shared_ptr<kube::ListSink>) override {
      return nullptr;
    }
    std::unique_ptr<kube::Call> Watch(const kube::WatchOptions&,
                                      std::shared_ptr<kube::WatchSink> sink) override {
      server.sinks_.push_back(sink);
      return std::make_unique<Open>(std::move(sink));
    }
    LeaseServer& server;
  };

  base::Status Fate() {
    if (!down.ok() || failures_.empty()) return down;
    base::Status failure = std::move(failures_.front());
    failures_.pop_front();
    return failure;
  }
  base::Status BeforeWrite() {
    if (const auto hook = std::exchange(before_write, {})) hook();
    return Fate();
  }
  void Store(std::string_view json) {
    auto document = kube::EditDocument::FromJson(json);
    OARLOCK_CHECK(document.ok());
    const bool fresh = !lease_;
    const std::string version = "\"" + std::to_string(++version_) + "\"";
    OARLOCK_CHECK(document->Set("/metadata/resourceVersion", version).ok());
    OARLOCK_CHECK(document->Set("/metadata/uid", "\"u1\"").ok());
    auto text = document->ToJson();
    lease_ = kube::ObjectFromJson(*text).value();
    Tell(fresh ? kube::WatchEventType::kAdded : kube::WatchEventType::kModified, *text);
  }
  void Tell(kube::WatchEventType type, const std::string& json) {
    if (watches_are_silent) return;
    const kube::RawEvent event{type, {kube::ContentType::kJson, json}};
    for (const auto& weak : std::vector(sinks_)) {
      if (const auto sink = weak.lock()) (void)sink->OnEvents({&event, 1});
    }
  }

  kube::Object lease_;
  int version_ = 0;
  std::deque<base::Status> failures_;
  std::vector<std::weak_ptr<kube::WatchSink>> sinks_;
};

}  // namespace oarlock::controller::testing
