#include "testing/fake_cluster.h"

#include <gtest/gtest.h>

extern "C" int32_t oar_entry_v1(const oar_host_hello* host, oar_plugin_hello* out) noexcept;

namespace oarlock::reloader {

namespace {

using sdk::FromView;
using sdk::Sized;

constexpr const char* kKinds[] = {"",           "ConfigMap",   "Secret",
                                  "Deployment", "StatefulSet", "DaemonSet"};

Json* FindNamed(Json& list, const Json& name) {
  for (Json& item : list) {
    if (item.at("name") == name) return &item;
  }
  return nullptr;
}

// Strategic merge, as far as the plugin uses it: lists of named things merge by name.
void Merge(Json& to, const Json& patch) {
  for (const auto& [key, value] : patch.items()) {
    if (value.is_object()) {
      if (!to[key].is_object()) to[key] = Json::object();
      Merge(to[key], value);
    } else if (value.is_array()) {
      for (const Json& item : value) {
        Json* known = to.contains(key) ? FindNamed(to[key], item.at("name")) : nullptr;
        known != nullptr ? Merge(*known, item) : to[key].push_back(item);
      }
    } else {
      to[key] = value;
    }
  }
}

}  // namespace

FakeCluster* FakeCluster::current = nullptr;

FakeCluster::FakeCluster(const std::string& config, oar_entry_fn entry)
    : config_(config), entry_(entry != nullptr ? entry : &oar_entry_v1) {
  current = this;
  FillTables();
}

FakeCluster::~FakeCluster() {
  Stop();
  current = nullptr;
}

void FakeCluster::Start() {
  auto host_hello = Sized<oar_host_hello>();
  auto hello = Sized<oar_plugin_hello>();
  host_hello.abi_major = OAR_ABI_MAJOR;
  host_hello.abi_minor_max = OAR_ABI_MINOR;
  ASSERT_EQ(entry_(&host_hello, &hello), OAR_OK);
  auto args = Sized<oar_create_args>();
  args.controller_id = hello.descriptor->controllers->id;
  created_ = Sized<oar_created>();
  ASSERT_EQ(hello.factory->create(&host.core, host.handle(), &args, &created_), OAR_OK);
  auto config = Sized<oar_config>();
  auto error = Sized<oar_config_error>();
  config.object = host.AddJson(config_);
  ASSERT_EQ(created_.plugin->configure(created_.instance, host.ctx(), &config, &error), OAR_OK);
  ASSERT_EQ(created_.plugin->activate(created_.instance, host.ctx()), OAR_OK) << host.error;
}

void FakeCluster::Stop() {
  if (created_.instance != nullptr) created_.plugin->destroy(created_.instance);
  created_.instance = nullptr;
}

void FakeCluster::Restart() {
  Stop();
  Start();
}

void FakeCluster::Reactivate() {
  ASSERT_EQ(created_.plugin->drain(created_.instance, host.ctx(), {OAR_NEVER}), OAR_OK);
  ASSERT_EQ(created_.plugin->deactivate(created_.instance, host.ctx()), OAR_OK);
  ASSERT_EQ(created_.plugin->activate(created_.instance, host.ctx()), OAR_OK);
}

void FakeCluster::Put(uint32_t type, const std::string& name, Json object) {
  object["apiVersion"] = type <= 2 ? "v1" : "apps/v1";
  object["kind"] = kKinds[type];
  object["metadata"]["name"] = name;
  object["metadata"]["namespace"] = "t";
  object["metadata"]["uid"] = std::string(kKinds[type]) + name;
  object["metadata"]["resourceVersion"] = std::to_string(++version_);
  objects_[type][name] = std::move(object);
}

void FakeCluster::PutMap(const std::string& name, const Json& data, const Json& annotations) {
  Put(1, name, {{"metadata", {{"annotations", annotations}}}, {"data", data}});
}

void FakeCluster::PutSecret(const std::string& name, const Json& data) {
  Put(2, name, {{"type", "Opaque"}, {"data", data}});
}

Json FakeCluster::UsesMap(const std::string& name) {
  return {{"envFrom", {{{"configMapRef", {{"name", name}}}}}}};
}

void FakeCluster::PutDeployment(const std::string& name, const Json& annotations,
                                const Json& container) {
  Json main = container;
  main["name"] = "main";
  Put(3, name,
      {{"metadata", {{"annotations", annotations}}},
       {"spec", {{"template", {{"spec", {{"containers", Json::array({main})}}}}}}}});
}

void FakeCluster::Remove(uint32_t type, const std::string& name) { objects_[type].erase(name); }

int32_t FakeCluster::Reconcile(uint32_t type, const std::string& name) {
  if (created_.instance == nullptr) Start();
  auto key = Sized<oar_key>();
  auto result = Sized<oar_result>();
  key.type = type;
  key.ns = sdk::ToView("t");
  key.name = sdk::ToView(name);
  EXPECT_EQ(created_.plugin->reconcile(created_.instance, host.ctx(), &key, &result), OAR_OK);
  return result.outcome;
}

std::vector<std::string> FakeCluster::ChangeMap(const std::string& name, const Json& data,
                                                const Json& annotations) {
  PutMap(name, data, annotations);
  EXPECT_EQ(Reconcile(1, name), OAR_DONE);
  return TakePatches();
}

std::vector<std::string> FakeCluster::TakePatches() { return std::exchange(patches_, {}); }
std::vector<std::string> FakeCluster::TakeEvents() { return std::exchange(events_, {}); }

std::string FakeCluster::Variable(uint32_t type, const std::string& name,
                                  const std::string& variable, size_t index) {
  Json& container = At(type, name)["spec"]["template"]["spec"]["containers"][index];
  std::string value;
  for (const Json& env : container.value("env", Json::array())) {
    if (env.at("name") != variable) continue;
    EXPECT_EQ(value, "") << "twice";
    value = env.at("value");
  }
  return value;
}

int32_t FakeCluster::Patch(const oar_key& key, std::string_view body) {
  const std::string name(FromView(key.name));
  patches_.push_back(std::to_string(key.type) + "/" + name);
  last_patch = body;
  if (!patch_answers.empty()) {
    const int32_t code = patch_answers.front();
    patch_answers.erase(patch_answers.begin());
    if (code != OAR_OK) return code;
  }
  if (!objects_[key.type].contains(name)) return OAR_E_NOT_FOUND;
  Merge(At(key.type, name), Json::parse(body));
  return OAR_OK;
}

void FakeCluster::FillTables() {
  host.client.get = [](oar_ctx, const oar_key* key, oar_obj* out, oar_error*) noexcept -> int32_t {
    const auto& objects = current->objects_[key->type];
    const auto found = objects.find(std::string(FromView(key->name)));
    if (found == objects.end()) return OAR_E_NOT_FOUND;
    *out = current->host.AddJson(found->second.dump());
    return OAR_OK;
  };
  host.client.list = [](oar_ctx, const oar_cache_list* what, oar_list* out,
                        oar_error*) noexcept -> int32_t {
    if (what->type > 2 && current->list_answer != OAR_OK) return current->list_answer;
    auto& list = current->lists_.emplace_back();
    for (const auto& [name, object] : current->objects_[what->type]) {
      list.push_back(current->host.AddJson(object.dump()));
    }
    *out = {current->lists_.size()};
    return OAR_OK;
  };
  host.client.patch = [](oar_ctx, const oar_key* key, int32_t kind, oar_view body,
                         const oar_write_options* options, oar_obj*,
                         oar_error*) noexcept -> int32_t {
    EXPECT_EQ(kind, OAR_PATCH_STRATEGIC);
    EXPECT_EQ(FromView(options->field_manager), "Reloader");
    return current->Patch(*key, FromView(body));
  };
  host.object.list_info = [](oar_ctx, oar_list list, oar_list_info* out) noexcept -> int32_t {
    out->count = current->lists_.at(list.id - 1).size();
    return OAR_OK;
  };
  host.object.list_at = [](oar_ctx, oar_list list, uint64_t i, oar_obj* out) noexcept -> int32_t {
    *out = current->lists_.at(list.id - 1).at(i);
    return OAR_OK;
  };
  host.events.emit = [](oar_ctx, oar_obj regarding, const oar_event* event) noexcept -> int32_t {
    auto meta = Sized<oar_obj_meta>();
    current->host.object.meta({}, regarding, &meta);
    current->events_.push_back(std::string(FromView(meta.name)) + " " +
                               std::string(FromView(event->reason)) + " " +
                               std::string(FromView(event->message)));
    return OAR_OK;
  };
}

sdk::Object MakeObject(abi_test::FakeHost& host, const sdk::Api& api, const Json& json) {
  return sdk::Object({&api, host.ctx(), host.AddJson(json.dump())});
}

}  // namespace oarlock::reloader
