#include "tests/kube/sync/pipeline.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "client/credentials_factory.h"
#include "client/environment.h"
#include "client/kubeconfig.h"

namespace oarlock::kubetest {
namespace {

constexpr std::chrono::seconds kSyncLimit{30};
constexpr std::chrono::seconds kStopLimit{10};

template <typename T>
T Must(base::Result<T> result, const char* what) {
  if (!result.ok()) {
    std::fprintf(stderr, "%s: %s\n", what, result.status().ToString().c_str());
    std::exit(1);
  }
  return std::move(result).value();
}

// The client's source with the options of the test.
class TunedSource final : public kube::ListerWatcher {
 public:
  TunedSource(std::shared_ptr<kube::ListerWatcher> source, PipelineOptions options,
              std::shared_ptr<SourceCounts> counts)
      : source_(std::move(source)), options_(std::move(options)), counts_(std::move(counts)) {}

  std::unique_ptr<kube::Call> List(const kube::ListOptions& options,
                                   std::shared_ptr<kube::ListSink> sink) override {
    const bool first = options.continue_token.empty();
    const bool exact = options.match == kube::ResourceVersionMatch::kExact;
    ++(!first ? counts_->more_pages : exact ? counts_->exact_lists : counts_->lists);
    if (!first && options_.before_next_page) options_.before_next_page();
    kube::ListOptions sent = options;
    if (options_.paged) sent.resource_version.clear();
    if (options_.page_size != 0 && sent.limit != 0) sent.limit = options_.page_size;
    return source_->List(sent, std::move(sink));
  }
  std::unique_ptr<kube::Call> Watch(const kube::WatchOptions& options,
                                    std::shared_ptr<kube::WatchSink> sink) override {
    ++counts_->watches;
    if (options.send_initial_events) ++counts_->watch_lists;
    kube::WatchOptions sent = options;
    sent.timeout = options_.watch_timeout.value_or(sent.timeout);
    return source_->Watch(sent, std::move(sink));
  }
  void UseJson(const base::Status& why) override { source_->UseJson(why); }
  bool ServesWatchList() const override { return source_->ServesWatchList(); }

 private:
  const std::shared_ptr<kube::ListerWatcher> source_;
  const PipelineOptions options_;
  const std::shared_ptr<SourceCounts> counts_;
};

std::unique_ptr<client::RestClientFactory> MakeClients(const PipelineOptions& options,
                                                       const client::TransportDeps& deps) {
  const auto environment = client::Environment::OfProcess();
  const auto kubeconfig =
      Must(client::LoadKubeconfig({options.kubeconfig}, environment), "kubeconfig");
  const auto config = Must(client::ResolveKubeconfig(kubeconfig, {}), "kubeconfig");
  client::CredentialsFactory factory({deps.clock, deps.metrics, deps.log, environment});
  auto credentials = Must(factory.Make(config), "credentials");
  client::TransportOptions transport;
  transport.http_version = options.http_version;
  return Must(client::RestClientFactory::Create(config, std::move(credentials), transport, deps),
              "client");
}

size_t CountEntries(const char* directory) {
  size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) {
    ++count;
  }
  return count;
}

}  // namespace

Pipeline::Pipeline(const PipelineOptions& options)
    : informer_clock_(options.informer_clock != nullptr ? *options.informer_clock : clock_),
      log_(options.log != nullptr
               ? base::Log(base::LogLevel::kInfo, base::LogFormat::kText, options.log)
               : base::Log::Discard()),
      list_gate_(cache::kListsAtOnce, informer_clock_, &metrics_),
      watch_list_memory_(informer_clock_, &metrics_),
      clients_(MakeClients(options, {clock_, random_, metrics_, log_})),
      client_(clients_->ForIdentity({})) {
  auto make_source =
      [this, options](
          const cache::InformerScope& scope) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
    kube::ListScope list{.resource = scope.resource,
                         .ns = scope.ns,
                         .label_selector = scope.label_selector,
                         .field_selector = scope.field_selector,
                         .metadata_only = scope.form == cache::ObjectForm::kMetadataOnly};
    return std::shared_ptr<kube::ListerWatcher>(
        std::make_shared<TunedSource>(client_->MakeListerWatcher(list), options, counts_));
  };
  const cache::InformerEnv env{
      .executor = &pool_,
      .clock = &informer_clock_,
      .random = &random_,
      .metrics = &metrics_,
      .log = &log_,
      // A turn at the gate has a timer, which would run among those a test lets pass one by one.
      .list_gate = options.informer_clock != nullptr ? nullptr : &list_gate_,
      .watch_list = options.watch_list ? &watch_list_memory_ : nullptr,
      .verify_cache = options.verify_cache};
  informers_ = std::make_unique<cache::InformerFactory>(std::move(make_source), env);
  informers_->Start();
}

Pipeline::~Pipeline() {
  const base::Status stopped = Stop();
  if (!stopped.ok()) std::fprintf(stderr, "pipeline: %s\n", stopped.ToString().c_str());
  informers_.reset();
  client_.reset();
  clients_.reset();
  pool_.Stop();
}

base::Status Pipeline::Stop() {
  informers_->Stop();
  return informers_->WaitStopped(informer_clock_.Now() + kStopLimit);
}

cache::InformerLease Pipeline::Acquire(const cache::InformerRequest& request) {
  return Must(informers_->Acquire(request), "informer");
}

cache::InformerLease Pipeline::Synced(const cache::InformerRequest& request) {
  cache::InformerLease lease = Acquire(request);
  const base::Status synced = lease->WaitForSync({.deadline = informer_clock_.Now() + kSyncLimit});
  if (!synced.ok()) Must<int>(synced, "sync");
  return lease;
}

double Pipeline::Metric(std::string_view name) {
  double sum = 0;
  for (const base::MetricFamily& family : metrics_.Collect()) {
    if (family.name != name) continue;
    for (const base::MetricSample& sample : family.samples) sum += sample.value;
  }
  return sum;
}

size_t ThreadCount() { return CountEntries("/proc/self/task"); }
size_t FdCount() { return CountEntries("/proc/self/fd"); }

}  // namespace oarlock::kubetest
