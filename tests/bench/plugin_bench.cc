// What the plugin ABI costs: the calls a plugin makes in one reconcile, through the host's real
// function tables, handles and permission checks, over a cache of Pods.
#include <benchmark/benchmark.h>

#include "base/check.h"
#include "base/executor.h"
#include "base/fake_clock.h"
#include "bench/samples.h"
#include "cache/testing/scripted_source.h"
#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/context.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/instance.h"

namespace oarlock::bench {
namespace {

constexpr size_t kPods = 1000;
constexpr uint32_t kPodType = 1;
constexpr uint32_t kPhase = 1;
constexpr uint32_t kNode = 2;
constexpr uint32_t kReady = 3;
constexpr pluginhost::CallRights kReconcile{"reconcile", true, true};

class NoMapper final : public kube::RestMapper {
 public:
  base::Result<kube::ResourceInfo> Map(const kube::GroupKind&, const std::vector<std::string>&,
                                       const kube::CallContext&) override {
    return base::Status(base::StatusCode::kNotFound, "no discovery here");
  }
  base::Result<kube::ServedKinds> All(const kube::CallContext&) override {
    return kube::ServedKinds();
  }
  void Invalidate() override {}
};

// A host with one instance that declared Pods and three paths; its informer has synced.
class Host {
 public:
  Host() {
    pluginhost::BoundType type;
    type.decl.id = kPodType;
    type.decl.kind = "Pod";
    type.available = true;
    type.resource.gvr = {"", "v1", "pods"};
    type.resource.kind = "Pod";
    type.informers.push_back(Synced(type.resource));
    pluginhost::Declaration declaration;
    declaration.types.emplace(kPodType, type.decl);
    const std::pair<uint32_t, const char*> paths[] = {
        {kPhase, "/status/phase"},
        {kNode, "/spec/nodeName"},
        {kReady, "/status/conditions/[type=Ready]/status"}};
    for (const auto& [id, text] : paths) {
      declaration.paths.emplace(id, kube::Path::Parse(text).value());
    }
    instance_.set_declaration(std::move(declaration));
    std::map<uint32_t, pluginhost::BoundType> types;
    types.emplace(kPodType, std::move(type));
    instance_.set_types(std::move(types));
  }

  pluginhost::Instance& instance() { return instance_; }
  std::shared_ptr<controller::Cancellation> cancellation() { return cancellation_; }
  cache::Lister lister() { return instance_.FindType(kPodType)->lister(); }

 private:
  cache::InformerLease Synced(const kube::ResourceInfo& resource) {
    cache::InformerScope scope;
    scope.resource = resource;
    cache::testing::ListReply list;
    for (size_t i = 0; i < kPods; ++i) list.items.push_back(PodJson(i, 1));
    list.version = "1";
    source_->AddList(std::move(list));
    cache::InformerLease lease = informers_.Acquire(scope).value();
    informers_.Start();
    executor_.RunUntilIdle();
    OARLOCK_CHECK(lease->HasSynced() && lease->store().size() == kPods);
    return lease;
  }

  base::FakeClock clock_;
  base::Random random_{1};
  base::MetricRegistry metrics_;
  base::ManualExecutor executor_;
  std::shared_ptr<cache::testing::ScriptedSource> source_ =
      std::make_shared<cache::testing::ScriptedSource>();
  cache::InformerFactory informers_{
      [this](const cache::InformerScope&) -> base::Result<std::shared_ptr<kube::ListerWatcher>> {
        return std::shared_ptr<kube::ListerWatcher>(source_);
      },
      {&executor_, &clock_, &random_, &metrics_, nullptr}};
  NoMapper mapper_;
  controller::EventRecorder events_{nullptr, "bench", {&clock_, &random_, nullptr, nullptr}};
  pluginhost::HostEnv env_{clock_,  random_, metrics_, base::Log::Discard(), informers_, mapper_,
                           nullptr, events_, "0"};
  pluginhost::Instance instance_{env_, {"bench", "bench@1", "bench", "dev.oarlock.bench"}};
  std::shared_ptr<controller::Cancellation> cancellation_ =
      std::make_shared<controller::Cancellation>(clock_);
};

// One call into the plugin: what the host sets up around it.
struct Call {
  explicit Call(Host& host)
      : context(host.instance(), kReconcile, base::kNever, host.cancellation()) {}
  oar_obj Get(const std::string& name) {
    oar_key key{};
    key.struct_size = sizeof(key);
    key.type = kPodType;
    key.ns = pluginhost::ToView("shop");
    key.name = pluginhost::ToView(name);
    oar_obj object{};
    const int32_t code = pluginhost::ClientApi().get(context.handle(), &key, &object, nullptr);
    OARLOCK_CHECK(code == OAR_OK);
    return object;
  }
  pluginhost::Context context;
};

void EmptyCall(benchmark::State& state) {
  Host host;
  for (auto _ : state) {
    Call call(host);
    benchmark::DoNotOptimize(call.context.handle());
  }
}
BENCHMARK(EmptyCall);

// The same reads without an ABI, to compare with GetAndOneField.
void HostGetAndOneField(benchmark::State& state) {
  Host host;
  const cache::Lister lister = host.lister();
  const kube::Path path = kube::Path::Parse("/status/phase").value();
  const std::string name = "checkout-7";
  for (auto _ : state) {
    const auto pod = lister.Get("shop", name);
    benchmark::DoNotOptimize(path.Get(pod->root()));
  }
}
BENCHMARK(HostGetAndOneField);

// A call that reads one object of the cache and one field of it.
void GetAndOneField(benchmark::State& state) {
  Host host;
  const std::string name = "checkout-7";
  for (auto _ : state) {
    Call call(host);
    oar_value value{};
    pluginhost::ObjectApi().get(call.context.handle(), call.Get(name), {OAR_NODE_ROOT}, kPhase,
                                &value);
    OARLOCK_CHECK(value.type == OAR_TYPE_STRING);
  }
}
BENCHMARK(GetAndOneField);

void OneField(benchmark::State& state) {
  Host host;
  Call call(host);
  const oar_obj object = call.Get("checkout-7");
  for (auto _ : state) {
    oar_value value{};
    pluginhost::ObjectApi().get(call.context.handle(), object, {OAR_NODE_ROOT}, kPhase, &value);
    benchmark::DoNotOptimize(value);
  }
}
BENCHMARK(OneField);

void ThreeFieldsAtOnce(benchmark::State& state) {
  Host host;
  Call call(host);
  const oar_obj object = call.Get("checkout-7");
  const uint32_t paths[] = {kPhase, kNode, kReady};
  for (auto _ : state) {
    oar_value values[3];
    pluginhost::ObjectApi().get_many(call.context.handle(), object, paths, 3, values);
    benchmark::DoNotOptimize(values);
  }
}
BENCHMARK(ThreeFieldsAtOnce);

void Metadata(benchmark::State& state) {
  Host host;
  Call call(host);
  const oar_obj object = call.Get("checkout-7");
  for (auto _ : state) {
    oar_obj_meta meta{};
    meta.struct_size = sizeof(meta);
    pluginhost::ObjectApi().meta(call.context.handle(), object, &meta);
    benchmark::DoNotOptimize(meta);
  }
}
BENCHMARK(Metadata);

}  // namespace
}  // namespace oarlock::bench
