// Size fuzz, the host's side: every struct and table that a plugin hands over, with each
// struct_size from 0 to double, in memory of exactly that size (ASan sees any touch beyond), with
// garbage where a newer plugin has more fields, and with flags that nobody knows. Each is taken or
// refused.
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "abi/host/real_host.h"
#include "pluginhost/abi/host_api.h"
#include "pluginhost/declare/declaration_builder.h"

namespace oarlock::abi_test {
namespace {

using sdk::Sized;
using sdk::ToView;

constexpr uint32_t kPrefix = 2 * sizeof(uint32_t);
constexpr uint32_t kMaps = 1;
constexpr char kGarbage = '\xa5';
constexpr char kMap[] =
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"t","name":"a","uid":"u",)"
    R"("resourceVersion":"5"},"data":{"k":"1"}})";

// A copy of `full` that has room for `size` bytes (the prefix at least), and not one more.
template <typename T>
class Exact {
 public:
  Exact(const T& full, uint32_t size) : memory_(new char[std::max(size, kPrefix)]) {
    std::memset(memory_.get(), kGarbage, std::max(size, kPrefix));
    std::memcpy(memory_.get(), &full, std::min<size_t>(std::max(size, kPrefix), sizeof(T)));
    std::memcpy(memory_.get(), &size, sizeof(size));
  }
  T* get() { return reinterpret_cast<T*>(memory_.get()); }
  void SetFlags(uint32_t flags) {
    std::memcpy(memory_.get() + sizeof(uint32_t), &flags, sizeof(flags));
  }
  uint32_t size() const {
    uint32_t size = 0;
    std::memcpy(&size, memory_.get(), sizeof(size));
    return size;
  }

 private:
  std::unique_ptr<char[]> memory_;
};

// An argument of every size: a good one is taken as it is, and with more behind it; one that is cut
// gives some status; an unknown flag is refused.
template <typename T>
void EachSizeOf(const char* what, const T& full, const std::function<int32_t(const T*)>& call) {
  SCOPED_TRACE(what);
  for (uint32_t size = 0; size <= 2 * sizeof(T); ++size) {
    Exact<T> given(full, size);
    const int32_t code = call(given.get());
    EXPECT_LE(code, OAR_OK) << size;
    EXPECT_TRUE(size >= kPrefix || code == OAR_E_INVALID) << size << ": " << code;
    EXPECT_TRUE(size < sizeof(T) || code == OAR_OK) << size << ": " << code;
    EXPECT_EQ(given.size(), size) << "it is the owner's";
  }
  Exact<T> flagged(full, sizeof(T));
  flagged.SetFlags(1u << 31u);
  EXPECT_EQ(call(flagged.get()), OAR_E_INVALID) << "a flag that must be known";
}

// Room for an answer of every size: filled as far as it reaches.
template <typename T>
void EachRoomFor(const char* what, const std::function<int32_t(T*)>& call) {
  SCOPED_TRACE(what);
  auto whole = Sized<T>();
  ASSERT_EQ(call(&whole), OAR_OK);
  for (uint32_t size = 0; size <= 2 * sizeof(T); ++size) {
    Exact<T> room(T{}, size);
    const int32_t code = call(room.get());
    EXPECT_EQ(room.size(), size) << "it is the owner's";
    if (code != OAR_OK || size < kPrefix) continue;
    const size_t both = std::min<size_t>(size, sizeof(T));
    EXPECT_EQ(std::memcmp(reinterpret_cast<const char*>(room.get()) + kPrefix,
                          reinterpret_cast<const char*>(&whole) + kPrefix, both - kPrefix),
              0)
        << size;
  }
}

oar_key MapKey() {
  auto key = Sized<oar_key>();
  key.type = kMaps;
  key.ns = ToView("t");
  key.name = ToView("a");
  return key;
}

void ReadsOf(const sdk::Context& ctx) {
  const oar_client_api& client = pluginhost::ClientApi();
  const oar_key key = MapKey();
  EachSizeOf<oar_key>("key", key, [&](const oar_key* given) {
    oar_obj out{};
    return client.get(ctx.raw(), given, &out, nullptr);
  });
  auto list = Sized<oar_cache_list>();
  list.type = kMaps;
  EachSizeOf<oar_cache_list>("cache list", list, [&](const oar_cache_list* given) {
    oar_list out{};
    return client.list(ctx.raw(), given, &out, nullptr);
  });
  auto live = Sized<oar_live_list>();
  live.type = kMaps;
  EachSizeOf<oar_live_list>("live list", live, [&](const oar_live_list* given) {
    oar_list out{};
    return client.list_live(ctx.raw(), given, &out, nullptr);
  });
  EachSizeOf<oar_get_options>("get options", Sized<oar_get_options>(),
                              [&](const oar_get_options* given) {
                                oar_obj out{};
                                return client.get_live(ctx.raw(), &key, given, &out, nullptr);
                              });
}

void WritesOf(const sdk::Context& ctx) {
  const oar_client_api& client = pluginhost::ClientApi();
  const oar_key key = MapKey();
  EachSizeOf<oar_write_options>("write options", Sized<oar_write_options>(),
                                [&](const oar_write_options* given) {
                                  return client.patch(ctx.raw(), &key, OAR_PATCH_MERGE,
                                                      ToView(kMap), given, nullptr, nullptr);
                                });
  EachSizeOf<oar_delete_options>("delete options", Sized<oar_delete_options>(),
                                 [&](const oar_delete_options* given) {
                                   return client.delete_object(ctx.raw(), &key, given, nullptr);
                                 });
  auto item = Sized<oar_write_item>();
  item.verb = OAR_WRITE_PATCH;
  item.patch_kind = OAR_PATCH_MERGE;
  item.key = &key;
  item.body = ToView(kMap);
  const auto write = [&](const oar_write_item* items, const oar_batch_options* options) {
    auto out = Sized<oar_write_outcome>();
    // A stride of the item's own size, as an array of that plugin would have.
    const uint64_t stride = std::max(items->struct_size, kPrefix);
    const int32_t code = pluginhost::ClientBatchApi().write_many(ctx.raw(), items, 1, stride,
                                                                 options, &out, sizeof(out));
    return code < OAR_OK ? code : out.status;
  };
  EachSizeOf<oar_write_item>("write item", item,
                             [&](const oar_write_item* given) { return write(given, nullptr); });
  EachSizeOf<oar_batch_options>(
      "batch options", Sized<oar_batch_options>(),
      [&](const oar_batch_options* given) { return write(&item, given); });
}

void NotesOf(const sdk::Context& ctx) {
  auto record = Sized<oar_log_record>();
  record.level = OAR_LOG_INFO;
  record.message = ToView("fuzz");
  EachSizeOf<oar_log_record>("log record", record, [&](const oar_log_record* given) {
    const int32_t code = pluginhost::HostApi().log(ctx.api().handle, ctx.raw(), given);
    return code == OAR_E_THROTTLED ? OAR_OK : code;
  });
  oar_obj object{};
  ASSERT_EQ(pluginhost::ObjectApi().from_json(ctx.raw(), ToView(kMap), &object, nullptr), OAR_OK);
  auto event = Sized<oar_event>();
  event.type = OAR_EVENT_NORMAL;
  event.reason = ToView("Fuzzed");
  event.message = ToView("all sizes");
  EachSizeOf<oar_event>("event", event, [&](const oar_event* given) {
    return pluginhost::EventsApi().emit(ctx.raw(), object, given);
  });
  const oar_key key = MapKey();
  EachSizeOf<oar_requeue_options>(
      "requeue options", Sized<oar_requeue_options>(), [&](const oar_requeue_options* given) {
        return pluginhost::TimersApi().requeue_after(ctx.raw(), &key, 3'600'000'000'000, given);
      });
}

void AnswersOf(const sdk::Context& ctx) {
  const oar_object_api& objects = pluginhost::ObjectApi();
  oar_obj object{};
  ASSERT_EQ(objects.from_json(ctx.raw(), ToView(kMap), &object, nullptr), OAR_OK);
  EachRoomFor<oar_obj_meta>(
      "meta", [&](oar_obj_meta* out) { return objects.meta(ctx.raw(), object, out); });
  auto what = Sized<oar_cache_list>();
  what.type = kMaps;
  oar_list list{};
  ASSERT_EQ(pluginhost::ClientApi().list(ctx.raw(), &what, &list, nullptr), OAR_OK);
  EachRoomFor<oar_list_info>(
      "list info", [&](oar_list_info* out) { return objects.list_info(ctx.raw(), list, out); });
  oar_error error{};
  ASSERT_EQ(objects.from_json(ctx.raw(), ToView("{"), &object, &error), OAR_E_INVALID);
  EachRoomFor<oar_error_info>("error info", [&](oar_error_info* out) {
    return pluginhost::ContextApi().error_info(ctx.raw(), error, out);
  });
  EachRoomFor<oar_type_info>("type info", [&](oar_type_info* out) {
    return pluginhost::ClientApi().type_info(ctx.raw(), kMaps, 0, out);
  });
  EachRoomFor<oar_quantity>("quantity", [&](oar_quantity* out) {
    return pluginhost::QuantityApi().parse(ctx.api().handle, ToView("1500m"), out);
  });
  EachRoomFor<oar_leader_epoch>("epoch", [&](oar_leader_epoch* out) {
    return pluginhost::LeaderApi().epoch(ctx.raw(), out);
  });
}

class SizeFuzz : public RealHost {
 protected:
  void SetUp() override {
    host.SetList("configmaps", {kMap}, "10");
    host.client->on_get = [](const kube::ObjectRef&) { return kube::ObjectFromJson(kMap); };
    host.client->on_delete = [](const kube::ObjectRef&, const kube::DeleteOptions&) {
      return kube::ObjectFromJson(kMap);
    };
  }
};

class Fuzzer : public sdk::Controller {
 public:
  static constexpr std::string_view kId = "main";
  static inline std::atomic<bool> done{false};

  sdk::Status Declare(sdk::Declaration& d) override {
    d.Type(kMaps, "", "ConfigMap").Versions({"v1"});
    d.Primary(kMaps);
    d.Watch(kMaps, d.CallMap(1)).When({d.CallTest(1)});
    d.CallIndex(1, kMaps);
    d.Access("", "configmaps", {"patch", "delete"});
    return {};
  }
  sdk::Outcome Reconcile(sdk::Context& ctx, const sdk::Key&) override {
    if (done) return {};
    ReadsOf(ctx);
    WritesOf(ctx);
    NotesOf(ctx);
    AnswersOf(ctx);
    done = true;
    return {};
  }
  bool Test(sdk::Context&, uint32_t, const sdk::Change&) override { return true; }
  sdk::Status Map(sdk::Context&, uint32_t, const sdk::Subject&, sdk::Sink&) override { return {}; }
  sdk::Status Index(sdk::Context&, uint32_t, const sdk::Subject&, sdk::Sink&) override {
    return {};
  }
  sdk::Health CheckHealth(sdk::Context&) override { return {}; }
  sdk::Result<sdk::State> SaveState(sdk::Context&) override { return sdk::State{"fuzz", 1, "x"}; }
  sdk::Status LoadState(sdk::Context&, const sdk::State&) override { return {}; }
};

TEST_F(SizeFuzz, ArgumentsAndAnswersOfHostFunctions) {
  Fuzzer::done = false;
  Start<Fuzzer>();
  EXPECT_TRUE(host.WaitFor([] { return Fuzzer::done.load(); }));
}

// Declarations: each into a builder of its own.
template <typename T>
void EachSizeDeclared(const char* what, const T& full,
                      int32_t (*oar_builder_api::*function)(oar_builder, const T*) noexcept) {
  EachSizeOf<T>(what, full, [&](const T* given) {
    pluginhost::DeclarationBuilder builder;
    const oar_builder_api& api = pluginhost::DeclarationBuilder::Api();
    return (api.*function)(builder.handle(), given);
  });
}

TEST_F(SizeFuzz, Declarations) {
  using Api = oar_builder_api;
  auto type = Sized<oar_type_decl>();
  type.id = 1;
  type.kind = ToView("ConfigMap");
  EachSizeDeclared("type", type, &Api::type);
  auto set = Sized<oar_type_set_decl>();
  set.id = 1;
  EachSizeDeclared("type set", set, &Api::type_set);
  auto access = Sized<oar_access_decl>();
  const oar_view verb = ToView("patch");
  access.resource = ToView("configmaps");
  access.verbs = &verb;
  access.verbs_count = 1;
  EachSizeDeclared("access", access, &Api::access);
  auto path = Sized<oar_path_decl>();
  path.id = 1;
  path.text = ToView("/data");
  EachSizeDeclared("path", path, &Api::path);
  auto predicate = Sized<oar_predicate_decl>();
  predicate.id = 1;
  predicate.kind = OAR_PREDICATE_GENERATION_CHANGED;
  EachSizeDeclared("predicate", predicate, &Api::predicate);
  auto mapper = Sized<oar_mapper_decl>();
  mapper.id = 1;
  mapper.kind = OAR_MAPPER_SAME_NAME;
  EachSizeDeclared("mapper", mapper, &Api::mapper);
  const uint32_t path_id = 1;
  auto part = Sized<oar_index_part>();
  part.paths = &path_id;
  part.paths_count = 1;
  auto index = Sized<oar_index_decl>();
  index.id = 1;
  index.kind = OAR_INDEX_PATHS;
  index.type = 1;
  index.parts = &part;
  index.parts_count = 1;
  index.parts_stride = sizeof(part);
  EachSizeDeclared("index", index, &Api::index);
  auto primary = Sized<oar_primary_decl>();
  primary.type = 1;
  auto controller = Sized<oar_controller_decl>();
  controller.primaries = &primary;
  controller.primaries_count = 1;
  controller.primaries_stride = sizeof(primary);
  EachSizeDeclared("controller", controller, &Api::controller);
  auto owned = Sized<oar_owned_decl>();
  owned.type = 1;
  EachSizeDeclared("owned", owned, &Api::owned);
  auto watch = Sized<oar_watch_decl>();
  watch.type = 1;
  watch.mapper = 1;
  EachSizeDeclared("watch", watch, &Api::watch);
  auto metric = Sized<oar_metric_decl>();
  metric.id = 1;
  metric.kind = OAR_METRIC_GAUGE;
  metric.name = ToView("fuzz_level");
  metric.help = ToView("Level.");
  EachSizeDeclared("metric", metric, &Api::metric);
}

// A plugin whose tables are cut: the sizes of the one load that is under way.
struct CutTables {
  uint32_t descriptor = sizeof(oar_descriptor);
  uint32_t factory = sizeof(oar_factory);
  uint32_t plugin = sizeof(oar_plugin_api);
  uint32_t extension = 64;  // each of them, at most its size
};

class CutCode final : public pluginhost::PluginCode {
 public:
  explicit CutCode(const CutTables& sizes)
      : descriptor_(sdk::detail::Factory<Fuzzer>::Describe("dev.oarlock.test", "1.0.0", {}),
                    sizes.descriptor),
        factory_({sizeof(oar_factory), 0, &Create}, sizes.factory),
        plugin_(Plugin(), sizes.plugin),
        has_destroy_(sizes.plugin >= sizeof(oar_plugin_api)) {
    now_ = this;
    Add(OAR_EXT_PLUGIN_MAP, sdk::detail::Tables<Fuzzer>::kMap, sizes.extension);
    Add(OAR_EXT_PLUGIN_INDEX, sdk::detail::Tables<Fuzzer>::kIndex, sizes.extension);
    Add(OAR_EXT_PLUGIN_PREDICATE, sdk::detail::Tables<Fuzzer>::kPredicate, sizes.extension);
    Add(OAR_EXT_PLUGIN_STATE, sdk::detail::Tables<Fuzzer>::kState, sizes.extension);
    Add(OAR_EXT_PLUGIN_HEALTH, sdk::detail::Tables<Fuzzer>::kHealth, sizes.extension);
  }
  base::Result<pluginhost::PluginEntry> Load() override { return pluginhost::PluginEntry{&Entry}; }
  base::Status Unload() override {
    for (oar_instance* instance : left_) sdk::detail::Tables<Fuzzer>::kPlugin.destroy(instance);
    return base::Status::Ok();
  }

 private:
  struct Extension {
    std::string_view id;
    std::shared_ptr<void> keeper;
    const void* table;
  };
  template <typename T>
  void Add(std::string_view id, const T& table, uint32_t size) {
    auto cut = std::make_shared<Exact<T>>(table, std::min<uint32_t>(size, 2 * sizeof(T)));
    extensions_.push_back({id, cut, cut->get()});
  }
  static oar_plugin_api Plugin() {
    oar_plugin_api api = sdk::detail::Tables<Fuzzer>::kPlugin;
    api.get_extension = [](oar_instance*, oar_view id, const void** out) noexcept -> int32_t {
      for (const Extension& one : now_->extensions_) {
        if (one.id == sdk::FromView(id)) return *out = one.table, OAR_OK;
      }
      return *out = nullptr, OAR_E_NOT_FOUND;
    };
    return api;
  }
  static int32_t Create(const oar_host_api* api, oar_host host, const oar_create_args* args,
                        oar_created* out) noexcept {
    const int32_t code = sdk::detail::Factory<Fuzzer>::Create(api, host, args, out);
    if (code != OAR_OK) return code;
    out->plugin = now_->plugin_.get();
    if (!now_->has_destroy_) now_->left_.push_back(out->instance);
    return code;
  }
  static int32_t Entry(const oar_host_hello* host, oar_plugin_hello* out) {
    return sdk::detail::Negotiate(host, out, now_->descriptor_.get(), now_->factory_.get());
  }

  static inline CutCode* now_ = nullptr;
  Exact<oar_descriptor> descriptor_;
  Exact<oar_factory> factory_;
  Exact<oar_plugin_api> plugin_;
  bool has_destroy_;
  std::vector<oar_instance*> left_;  // what the host cannot destroy
  std::vector<Extension> extensions_;
};

class SizeFuzzTables : public SizeFuzz {
 protected:
  // The whole life as far as it comes; true: it was active.
  bool Live(const CutTables& sizes) {
    Fuzzer::done = true;  // no fuzz of arguments in here
    pluginhost::GenerationOptions options;
    options.plugin = "demo";
    Generation one(host.env(), options, std::make_unique<CutCode>(sizes));
    bool active = one.Load().ok() && one.Bind({}).ok() && one.WaitForSync({}).ok();
    active = active && one.Activate(queues).ok();
    if (active) {
      (void)one.CheckHealth();
      EXPECT_TRUE(one.Stop(host.clock.Now() + std::chrono::seconds(30)).ok());
      (void)one.SaveState();
    }
    EXPECT_TRUE(one.Close().ok());
    return active;
  }
};

TEST_F(SizeFuzzTables, OfThePlugin) {
  for (uint32_t size = 0; size <= 2 * sizeof(oar_plugin_api); size += 4) {
    CutTables sizes;
    sizes.plugin = size;
    const bool whole = size >= sizeof(oar_plugin_api);
    EXPECT_EQ(Live(sizes), whole) << size << ": destroy is its last function, and must be there";
  }
}

TEST_F(SizeFuzzTables, OfItsDescriptorAndFactory) {
  for (uint32_t size = 0; size <= 2 * sizeof(oar_descriptor); size += 4) {
    CutTables sizes;
    sizes.descriptor = size;
    const bool has_controllers = size >= OAR_END_OF(oar_descriptor, controllers_stride);
    EXPECT_EQ(Live(sizes), has_controllers) << size;
  }
  for (uint32_t size = 0; size <= 2 * sizeof(oar_factory); ++size) {
    CutTables sizes;
    sizes.factory = size;
    EXPECT_EQ(Live(sizes), size >= sizeof(oar_factory)) << size;
  }
}

TEST_F(SizeFuzzTables, OfItsExtensions) {
  for (uint32_t size = 0; size <= 2 * sizeof(oar_plugin_state_api); ++size) {
    CutTables sizes;
    sizes.extension = size;
    (void)Live(sizes);  // with fewer callbacks than it declares it may be refused
  }
}

}  // namespace
}  // namespace oarlock::abi_test
