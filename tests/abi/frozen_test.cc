// Plugins that were built for earlier releases of the ABI: each host loads them all.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "abi/loaded_plugin.h"

namespace oarlock::abi_test {
namespace {

namespace fs = std::filesystem;

#if defined(__x86_64__)
constexpr char kMachine[] = "x86_64";
#else
constexpr char kMachine[] = "aarch64";
#endif

std::vector<fs::path> Frozen() {
  std::vector<fs::path> found;
  for (const auto& abi : fs::directory_iterator(OARLOCK_FROZEN_PLUGIN_DIR)) {
    const fs::path machine = abi.path() / kMachine;
    if (!fs::is_directory(machine)) continue;
    for (const auto& file : fs::directory_iterator(machine)) found.push_back(file.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string ConfigOf(const fs::path& path) {
  return path.filename().string().starts_with("inherit_label") ? R"({"label": "team"})" : "{}";
}

void Cache(FakeHost& host, const std::string& key, const std::string& json) {
  host.cached[key] = *host.Find(host.AddJson(json));
}

TEST(Frozen, EveryPluginOfEveryReleaseDoesItsWork) {
  const auto plugins = Frozen();
  ASSERT_GE(plugins.size(), 5u) << "the frozen plugins of ABI 1.0 are gone";
  for (const fs::path& path : plugins) {
    SCOPED_TRACE(path.string());
    FakeHost host;
    host.unix_now = 1'800'000'000'000'000'000;
    Cache(host, "/default", R"({"apiVersion": "v1", "kind": "Namespace", "metadata": {
        "name": "default", "labels": {"team": "red"}}})");
    Cache(host, "default/a", R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {
        "name": "a", "namespace": "default", "uid": "u1",
        "creationTimestamp": "2024-05-01T12:00:00Z",
        "annotations": {"example.dev/team": "red", "example.dev/ttl": "1s"}}})");
    LoadedPlugin plugin(path.string());
    ASSERT_EQ(plugin.Create(host), OAR_OK);
    ASSERT_EQ(plugin.Configure(host, ConfigOf(path)), OAR_OK);
    ASSERT_EQ(plugin.Declare(host), OAR_OK);
    ASSERT_EQ(plugin.Reconcile(host, "a"), OAR_OK);
    ASSERT_EQ(host.calls.size(), 1u) << "a label, or a delete";
    const bool deletes = path.filename().string().starts_with("expiry");
    EXPECT_EQ(host.calls[0].body, deletes ? "uid=u1" : R"({"metadata":{"labels":{"team":"red"}}})");
    EXPECT_EQ(plugin.Reconcile(host, "gone"), OAR_OK);
    EXPECT_EQ(plugin.result.outcome, OAR_DONE);
  }
}

}  // namespace
}  // namespace oarlock::abi_test
