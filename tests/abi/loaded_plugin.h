#pragma once
// LoadedPlugin: a plugin library, loaded as a host would, and one instance of its first controller,
// against the fake host. Closed with its end. One thread.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "abi/fake_host.h"
#include "oarlock/sdk/view.h"

namespace oarlock::abi_test {

class LoadedPlugin {
 public:
  // `name`: of a sample, or a path.
  explicit LoadedPlugin(const std::string& name)
      : path_(name.find('/') == std::string::npos
                  ? std::string(OARLOCK_TEST_PLUGIN_DIR) + "/" + name + ".so"
                  : name),
        library_(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    EXPECT_NE(library_, nullptr) << dlerror();
    hello.message = {text_, sizeof(text_), 0};
    host_hello.abi_major = OAR_ABI_MAJOR;
    host_hello.abi_minor_max = OAR_ABI_MINOR;
  }
  ~LoadedPlugin() {
    Destroy();
    if (library_ != nullptr) dlclose(library_);
  }
  LoadedPlugin(const LoadedPlugin&) = delete;
  LoadedPlugin& operator=(const LoadedPlugin&) = delete;

  int32_t Enter() { return Enter(&host_hello, &hello); }
  int32_t Enter(const oar_host_hello* host, oar_plugin_hello* out) {
    const auto entry = reinterpret_cast<oar_entry_fn>(dlsym(library_, OAR_ENTRY_NAME));
    return entry == nullptr ? OAR_E_NOT_FOUND : entry(host, out);
  }
  int32_t Create(FakeHost& host) {
    EXPECT_EQ(Enter(), OAR_OK);
    auto args = sdk::Sized<oar_create_args>();
    args.controller_id = hello.descriptor->controllers->id;
    created.message = {text_, sizeof(text_), 0};
    return hello.factory->create(&host.core, host.handle(), &args, &created);
  }
  int32_t Configure(FakeHost& host, const std::string& json = "{}") {
    auto config = sdk::Sized<oar_config>();
    auto error = sdk::Sized<oar_config_error>();
    error.message = {text_, sizeof(text_), 0};
    config.object = host.AddJson(json);
    config.json = sdk::ToView(json);
    return created.plugin->configure(created.instance, host.ctx(), &config, &error);
  }
  int32_t Declare(FakeHost& host) {
    return created.plugin->declare(created.instance, &host.builder, {3});
  }
  int32_t Reconcile(FakeHost& host, std::string_view name) {
    auto key = sdk::Sized<oar_key>();
    key.type = 1;
    key.ns = sdk::ToView("default");
    key.name = sdk::ToView(name);
    result = sdk::Sized<oar_result>();
    return created.plugin->reconcile(created.instance, host.ctx(), &key, &result);
  }
  void Destroy() {
    if (created.instance != nullptr) created.plugin->destroy(created.instance);
    created.instance = nullptr;
  }
  std::string Text() const {
    return {text_, created.message.len != 0 ? created.message.len : hello.message.len};
  }
  const std::string& path() const { return path_; }

  oar_host_hello host_hello = sdk::Sized<oar_host_hello>();
  oar_plugin_hello hello = sdk::Sized<oar_plugin_hello>();
  oar_created created = sdk::Sized<oar_created>();
  oar_result result = sdk::Sized<oar_result>();

 private:
  std::string path_;
  void* library_;
  char text_[256] = {};
};

}  // namespace oarlock::abi_test
