#pragma once
// What the client's integration tests share: a scripted server, a factory for it on a virtual
// clock, credentials that a test can change, sinks that record, and waits on real sockets.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/fake_clock.h"
#include "base/mutex.h"
#include "client/client_factory.h"
#include "sandbox/real_wait.h"
#include "sandbox/script_server.h"

namespace oarlock::integration {

inline const kube::ResourceInfo kConfigMaps{.gvr = {"", "v1", "configmaps"}, .kind = "ConfigMap"};

// Real time only bounds it: the condition comes from real sockets and threads.
inline bool Eventually(const std::function<bool()>& condition) {
  base::Mutex mutex;
  base::CondVar nobody;
  const sandbox::RealWait limit(std::chrono::seconds(20));
  base::MutexLock lock(mutex);
  while (!condition()) {
    std::this_thread::yield();
    if (!limit.Left()) return false;
  }
  return true;
}

class FakeCredentials final : public client::Credentials {
 public:
  void Get(Ready ready) override {
    client::CredentialSnapshot snapshot;
    {
      base::MutexLock lock(mutex_);
      snapshot = snapshot_;
    }
    ready(snapshot);
  }
  void Invalidate(uint64_t generation) override {
    base::MutexLock lock(mutex_);
    invalidated_.push_back(generation);
    if (next_ && generation == snapshot_.generation) {
      snapshot_ = *std::exchange(next_, std::nullopt);
    }
  }
  void Set(client::CredentialSnapshot snapshot) {
    base::MutexLock lock(mutex_);
    snapshot_ = std::move(snapshot);
  }
  // What the next Invalidate brings.
  void SetNext(client::CredentialSnapshot snapshot) {
    base::MutexLock lock(mutex_);
    next_ = std::move(snapshot);
  }
  std::vector<uint64_t> invalidated() const {
    base::MutexLock lock(mutex_);
    return invalidated_;
  }

 private:
  mutable base::Mutex mutex_;
  client::CredentialSnapshot snapshot_ OARLOCK_GUARDED_BY(mutex_){
      .authorization = "Bearer one", .generation = 1};
  std::optional<client::CredentialSnapshot> next_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<uint64_t> invalidated_ OARLOCK_GUARDED_BY(mutex_);
};

class RecordingLog final : public base::LogSink {
 public:
  void Write(base::LogLevel /*level*/, std::string_view line) override {
    base::MutexLock lock(mutex_);
    lines_.emplace_back(line);
  }
  size_t CountLinesWith(std::string_view text) const {
    base::MutexLock lock(mutex_);
    size_t count = 0;
    for (const std::string& line : lines_) count += line.find(text) != std::string::npos;
    return count;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<std::string> lines_ OARLOCK_GUARDED_BY(mutex_);
};

class RecordingList final : public kube::ListSink {
 public:
  kube::Flow OnItems(std::span<const kube::RawItem> items) override {
    base::MutexLock lock(mutex_);
    for (const kube::RawItem& item : items) items_.emplace_back(item.bytes);
    ++batches_;
    return pause_ ? kube::Flow::kPause : kube::Flow::kContinue;
  }
  void OnListEnd(base::Result<kube::ListMeta> meta) override {
    base::MutexLock lock(mutex_);
    end_ = std::move(meta);
    ++ends_;
  }
  void SetPause(bool pause) {
    base::MutexLock lock(mutex_);
    pause_ = pause;
  }
  std::vector<std::string> items() const {
    base::MutexLock lock(mutex_);
    return items_;
  }
  size_t batches() const {
    base::MutexLock lock(mutex_);
    return batches_;
  }
  int ends() const {
    base::MutexLock lock(mutex_);
    return ends_;
  }
  base::Result<kube::ListMeta> WaitEnd() const {
    if (!Eventually([&] { return ends() > 0; })) return base::Internal("the list does not end");
    base::MutexLock lock(mutex_);
    return *end_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<std::string> items_ OARLOCK_GUARDED_BY(mutex_);
  std::optional<base::Result<kube::ListMeta>> end_ OARLOCK_GUARDED_BY(mutex_);
  size_t batches_ OARLOCK_GUARDED_BY(mutex_) = 0;
  int ends_ OARLOCK_GUARDED_BY(mutex_) = 0;
  bool pause_ OARLOCK_GUARDED_BY(mutex_) = false;
};

class RecordingWatch final : public kube::WatchSink {
 public:
  void OnWatchOpen() override { opens_.fetch_add(1); }
  void OnEvents(std::span<const kube::RawEvent> events) override {
    base::MutexLock lock(mutex_);
    for (const kube::RawEvent& event : events) {
      types_.push_back(event.type);
      objects_.emplace_back(event.object.bytes);
    }
  }
  void OnWatchEnd(base::Status status) override {
    base::MutexLock lock(mutex_);
    end_ = std::move(status);
    ++ends_;
  }
  std::vector<std::string> objects() const {
    base::MutexLock lock(mutex_);
    return objects_;
  }
  std::vector<kube::WatchEventType> types() const {
    base::MutexLock lock(mutex_);
    return types_;
  }
  int opens() const { return opens_.load(); }
  int ends() const {
    base::MutexLock lock(mutex_);
    return ends_;
  }
  base::Status WaitEnd() const {
    if (!Eventually([&] { return ends() > 0; })) return base::Internal("the watch does not end");
    base::MutexLock lock(mutex_);
    return end_;
  }

 private:
  mutable base::Mutex mutex_;
  std::vector<kube::WatchEventType> types_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> objects_ OARLOCK_GUARDED_BY(mutex_);
  base::Status end_ OARLOCK_GUARDED_BY(mutex_);
  int ends_ OARLOCK_GUARDED_BY(mutex_) = 0;
  std::atomic<int> opens_{0};
};

class ClientTest : public testing::Test {
 protected:
  ClientTest() : ClientTest(std::nullopt) {}
  explicit ClientTest(std::optional<sandbox::ScriptServer::Tls> tls)
      : server({.clock = &clock, .tls = std::move(tls)}) {
    config.server = server.url();
  }

  client::TransportDeps deps() {
    return {clock, random, metrics, base::Log(base::LogLevel::kInfo, base::LogFormat::kText, log)};
  }
  // Makes the factory at first use, so that a test may change config and options before.
  client::RestClientFactory& factory() {
    if (!factory_) {
      auto made = client::RestClientFactory::Create(config, credentials, options, deps());
      if (!made.ok()) ADD_FAILURE() << made.status().ToString();
      factory_ = *std::move(made);
    }
    return *factory_;
  }
  void StopFactory() { factory_.reset(); }
  std::shared_ptr<kube::Client> client() { return factory().ForIdentity({}); }
  std::shared_ptr<kube::ListerWatcher> source() {
    return client()->MakeListerWatcher({.resource = kConfigMaps, .ns = "t"});
  }
  base::Result<kube::Object> Get(const std::string& name) {
    return client()->Get({kConfigMaps, "t", name, ""}, {});
  }
  double Metric(const std::string& name, const base::MetricLabels& labels) {
    for (const base::MetricFamily& family : metrics.Collect()) {
      if (family.name != name) continue;
      for (const base::MetricSample& sample : family.samples) {
        const auto has = [&](const auto& label) {
          return std::find(sample.labels.begin(), sample.labels.end(), label) !=
                 sample.labels.end();
        };
        if (std::all_of(labels.begin(), labels.end(), has)) return sample.value;
      }
    }
    return -1;
  }

  base::FakeClock clock;
  base::Random random{42};
  base::MetricRegistry metrics;
  std::shared_ptr<RecordingLog> log = std::make_shared<RecordingLog>();
  std::shared_ptr<FakeCredentials> credentials = std::make_shared<FakeCredentials>();
  sandbox::ScriptServer server;
  client::ClientConfig config;
  client::TransportOptions options;

 private:
  std::unique_ptr<client::RestClientFactory> factory_;
};

inline constexpr const char* kConfigMapPath = "/api/v1/namespaces/t/configmaps";
inline const std::string kOneConfigMap =
    R"({"apiVersion":"v1","kind":"ConfigMap",)"
    R"("metadata":{"name":"a","namespace":"t","resourceVersion":"5"}})";

}  // namespace oarlock::integration
