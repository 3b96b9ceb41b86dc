#include "pluginhost/testing/fake_plugin.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "pluginhost/abi/abi_convert.h"
#include "pluginhost/testing/declare.h"
#include "pluginhost/testing/host_harness.h"

// What the ABI calls an instance, and leaves to the plugin.
struct oar_instance {
  oarlock::pluginhost::testing::FakePlugin* plugin;
  std::string controller;
};

namespace oarlock::pluginhost::testing {
namespace {

// An entry has no argument of ours.
std::atomic<FakePlugin*> current{nullptr};

}  // namespace

void Gate::Wait() {
  base::MutexLock lock(mutex_);
  entered_ = true;
  changed_.NotifyAll();
  while (!open_) changed_.Wait(mutex_);
}

void Gate::WaitEntered() {
  base::MutexLock lock(mutex_);
  while (!entered_) changed_.Wait(mutex_);
}

void Gate::Open() {
  base::MutexLock lock(mutex_);
  open_ = true;
  changed_.NotifyAll();
}

struct FakePlugin::Tables {
  static int32_t Entry(const oar_host_hello*, oar_plugin_hello* out) {
    FakePlugin& plugin = *current;
    plugin.Note("entry", true);
    WriteText(out->message, plugin.entry_message);
    out->abi_minor = plugin.abi_minor;
    out->abi_minor_min = plugin.abi_minor_min;
    out->descriptor = plugin.has_descriptor ? &plugin.tables_->Describe(plugin) : nullptr;
    out->factory = plugin.has_factory ? &plugin.tables_->factory : nullptr;
    return plugin.entry_status;
  }
  static int32_t Create(const oar_host_api*, oar_host, const oar_create_args* args,
                        oar_created* out) noexcept {
    FakePlugin& plugin = *current;
    const std::string controller = TextOf(args->controller_id);
    plugin.Note("create " + controller, true);
    out->plugin = &plugin.tables_->api;
    plugin.tables_->api.reconcile = plugin.has_reconcile ? Reconcile : nullptr;
    const int32_t status = plugin.on_create ? plugin.on_create(controller, out) : OAR_OK;
    if (status >= 0) {
      out->instance = std::make_unique<oar_instance>(oar_instance{&plugin, controller}).release();
    }
    return status;
  }
  static int32_t GetExtension(oar_instance* self, oar_view id, const void** out) noexcept {
    self->plugin->Note("get_extension", true);
    Tables& tables = *self->plugin->tables_;
    *out = nullptr;
    if (FromView(id) == OAR_EXT_PLUGIN_MAP) *out = &tables.map_api;
    if (FromView(id) == OAR_EXT_PLUGIN_PREDICATE) *out = &tables.predicate_api;
    if (FromView(id) == OAR_EXT_PLUGIN_INDEX) *out = &tables.index_api;
    if (FromView(id) == OAR_EXT_PLUGIN_STATE) *out = &tables.state_api;
    if (FromView(id) == OAR_EXT_PLUGIN_HEALTH) *out = &tables.health_api;
    return *out != nullptr ? OAR_OK : OAR_E_NOT_FOUND;
  }
  static int32_t Configure(oar_instance* self, oar_ctx, const oar_config* config,
                           oar_config_error* out) noexcept {
    self->plugin->Note("configure " + self->controller, true);
    const auto& hook = self->plugin->on_configure;
    return hook ? hook(self->controller, config, out) : OAR_OK;
  }
  static int32_t Declare(oar_instance* self, const oar_builder_api* api,
                         oar_builder builder) noexcept {
    self->plugin->Note("declare " + self->controller, true);
    if (self->plugin->on_declare) return self->plugin->on_declare(*api, builder);
    const oar_type_decl type = TypeDeclOf(1, "ConfigMap");
    const int32_t status = api->type(builder, &type);
    return status < 0 ? status : AddController(*api, builder, 1);
  }
  static int32_t Call(const char* name, const InCall& hook, oar_instance* self, oar_ctx ctx) {
    self->plugin->Note(std::string(name) + " " + self->controller, true);
    return hook ? hook(self->controller, ctx) : OAR_OK;
  }
  static int32_t Activate(oar_instance* self, oar_ctx ctx) noexcept {
    return Call("activate", self->plugin->on_activate, self, ctx);
  }
  static int32_t Drain(oar_instance* self, oar_ctx ctx, oar_mono) noexcept {
    return Call("drain", self->plugin->on_drain, self, ctx);
  }
  static int32_t Deactivate(oar_instance* self, oar_ctx ctx) noexcept {
    return Call("deactivate", self->plugin->on_deactivate, self, ctx);
  }
  static int32_t Reconcile(oar_instance* self, oar_ctx ctx, const oar_key* key,
                           oar_result* out) noexcept {
    self->plugin->Note("reconcile " + TextOf(key->ns) + "/" + TextOf(key->name), false);
    return self->plugin->on_reconcile ? self->plugin->on_reconcile(ctx, *key, out) : OAR_OK;
  }
  static int32_t Destroy(oar_instance* self) noexcept {
    self->plugin->Note("destroy " + self->controller, true);
    delete self;
    return OAR_OK;
  }
  static int32_t Map(oar_instance* self, oar_ctx ctx, uint32_t mapper, const oar_subject* subject,
                     const oar_sink_api* api, oar_sink sink) noexcept {
    self->plugin->Note("map", false);
    const auto& hook = self->plugin->on_map;
    return hook ? hook(mapper, ctx, *subject, *api, sink) : OAR_OK;
  }
  static int32_t Test(oar_instance* self, oar_ctx, uint32_t predicate, const oar_change* change,
                      uint8_t* out_pass) noexcept {
    self->plugin->Note("test", false);
    const auto& hook = self->plugin->on_test;
    *out_pass = 1;
    return hook ? hook(predicate, *change, out_pass) : OAR_OK;
  }

  static int32_t Index(oar_instance* self, oar_ctx ctx, uint32_t indexer,
                       const oar_subject* subject, const oar_sink_api* api,
                       oar_sink sink) noexcept {
    self->plugin->Note("index", false);
    const auto& hook = self->plugin->on_index;
    return hook ? hook(indexer, ctx, *subject, *api, sink) : OAR_OK;
  }
  static int32_t Health(oar_instance* self, oar_ctx, oar_health* out) noexcept {
    self->plugin->Note("health " + self->controller, true);
    const auto& hook = self->plugin->on_health;
    return hook ? hook(self->controller, out) : OAR_OK;
  }
  static int32_t Save(oar_instance* self, oar_ctx, const oar_stream_api* api,
                      oar_stream stream) noexcept {
    self->plugin->Note("save " + self->controller, true);
    return self->plugin->on_save ? self->plugin->on_save(*api, stream) : OAR_OK;
  }
  static int32_t Load(oar_instance* self, oar_ctx, const oar_state_info* info,
                      const oar_stream_api* api, oar_stream stream) noexcept {
    self->plugin->Note("load " + self->controller, true);
    return self->plugin->on_load ? self->plugin->on_load(*info, *api, stream) : OAR_OK;
  }

  const oar_descriptor& Describe(const FakePlugin& plugin) {
    infos.clear();
    for (const std::string& controller : plugin.controllers) {
      infos.push_back({sizeof(oar_controller_info), 0, View(controller), {}});
    }
    descriptor.struct_size = sizeof(descriptor);
    descriptor.id = View(plugin.id);
    descriptor.version = View(plugin.version);
    descriptor.controllers = infos.data();
    descriptor.controllers_count = infos.size();
    descriptor.controllers_stride = sizeof(oar_controller_info);
    reads.clear();
    for (const std::string& schema : plugin.state_reads) reads.push_back(View(schema));
    descriptor.state_reads = reads.data();
    descriptor.state_reads_count = reads.size();
    descriptor.state_writes = View(plugin.state_writes);
    return descriptor;
  }

  std::vector<oar_controller_info> infos;
  std::vector<oar_view> reads;
  oar_descriptor descriptor{};
  oar_factory factory{sizeof(oar_factory), 0, Create};
  oar_plugin_api api{sizeof(oar_plugin_api),
                     0,
                     GetExtension,
                     Configure,
                     Declare,
                     Activate,
                     Reconcile,
                     Drain,
                     Deactivate,
                     Destroy};
  oar_plugin_map_api map_api{sizeof(oar_plugin_map_api), 0, Map};
  oar_plugin_predicate_api predicate_api{sizeof(oar_plugin_predicate_api), 0, Test};
  oar_plugin_index_api index_api{sizeof(oar_plugin_index_api), 0, Index};
  oar_plugin_state_api state_api{sizeof(oar_plugin_state_api), 0, Save, Load};
  oar_plugin_health_api health_api{sizeof(oar_plugin_health_api), 0, Health};
};

class FakePlugin::FakeCode final : public PluginCode {
 public:
  explicit FakeCode(FakePlugin& plugin) : plugin_(plugin) {}
  base::Result<PluginEntry> Load() override {
    if (!plugin_.load_error.ok()) return plugin_.load_error;
    current = &plugin_;
    return PluginEntry{Tables::Entry};
  }
  base::Status Unload() override {
    base::MutexLock lock(plugin_.mutex_);
    ++plugin_.unloads_;
    return base::Status::Ok();
  }

 private:
  FakePlugin& plugin_;
};

FakePlugin::FakePlugin() : tables_(std::make_unique<Tables>()) {}
FakePlugin::~FakePlugin() = default;

std::unique_ptr<PluginCode> FakePlugin::Code() { return std::make_unique<FakeCode>(*this); }

void FakePlugin::Note(const std::string& call, bool control) {
  base::MutexLock lock(mutex_);
  calls_.push_back(call);
  const auto self = std::this_thread::get_id();
  const bool known =
      std::find(control_threads_.begin(), control_threads_.end(), self) != control_threads_.end();
  if (control && !known) control_threads_.push_back(self);
}

std::vector<std::string> FakePlugin::calls() const {
  base::MutexLock lock(mutex_);
  std::vector<std::string> out = calls_;
  std::erase(out, "get_extension");
  return out;
}

size_t FakePlugin::Count(const std::string& call) const {
  base::MutexLock lock(mutex_);
  return static_cast<size_t>(std::count(calls_.begin(), calls_.end(), call));
}

size_t FakePlugin::control_threads() const {
  base::MutexLock lock(mutex_);
  return control_threads_.size();
}

size_t FakePlugin::unloads() const {
  base::MutexLock lock(mutex_);
  return unloads_;
}

}  // namespace oarlock::pluginhost::testing
