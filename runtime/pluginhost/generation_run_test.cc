// What a plugin does while it runs: reconciles, callback mappers and predicates.
#include <atomic>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/generation_fixture.h"

namespace oarlock::pluginhost {
namespace {

using cache::testing::Json;
using testing::AddController;
using testing::TypeDeclOf;
using testing::View;

class GenerationRun : public testing::GenerationFixture {};

// A ConfigMap of its own as primary type 1, Node as type 2, watched with callbacks.
int32_t DeclareCallbacks(const oar_builder_api& api, oar_builder builder) {
  oar_type_decl type = TypeDeclOf(1, "ConfigMap");
  (void)api.type(builder, &type);
  type.id = 2;
  type.kind = View("Node");
  (void)api.type(builder, &type);
  oar_mapper_decl mapper{};
  mapper.struct_size = sizeof(mapper);
  mapper.id = 7;
  mapper.kind = OAR_MAPPER_CALLBACK;
  (void)api.mapper(builder, &mapper);
  oar_predicate_decl predicate{};
  predicate.struct_size = sizeof(predicate);
  predicate.id = 8;
  predicate.kind = OAR_PREDICATE_CALLBACK;
  (void)api.predicate(builder, &predicate);
  const uint32_t predicates[] = {8};
  oar_watch_decl watch{};
  watch.struct_size = sizeof(watch);
  watch.type = 2;
  watch.mapper = 7;
  watch.predicates = predicates;
  watch.predicates_count = 1;
  (void)api.watch(builder, &watch);
  return AddController(api, builder, 1);
}

std::string Node(const char* name) {
  return std::string(R"({"apiVersion":"v1","kind":"Node","metadata":{"name":")") + name +
         R"(","uid":"u","resourceVersion":"3"}})";
}

TEST_F(GenerationRun, ANegativeReconcileIsATransientErrorInThePluginsWords) {
  plugin.on_reconcile = [](oar_ctx ctx, const oar_key&, oar_result*) {
    (void)HostApi().context->set_error(ctx, OAR_E_UNAVAILABLE, View("the moon is wrong"));
    return OAR_E_UNAVAILABLE;
  };
  Start();
  ASSERT_TRUE(host.WaitFor([&] { return generation->status().at(0).errors >= 1; }));
  const auto errors = generation->views().at(0).history->Failed();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].message, "the moon is wrong");
  EXPECT_EQ(errors[0].outcome, controller::Outcome::kErrorTransient);
  EXPECT_EQ(errors[0].code, base::StatusCode::kUnavailable);
  EXPECT_TRUE(host.WaitFor([&] { return plugin.Count("reconcile default/a") >= 2; },
                           std::chrono::milliseconds(10)))
      << "tried again after its backoff";
}

TEST_F(GenerationRun, FaultsAreCountedAndTheFirstIsRemembered) {
  std::atomic<int> calls{0};
  plugin.on_reconcile = [&](oar_ctx ctx, const oar_key&, oar_result*) {
    const std::string words = ++calls == 1 ? std::string(5000, 'w') : "later";
    (void)HostApi().context->set_error(ctx, OAR_E_PLUGIN_FAULT, View(words));
    return OAR_E_PLUGIN_FAULT;
  };
  Start();
  ASSERT_TRUE(
      host.WaitFor([&] { return generation->faults().count >= 2; }, std::chrono::milliseconds(10)));
  const std::string first = generation->faults().first;
  EXPECT_TRUE(first.starts_with("main: default/a: www")) << first;
  EXPECT_LE(first.size(), std::string("main: ").size() + kFaultTextMax);
}

TEST_F(GenerationRun, OutcomesOfReconcileArriveWithReasonAndMessage) {
  std::atomic<int32_t> outcome{OAR_ERROR_PERMANENT};
  plugin.on_reconcile = [&](oar_ctx, const oar_key&, oar_result* out) {
    out->outcome = outcome;
    WriteText(out->reason, "BadSpec");
    WriteText(out->message, "size is negative");
    return OAR_OK;
  };
  Start();
  ASSERT_TRUE(host.WaitFor([&] { return generation->status().at(0).errors >= 1; }));
  const auto errors = generation->views().at(0).history->Failed();
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].outcome, controller::Outcome::kErrorPermanent);
  EXPECT_EQ(errors[0].reason, "BadSpec");
  EXPECT_EQ(errors[0].message, "size is negative");
  EXPECT_EQ(queues.at("main")->stats().held, 1u) << "until the object changes";
  outcome = 4711;  // of a newer minor, say
  host.source("configmaps").stream()->Send(kube::WatchEventType::kModified, Json({"a", "11"}));
  ASSERT_TRUE(host.WaitFor([&] { return generation->status().at(0).errors >= 2; }));
  EXPECT_EQ(generation->views().at(0).history->Failed().back().outcome,
            controller::Outcome::kErrorTransient);
}

TEST_F(GenerationRun, RequeueAfterComesBackWhenItIsTime) {
  plugin.on_reconcile = [](oar_ctx, const oar_key&, oar_result* out) {
    out->outcome = OAR_REQUEUE_AFTER;
    out->requeue_after_ns = 60'000'000'000;
    return OAR_OK;
  };
  Start();
  ASSERT_TRUE(host.WaitFor([&] { return queues.at("main")->stats().delayed == 1; }));
  EXPECT_EQ(plugin.Count("reconcile default/a"), 1u);
  host.clock.Advance(std::chrono::seconds(59));
  EXPECT_EQ(queues.at("main")->stats().delayed, 1u);
  host.clock.Advance(std::chrono::seconds(1));
  EXPECT_TRUE(WaitForCalls("reconcile default/a", 2));
}

TEST_F(GenerationRun, CallbackMappersAndPredicatesDecide) {
  host.SetList("nodes", {Node("n1"), Node("n2")}, "10");
  plugin.on_declare = DeclareCallbacks;
  std::atomic<int> tests{0};
  plugin.on_test = [&](uint32_t predicate, const oar_change& change, uint8_t* pass) {
    EXPECT_EQ(predicate, 8u);
    EXPECT_EQ(change.type, 2u);
    EXPECT_EQ(change.kind, OAR_CHANGE_CREATED);
    EXPECT_EQ(change.old_object.id, 0u);
    *pass = ++tests == 1 ? 0 : 1;
    return OAR_OK;
  };
  std::atomic<int32_t> undeclared{0};
  plugin.on_map = [&](uint32_t mapper, oar_ctx ctx, const oar_subject& subject,
                      const oar_sink_api& api, oar_sink sink) {
    EXPECT_EQ(mapper, 7u);
    oar_obj_meta meta{};
    meta.struct_size = sizeof(meta);
    EXPECT_EQ(ObjectApi().meta(ctx, subject.object, &meta), OAR_OK);
    oar_key key{sizeof(oar_key), 0, 1, 0, View("mapped"), meta.name, 0};
    EXPECT_EQ(api.add_key(sink, &key), OAR_OK);
    key.type = 2;
    undeclared = api.add_key(sink, &key);
    EXPECT_EQ(api.add_key(sink, nullptr), OAR_E_INVALID);
    EXPECT_EQ(api.add_value(sink, View("x")), OAR_E_INVALID);
    oar_obj out{};
    const oar_key read{sizeof(oar_key), 0, 1, 0, View("default"), View("a"), 0};
    EXPECT_EQ(ClientApi().get(ctx, &read, &out, nullptr), OAR_E_INVALID) << "objects only";
    return OAR_E_INTERNAL;  // the keys so far count
  };
  Start();
  ASSERT_TRUE(host.WaitFor([&] {
    return plugin.Count("reconcile mapped/n1") + plugin.Count("reconcile mapped/n2") == 1;
  }));
  EXPECT_EQ(undeclared, OAR_E_UNDECLARED);
  EXPECT_EQ(tests, 2);
  EXPECT_EQ(plugin.Count("map"), 1u);
  EXPECT_TRUE(host.WaitFor([&] { return host.log_lines->Has("a callback failed"); }));
}

TEST_F(GenerationRun, ACallbackMapperLosesNoKeyWhenHandlesRunOut) {
  host.SetList("nodes", {}, "10");
  plugin.on_declare = DeclareCallbacks;
  plugin.on_map = [](uint32_t, oar_ctx, const oar_subject&, const oar_sink_api& api,
                     oar_sink sink) {
    oar_key key{};
    key.struct_size = sizeof(key);
    key.type = 1;
    key.ns = View("of-node");
    key.name = View("k");
    return api.add_key(sink, &key);
  };
  Start();
  ASSERT_TRUE(WaitForCalls("reconcile default/a", 1));
  HandleRegistry& registry = HandleRegistry::Process();
  std::vector<uint64_t> taken;
  int object = 0;
  while (const uint64_t id = registry.Add(HandleKind::kStream, &object)) taken.push_back(id);
  Stream("nodes")->Send(kube::WatchEventType::kAdded, Node("n1"));
  EXPECT_TRUE(host.WaitFor([&] { return generation->status().at(0).errors >= 1; }))
      << "the key came, but its run found no handle";
  EXPECT_EQ(plugin.Count("reconcile of-node/k"), 0u);
  for (const uint64_t id : taken) registry.Remove(id);
  EXPECT_TRUE(host.WaitFor([&] { return plugin.Count("reconcile of-node/k") >= 1; },
                           std::chrono::milliseconds(10)));
}

TEST_F(GenerationRun, AChangePassesAPredicateThatFails) {
  host.SetList("nodes", {Node("n1")}, "10");
  plugin.on_declare = DeclareCallbacks;
  plugin.on_test = [](uint32_t, const oar_change&, uint8_t* pass) {
    *pass = 0;
    return OAR_E_INTERNAL;
  };
  Start();
  EXPECT_TRUE(WaitForCalls("map", 1));
}

TEST_F(GenerationRun, AMapperIntoATypeThatIsNotServedIsLeftOut) {
  host.mapper.Forget("Node");
  plugin.on_declare = [](const oar_builder_api& api, oar_builder builder) {
    oar_type_decl type = TypeDeclOf(2, "Node");
    type.optional = 1;
    (void)api.type(builder, &type);
    oar_path_decl path{};
    path.struct_size = sizeof(path);
    path.id = 1;
    path.text = View("/metadata/name");
    (void)api.path(builder, &path);
    const uint32_t paths[] = {1};
    oar_index_part part{};
    part.struct_size = sizeof(part);
    part.paths = paths;
    part.paths_count = 1;
    oar_index_decl index{};
    index.struct_size = sizeof(index);
    index.id = 1;
    index.kind = OAR_INDEX_PATHS;
    index.type = 2;
    index.parts = &part;
    index.parts_count = 1;
    index.parts_stride = sizeof(part);
    (void)api.index(builder, &index);
    oar_mapper_decl mapper{};
    mapper.struct_size = sizeof(mapper);
    mapper.id = 1;
    mapper.kind = OAR_MAPPER_INDEX;
    mapper.index = 1;
    (void)api.mapper(builder, &mapper);
    type.id = 1;
    type.kind = View("ConfigMap");
    type.optional = 0;
    (void)api.type(builder, &type);
    oar_watch_decl watch{};
    watch.struct_size = sizeof(watch);
    watch.type = 1;
    watch.mapper = 1;
    (void)api.watch(builder, &watch);
    return AddController(api, builder, 2);
  };
  Start();
}

}  // namespace
}  // namespace oarlock::pluginhost
