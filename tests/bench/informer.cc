// bench_informer: our own client and cache, put together as the host does it (runtime/app/host.cc),
// with one handler and an index by node. See subject.h for what it is told and says.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <utility>

#include "base/executor.h"
#include "base/real_clock.h"
#include "cache/informer_factory.h"
#include "cache/list_gate.h"
#include "cache/view/store_view.h"
#include "client/client_factory.h"
#include "client/credentials_factory.h"
#include "client/in_cluster.h"
#include "subject.h"

namespace oarlock::bench {
namespace {

constexpr size_t kPoolThreads = 2;  // as the host has
constexpr std::string_view kNodeIndex = "nodeName";

template <typename T>
T Must(base::Result<T> result) {
  if (!result.ok()) Die(result.status().ToString());
  return std::move(result).value();
}

std::string_view NodeOf(const kube::Object& object) {
  return object["spec"]["nodeName"].AsString();
}

class CountingHandler final : public cache::EventHandler {
 public:
  explicit CountingHandler(Events& events) : events_(events) {}

  void OnEvent(const cache::Notification& told) override {
    if (told.type == cache::ChangeType::kDelete || told.cause != cache::Cause::kWatch) {
      events_.Note();
    } else {
      events_.NoteSent(told.object.Annotation(kSentAnnotation));
    }
  }

 private:
  Events& events_;
};

class InformerCache final : public SubjectCache {
 public:
  explicit InformerCache(const cache::SharedInformer& informer) : informer_(informer) {}

  void Each(const Visit& visit) override {
    for (const kube::Object& object : informer_.store().List()) {
      visit(object.ns(), object.name(), object.resource_version());
    }
  }
  std::string ObjectJson(const std::string& key) override {
    const kube::Object object = informer_.store().Get(key);
    return object ? object.ToJson() : "null";
  }
  std::string Node(const std::string& key) override {
    const kube::Object object = informer_.store().Get(key);
    return object ? std::string(NodeOf(object)) : "";
  }
  size_t GetMany(const std::vector<HotObject>& objects, size_t from, size_t count) override {
    const auto reader = informer_.reader();
    cache::LeaseTable leases;  // as the context of a call has one
    size_t found = 0;
    for (size_t i = from; i < from + count; ++i) {
      const cache::ObjectLease lease = reader->Lease(objects[i % objects.size()].key, leases);
      if (lease && NodeOf(lease.object()) != "-") ++found;
    }
    return found;
  }
  size_t IndexMany(const std::vector<HotObject>& objects, size_t from, size_t count) override {
    const cache::StoreView store = informer_.store();
    size_t found = 0;
    for (size_t i = from; i < from + count; ++i) {
      const auto hits = store.ByIndex(kNodeIndex, objects[i % objects.size()].node);
      if (hits.ok()) found += hits->size();
    }
    return found;
  }

 private:
  const cache::SharedInformer& informer_;
};

cache::ObjectForm FormOf(const SubjectOptions& options) {
  if (options.variant == "metadata") return cache::ObjectForm::kMetadataOnly;
  return options.strip_managed_fields ? cache::ObjectForm::kFull
                                      : cache::ObjectForm::kFullWithManaged;
}

// Everything that the host has between a kubeconfig and an informer.
class Host {
 public:
  explicit Host(const SubjectOptions& options) : random_(base::Random::OsSeed()) {
    const auto environment = client::Environment::OfProcess();
    const auto config = Must(client::LoadDefaultConfig({options.kubeconfig}, {}, environment));
    credentials_ = std::make_unique<client::CredentialsFactory>(
        client::CredentialsDeps{clock_, metrics_, log_, environment});
    client::TransportOptions transport;
    if (options.http == 1) transport.http_version = client::HttpVersion::kHttp1;
    transport.protobuf = options.variant != "json";
    clients_ = Must(client::RestClientFactory::Create(
        config, Must(credentials_->Make(config)), transport, {clock_, random_, metrics_, log_}));
    client_ = clients_->ForIdentity({});
    pool_ = std::make_unique<base::ThreadPool>("informer", kPoolThreads);
    list_gate_ = std::make_unique<cache::ListGate>(cache::kListsAtOnce, clock_, &metrics_);
    cache::InformerEnv env;
    env.executor = pool_.get();
    env.clock = &clock_;
    env.random = &random_;
    env.metrics = &metrics_;
    env.log = &log_;
    env.list_gate = list_gate_.get();
    informers_ = std::make_unique<cache::InformerFactory>(
        [this](const cache::InformerScope& scope) { return MakeSource(scope); }, env);
  }

  cache::InformerLease Acquire(const SubjectOptions& options) {
    const bool pods = options.resource == "pods";
    kube::CallContext call;
    call.deadline = clock_.Now() + std::chrono::seconds(30);
    cache::InformerScope scope;
    scope.resource = Must(clients_->mapper()->Map(
        pods ? kube::GroupKind{"", "Pod"} : kube::GroupKind{"bench.oarlock.dev", "Widget"}, {"v1"},
        call));
    scope.form = FormOf(options);
    return Must(informers_->Acquire(scope));
  }

  void Start() { informers_->Start(); }
  void Stop() {
    informers_->Stop();
    (void)informers_->WaitStopped(clock_.Now() + std::chrono::seconds(10));
    clients_->Stop();
  }

 private:
  base::Result<std::shared_ptr<kube::ListerWatcher>> MakeSource(const cache::InformerScope& scope) {
    kube::ListScope list;
    list.resource = scope.resource;
    list.ns = scope.ns;
    list.metadata_only = scope.form == cache::ObjectForm::kMetadataOnly;
    return client_->MakeListerWatcher(list);
  }

  base::Log log_{base::LogLevel::kWarning, base::LogFormat::kText};
  base::RealClock clock_;
  base::Random random_;
  base::MetricRegistry metrics_;
  std::unique_ptr<client::CredentialsFactory> credentials_;
  std::unique_ptr<client::RestClientFactory> clients_;
  std::shared_ptr<kube::Client> client_;
  std::unique_ptr<base::ThreadPool> pool_;
  std::unique_ptr<cache::ListGate> list_gate_;
  std::unique_ptr<cache::InformerFactory> informers_;
};

void Run(const SubjectOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Host host(options);
  Events events;
  cache::InformerLease informer = host.Acquire(options);
  const base::Status indexed = informer->AddIndex(
      kNodeIndex,
      [](const kube::Object& object, cache::IndexValues& values) { values.Add(NodeOf(object)); });
  if (!indexed.ok()) Die(indexed.ToString());
  cache::HandlerOptions on_strand;
  on_strand.name = "bench";
  auto handler = Must(informer->AddHandler(std::make_shared<CountingHandler>(events), on_strand));
  host.Start();
  if (const auto synced = informer->WaitForSync({}); !synced.ok()) Die(synced.ToString());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  Say(fmt::format(R"({{"event":"synced","objects":{},"seconds":{:.6f}}})", informer->store().size(),
                  took.count()));
  InformerCache cache(*informer);
  Serve(&cache, events);
  handler.RemoveAndWait();
  host.Stop();
}

}  // namespace
}  // namespace oarlock::bench

int main(int argc, char** argv) {
  oarlock::bench::Say(R"({"event":"started"})");
  oarlock::bench::Run(oarlock::bench::ParseSubjectOptions(argc, argv));
  return 0;
}
