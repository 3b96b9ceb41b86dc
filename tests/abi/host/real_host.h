#pragma once
// RealHost: plugins in the real plugin host, with virtual time and a scripted server: a controller
// written with the SDK inside the test, or a library of the samples.
//
//   host.SetList("configmaps", {…}, "10");
//   Start<Probe>();            // or StartLibrary("janitor")
// Loaded and activated by the test, ended by the fixture. One thread; hooks run on the plugin's.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "oarlock/sdk/sdk.h"
#include "pluginhost/generation.h"
#include "pluginhost/testing/host_harness.h"

namespace oarlock::abi_test {

// A controller of the test as a library would offer it.
template <typename C>
class LinkedCode final : public pluginhost::PluginCode {
 public:
  base::Result<pluginhost::PluginEntry> Load() override { return pluginhost::PluginEntry{&Entry}; }
  base::Status Unload() override { return base::Status::Ok(); }

 private:
  static int32_t Entry(const oar_host_hello* host, oar_plugin_hello* out) {
    static constexpr oar_descriptor kDescriptor = [] {
      oar_descriptor made = sdk::detail::Factory<C>::Describe("dev.oarlock.test", "1.0.0", {});
      if constexpr (requires { C::kStateReads; }) {
        made.state_reads = C::kStateReads;
        made.state_reads_count = 1;
      }
      return made;
    }();
    return sdk::detail::Negotiate(host, out, &kDescriptor, &sdk::detail::Factory<C>::kFactory);
  }
};

class LibraryCode final : public pluginhost::PluginCode {
 public:
  explicit LibraryCode(const std::string& name)
      : path_(std::string(OARLOCK_TEST_PLUGIN_DIR) + "/" + name + ".so") {}
  base::Result<pluginhost::PluginEntry> Load() override {
    library_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return base::InvalidArgument(dlerror());
    return pluginhost::PluginEntry{reinterpret_cast<oar_entry_fn>(dlsym(library_, OAR_ENTRY_NAME))};
  }
  base::Status Unload() override {
    dlclose(std::exchange(library_, nullptr));
    return base::Status::Ok();
  }

 private:
  std::string path_;
  void* library_ = nullptr;
};

class RealHost : public ::testing::Test {
 protected:
  using Generation = pluginhost::Generation;

  void TearDown() override {
    if (generation) End(*generation);
    for (const auto& [id, queue] : queues) queue->ShutDown();
  }
  std::unique_ptr<Generation> Loaded(std::unique_ptr<pluginhost::PluginCode> code,
                                     uint64_t number = 1, const std::string& config = "{}") {
    pluginhost::GenerationOptions options;
    options.plugin = "demo";
    options.number = number;
    options.config_json = config;
    options.leadership = leadership;
    auto made = std::make_unique<Generation>(host.env(), options, std::move(code));
    const base::Status loaded = made->Load();
    EXPECT_TRUE(loaded.ok()) << loaded.ToString();
    const base::Status bound = made->Bind({});
    EXPECT_TRUE(bound.ok()) << bound.ToString();
    EXPECT_TRUE(made->WaitForSync({}).ok());
    return made;
  }
  void Activate() {
    const base::Status active = generation->Activate(queues);
    ASSERT_TRUE(active.ok()) << active.ToString();
  }
  template <typename C>
  void Start() {
    generation = Loaded(std::make_unique<LinkedCode<C>>());
    Activate();
  }
  void StartLibrary(const std::string& name) {
    generation = Loaded(std::make_unique<LibraryCode>(name));
    Activate();
  }
  void End(Generation& one) {
    EXPECT_TRUE(one.Stop(host.clock.Now() + std::chrono::seconds(30)).ok());
    EXPECT_TRUE(one.Close().ok());
  }
  // The watch of a resource, once it is open.
  std::shared_ptr<cache::testing::ScriptedStream> Stream(const std::string& resource) {
    EXPECT_TRUE(host.WaitFor([&] { return host.source(resource).stream() != nullptr; }));
    return host.source(resource).stream();
  }
  // The value of a metric of the plugin, with that label value or none; -1: there is none.
  double Metric(const std::string& name, const std::string& label = "") {
    for (const base::MetricFamily& family : host.metrics.Collect()) {
      if (family.name != name) continue;
      for (const base::MetricSample& sample : family.samples) {
        if (label.empty() || sample.labels.back().second == label) return sample.value;
      }
    }
    return -1;
  }

  pluginhost::testing::HostHarness host;
  const controller::Leadership* leadership = nullptr;  // set before the start
  Generation::Queues queues;
  std::unique_ptr<Generation> generation;
};

}  // namespace oarlock::abi_test
